import { randomUUID } from 'node:crypto'
import { sql, type DeleteQueryBuilder } from 'kysely'
import type { adGroupEntities } from '../../../src/contract/ad-groups/entities.ts'
import { adGroupAllowedRule } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { bid, bidAll } from './entity-bids.ts'
import { storeEntityStates, addEntities } from './entity-write.ts'
import { entitiesOfAdGroup, entitiesOfCampaign, entitiesOfClient } from './entity-list.ts'
import { entityFields, groupIds, isInSelection, lockGroups, lockSelection, pairTable, type Pair } from './entity-pairs.ts'
import { requireAddAllowed } from './constraints.ts'
import { lockAdGroup } from './write.ts'
import { recordChange, recordChanges, type RecordedChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { listWhere } from '../sql/list.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { allOf, anyOf } from '../sql/pieces.ts'
import { requestNewReview } from '../campaigns/write.ts'

type EntityHandlers = Handlers<typeof adGroupEntities>

async function countIn(
  { database: { kysely } }: Context,
  { member_group_id, ad_group_id }: { member_group_id: number; ad_group_id: number },
) {
  const { entities } = await kysely
    .selectFrom('ad_group_entities')
    .select(({ fn }) => fn.countAll<number>().as('entities'))
    .where('member_group_id', '=', member_group_id)
    .where('ad_group_id', '=', ad_group_id)
    .executeTakeFirstOrThrow()
  return entities
}

const add: EntityHandlers['add'] = async ({ path, body: { entity_ids, filters, except = [] } }, context) => {
  const { adGroup, campaign, campaignToReview } = await lockAdGroup(context, path, { mayNeedReview: true })
  requireAddAllowed(adGroupAllowedRule(campaign))
  const { advertiser_id, campaign_id, ad_group_id } = adGroup
  const adGroupIds = { member_group_id: path.memberGroupId, advertiser_id, campaign_id, ad_group_id }
  const ids = entity_ids && [...new Set(entity_ids)]
  const batch = randomUUID()
  const excludedIds = except.map(({ entity_id }) => entity_id)
  const { matching, added } = await addEntities(
    context,
    adGroupIds,
    ids
      ? sql<boolean>`e.entity_id = ${anyOf(ids)}`
      : sql<boolean>`${listWhere(entityFields, filters)} and e.entity_id <> ${allOf(excludedIds)}`,
    batch,
  )
  if (ids && matching < ids.length) throw refuseField('entity_ids', 'Choose entities of this advertiser')
  if (added > 0) {
    const after = await countIn(context, adGroupIds)
    const beforeAndAfter = { before: { entities: after - added }, after: { entities: after } }
    await recordChange(context, {
      entity: 'ad_group',
      entityId: ad_group_id,
      campaignId: campaign_id,
      kind: 'entities_added',
      batch,
      ...beforeAndAfter,
    })
    await requestNewReview(context, campaignToReview)
  }
  // `already`: matching entities that were in the ad group before.
  return { added, already: matching - added, batch: added > 0 ? batch : null }
}

/** Removes entities from locked ad groups, with one history entry for each ad group. */
async function removeEntityRows(
  context: Context,
  { memberGroupId, groups }: Awaited<ReturnType<typeof lockGroups>>,
  deletion: DeleteQueryBuilder<any, any, Pair & { bid: number | null }>, // `any`: callers join different tables, and only the returned columns matter
) {
  const batch = randomUUID()
  const { kysely } = context.database
  const rows = await kysely
    .with('deleted', () => deletion)
    .with('stored_states', (db) =>
      storeEntityStates(
        kysely,
        memberGroupId,
        batch,
        db
          .selectFrom('deleted')
          .select([
            'ad_group_id',
            'entity_id',
            sql<boolean>`true`.as('was_in'),
            'bid as was_bid',
            sql<boolean>`false`.as('is_in'),
            sql<null>`null::bigint`.as('is_bid'),
          ]),
      ),
    )
    .selectFrom('deleted')
    .select(({ fn }) => ['ad_group_id', fn.countAll<number>().as('removed')])
    .groupBy('ad_group_id')
    .orderBy('ad_group_id')
    .execute()
  const changes: RecordedChange[] = []
  for (const { ad_group_id, removed } of rows) {
    const remaining = await countIn(context, { member_group_id: memberGroupId, ad_group_id })
    const beforeAndAfter = { before: { entities: remaining + removed }, after: { entities: remaining } }
    changes.push({
      entity: 'ad_group',
      entityId: ad_group_id,
      campaignId: groups.get(ad_group_id)?.campaign_id ?? 0, // always found: the rows come from these groups
      kind: 'entities_removed',
      batch,
      ...beforeAndAfter,
    })
  }
  await recordChanges(context, changes)
  return { removed: rows.reduce((sum, { removed }) => sum + removed, 0), batch: rows.length > 0 ? batch : null }
}

const remove: EntityHandlers['remove'] = async ({ query, body: { entities } }, context) => {
  const locked = await lockGroups(context, groupIds(entities))
  const advertiserId = query.advertiserId
  if (advertiserId !== undefined && [...locked.groups.values()].some(({ advertiser_id }) => advertiser_id !== advertiserId))
    throw notFound('Ad group')
  const deletion = context.database.kysely
    .deleteFrom('ad_group_entities as x')
    .using(pairTable(entities))
    .where('x.member_group_id', '=', locked.memberGroupId)
    .whereRef('x.ad_group_id', '=', 'pair.ad_group_id')
    .whereRef('x.entity_id', '=', 'pair.entity_id')
    .returning(['x.ad_group_id', 'x.entity_id', 'x.bid'])
  return removeEntityRows(context, locked, deletion)
}

const removeAll: EntityHandlers['removeAll'] = async ({ body }, context) => {
  const locked = await lockSelection(context, body)
  const deletion = context.database.kysely
    .deleteFrom('ad_group_entities as x')
    .using('entities as e')
    .where(isInSelection(locked, body))
    .returning(['x.ad_group_id', 'x.entity_id', 'x.bid'])
  return removeEntityRows(context, locked, deletion)
}

export const adGroupEntityHandlers: EntityHandlers = {
  report: ({ path, body }, context) => entitiesOfAdGroup(context, path, body),
  campaignReport: ({ path, body }, context) => entitiesOfCampaign(context, path, body),
  clientReport: ({ path, body }, context) => entitiesOfClient(context, path.memberGroupId, body),
  add,
  remove,
  removeAll,
  bid,
  bidAll,
}
