import { endsEarly, isStoppingGate } from './campaign-alerts.rules.ts'
import { budgetDays, slowPercent } from '../budgets/budgets.rules.ts'
import { addDays, daysIn } from '../dates/date-ranges.ts'
import type { Serving } from '../serving/serving.ts'
import { reviewStatusIds } from '../statuses.ts'

/** The alerts of an advertiser, most urgent first. */
export const alertCodes = [
  'advertiser_inactive',
  'advertiser_pending',
  'invoice_overdue',
  'invoice_waiting',
  'auto_rebill_off',
  'review_denied',
  'campaign_stopped',
  'campaign_invalid',
  'no_active_campaign',
  'budget_used_up',
  'budget_running_out',
  'runs_out_early',
  'paused_with_spend',
  'spending_slow',
  'ending_soon',
  'review_approved',
] as const
export type AlertCode = (typeof alertCodes)[number]
export const alertSeverities = ['error', 'warning', 'info'] as const

export const alertSeverity: Readonly<Record<AlertCode, (typeof alertSeverities)[number]>> = {
  advertiser_inactive: 'error',
  advertiser_pending: 'warning',
  invoice_overdue: 'error',
  invoice_waiting: 'warning',
  auto_rebill_off: 'error',
  review_denied: 'error',
  campaign_stopped: 'error',
  campaign_invalid: 'error',
  no_active_campaign: 'warning',
  budget_used_up: 'error',
  budget_running_out: 'warning',
  runs_out_early: 'warning',
  paused_with_spend: 'info',
  spending_slow: 'info',
  ending_soon: 'info',
  review_approved: 'info',
}

/** A budget counts as running out when this share of it is spent, in percent. */
export const runningOutPercent = 90n
/** A campaign counts as ending soon this many days before its end. */
export const endingSoonDays = 3
/** A paused campaign counts as in use if it had spend within this many days. */
export const pausedSpendDays = 30

/** The fields of a campaign that alerts need; money in micros. */
export interface AlertCampaign {
  readonly status: string
  readonly review_status_id: number
  readonly budget_period: string
  readonly budget: bigint
  readonly start_date: string
  readonly end_date: string | null
  /** Spend in the budget's current period. */
  readonly spent: bigint
  /** The part of it before today. */
  readonly spentBefore: bigint
  /** Spend in the last `pausedSpendDays` days. */
  readonly spentLately: bigint
  /** The gate that stops it; null or missing if it serves or if the gate is unknown. */
  readonly gate?: Serving['gate']
  /** When its money runs out; null or missing if it lasts or if this is unknown. */
  readonly run_out?: Serving['run_out']
  /** Whether it was approved recently. */
  readonly isNewlyApproved?: boolean
}

/** Whether the spend so far is below an even pace. Unknown on the first day and for a daily budget. */
function isSlow({ budget, budget_period, spentBefore, ...campaign }: AlertCampaign, today: string) {
  const { from, to } = budgetDays(budget_period, today, campaign)
  const first = [from, campaign.start_date].toSorted().at(-1) ?? from
  const last = to !== null && campaign.end_date !== null && campaign.end_date < to ? campaign.end_date : to
  if (last === null || first >= today || last < today) return false
  const whole = daysIn({ start_date: first, end_date: last })
  const over = daysIn({ start_date: first, end_date: addDays(today, -1) })
  return spentBefore * BigInt(whole) * 100n < budget * BigInt(over) * slowPercent
}

const runs = ({ status, start_date, end_date }: AlertCampaign, today: string) =>
  status === 'active' && start_date <= today && (end_date === null || end_date >= today)

function budgetAlert(campaign: AlertCampaign, today: string): AlertCode[] {
  const { spent, budget } = campaign
  if (spent >= budget) return ['budget_used_up']
  if (spent * 100n >= budget * runningOutPercent) return ['budget_running_out']
  return isSlow(campaign, today) ? ['spending_slow'] : []
}

/** The alerts of one campaign on a day. */
export function campaignAlerts(campaign: AlertCampaign, today: string): AlertCode[] {
  const { status, end_date, review_status_id, spentLately, gate = null, run_out = null, isNewlyApproved = false } = campaign
  const isOver = ['ended', 'archived', 'deactivated'].includes(status)
  const isDenied = review_status_id === reviewStatusIds.denied && !isOver
  const ofBudget = runs(campaign, today) && !isDenied ? budgetAlert(campaign, today) : []
  // The alert for a nearly spent budget already says how much is left.
  const isReported = ofBudget.some((code) => code !== 'spending_slow') && (run_out?.limit === 'campaign' || run_out?.limit === 'ad_group')
  return [
    ...(isDenied ? (['review_denied'] as const) : []),
    ...(runs(campaign, today) && !isDenied && isStoppingGate(gate) ? (['campaign_stopped'] as const) : []),
    ...(status === 'invalid' ? (['campaign_invalid'] as const) : []),
    ...ofBudget,
    ...(runs(campaign, today) && !isDenied && !isReported && endsEarly({ gate, run_out }, today) ? (['runs_out_early'] as const) : []),
    ...(status === 'paused' && spentLately > 0n ? (['paused_with_spend'] as const) : []),
    ...(runs(campaign, today) && end_date !== null && end_date <= addDays(today, endingSoonDays) ? (['ending_soon'] as const) : []),
    ...(isNewlyApproved && !isOver ? (['review_approved'] as const) : []),
  ]
}

/** What is wrong with the money of an advertiser. */
export interface AlertFunds {
  /** Declined charges have switched its auto-rebill off. */
  readonly isRebillOff?: boolean
  /** An invoice is overdue for a week. */
  readonly isInvoiceOverdue?: boolean
  /** Its invoice waits for the purchase order number of an insertion order. */
  readonly isInvoiceWaiting?: boolean
}

/** The alerts of the advertiser itself. */
export function accountAlerts(
  status: string,
  campaigns: readonly AlertCampaign[],
  today: string,
  { isRebillOff = false, isInvoiceOverdue = false, isInvoiceWaiting = false }: AlertFunds = {},
): AlertCode[] {
  if (status === 'inactive') return ['advertiser_inactive']
  const isIdle = !campaigns.some((campaign) => runs(campaign, today) && campaign.review_status_id !== reviewStatusIds.denied)
  return [
    ...(status === 'pending' ? (['advertiser_pending'] as const) : []),
    ...(isInvoiceOverdue ? (['invoice_overdue'] as const) : []),
    ...(isInvoiceWaiting ? (['invoice_waiting'] as const) : []),
    ...(isRebillOff ? (['auto_rebill_off'] as const) : []),
    ...(isIdle ? (['no_active_campaign'] as const) : []),
  ]
}
