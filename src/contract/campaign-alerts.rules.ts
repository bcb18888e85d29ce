import { addDays } from './date-ranges.ts'
import type { Serving, ServingGate } from './serving.ts'
import { reviewStatusIds } from './statuses.ts'

/** Of what people are told by mail. */
export const mailedAlerts = ['campaign_stopped', 'runs_out_early', 'review_denied'] as const
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
/** Whether a gate stops what should be shown. */
export const isStopping = (gate: ServingGate | null): gate is (typeof stoppingGates)[number] => stoppingGates.some((one) => one === gate)

/** So many days before something runs out early people are told. */
export const earlyDays = 2

/** Under which kind of notification each is told. */
export const mailedUnder = (code: MailedAlert, gate: ServingGate | null): 'budgets' | 'campaigns' | 'funds' | 'reviews' => {
  if (code === 'review_denied') return 'reviews'
  if (code === 'runs_out_early') return 'budgets'
  return gate === 'no_funds' || gate === 'spend_limit' ? 'funds' : 'campaigns'
}

/** What people are to be told of a campaign today. */
export function alertsToMail(
  { status, review_status_id }: { status: string; review_status_id: number },
  { gate, run_out }: Pick<Serving, 'gate' | 'run_out'>,
  today: string,
): MailedAlert[] {
  if (review_status_id === reviewStatusIds.denied && (status === 'pending' || status === 'active')) return ['review_denied']
  if (status !== 'active') return []
  if (isStopping(gate)) return ['campaign_stopped']
  return gate === null && run_out?.is_early && run_out.day <= addDays(today, earlyDays) ? ['runs_out_early'] : []
}
