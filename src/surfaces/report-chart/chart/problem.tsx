import { Trans, useLingui } from '@lingui/react/macro'
import { type Problem, problemText } from '../../../kit/problem.ts'
import { alert } from '../../../ui/icon/icons.ts'
import { ErrorState, EmptyState, NoPermission } from '../../../ui/states.tsx'

/** An attribute is invalid, so there is nothing to show. */
export const InvalidAttributeState = ({ attribute }: { attribute: string }) => (
  <EmptyState
    heading={<Trans>This chart is not configured</Trans>}
    text={<Trans>The attribute {attribute} is missing or invalid.</Trans>}
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
        heading={<Trans>Report not found</Trans>}
        text={<Trans>The data no longer exists or you don’t have access to it. Ask the operator of this page.</Trans>}
      />
    )
  return (
    <ErrorState
      heading={<Trans>Couldn’t load the report</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={onRetry}
    />
  )
}
