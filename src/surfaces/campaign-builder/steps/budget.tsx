import { Trans, useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { biddingTypes } from '../../../contract/bids/bidding-configs.ts'
import { bidLimitsOf } from '../../../contract/drafts/amounts.rules.ts'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { budgetTypeIds } from '../../../contract/budgets/budgets.rules.ts'
import { IsoDay } from '../../../contract/ids.ts'
import { useRead } from '../../../kit/cache.tsx'
import { withBidDigits } from '../../../parts/scope/client.tsx'
import { BidFields } from '../../../parts/money/bid-fields.tsx'
import { BudgetFields } from './budget-fields.tsx'
import { budgetName } from './budget-words.ts'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { StepSection } from './section.tsx'

const typeOf = {
  Daily: budgetTypeIds.Daily,
  Weekly: budgetTypeIds.Weekly,
  Monthly: budgetTypeIds.Monthly,
  'One Time': budgetTypeIds.Custom,
}

/** Requests the recommended budget once the draft exists and the dates are valid. */
function useAdvice() {
  const desk = useDraftContext()
  const { data, draft } = desk.state
  const { budget_period, start_date = '', end_date = '', always_on } = data
  const ends = !always_on && is(end_date, IsoDay) ? end_date : null
  const mayAsk = draft.campaign_draft_uuid !== '' && is(start_date, IsoDay) && (budget_period !== 'One Time' || ends !== null)
  const body = { experience_id: draft.experience_id, budget_type_id: typeOf[budget_period ?? 'Daily'], start_date, end_date: ends }
  return useRead(campaignDrafts.budgetRecommendations, mayAsk ? { path: pathOf(desk), body } : null, { keepPreviousData: true }).data
}

/** Budget and bid. */
export function BudgetStep() {
  const { t, i18n } = useLingui()
  const { form, draftConstraints, currency, state, store, forecast } = useDraftContext()
  const { data } = state
  const advice = useAdvice()
  const limits = bidLimitsOf(data, draftConstraints)
  const { currency_code: code } = currency
  const amountName = budgetName(data.budget_period ?? '', i18n)
  const isPerView = data.bidding_type_id === biddingTypes.CPM
  return (
    <>
      <StepSection heading={<Trans>Budget</Trans>} note={<Trans>Hard cap: we never spend more than this per period.</Trans>}>
        <BudgetFields
          period={{
            ...form.value('budget_period', t`Budget period`, '' as const),
            onChange: (period) => store.set({ budget_period: period || null }),
          }}
          budget={form.text('budget', t`${amountName}, ${code}`)}
          pacing={form.text('pacing', t`Pacing`)}
          pacings={draftConstraints.pacings}
          currency={currency}
          advice={advice}
        />
      </StepSection>
      <StepSection heading={<Trans>Bid</Trans>}>
        <BidFields
          bid={form.text('base_bid', isPerView ? t`Base bid per 1,000 impressions, ${code}` : t`Base bid per click, ${code}`)}
          biddingType={form.value('bidding_type_id', t`Charged`, null)}
          biddingTypeIds={draftConstraints.bids.map(({ bidding_type_id }) => bidding_type_id)}
          currency={withBidDigits(currency)}
          minBid={limits?.min_bid}
          maxBid={limits?.max_bid}
          recommended={forecast.estimate?.bid.recommended_bid}
        />
      </StepSection>
    </>
  )
}
