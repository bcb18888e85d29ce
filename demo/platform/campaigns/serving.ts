import { sql } from 'kysely'
import type { Serving } from '../../../src/contract/serving/serving.ts'
import type { Context } from '../context/context.ts'
import { servingOf } from '../serving/read.ts'

/** What campaigns have cost ever, in micros of their advertiser's currency; those that cost nothing are not in it. */
export async function spentOf({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, bigint>()
  const { rows } = await sql<{ campaign_id: number; micros: string }>`
    select campaign_id, sum(micros)::text as micros from spend_days
    where member_group_id = ${memberGroupId} and campaign_id = any(${[...ids]}::int[]) group by campaign_id`.execute(kysely)
  return new Map(rows.map(({ campaign_id, micros }) => [campaign_id, BigInt(micros)] as const))
}

/** Whether campaigns serve, and how their money goes. */
export const campaignServing = (context: Context, memberGroupId: number, ids: readonly number[]): Promise<Map<number, Serving>> =>
  servingOf(context, memberGroupId, ids)
