import { approvalUndoMinutes } from '../campaigns/campaigns.rules.ts'
import { budgetDays, type RunDates } from '../budgets/budgets.rules.ts'
import { addDays } from '../dates/date-ranges.ts'
import { isDayLimit, type Serving, type ServingGate } from '../serving/serving.ts'
import { reviewStatusIds } from '../statuses.ts'

/** The alerts that are mailed. */
export const mailedAlerts = ['campaign_stopped', 'budget_used_up', 'runs_out_early', 'review_denied', 'review_approved'] as const
export type MailedAlert = (typeof mailedAlerts)[number]

/** Gates that stop a campaign which should serve. The other gates are intended, or have their own alert. */
export const stoppingGates = [
  'ad_group_status',
  'no_entities',
  'bid_below_minimum',
  'no_funds',
  'spend_limit',
  'insertion_order',
] as const satisfies readonly ServingGate[]
export type StoppingGate = (typeof stoppingGates)[number]
export const isStoppingGate = (gate: ServingGate | null): gate is StoppingGate => stoppingGates.some((one) => one === gate)

/** An early end is announced this many days before. */
export const earlyDays = 2
/** An approval is news for this long, and until the next check for news. */
const approvalNewsMs = 86_400_000

/** The notification setting that an alert belongs to. */
export const notificationTypeOf = (code: MailedAlert, gate: ServingGate | null): 'budgets' | 'campaigns' | 'funds' | 'reviews' => {
  if (code === 'review_denied' || code === 'review_approved') return 'reviews'
  if (code === 'runs_out_early' || code === 'budget_used_up') return 'budgets'
  return gate === 'no_funds' || gate === 'spend_limit' ? 'funds' : 'campaigns'
}

/**
 * Whether money runs out within `earlyDays`, earlier than planned. A daily budget that is spent for today does not end serving, and the last
 * day of an insertion order is no lack of money.
 */
export function endsEarly({ gate, run_out }: Pick<Serving, 'gate' | 'run_out'>, today: string) {
  const isStopped = gate !== null && gate !== 'budget_used_up'
  if (isStopped || run_out === null || isDayLimit(run_out.limit)) return false
  return run_out.is_early && run_out.day <= addDays(today, earlyDays)
}

/** The fields of a campaign that its budget depends on. */
type Budgeted = RunDates & { readonly budget_period: string }

/**
 * Whether the budget is spent for longer than today. A daily budget starts again tomorrow, and a budget spent on its last day ends as
 * planned.
 */
export function isUsedUpEarly(
  { budget_period, start_date, end_date }: Budgeted,
  { gate, values }: Pick<Serving, 'gate' | 'values'>,
  today: string,
) {
  if (gate !== 'budget_used_up' || values.of !== 'campaign' || values.during !== 'period') return false
  const { to } = budgetDays(budget_period, today, { start_date, end_date })
  const last = to !== null && end_date !== null && end_date < to ? end_date : to
  return last === null || today < last
}

/** An approval up to this time is mailed: it cannot be undone any more. */
export const approvalNewsUntil = (now: Date) => new Date(now.getTime() - approvalUndoMinutes * 60_000)

/** An approval after this time is news: one day, or longer if the last check was longer ago, for example after a clock change. */
export const approvalNewsSince = (now: Date, lookedAt: Date = now) =>
  new Date(Math.min(now.getTime() - approvalNewsMs, approvalNewsUntil(lookedAt).getTime()))

/** Whether a campaign was approved recently. */
export const isNewApproval = (decision: { readonly kind: string; readonly at: Date } | null, reviewStatusId: number, since: Date) =>
  reviewStatusId === reviewStatusIds.approved && decision?.kind === 'approved' && decision.at.getTime() > since.getTime()

/** The alerts to mail about a campaign today. */
export function alertsToMail(
  campaign: Budgeted & { readonly status: string; readonly review_status_id: number; readonly isNewlyApproved?: boolean },
  serving: Pick<Serving, 'gate' | 'run_out' | 'values'>,
  today: string,
): MailedAlert[] {
  const { status, review_status_id, isNewlyApproved } = campaign
  // A paused campaign can wait for a review, too.
  if (status !== 'pending' && status !== 'active' && status !== 'paused') return []
  if (review_status_id === reviewStatusIds.denied) return ['review_denied']
  const approved = isNewlyApproved ? (['review_approved'] as const) : []
  if (status !== 'active') return [...approved]
  if (isStoppingGate(serving.gate)) return [...approved, 'campaign_stopped']
  if (isUsedUpEarly(campaign, serving, today)) return [...approved, 'budget_used_up']
  return [...approved, ...(endsEarly(serving, today) ? (['runs_out_early'] as const) : [])]
}
