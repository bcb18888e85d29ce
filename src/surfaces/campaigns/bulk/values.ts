import type { AdGroupBulk } from '../../../contract/ad-groups/changes.ts'
import type { CampaignBulk } from '../../../contract/campaigns/edits.ts'

/** What somebody wants of many at once, as the fields hold it. */
export interface BulkValues {
  readonly status: 'no change' | 'active' | 'paused'
  readonly budgetHow: 'percent' | 'raise' | 'lower'
  /** A decimal, of percent with its sign; nothing leaves budgets as they are. */
  readonly budget: string
  readonly isAdjusting: boolean
  readonly bidHow: 'percent' | 'raise' | 'lower' | 'to'
  readonly bid: string
  readonly days: 'keep' | 'end' | 'always'
  readonly endDate: string
  readonly comment: string
}

export const noChange: BulkValues = {
  ...{ status: 'no change', budgetHow: 'percent', budget: '', isAdjusting: false, bidHow: 'percent', bid: '' },
  ...{ days: 'keep', endDate: '', comment: '' },
}

const isAsked = (text: string) => text.trim() !== '' && Number(text) !== 0

/** Whether campaigns themselves change, and not only the bids below them. */
export const changesCampaigns = ({ status, budget, days }: BulkValues) => status !== 'no change' || isAsked(budget) || days !== 'keep'
/** Whether bids change. */
export const changesBids = ({ bid }: BulkValues) => isAsked(bid)
/** Whether anything changes at all. */
export const changesAny = (values: BulkValues) => changesCampaigns(values) || changesBids(values)

const shared = ({ status, days, endDate, comment }: BulkValues) => ({
  ...(status !== 'no change' && { status }),
  ...(days === 'end' && { end_date: endDate, always_on: false }),
  ...(days === 'always' && { always_on: true }),
  ...(comment.trim() && { comment: comment.trim() }),
})

/** The same as the platform takes it for campaigns. */
export const campaignBulk = (values: BulkValues): Partial<CampaignBulk> => ({
  ...shared(values),
  ...(values.days === 'always' && { end_date: null }),
  ...(isAsked(values.budget) && { budget_percentage: Number(values.budget), adjust_ad_groups: values.isAdjusting }),
})

/** And for ad groups, whose amounts can change by a sum too. */
export function adGroupBulk(values: BulkValues): Partial<AdGroupBulk> {
  const { budget, budgetHow, bid, bidHow } = values
  const bids = {
    ...{ percent: { base_bid_percentage: Number(bid) }, to: { base_bid: bid } },
    ...{ raise: { base_bid_increase: bid }, lower: { base_bid_increase: `-${bid}` } },
  }
  const budgets = {
    ...{ percent: { budget_percentage: Number(budget) }, raise: { budget_increase: budget }, lower: { budget_increase: `-${budget}` } },
  }
  return { ...shared(values), ...(isAsked(budget) && budgets[budgetHow]), ...(isAsked(bid) && bids[bidHow]) }
}

/** The bids below campaigns alone. */
export const bidsBelow = ({ bid, comment }: BulkValues): Partial<AdGroupBulk> => ({
  base_bid_percentage: Number(bid),
  ...(comment.trim() && { comment: comment.trim() }),
})
