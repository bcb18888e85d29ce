import type { RuleAnswer } from '../reply.ts'
import type { advertiserStatuses } from '../statuses.ts'

type AdvertiserStatus = (typeof advertiserStatuses)[number]

/** Where an advertiser can go from where it is: what has been let in does not wait again. */
export const advertiserStatusChoices: Readonly<Record<AdvertiserStatus, readonly AdvertiserStatus[]>> = {
  pending: ['pending', 'active', 'inactive'],
  active: ['active', 'inactive'],
  inactive: ['active', 'inactive'],
}

/** Whether an advertiser can go from one status to another. */
export const advertiserMoves = (from: AdvertiserStatus, to: AdvertiserStatus): RuleAnswer =>
  advertiserStatusChoices[from].includes(to) || { code: 'status_not_offered', from, to }
