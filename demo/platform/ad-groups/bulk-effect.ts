import { sql } from 'kysely'
import { campaignDaily, type DailyGroup } from '../../../src/contract/ad-groups/bulk.rules.ts'
import type { AdGroupBulkResult } from '../../../src/contract/ad-groups/ad-groups.ts'
import { amountOf } from '../../../src/contract/money/money.ts'
import type { CampaignConstraints } from './constraints.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import { notFound } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { anyOf } from '../sql/pieces.ts'
import { ratesOrMissing } from '../money/rates.ts'

/** An ad group with its state after a bulk change. */
export interface ChangedBudget {
  readonly adGroup: { readonly ad_group_id: number }
  readonly campaign: CampaignConstraints
  readonly after: DailyGroup
  /** An ad group with a problem stays unchanged. */
  readonly problem: object | null
}

/** All ad groups of the campaigns, because budget that one ad group cannot spend is available to the others. */
async function groupsOf({ database: { kysely } }: Context, memberGroupId: number, campaignIds: readonly number[]) {
  const rows = await kysely
    .selectFrom('ad_groups')
    .select(['ad_group_id', 'campaign_id', 'status', 'budget', 'budget_period', 'start_date', 'end_date'])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf(campaignIds))
    .where('deleted_at', 'is', null)
    .$narrowType<Pick<DailyGroup, 'status' | 'budget_period'>>()
    .execute()
  return rows.map((row) => ({ ...row, budget: row.budget === null ? null : BigInt(row.budget) }))
}

/** The campaigns' currency if they share one, otherwise the client's. */
async function currencyOf({ database: { kysely } }: Context, memberGroupId: number, campaigns: readonly CampaignConstraints[]) {
  const [currency, ...otherCurrencies] = new Set(campaigns.map(({ currency_code }) => currency_code))
  const commonCurrency = otherCurrencies.length === 0 ? (currency ?? null) : null
  const row = await kysely
    .selectFrom('member_groups as m')
    .innerJoin('currencies as c', (join) =>
      join.on('c.currency_code', '=', ({ fn, ref }) => fn.coalesce(sql<string>`${commonCurrency}::text`, ref('m.default_currency_code'))),
    )
    .select(['c.currency_code', 'c.digits'])
    .where('m.member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) throw notFound('Client')
  return row
}

/**
 * Total daily budget of the campaigns before and after the plan. Null when an exchange rate is missing; the change is written all
 * the same.
 */
export async function effectOf(
  context: Context,
  memberGroupId: number,
  rows: readonly ChangedBudget[],
): Promise<AdGroupBulkResult['effect']> {
  const campaigns = [...new Map(rows.map(({ campaign }) => [campaign.campaign_id, campaign] as const)).values()]
  const currency = await currencyOf(context, memberGroupId, campaigns)
  const currencies = campaigns.map(({ currency_code }) => currency_code)
  const result = await ratesOrMissing(context.database, [...new Set(currencies)], currency.currency_code, dayIn(context.now(), 'UTC'))
  if ('lacks' in result) return null
  const { rates } = result
  const byCampaign = grouped(
    await groupsOf(
      context,
      memberGroupId,
      campaigns.map(({ campaign_id }) => campaign_id),
    ),
    ({ campaign_id }) => campaign_id,
  )
  const afterById = new Map(rows.map(({ adGroup, after, problem }) => [adGroup.ad_group_id, problem ? undefined : after] as const))
  const sum = (stateOf: (group: DailyGroup & { ad_group_id: number }) => DailyGroup) => {
    const total = campaigns.reduce((sum, campaign) => {
      const groups = (byCampaign.get(campaign.campaign_id) ?? []).map(stateOf)
      return (
        sum + campaignDaily(campaign, groups, dayIn(context.now(), campaign.time_zone)) * (rates.weights.get(campaign.currency_code) ?? 0n)
      )
    }, 0n)
    return amountOf(total / rates.parts, currency.digits)
  }
  return {
    daily_before: sum((group) => group),
    daily_after: sum((group) => afterById.get(group.ad_group_id) ?? group),
    currency_code: currency.currency_code,
  }
}
