import type { DayClock } from '../sql/days.ts'
import type { BudgetedDays, Plan, Spent } from './plans.ts'
import type { CampaignRow, GroupRow } from './rows.ts'
import type { ServingGroup, ServingState } from './serving.rules.ts'

/** A budget with its spend and today's plan. */
export interface Budgeted {
  readonly days: BudgetedDays
  readonly plan: Plan
  readonly spent: Spent
  readonly total: bigint
  readonly lately: bigint
}

/** An ad group with everything that decides whether it serves. */
export interface ServedGroup {
  readonly row: GroupRow
  readonly group: ServingGroup
  /** The ad group's own budget, otherwise the campaign's budget with the ad group's spend. */
  readonly budgeted: Budgeted
  readonly hasOwnBudget: boolean
}

/** A campaign with everything that decides whether it serves. */
export interface ServedCampaign {
  readonly row: CampaignRow
  readonly clock: DayClock
  readonly state: ServingState
  readonly budgeted: Budgeted
  readonly groups: readonly ServedGroup[]
}
