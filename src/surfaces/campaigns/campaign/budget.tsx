import { Trans, useLingui } from '@lingui/react/macro'
import { type CampaignBudget, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { isOver } from '../../../contract/campaigns/campaigns.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { UsageBar } from '../../../ui/chart/usage-bar.tsx'
import { ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { BudgetChangeForm } from './budget-change.tsx'
import { useCampaign } from './gate.tsx'
import { useRunOutText } from '../detail/run-out.tsx'
import { SpendingForm } from './spending.tsx'

/** Why the user cannot change the campaign: no permission, or the campaign has ended. */
export function useLockedReason(permission: 'campaigns.change' | 'ad_groups.change' = 'campaigns.change'): string | undefined {
  const { i18n } = useLingui()
  const { campaign, currency } = useCampaign()
  const mayNot = useDisabledReason()({ permissions: [permission] })
  return (
    mayNot ?? (isOver(campaign.status) ? problemSentence('ended_for_good', { status: campaign.status }, { currency }, i18n) : undefined)
  )
}

/** Spent and remaining amount of the period, and the limit that is reached first. */
function BudgetStatus({ now }: { readonly now: CampaignBudget }) {
  const { t, i18n } = useLingui()
  const { campaign, currency } = useCampaign()
  const { serving } = campaign
  const isPast = serving.gate === 'over' || isOver(campaign.status)
  const ends = useRunOutText()(serving) ?? (isPast ? undefined : t`No limit soon`)
  const items = [
    { id: 'period', label: t`Period`, value: labelIn(periodLabels, now.budget_period, i18n) },
    { id: 'today', label: t`Max today`, value: <Money amount={now.budget_today} currency={currency} /> },
    { id: 'spent_today', label: t`Spend today`, value: <Money amount={serving.spent_today} currency={currency} /> },
    { id: 'total', label: t`Total spend`, value: <Money amount={serving.spent_total} currency={currency} /> },
    {
      id: 'pace',
      label: t`Pacing index`,
      value: serving.pacing_index === null ? undefined : <NumberText value={serving.pacing_index} digits={2} />,
    },
    { id: 'run_out', label: t`Limited by`, value: ends },
  ]
  return (
    <>
      <UsageBar total={now.budget} spent={now.spent} remaining={now.remaining} currency={currency} />
      <KeyValues items={items} />
    </>
  )
}

/** Tab with the budget, spending and schedule. */
export function Budget() {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { at } = useCampaign()
  const locked = useLockedReason()
  const { data, error, mutate } = useRead(campaigns.budget, { path: at })
  if (error && !data)
    return (
      <ErrorState
        heading={t`Couldn’t load the budget`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={240} />
  return (
    <div className="detail-tab detail-columns">
      <section className="detail-part" aria-label={t`Budget`}>
        <h3>
          <Trans>Budget</Trans>
        </h3>
        <BudgetStatus now={data} />
        {!isReadonly && <BudgetChangeForm now={data} disabledBecause={locked} />}
      </section>
      <section className="detail-part" aria-label={t`Spending and schedule`}>
        <h3>
          <Trans>Spending and schedule</Trans>
        </h3>
        <SpendingForm isReadonly={isReadonly} disabledBecause={locked} />
      </section>
    </div>
  )
}
