import { Trans, useLingui } from '@lingui/react/macro'
import { problemText } from '../../kit/problem.ts'
import { Broken } from '../../ui/states.tsx'
import type { Door } from './context.tsx'

/** The identity provider could not be loaded. */
export function KeeperMissing({ missing: { problem, retry } }: { readonly missing: NonNullable<Door['missing']> }) {
  const { i18n } = useLingui()
  return (
    <Broken
      heading={<Trans>The sign-in could not be started</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={retry}
    />
  )
}
