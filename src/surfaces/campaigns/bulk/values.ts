import type { AdGroupBulk } from '../../../contract/ad-groups/changes.ts'
import type { CampaignBulk } from '../../../contract/campaigns/edits.ts'

/** Values of the bulk form. */
export interface BulkValues {
  readonly status: 'no change' | 'active' | 'paused'
  readonly budgetHow: 'percent' | 'raise' | 'lower'
  /** A decimal; may be negative for percent. Empty leaves budgets unchanged. */
  readonly budget: string
  readonly isAdjusting: boolean
  readonly bidHow: 'percent' | 'raise' | 'lower' | 'to'
  readonly bid: string
  readonly days: 'keep' | 'end' | 'always'
  readonly endDate: string
  readonly comment: string
}

export const noChange: BulkValues = {
  status: 'no change',
  budgetHow: 'percent',
  budget: '',
  isAdjusting: false,
  bidHow: 'percent',
  bid: '',
  days: 'keep',
  endDate: '',
  comment: '',
}

const isChangeAmount = (text: string) => text.trim() !== '' && Number(text) !== 0

/** True when campaigns themselves change, not only the bids of their ad groups. */
export const changesCampaigns = ({ status, budget, days }: BulkValues) =>
  status !== 'no change' || isChangeAmount(budget) || days !== 'keep'
export const changesBids = ({ bid }: BulkValues) => isChangeAmount(bid)
export const hasChanges = (values: BulkValues) => changesCampaigns(values) || changesBids(values)

const shared = ({ status, days, endDate, comment }: BulkValues) => ({
  ...(status !== 'no change' && { status }),
  ...(days === 'end' && { end_date: endDate, always_on: false }),
  ...(days === 'always' && { always_on: true }),
  ...(comment.trim() && { comment: comment.trim() }),
})

/** Request fields for campaigns. */
export const campaignBulk = (values: BulkValues): Partial<CampaignBulk> => ({
  ...shared(values),
  ...(values.days === 'always' && { end_date: null }),
  ...(isChangeAmount(values.budget) && { budget_percentage: Number(values.budget), adjust_ad_groups: values.isAdjusting }),
})

/** Request fields for ad groups, whose amounts can also change by an absolute value. */
export function adGroupBulk(values: BulkValues): Partial<AdGroupBulk> {
  const { budget, budgetHow, bid, bidHow } = values
  const bids = {
    percent: { base_bid_percentage: Number(bid) },
    to: { base_bid: bid },
    raise: { base_bid_increase: bid },
    lower: { base_bid_increase: `-${bid}` },
  }
  const budgets = {
    percent: { budget_percentage: Number(budget) },
    raise: { budget_increase: budget },
    lower: { budget_increase: `-${budget}` },
  }
  return { ...shared(values), ...(isChangeAmount(budget) && budgets[budgetHow]), ...(isChangeAmount(bid) && bids[bidHow]) }
}

/** Request fields for the bids of the campaigns' ad groups. */
export const bidChangeOf = ({ bid, comment }: BulkValues): Partial<AdGroupBulk> => ({
  base_bid_percentage: Number(bid),
  ...(comment.trim() && { comment: comment.trim() }),
})
