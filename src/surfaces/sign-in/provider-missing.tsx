import { Trans, useLingui } from '@lingui/react/macro'
import { problemText } from '../../kit/problem.ts'
import { ErrorState } from '../../ui/states.tsx'
import type { SignInContext } from './context.tsx'

/** The identity provider could not be loaded. */
export function ProviderMissing({ missing: { problem, retry } }: { readonly missing: NonNullable<SignInContext['missing']> }) {
  const { i18n } = useLingui()
  return (
    <ErrorState
      heading={<Trans>Couldn’t start sign-in</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={retry}
    />
  )
}
