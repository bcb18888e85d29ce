import { array, enums, type Infer, integer, nullable, object, optional, size } from 'superstruct'
import { budgetReasons } from './recommendations.rules.ts'
import { budgetTypeIds } from './budgets.ts'
import { ask } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'

const BudgetTypeId = enums(Object.values(budgetTypeIds))
/** For whom a budget is asked, and for what time. */
export const BudgetQuestion = object({
  advertiser_id: Id,
  budget_type_id: BudgetTypeId,
  start_date: IsoDay,
  end_date: optional(nullable(IsoDay)),
})
export type BudgetQuestion = Infer<typeof BudgetQuestion>

/** A budget in the advertiser's own currency, and on what it stands; none where that would be a guess. */
export const BudgetRecommendation = object({
  advertiser_id: Id,
  experience_id: Id,
  budget_type_id: BudgetTypeId,
  start_date: IsoDay,
  end_date: nullable(IsoDay),
  currency_code: CurrencyCode,
  budget: nullable(Decimal),
  reason: enums(budgetReasons),
  /** On how many of the last days something of the advertiser was delivered. */
  days_seen: integer(),
})
export type BudgetRecommendation = Infer<typeof BudgetRecommendation>

/** What a budget should be, from what was delivered lately. */
export const budgetRecommendations = {
  ofAdvertisers: ask('v1/member_groups/:memberGroupId/experiences/:experienceId/advertisers/budget_recommendations', {
    may: 'advertisers.read',
    long: true,
    body: object({ advertisers: size(array(BudgetQuestion), 1, 100) }),
    result: object({ budget_recommendations: array(BudgetRecommendation) }),
  }),
}
