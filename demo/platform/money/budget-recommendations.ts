import type {
  BudgetRecommendationQuery,
  BudgetRecommendation,
  budgetRecommendations,
} from '../../../src/contract/budgets/recommendations.ts'
import {
  budgetDaysOf,
  budgetLookbackDays,
  type BudgetTime,
  budgetTimeRule,
  recommendedDailyBudget,
} from '../../../src/contract/budgets/recommendations.rules.ts'
import { amountOf } from '../../../src/contract/money/money.ts'
import { daysBefore, type Spend, advertiserSpends } from '../advertisers/spend.ts'
import type { Context, Scope } from '../context/context.ts'
import { experienceOf } from '../clients/experiences.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound, refuseField } from '../context/refusal.ts'

const sentences: Readonly<Record<string, string>> = {
  end_missing_for_one_time_budget: 'A one-time budget needs an end date',
  ends_before_start: 'The end date can’t be before the start date',
  too_long: 'Choose at most one year',
}

/** Refuses dates that do not fit the budget type. */
export function requireValidTime(query: BudgetTime, path: string) {
  const result = budgetTimeRule(query)
  if (result !== true) throw refuseField(`${path}end_date`, sentences[result.code] ?? 'Choose another date')
}

const medianOf = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** The median usual day of the other advertisers, in this advertiser's currency. */
function peersOfAdvertiser(spends: readonly Spend[], { advertiser_id, per_usd }: Spend) {
  const days = spends.flatMap((spend) =>
    spend.advertiser_id !== advertiser_id && spend.days > 0 && spend.per_usd && per_usd
      ? (spend.median_day_spend / spend.per_usd) * per_usd
      : [],
  )
  return { peers: days.length, peersUsualDay: medianOf(days) }
}

const isInScope = ({ advertisers }: Scope, id: number) => advertisers === 'all' || advertisers.includes(id)

type Recommended<E> = Omit<BudgetRecommendation, 'experience_id'> & { readonly experience_id: E }

/** A budget from the advertiser's own spend and that of the client's other advertisers. */
export function recommend<E>(spends: readonly Spend[], scope: Scope, experience_id: E, query: BudgetRecommendationQuery): Recommended<E> {
  const { advertiser_id, budget_type_id, start_date, end_date = null } = query
  const ownSpend = spends.find((spend) => spend.advertiser_id === advertiser_id)
  if (!ownSpend || !isInScope(scope, advertiser_id)) throw notFound('Advertiser')
  const { micros, reason } = recommendedDailyBudget({
    days: ownSpend.days,
    usualDay: ownSpend.median_day_spend,
    ...peersOfAdvertiser(spends, ownSpend),
  })
  return {
    advertiser_id,
    experience_id,
    budget_type_id,
    start_date,
    end_date,
    reason,
    currency_code: ownSpend.currency_code,
    days_seen: ownSpend.days,
    budget: micros === null ? null : amountOf(micros * BigInt(budgetDaysOf(query)), ownSpend.digits),
  }
}

/** The channel of an experience; null if it has none, which means every channel. */
export async function channelOf({ database }: Context, memberGroupId: number, experienceId: number) {
  const { channel_id } = await experienceOf(database, memberGroupId, experienceId)
  if (channel_id === null) return null
  const channel = await database.kysely.selectFrom('channels').select('name').where('channel_id', '=', channel_id).executeTakeFirst()
  return channel?.name ?? null
}

/** Recommends budgets from recent delivery. */
export const budgetRecommendationHandlers: Handlers<typeof budgetRecommendations> = {
  ofAdvertisers: async ({ path: { memberGroupId, experienceId }, body }, context) => {
    for (const [index, query] of body.advertisers.entries()) requireValidTime(query, `advertisers.${index}.`)
    const channel = await channelOf(context, memberGroupId, experienceId)
    const spends = await advertiserSpends(context, memberGroupId, daysBefore(context.now(), budgetLookbackDays), channel)
    return { budget_recommendations: body.advertisers.map((query) => recommend(spends, context.scope, experienceId, query)) }
  },
}
