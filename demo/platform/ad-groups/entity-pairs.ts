import { expressionBuilder, sql } from 'kysely'
import type { Filter } from '../../../src/contract/list.ts'
import { type CampaignConstraints, campaignConstraints, campaignIdsOf, type StoredAdGroup, storedAdGroups } from './constraints.ts'
import type { Context } from '../context/context.ts'
import { type ListFields, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'
import { anyOf, recordset } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'

/** An entity in an ad group. */
export interface Pair {
  readonly ad_group_id: number
  readonly entity_id: number
}

const field = (name: string, type: ListFields[string]['type']) => ({ column: sql.ref(`e.${name}`), type })
/** Filter fields of entities. */
export const entityFields: ListFields = {
  entity_id: field('entity_id', 'integer'),
  internal_id: field('internal_id', 'text'),
  name: field('name', 'text'),
  category: field('category', 'text'),
  status: field('status', 'text'),
}

/** Locks ad groups and their campaigns until the transaction ends. */
export async function lockGroups(context: Context, ids: readonly number[]) {
  const memberGroupId = tenant(context)
  const campaigns = await campaignConstraints(context, memberGroupId, await campaignIdsOf(context, memberGroupId, ids), 'write')
  const storedGroups = await storedAdGroups(context, memberGroupId, ids, 'write')
  const groups = new Map(
    storedGroups.flatMap((group) => {
      const campaign = campaigns.get(group.campaign_id)
      return campaign ? [[group.ad_group_id, { ...group, campaign }] as const] : []
    }),
  )
  if (groups.size < ids.length) throw notFound('Ad group')
  return { memberGroupId, groups }
}
/** Locked ad groups by id. */
export type LockedGroups = ReadonlyMap<number, StoredAdGroup & { readonly campaign: CampaignConstraints }>
export const groupIds = (pairs: readonly Pair[]) => [...new Set(pairs.map(({ ad_group_id }) => ad_group_id))]
/** Pairs as a table, for joins. */
export const pairTable = (pairs: readonly Pair[]) =>
  recordset(
    'pair',
    { ad_group_id: 'int', entity_id: 'int' },
    pairs.map(({ ad_group_id, entity_id }) => ({ ad_group_id, entity_id })),
  )

/** All entities of an ad group or a campaign that match the filters, without those in `except`. */
interface PairSelection {
  readonly ad_group_id?: number | undefined
  readonly campaign_id?: number | undefined
  readonly filters?: Filter[] | undefined
  readonly except?: readonly Pair[] | undefined
}

/** Locks the ad groups of a selection; none for a campaign without ad groups. */
export async function lockSelection(context: Context, { ad_group_id, campaign_id }: PairSelection) {
  if (ad_group_id !== undefined) return lockGroups(context, [ad_group_id])
  const rows = await context.database.kysely
    .selectFrom('ad_groups')
    .select('ad_group_id')
    .where('member_group_id', '=', tenant(context))
    .where('campaign_id', '=', campaign_id ?? 0)
    .where('deleted_at', 'is', null)
    .execute()
  return lockGroups(
    context,
    rows.map((row) => row.ad_group_id),
  )
}

const eb = expressionBuilder<Tables & { x: Tables['ad_group_entities']; e: Tables['entities'] }, 'x' | 'e'>()

/** SQL condition on `ad_group_entities x` and `entities e` for a selection whose ad groups are locked. */
export const isInSelection = ({ memberGroupId, groups }: Awaited<ReturnType<typeof lockGroups>>, { filters, except = [] }: PairSelection) =>
  eb.and([
    eb('x.member_group_id', '=', memberGroupId),
    eb('x.ad_group_id', '=', anyOf([...groups.keys()])),
    eb('e.member_group_id', '=', eb.ref('x.member_group_id')),
    eb('e.entity_id', '=', eb.ref('x.entity_id')),
    listWhere(entityFields, filters),
    eb.not(
      eb.exists(
        eb
          .selectFrom(pairTable(except))
          .select('pair.entity_id')
          .whereRef('pair.ad_group_id', '=', 'x.ad_group_id')
          .whereRef('pair.entity_id', '=', 'x.entity_id'),
      ),
    ),
  ])
