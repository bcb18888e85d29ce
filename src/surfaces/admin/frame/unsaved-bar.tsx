import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { asBottomBar } from '../../../ui/feedback/bottom-bars.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useUnsavedParts } from './unsaved.tsx'

const ReviewDialog = lazyIdle(() => import('./review-dialog.tsx'))

/** Says how many changes are not saved, and saves them form by form. It stops at the first form that fails, and names it. */
export function UnsavedBar() {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const parts = useUnsavedParts()
  const [isSaving, setSaving] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const count = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count === 0) return null
  const save = async () => {
    setReviewing(false)
    setSaving(true)
    for (const part of parts) {
      if (await part.save()) continue
      const { label } = part
      notify({ kind: 'error', title: t`Couldn’t save: ${label}`, text: t`The form says what to change.` })
      break
    }
    setSaving(false)
  }
  const discard = () => {
    for (const part of parts) part.discard()
  }
  const disabledBecause = parts.find((part) => part.disabledBecause !== undefined)?.disabledBecause
  return (
    <section ref={asBottomBar} className="admin-unsaved" aria-label={t`Unsaved changes`}>
      <span role="status">{t`${plural(count, { one: '# unsaved change', other: '# unsaved changes' })}`}</span>
      <span className="grow" />
      <Button onPress={() => setReviewing(true)}>
        <Trans>Review</Trans>
      </Button>
      <Button disabledBecause={isSaving ? t`Please wait` : undefined} onPress={discard}>
        <Trans>Discard</Trans>
      </Button>
      <Button kind="primary" isBusy={isSaving} disabledBecause={disabledBecause} onPress={() => void save()}>
        <Trans>Save</Trans>
      </Button>
      {isReviewing && (
        <Suspense>
          <ReviewDialog parts={parts} disabledBecause={disabledBecause} onSave={() => void save()} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </section>
  )
}
