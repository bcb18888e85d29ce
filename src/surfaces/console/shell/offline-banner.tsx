import { Trans } from '@lingui/react/macro'
import { Callout } from '../../../ui/feedback/callout.tsx'
import type { LineState } from './use-connection.ts'

/** Says so as long as the platform cannot be reached; it is here from the start, because by then nothing can be fetched. */
export function Line({ state }: { readonly state: LineState }) {
  return (
    <div className="console-line">
      {state === 'offline' ? (
        <Callout kind="warning" heading={<Trans>You are offline</Trans>} isNews>
          <Trans>What is on the screen stays. It is brought up to date when the connection is back.</Trans>
        </Callout>
      ) : (
        <Callout kind="warning" heading={<Trans>The platform does not answer</Trans>} isNews>
          <Trans>What you typed stays here. We try again every few seconds.</Trans>
        </Callout>
      )}
    </div>
  )
}
