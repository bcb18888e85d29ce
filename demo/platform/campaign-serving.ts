import { sql } from 'kysely'
import { decimalOf } from '../../src/contract/money.ts'
import type { Serving } from '../../src/contract/serving.ts'
import type { Context } from './context.ts'

const nothing = {
  gate: null,
  values: {},
  spent_today: '0',
  spent_period: '0',
  spent_total: '0',
  budget_today: '0',
  pacing_index: null,
  run_out: null,
}

/** What campaigns have cost ever, in micros of their advertiser's currency; those that cost nothing are not in it. */
export async function spentOf({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, bigint>()
  const { rows } = await sql<{ campaign_id: number; cost: string }>`
    select f.campaign_id, sum(f.cost)::text as cost from facts_daily f
    join campaigns c on c.member_group_id = f.member_group_id and c.campaign_id = f.campaign_id
    join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
    where f.member_group_id = ${memberGroupId} and c.campaign_id = any(${[...ids]}::int[]) and f.currency_code = a.currency_code
      and f.advertiser_id in (select own.advertiser_id from campaigns own where own.member_group_id = ${memberGroupId} and own.campaign_id = any(${[...ids]}::int[]))
    group by f.campaign_id`.execute(kysely)
  return new Map(rows.map(({ campaign_id, cost }) => [campaign_id, BigInt(cost)] as const))
}

/** Whether campaigns serve, and how their money goes. */
export async function campaignServing(context: Context, memberGroupId: number, ids: readonly number[]): Promise<Map<number, Serving>> {
  const spent = await spentOf(context, memberGroupId, ids)
  return new Map(ids.map((id) => [id, { ...nothing, spent_total: decimalOf(spent.get(id) ?? 0n) }] as const))
}
