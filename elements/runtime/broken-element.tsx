import { Trans, useLingui } from '@lingui/react/macro'
import { Problem, problemText } from '../../src/kit/problem.ts'
import { Button } from '../../src/ui/button.tsx'
import { ErrorState } from '../../src/ui/states.tsx'
import { untranslatedTexts } from './untranslated.ts'

interface BrokenProps {
  readonly error: unknown
  readonly retry: () => void
}

/** The error state of an element: what happened, the request id, and a retry button. */
export function BrokenElement({ error, retry }: BrokenProps) {
  const { i18n } = useLingui()
  const problem = error instanceof Problem ? error : undefined
  return (
    <ErrorState
      heading={<Trans>This part of the page stopped working</Trans>}
      reason={problem ? problemText(problem, i18n) : <Trans>The rest of the page still works, and your saved work is safe.</Trans>}
      requestId={problem?.requestId}
      onRetry={retry}
      isCrashed
    />
  )
}

/** The same in English, for when translations are missing. */
export const UntranslatedError = ({ retry }: BrokenProps) => (
  <div className="state bad" data-state="crashed" role="alert" lang="en">
    <h2>{untranslatedTexts.title}</h2>
    <p>{untranslatedTexts.text}</p>
    <div className="row">
      <Button onPress={retry}>{untranslatedTexts.retry}</Button>
    </div>
  </div>
)
