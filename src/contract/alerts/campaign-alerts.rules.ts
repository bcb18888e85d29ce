import { budgetDays, type RunDays } from '../budgets/budgets.rules.ts'
import { addDays } from '../dates/date-ranges.ts'
import type { Serving, ServingGate } from '../serving/serving.ts'
import { reviewStatusIds } from '../statuses.ts'

/** Of what people are told by mail. */
export const mailedAlerts = ['campaign_stopped', 'budget_used_up', 'runs_out_early', 'review_denied', 'review_approved'] as const
export type MailedAlert = (typeof mailedAlerts)[number]

/** Gates that stop what should be shown; the others are what somebody wanted, or have an alert of their own. */
export const stoppingGates = [
  'ad_group_status',
  'no_entities',
  'bid_below_minimum',
  'no_funds',
  'spend_limit',
  'insertion_order',
] as const satisfies readonly ServingGate[]
export type StoppingGate = (typeof stoppingGates)[number]
/** Whether a gate stops what should be shown. */
export const isStopping = (gate: ServingGate | null): gate is StoppingGate => stoppingGates.some((one) => one === gate)

/** So many days before something runs out early people are told. */
export const earlyDays = 2
/** An approval is news for so long, and until somebody has looked whether there is one. */
const approvalNewsMs = 86_400_000

/** Under which kind of notification each is told. */
export const mailedUnder = (code: MailedAlert, gate: ServingGate | null): 'budgets' | 'campaigns' | 'funds' | 'reviews' => {
  if (code === 'review_denied' || code === 'review_approved') return 'reviews'
  if (code === 'runs_out_early' || code === 'budget_used_up') return 'budgets'
  return gate === 'no_funds' || gate === 'spend_limit' ? 'funds' : 'campaigns'
}

/** Whether what is shown ends within days, although it was planned to last; that today's part of its budget is spent ends nothing. */
export const endsEarly = ({ gate, run_out }: Pick<Serving, 'gate' | 'run_out'>, today: string) =>
  (gate === null || gate === 'budget_used_up') && run_out !== null && run_out.is_early && run_out.day <= addDays(today, earlyDays)

/** What of a campaign its budget asks. */
type Budgeted = RunDays & { readonly budget_period: string }

/** Whether its budget is gone for longer than today: a budget by the day is whole again tomorrow, and what is gone on its last day went as planned. */
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

/** Since when an approval is news: for a day, and longer where nobody has looked for longer, as when a clock has jumped. */
export const approvalNewsSince = (now: Date, lookedAt: Date = now) => new Date(Math.min(now.getTime() - approvalNewsMs, lookedAt.getTime()))

/** Whether a decision lets something be shown, and was made a short while ago. */
export const isNewApproval = (decision: { readonly kind: string; readonly at: Date } | null, reviewStatusId: number, since: Date) =>
  reviewStatusId === reviewStatusIds.approved && decision?.kind === 'approved' && decision.at.getTime() > since.getTime()

/** What people are to be told of a campaign today. */
export function alertsToMail(
  campaign: Budgeted & { readonly status: string; readonly review_status_id: number; readonly isNewlyApproved?: boolean },
  serving: Pick<Serving, 'gate' | 'run_out' | 'values'>,
  today: string,
): MailedAlert[] {
  const { status, review_status_id, isNewlyApproved } = campaign
  // Somebody waits for a decision of what is paused, too.
  if (status !== 'pending' && status !== 'active' && status !== 'paused') return []
  if (review_status_id === reviewStatusIds.denied) return ['review_denied']
  const approved = isNewlyApproved ? (['review_approved'] as const) : []
  if (status !== 'active') return [...approved]
  if (isStopping(serving.gate)) return [...approved, 'campaign_stopped']
  if (isUsedUpEarly(campaign, serving, today)) return [...approved, 'budget_used_up']
  return [...approved, ...(endsEarly(serving, today) ? (['runs_out_early'] as const) : [])]
}
