import { sql } from 'kysely'
import type { Filter } from '../../../src/contract/list.ts'
import { type CampaignGround, campaignGrounds, campaignsOf, type KeptAdGroup, keptAdGroups } from './constraints.ts'
import type { Context } from '../context/context.ts'
import { type ListFields, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'

/** An entity in an ad group. */
export interface Pair {
  readonly ad_group_id: number
  readonly entity_id: number
}

const field = (name: string, type: ListFields[string]['type']) => ({ column: sql.ref(`e.${name}`), type })
/** By what entities are chosen that are put into an ad group, or that all get one bid. */
export const entityFields: ListFields = {
  entity_id: field('entity_id', 'integer'),
  internal_id: field('internal_id', 'text'),
  name: field('name', 'text'),
  category: field('category', 'text'),
  status: field('status', 'text'),
}

/** Ad groups that were named, held with their campaigns until the change is done. */
export async function heldGroups(context: Context, ids: readonly number[]) {
  const memberGroupId = context.scope.memberGroupId ?? 0
  const campaigns = await campaignGrounds(context, memberGroupId, await campaignsOf(context, memberGroupId, ids), 'write')
  const kept = await keptAdGroups(context, memberGroupId, ids, 'write')
  const groups = new Map(
    kept.flatMap((group) => {
      const campaign = campaigns.get(group.campaign_id)
      return campaign ? [[group.ad_group_id, { ...group, campaign }] as const] : []
    }),
  )
  if (groups.size < ids.length) throw notFound('Ad group')
  return { memberGroupId, groups }
}
/** The same by their ids. */
export type Held = ReadonlyMap<number, KeptAdGroup & { readonly campaign: CampaignGround }>
/** The ad groups of some pairs, each once. */
export const groupIds = (pairs: readonly Pair[]) => [...new Set(pairs.map(({ ad_group_id }) => ad_group_id))]
/** Pairs, perhaps with a bid, as rows that a statement can join. */
export const pairsJson = (pairs: readonly Pair[]) =>
  sql`json_to_recordset(${JSON.stringify(pairs)}::json) as pair (ad_group_id int, entity_id int, bid bigint)`
/** Whether a row is that of a pair. */
export const isPair = sql`x.ad_group_id = pair.ad_group_id and x.entity_id = pair.entity_id`

/** All entities of an ad group or of a campaign, but for those that some filters or somebody leaves out. */
interface Whole {
  readonly ad_group_id?: number | undefined
  readonly campaign_id?: number | undefined
  readonly filters?: Filter[] | undefined
  readonly except?: readonly Pair[] | undefined
}

/** The ad groups of a whole, held; a campaign without any is not there to be changed. */
export async function heldWhole(context: Context, { ad_group_id, campaign_id }: Whole) {
  if (ad_group_id !== undefined) return heldGroups(context, [ad_group_id])
  const rows = await context.database.kysely
    .selectFrom('ad_groups')
    .select('ad_group_id')
    .where('member_group_id', '=', context.scope.memberGroupId ?? 0)
    .where('campaign_id', '=', campaign_id ?? 0)
    .where('deleted_at', 'is', null)
    .execute()
  return heldGroups(
    context,
    rows.map((row) => row.ad_group_id),
  )
}

/** Whether a row x, of an entity e, is of a whole whose ad groups are held. */
export const isInWhole = ({ memberGroupId, groups }: Awaited<ReturnType<typeof heldGroups>>, { filters, except = [] }: Whole) =>
  sql`x.member_group_id = ${memberGroupId} and x.ad_group_id = any(${[...groups.keys()]}::int[])
    and e.member_group_id = x.member_group_id and e.entity_id = x.entity_id and ${listWhere(entityFields, filters)}
    and not exists (select from ${pairsJson(except)} where ${isPair})`
