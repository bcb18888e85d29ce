import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { alertCodes } from '../../../src/contract/alerts/advertiser-alerts.rules.ts'
import { maxListedAlerts, type Overview, type overviews } from '../../../src/contract/alerts/overviews.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { type Account, alertsOfAccounts } from './alerts.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import type { Handlers } from '../http/implement.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

const advertiser = expressionBuilder<{ a: Tables['advertisers'] }, 'a'>()

/** The client's advertisers in the caller's scope that match the condition. */
const accountsIn = ({ database: { kysely } }: Context, place: Expression<SqlBool>): Promise<Account[]> =>
  kysely
    .selectFrom('advertisers as a')
    .select(['a.member_group_id', 'a.advertiser_id', 'a.name', 'a.status', 'a.currency_code', 'a.time_zone'])
    .where('a.deleted_at', 'is', null)
    .where(place)
    .orderBy('a.advertiser_id')
    .execute()

/** Their campaigns by status, with the number under review. */
const campaignsIn = ({ database: { kysely } }: Context, place: Expression<SqlBool>) =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .select(({ fn }) => [
      'c.status',
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('c.review_status_id', '=', reviewStatusIds.under_review).as('under_review'),
    ])
    .where('a.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where(place)
    .groupBy('c.status')
    .orderBy('count', 'desc')
    .orderBy('c.status')
    .execute()

const countsOf = <K extends string>(words: readonly K[]) =>
  [...grouped(words, (word) => word)].map(([word, all]) => [word, all.length] as const)

const alertsOf = async (context: Context, accounts: readonly Account[]): Promise<Pick<Overview, 'alerts' | 'alert_counts'>> => {
  const found = await alertsOfAccounts(context, accounts)
  const counted = new Map(countsOf(found.map(({ alert }) => alert.code)))
  return {
    alert_counts: alertCodes.flatMap((code) => (counted.has(code) ? { code, count: counted.get(code) ?? 0 } : [])),
    alerts: found
      .slice(0, maxListedAlerts)
      .map(({ account: { advertiser_id, name }, alert }) => ({ ...alert, advertiser: { advertiser_id, name } })),
  }
}

export const overviewHandlers: Handlers<typeof overviews> = {
  one: async ({ body: { advertiser_ids } }, context) => {
    const here = inScopeSql(context.scope)
    const place = advertiser_ids ? here.and(advertiser('a.advertiser_id', '=', anyOf(advertiser_ids))) : here
    const accounts = await accountsIn(context, place)
    const campaigns = await campaignsIn(context, place)
    const statuses = countsOf(accounts.map(({ status }) => status)).map(([status, count]) => ({ status, count }))
    return {
      advertisers: statuses.toSorted((one, other) => other.count - one.count),
      campaigns: campaigns.map(({ status, count }) => ({ status, count })),
      under_review: campaigns.reduce((sum, { under_review }) => sum + under_review, 0),
      ...(await alertsOf(context, accounts)),
    }
  },
}
