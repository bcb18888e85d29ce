import { Trans, useLingui } from '@lingui/react/macro'
import { type Problem, problemText } from '../../../kit/problem.ts'
import { alert } from '../../../ui/icon/icons.ts'
import { ErrorState, EmptyState, NoPermission } from '../../../ui/states.tsx'

/** An attribute is invalid, so there is nothing to show. */
export const InvalidAttributeState = ({ attribute }: { attribute: string }) => (
  <EmptyState
    heading={<Trans>This chart does not know what to show</Trans>}
    text={<Trans>The attribute {attribute} of the element is missing or cannot be read.</Trans>}
  />
)

/** Error state of the chart: no permission, not found, or retry. */
export function ChartErrorState({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { i18n } = useLingui()
  if (problem.kind === 'refused') return <NoPermission />
  if (problem.kind === 'missing')
    return (
      <EmptyState
        icon={alert}
        heading={<Trans>There is no such report</Trans>}
        text={<Trans>What it is about is gone, or not yours to see. Ask whoever runs this page.</Trans>}
      />
    )
  return (
    <ErrorState
      heading={<Trans>The report did not arrive</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={onRetry}
    />
  )
}
