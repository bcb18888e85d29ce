import { sql } from 'kysely'
import type { adGroupEntities } from '../../src/contract/ad-group-entities.ts'
import { mayAddToCampaign } from '../../src/contract/ad-groups.rules.ts'
import { bid, bidAll } from './ad-group-entity-bids.ts'
import { entitiesOfAdGroup, entitiesOfCampaign, entitiesOfClient } from './ad-group-entity-rows.ts'
import { addEntities } from './ad-group-entity-writes.ts'
import { entityFields, groupIds, heldGroups, isPair, type Pair, pairsJson } from './ad-group-pairs.ts'
import { checkAdded } from './ad-group-refusals.ts'
import { heldAdGroup } from './ad-group-writes.ts'
import { type RecordedChange, recordChange, recordChanges } from './campaign-history.ts'
import type { Context } from './context.ts'
import { grouped } from './grouped.ts'
import type { Handlers } from './implement.ts'
import { listWhere } from './list-query.ts'
import { notFound, refuseField } from './refusal.ts'
import { reviewAgain } from './reviewed-again.ts'

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

const add: Parts['add'] = async ({ path, body: { entity_ids, filters } }, context) => {
  const { kept, campaign, looked } = await heldAdGroup(context, path, { isLookedAt: true })
  checkAdded(mayAddToCampaign(campaign))
  const { advertiser_id, campaign_id, ad_group_id } = kept
  const place = { member_group_id: path.memberGroupId, advertiser_id, campaign_id, ad_group_id }
  const ids = entity_ids && [...new Set(entity_ids)]
  const { fitting, added } = await addEntities(
    context,
    place,
    ids ? sql`e.entity_id = any(${ids}::int[])` : listWhere(entityFields, filters),
  )
  if (ids && fitting < ids.length) throw refuseField('entity_ids', 'Expected entities of the advertiser')
  if (added > 0) {
    const after = await countIn(context, place)
    const sides = { before: { entities: after - added }, after: { entities: after } }
    await recordChange(context, path.memberGroupId, { campaign_id, ad_group_id, kind: 'entities_added', ...sides })
    await reviewAgain(context, path.memberGroupId, looked)
  }
  return { added, already: fitting - added }
}

const remove: Parts['remove'] = async ({ query, body: { entities } }, context) => {
  const { memberGroupId, groups } = await heldGroups(context, groupIds(entities))
  const advertiserId = query.advertiserId
  if (advertiserId !== undefined && [...groups.values()].some(({ advertiser_id }) => advertiser_id !== advertiserId))
    throw notFound('Ad group')
  const { rows } = await sql<Pair>`
    delete from ad_group_entities x using ${pairsJson(entities)} where x.member_group_id = ${memberGroupId} and ${isPair}
    returning x.ad_group_id, x.entity_id`.execute(context.database.kysely)
  const changes: RecordedChange[] = []
  for (const [ad_group_id, removed] of grouped(rows, (row) => row.ad_group_id)) {
    const left = await countIn(context, { member_group_id: memberGroupId, ad_group_id })
    const sides = { before: { entities: left + removed.length }, after: { entities: left } }
    changes.push({ campaign_id: groups.get(ad_group_id)?.campaign_id ?? 0, ad_group_id, kind: 'entities_removed', ...sides })
  }
  await recordChanges(context, memberGroupId, changes)
  return { removed: rows.length }
}

/** What ad groups show, as far as a caller sees it. */
export const adGroupEntityHandlers: Parts = {
  report: ({ path, body }, context) => entitiesOfAdGroup(context, path, body),
  campaignReport: ({ path, body }, context) => entitiesOfCampaign(context, path, body),
  clientReport: ({ path, body }, context) => entitiesOfClient(context, path.memberGroupId, body),
  ...{ add, remove, bid, bidAll },
}
