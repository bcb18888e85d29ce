import { useLingui } from '@lingui/react'
import { type Problem, problemText } from '../../../kit/problem.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { Main } from './main.tsx'

interface BrokenPageProps {
  readonly isRouted: boolean
  readonly heading: string
  readonly problem: Problem
  readonly onRetry: () => void
}

/** Full-page error when the console cannot start. */
export function BrokenPage({ isRouted, heading, problem, onRetry }: BrokenPageProps) {
  const { i18n } = useLingui()
  return (
    <Main isRouted={isRouted} className="console-waiting">
      <h1 className="unseen">Placard</h1>
      <ErrorState heading={heading} reason={problemText(problem, i18n)} requestId={problem.requestId} onRetry={onRetry} />
    </Main>
  )
}
