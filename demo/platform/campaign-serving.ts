import { sql } from 'kysely'
import type { Serving } from '../../src/contract/serving.ts'
import type { Context } from './context.ts'
import { servingOf } from './serving.ts'

/** What campaigns have cost ever, in micros of their advertiser's currency; those that cost nothing are not in it. */
export async function spentOf({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, bigint>()
  const { rows } = await sql<{ campaign_id: number; cost: string }>`
    select f.campaign_id, sum(f.cost)::text as cost from facts_daily f
    join advertisers a on a.member_group_id = f.member_group_id and a.advertiser_id = f.advertiser_id and a.currency_code = f.currency_code
    where f.member_group_id = ${memberGroupId} and f.campaign_id = any(${[...ids]}::int[]) and f.advertiser_id in (
      select c.advertiser_id from campaigns c where c.member_group_id = ${memberGroupId} and c.campaign_id = any(${[...ids]}::int[]))
    group by f.campaign_id`.execute(kysely)
  return new Map(rows.map(({ campaign_id, cost }) => [campaign_id, BigInt(cost)] as const))
}

/** Whether campaigns serve, and how their money goes. */
export const campaignServing = (context: Context, memberGroupId: number, ids: readonly number[]): Promise<Map<number, Serving>> =>
  servingOf(context, memberGroupId, ids)
