import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { adGroupEntities } from '../../../src/contract/ad-groups/entities.ts'
import { checkAdGroupAllowed } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { bid, bidAll } from './entity-bids.ts'
import { storeEntityStates } from './entity-changes.ts'
import { entitiesOfAdGroup, entitiesOfCampaign, entitiesOfClient } from './entity-list.ts'
import { addEntities } from './entity-write.ts'
import { entityFields, groupIds, lockGroups, lockSelection, isInSelection, matchesPair, pairsJson } from './entity-pairs.ts'
import { checkMayAdd } from './refusals.ts'
import { lockAdGroup } from './write.ts'
import { type RecordedChange, recordChange, recordChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { listWhere } from '../sql/list.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import type { SqlPiece } from '../sql/pieces.ts'
import { requestNewReview } from '../campaigns/new-review.ts'

type Parts = Handlers<typeof adGroupEntities>

async function countIn(
  { database: { kysely } }: Context,
  { member_group_id, ad_group_id }: { member_group_id: number; ad_group_id: number },
) {
  const { rows } = await sql<{ entities: number }>`
    select count(*)::int as entities from ad_group_entities where member_group_id = ${member_group_id} and ad_group_id = ${ad_group_id}`.execute(
    kysely,
  )
  return rows[0]?.entities ?? 0
}

const add: Parts['add'] = async ({ path, body: { entity_ids, filters, except = [] } }, context) => {
  const { kept, campaign, looked } = await lockAdGroup(context, path, { isLookedAt: true })
  checkMayAdd(checkAdGroupAllowed(campaign))
  const { advertiser_id, campaign_id, ad_group_id } = kept
  const place = { member_group_id: path.memberGroupId, advertiser_id, campaign_id, ad_group_id }
  const ids = entity_ids && [...new Set(entity_ids)]
  const batch = randomUUID()
  const left = except.map(({ entity_id }) => entity_id)
  const { fitting, added } = await addEntities(
    context,
    place,
    ids ? sql`e.entity_id = any(${ids}::int[])` : sql`${listWhere(entityFields, filters)} and e.entity_id <> all(${left}::int[])`,
    batch,
  )
  if (ids && fitting < ids.length) throw refuseField('entity_ids', 'Expected entities of the advertiser')
  if (added > 0) {
    const after = await countIn(context, place)
    const sides = { before: { entities: after - added }, after: { entities: after } }
    await recordChange(context, {
      entity: 'ad_group',
      entityId: ad_group_id,
      campaignId: campaign_id,
      kind: 'entities_added',
      batch,
      ...sides,
    })
    await requestNewReview(context, path.memberGroupId, looked)
  }
  return { added, already: fitting - added, batch: added > 0 ? batch : null }
}

/** Removes entities from locked ad groups, with one history entry for each ad group. */
async function removeEntityRows(
  context: Context,
  { memberGroupId, groups }: Awaited<ReturnType<typeof lockGroups>>,
  from: SqlPiece,
  condition: SqlPiece,
) {
  const batch = randomUUID()
  const changing = sql`select *, true as was_in, bid as was_bid, false as is_in, null::bigint as is_bid from gone`
  const { rows } = await sql<{ ad_group_id: number; removed: number }>`
    with gone as (delete from ad_group_entities x using ${from} where x.member_group_id = ${memberGroupId} and ${condition}
      returning x.ad_group_id, x.entity_id, x.bid),
    kept as (${storeEntityStates(memberGroupId, batch, changing)})
    select ad_group_id, count(*)::int as removed from gone group by ad_group_id order by ad_group_id`.execute(context.database.kysely)
  const changes: RecordedChange[] = []
  for (const { ad_group_id, removed } of rows) {
    const left = await countIn(context, { member_group_id: memberGroupId, ad_group_id })
    const sides = { before: { entities: left + removed }, after: { entities: left } }
    changes.push({
      entity: 'ad_group',
      entityId: ad_group_id,
      campaignId: groups.get(ad_group_id)?.campaign_id ?? 0,
      kind: 'entities_removed',
      batch,
      ...sides,
    })
  }
  await recordChanges(context, changes)
  return { removed: rows.reduce((sum, { removed }) => sum + removed, 0), batch: rows.length > 0 ? batch : null }
}

const remove: Parts['remove'] = async ({ query, body: { entities } }, context) => {
  const held = await lockGroups(context, groupIds(entities))
  const advertiserId = query.advertiserId
  if (advertiserId !== undefined && [...held.groups.values()].some(({ advertiser_id }) => advertiser_id !== advertiserId))
    throw notFound('Ad group')
  return removeEntityRows(context, held, pairsJson(entities), matchesPair)
}

const removeAll: Parts['removeAll'] = async ({ body }, context) => {
  const held = await lockSelection(context, body)
  return removeEntityRows(context, held, sql`entities e`, isInSelection(held, body))
}

export const adGroupEntityHandlers: Parts = {
  report: ({ path, body }, context) => entitiesOfAdGroup(context, path, body),
  campaignReport: ({ path, body }, context) => entitiesOfCampaign(context, path, body),
  clientReport: ({ path, body }, context) => entitiesOfClient(context, path.memberGroupId, body),
  add,
  remove,
  removeAll,
  bid,
  bidAll,
}
