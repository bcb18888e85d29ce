import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { problemText } from '../../../kit/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import type { DraftContext } from '../draft/context.ts'

const DiffersDialog = lazyIdle(() => import('./conflict-dialog.tsx'))

/** Notices about the draft: no connection, save error, open in another tab, conflict. */
export function DraftNotices({ desk, onLeave }: { readonly desk: DraftContext; readonly onLeave: () => void }) {
  const { t, i18n } = useLingui()
  const { store, state } = desk
  const { saving, problem, isOpenInOtherTab } = state
  return (
    <>
      {saving === 'offline' && (
        <Callout
          kind="warning"
          isAnnounced
          heading={t`Connection lost`}
          act={
            <Button onPress={() => void store.flush()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Your changes are saved on this device and sync when you’re back online.</Trans>
        </Callout>
      )}
      {saving === 'refused' && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t save your last change`}>
          {problem && problemText(problem, i18n)} <Trans>Your changes are still in the form.</Trans>
        </Callout>
      )}
      {saving === 'gone' && (
        <Callout
          kind="error"
          isAnnounced
          heading={t`This draft no longer exists`}
          act={
            <Button onPress={onLeave}>
              <Trans>View all drafts</Trans>
            </Button>
          }
        >
          <Trans>It was submitted or deleted in another session.</Trans>
        </Callout>
      )}
      {isOpenInOtherTab && (
        <Callout kind="info" isAnnounced heading={t`This draft is open in another tab`}>
          <Trans>Edits sync between tabs. If both change the same field, you choose which to keep.</Trans>
        </Callout>
      )}
      {saving === 'differs' && (
        <Suspense fallback={null}>
          <DiffersDialog desk={desk} />
        </Suspense>
      )}
    </>
  )
}
