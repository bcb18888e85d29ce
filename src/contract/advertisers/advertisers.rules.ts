import type { RuleResult } from '../reply.ts'
import type { advertiserStatuses } from '../statuses.ts'

/** Why an advertiser cannot be created or archived. */
export const advertiserRefusals = ['client_pending', 'payment_under_way', 'spend_unpaid'] as const
export type AdvertiserRefusal = (typeof advertiserRefusals)[number]

/** Why a row of a list of new advertisers is refused. */
export const newRowProblems = [
  'name_missing',
  'name_too_long',
  'duplicate',
  'unknown_status',
  'unknown_currency',
  'unknown_time_zone',
  'unknown_group',
  'unknown_industry',
  'no_permission',
] as const
export type NewRowProblem = (typeof newRowProblems)[number]

export type AdvertiserStatus = (typeof advertiserStatuses)[number]

/** Statuses that an advertiser may have next. An activated advertiser does not go back to `pending`. */
export const advertiserStatusChoices: Readonly<Record<AdvertiserStatus, readonly AdvertiserStatus[]>> = {
  pending: ['pending', 'active', 'inactive'],
  active: ['active', 'inactive'],
  inactive: ['active', 'inactive'],
}

export const advertiserStatusRule = (from: AdvertiserStatus, to: AdvertiserStatus): RuleResult =>
  advertiserStatusChoices[from].includes(to) || { code: 'status_not_offered', from, to }
