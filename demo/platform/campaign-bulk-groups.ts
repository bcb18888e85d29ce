import { sql } from 'kysely'
import { decimalOf, microsOf } from '../../src/contract/money.ts'
import { recordChanges } from './campaign-history.ts'
import type { Reason, Writing } from './campaign-writes.ts'
import type { Context } from './context.ts'

interface AdGroup {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly budget: string
}
/** An ad group's budget that goes with that of its campaign; in micros. */
export interface Adjustment {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly before: bigint
  readonly after: bigint
}

/** The same share of its campaign's budget as before, to the coin, and never less than one. */
function sharedBudget(own: bigint, { campaign: { now, ground }, after }: Writing): bigint {
  const coin = 10n ** BigInt(6 - ground.digits)
  const [before, whole] = [microsOf(now.budget), microsOf(after.budget)]
  const scaled = ((own * whole * 2n + before * coin) / (before * coin * 2n)) * coin
  return scaled > 0n ? scaled : coin
}

/** What becomes of the ad groups that have budgets of their own. */
export async function adjustmentsOf(
  { database: { kysely } }: Context,
  memberGroupId: number,
  writings: readonly Writing[],
): Promise<Adjustment[]> {
  const byId = new Map(
    writings.filter(({ campaign, after }) => campaign.now.budget !== after.budget).map((one) => [one.campaign.campaign_id, one]),
  )
  const { rows } = await sql<AdGroup>`
    select campaign_id, ad_group_id, budget::text as budget from ad_groups
    where member_group_id = ${memberGroupId} and campaign_id = any(${[...byId.keys()]}::int[]) and budget is not null and deleted_at is null
      and status not in ('ended', 'invalid') order by ad_group_id for update`.execute(kysely)
  return rows.flatMap(({ campaign_id, ad_group_id, budget }) => {
    const writing = byId.get(campaign_id)
    const before = BigInt(budget)
    const after = writing ? sharedBudget(before, writing) : before
    return after === before ? [] : [{ campaign_id, ad_group_id, before, after }]
  })
}

/** Writes them, each with its line of history. */
export async function adjustAdGroups(context: Context, memberGroupId: number, adjustments: readonly Adjustment[], reason: Reason) {
  if (adjustments.length === 0) return
  const rows = adjustments.map(({ ad_group_id, after }) => ({ ad_group_id, budget: String(after) }))
  await sql`
    update ad_groups g set budget = r.budget, version = g.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (ad_group_id int, budget bigint)
    where g.member_group_id = ${memberGroupId} and g.ad_group_id = r.ad_group_id`.execute(context.database.kysely)
  await recordChanges(
    context,
    memberGroupId,
    adjustments.map(({ campaign_id, ad_group_id, before, after }) => ({
      ...{ campaign_id, ad_group_id, ...reason },
      ...{ before: { budget: decimalOf(before) }, after: { budget: decimalOf(after) } },
    })),
  )
}
