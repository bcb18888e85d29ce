import { expressionBuilder, sql } from 'kysely'
import { type Advertiser, type advertisers, maxDsps } from '../../../src/contract/advertisers/advertisers.ts'
import type { manyAdvertisers } from '../../../src/contract/advertisers/many.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { AdvertiserPath } from './key.ts'
import { archivedAdvertisers, restoreAdvertiser } from './archived.ts'
import { recordAdvertiser } from './history.ts'
import { createMany } from './many.ts'
import { moveToGroup } from './moves.ts'
import { setStatusOfMany } from './status.ts'
import { advertiserAlerts } from './alerts.ts'
import { inGroupSql, inScopeSql } from '../access/advertiser-scope.ts'
import { fullAdvertiser, advertiserPage, advertiserOptions, industryName, spendPage } from './read.ts'
import { createAdvertiser, removeAdvertiser, writeAdvertiser, writeIndustry } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf, paginationOf } from '../sql/page.ts'
import { spendLevelsWithCounts, spendLevelOfAdvertiser } from './pcl.ts'
import { conflict } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'

type AdvertiserHandlers = Handlers<typeof advertisers>
type ListHandlers = Pick<AdvertiserHandlers, 'list' | 'mine' | 'report' | 'groupReport' | 'entitiesReport'>
type WriteHandlers = Pick<AdvertiserHandlers, 'create' | 'change' | 'remove' | 'removeGroup' | 'changeIndustry' | 'addDsp'>

const idsOf = ({ memberGroupId, advertiserId }: AdvertiserPath) => ({ member_group_id: memberGroupId, advertiser_id: advertiserId })
const advertiser = expressionBuilder<{ a: Tables['advertisers'] }, 'a'>()
const byName: ListQuery['sort'] = [{ field: 'name', order: 'asc' }]

const entityFields: ListFields = {
  entity_id: { column: sql.ref('entity_id'), type: 'integer' },
  internal_id: { column: sql.ref('internal_id'), type: 'text' },
  name: { column: sql.ref('name'), type: 'text' },
  category: { column: sql.ref('category'), type: 'text' },
  status: { column: sql.ref('status'), type: 'text' },
}

type Entities = Result<typeof advertisers.entitiesReport>

async function entitiesOf(
  { database: { kysely } }: Context,
  { memberGroupId, advertiserId }: AdvertiserPath,
  query: ListQuery,
): Promise<Entities> {
  const { rows, total } = await pageOf({
    from: kysely.selectFrom('entities').where('member_group_id', '=', memberGroupId).where('advertiser_id', '=', advertiserId),
    columns: (from) => from.select(['entity_id', 'internal_id', 'name', 'category', 'status']),
    fields: entityFields,
    id: sql.ref('entity_id'),
    where: query,
    row: (row): Entities['entities'][number] => row,
  })
  return { entities: rows, total }
}

const listHandlers: ListHandlers = {
  list: ({ query }, { database, scope }) => advertiserPage(database, inScopeSql(scope), { pagination: paginationOf(query), sort: byName }),
  mine: async ({ query }, { database, scope }) => ({
    ...(await advertiserOptions(database, inScopeSql(scope), paginationOf(query))),
    is_all: scope.advertisers === 'all',
  }),
  report: ({ body }, { database, scope }) => advertiserPage(database, inScopeSql(scope), body),
  groupReport: ({ path, body }, { database, scope }) =>
    advertiserPage(database, inScopeSql(scope).and(inGroupSql(path.advertiserGroupId)), body),
  entitiesReport: ({ path, body }, context) => entitiesOf(context, path, body),
}

/** An advertiser can have seats at several platforms, one at each. */
async function addDsp(context: Context, ids: ReturnType<typeof idsOf>, dsp: Advertiser['dsps'][number]) {
  const { kysely } = context.database
  const before = await fullAdvertiser({ kysely }, ids.advertiser_id)
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('advertiser_dsps')
    .values({ ...ids, ...dsp })
    .onConflict((builder) => builder.columns(['member_group_id', 'advertiser_id', 'name']).doNothing())
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows) === 0) throw conflict('Platform', 'The advertiser already has a seat on this platform')
  const { dsps } = await fullAdvertiser({ kysely }, ids.advertiser_id)
  if (dsps.length > maxDsps) throw conflict('Platform', `An advertiser can have at most ${maxDsps} platforms`)
  await recordAdvertiser(context, { advertiserId: ids.advertiser_id, before, cause: { kind: 'changed' } })
  return { dsps }
}

const industryOf = async ({ database }: Context, { advertiserId }: AdvertiserPath) => {
  const { industry_id, version } = await fullAdvertiser(database, advertiserId)
  return { industry_id, name: await industryName(database, industry_id), version }
}

const writeHandlers: WriteHandlers = {
  create: async ({ path, body }, context) => fullAdvertiser(context.database, await createAdvertiser(context, path.memberGroupId, body)),
  change: async ({ path: { advertiserId }, body }, context) => {
    await writeAdvertiser(context, await fullAdvertiser(context.database, advertiserId), body)
    return fullAdvertiser(context.database, advertiserId)
  },
  remove: async ({ path }, context) => {
    await removeAdvertiser(context, idsOf(path))
    return 'success'
  },
  removeGroup: async ({ path: { advertiserId } }, context) => {
    await moveToGroup(context, null, advertiser('a.advertiser_id', '=', advertiserId))
    return 'success'
  },
  changeIndustry: async ({ path, body }, context) => {
    await writeIndustry(context, idsOf(path), body.industry_id)
    return industryOf(context, path)
  },
  addDsp: ({ path, body }, context) => addDsp(context, idsOf(path), body),
}

export const advertiserHandlers: AdvertiserHandlers = {
  ...listHandlers,
  ...writeHandlers,
  one: ({ path }, { database }) => fullAdvertiser(database, path.advertiserId),
  industry: ({ path }, context) => industryOf(context, path),
  pcl: ({ path }, context) => spendLevelOfAdvertiser(context, path.memberGroupId, path.advertiserId),
  pclOfMany: ({ path, body }, context) => spendLevelsWithCounts(context, path.memberGroupId, body.advertiser_ids),
  alerts: ({ path }, context) => advertiserAlerts(context, path.advertiserId),
}

export const manyAdvertiserHandlers: Handlers<typeof manyAdvertisers> = {
  createMany: ({ path, body }, context) => createMany(context, path.memberGroupId, body),
  setStatus: ({ body }, context) => setStatusOfMany(context, body),
  archivedReport: ({ body }, context) => archivedAdvertisers(context, body),
  restore: ({ path }, context) => restoreAdvertiser(context, path.archivedAdvertiserId),
  spendReport: ({ body }, { database, scope }) => spendPage(database, inScopeSql(scope), body),
}
