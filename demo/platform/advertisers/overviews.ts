import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { alertCodes } from '../../../src/contract/alerts/advertiser-alerts.rules.ts'
import { maxListedAlerts, type Overview, type overviews } from '../../../src/contract/alerts/overviews.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { type Account, alertsOfAccounts } from './alerts.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../collections/grouped.ts'
import type { Handlers } from '../http/implement.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

const advertiser = expressionBuilder<{ a: Tables['advertisers'] }, 'a'>()

/** The client's advertisers in the caller's scope that match the condition. */
const accountsIn = ({ database: { kysely } }: Context, condition: Expression<SqlBool>): Promise<Account[]> =>
  kysely
    .selectFrom('advertisers as a')
    .select(['a.member_group_id', 'a.advertiser_id', 'a.name', 'a.status', 'a.currency_code', 'a.time_zone'])
    .where('a.deleted_at', 'is', null)
    .where(condition)
    .orderBy('a.advertiser_id')
    .execute()

/** Their campaigns by status, with the number under review. */
const campaignsIn = ({ database: { kysely } }: Context, condition: Expression<SqlBool>) =>
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
    .where(condition)
    .groupBy('c.status')
    .orderBy('count', 'desc')
    .orderBy('c.status')
    .execute()

const countsOf = <K extends string>(values: readonly K[]) =>
  [...grouped(values, (value) => value)].map(([value, group]) => [value, group.length] as const)

const alertsOf = async (context: Context, accounts: readonly Account[]): Promise<Pick<Overview, 'alerts' | 'alert_counts'>> => {
  const accountAlerts = await alertsOfAccounts(context, accounts)
  const countByCode = new Map(countsOf(accountAlerts.map(({ alert }) => alert.code)))
  return {
    alert_counts: alertCodes.flatMap((code) => (countByCode.has(code) ? { code, count: countByCode.get(code) ?? 0 } : [])),
    alerts: accountAlerts
      .slice(0, maxListedAlerts)
      .map(({ account: { advertiser_id, name }, alert }) => ({ ...alert, advertiser: { advertiser_id, name } })),
  }
}

export const overviewHandlers: Handlers<typeof overviews> = {
  one: async ({ body: { advertiser_ids } }, context) => {
    const scopeCondition = inScopeSql(context.scope)
    const condition = advertiser_ids ? scopeCondition.and(advertiser('a.advertiser_id', '=', anyOf(advertiser_ids))) : scopeCondition
    const accounts = await accountsIn(context, condition)
    const campaigns = await campaignsIn(context, condition)
    const statuses = countsOf(accounts.map(({ status }) => status)).map(([status, count]) => ({ status, count }))
    return {
      advertisers: statuses.toSorted((one, other) => other.count - one.count),
      campaigns: campaigns.map(({ status, count }) => ({ status, count })),
      under_review: campaigns.reduce((sum, { under_review }) => sum + under_review, 0),
      ...(await alertsOf(context, accounts)),
    }
  },
}
