import { array, enums, type Infer, integer, nullable, object, optional, size } from 'superstruct'
import { budgetReasons } from './recommendations.rules.ts'
import { budgetTypeIds } from './budgets.rules.ts'
import { postQuery } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'

const BudgetTypeId = enums(Object.values(budgetTypeIds))
/** The advertiser and the time for which a budget is requested. */
export const BudgetRecommendationQuery = object({
  advertiser_id: Id,
  budget_type_id: BudgetTypeId,
  start_date: IsoDay,
  end_date: optional(nullable(IsoDay)),
})
export type BudgetRecommendationQuery = Infer<typeof BudgetRecommendationQuery>

/** A recommended budget in the advertiser's currency and its basis; null if there is too little data. */
export const BudgetRecommendation = object({
  advertiser_id: Id,
  experience_id: Id,
  budget_type_id: BudgetTypeId,
  start_date: IsoDay,
  end_date: nullable(IsoDay),
  currency_code: CurrencyCode,
  budget: nullable(Decimal),
  reason: enums(budgetReasons),
  /** The number of recent days on which the advertiser had delivery. */
  days_seen: integer(),
})
export type BudgetRecommendation = Infer<typeof BudgetRecommendation>

/** Recommended budgets, based on recent delivery. */
export const budgetRecommendations = {
  ofAdvertisers: postQuery('v1/member_groups/:memberGroupId/experiences/:experienceId/advertisers/budget_recommendations', {
    may: 'advertisers.read',
    long: true,
    body: object({ advertisers: size(array(BudgetRecommendationQuery), 1, 100) }),
    result: object({ budget_recommendations: array(BudgetRecommendation) }),
  }),
}
