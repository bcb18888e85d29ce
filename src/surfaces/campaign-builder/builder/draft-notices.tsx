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
          heading={t`The platform cannot be reached`}
          act={
            <Button onPress={() => void store.flush()}>
              <Trans>Try now</Trans>
            </Button>
          }
        >
          <Trans>What you type is kept on this device and saved as soon as the connection is back.</Trans>
        </Callout>
      )}
      {saving === 'refused' && (
        <Callout kind="error" isAnnounced heading={t`The last change was not saved`}>
          {problem && problemText(problem, i18n)} <Trans>What you typed is still here.</Trans>
        </Callout>
      )}
      {saving === 'gone' && (
        <Callout
          kind="error"
          isAnnounced
          heading={t`This draft is not there any more`}
          act={
            <Button onPress={onLeave}>
              <Trans>See all drafts</Trans>
            </Button>
          }
        >
          <Trans>It was submitted or deleted elsewhere.</Trans>
        </Callout>
      )}
      {isOpenInOtherTab && (
        <Callout kind="info" isAnnounced heading={t`This draft is open in another tab`}>
          <Trans>What is typed there appears here. Where both change the same field, you decide.</Trans>
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
