import { type RawBuilder, sql } from 'kysely'
import { alertCodes } from '../../../src/contract/alerts/advertiser-alerts.rules.ts'
import { maxListedAlerts, type Overview, type overviews } from '../../../src/contract/alerts/overviews.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { type Account, alertsOfAccounts } from './alerts.ts'
import { inScope } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import type { Handlers } from '../http/implement.ts'

interface CampaignCount {
  readonly status: string
  readonly count: number
  readonly under_review: number
}

/** The client's advertisers in the caller's scope that match the condition. */
async function accountsIn({ database: { kysely } }: Context, place: RawBuilder<unknown>) {
  const { rows } = await sql<Account>`
    select a.member_group_id, a.advertiser_id, a.name, a.status, a.currency_code, a.time_zone
    from advertisers a where a.deleted_at is null and ${place} order by a.advertiser_id`.execute(kysely)
  return rows
}

/** Their campaigns by status, with the number under review. */
async function campaignsIn({ database: { kysely } }: Context, place: RawBuilder<unknown>) {
  const { rows } = await sql<CampaignCount>`
    select c.status, count(*)::int as count, count(*) filter (where review_status_id = ${reviewStatusIds.under_review})::int as under_review
    from campaigns c join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
    where a.deleted_at is null and c.deleted_at is null and ${place} group by c.status order by count desc, c.status`.execute(kysely)
  return rows
}

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
    const asked = advertiser_ids ? sql`a.advertiser_id = any(${advertiser_ids}::int[])` : sql`true`
    const place = sql`${inScope(context.scope)} and ${asked}`
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
