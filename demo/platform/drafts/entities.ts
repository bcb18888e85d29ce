import { is } from 'superstruct'
import { type Expression, expressionBuilder, type QueryCreator, type SqlBool, sql } from 'kysely'
import type { CampaignDraft, campaignDrafts, DraftEntity } from '../../../src/contract/drafts/drafts.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { Uuid } from '../../../src/contract/ids.ts'
import { pageDefault } from '../../../src/contract/list.ts'
import { lockOpenDraft, touchDraft } from './write.ts'
import { type DraftPath, draftOf } from './read.ts'
import type { Context } from '../context/context.ts'
import { type ListQuery, type ListFields, listOrder, listWhere } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { allOf, anyOf, anyTextOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { notFound, refuseField } from '../context/refusal.ts'

type Added = Result<typeof campaignDrafts.addEntities>
type Removed = Result<typeof campaignDrafts.removeEntities>
type Available = Result<typeof campaignDrafts.availableEntitiesReport>
type EntityIds = NonNullable<Call<typeof campaignDrafts.addEntities>['body']>
type InAdGroup = { readonly ad_group_draft_uuid?: string | null | undefined }

const fieldsOf: ListFields = {
  entity_id: { column: sql.ref('e.entity_id'), type: 'integer' },
  internal_id: { column: sql.ref('e.internal_id'), type: 'text' },
  name: { column: sql.ref('e.name'), type: 'text' },
  category: { column: sql.ref('e.category'), type: 'text' },
  status: { column: sql.ref('e.status'), type: 'text' },
}
const shownColumns = ['e.entity_id', 'e.internal_id', 'e.name', 'e.category', 'e.status'] as const
const byName: ListQuery['sort'] = [{ field: 'name', order: 'asc' }]

/** Uuid of the entities' holder: one of the draft's ad groups, or the draft itself. */
function holderOf({ campaign_draft_uuid, ad_group_drafts }: CampaignDraft, { ad_group_draft_uuid: uuid }: InAdGroup): string {
  if (uuid === undefined || uuid === null) return campaign_draft_uuid
  if (!is(uuid, Uuid) || !ad_group_drafts.some((group) => group.ad_group_draft_uuid === uuid)) throw notFound('Ad group draft')
  return uuid
}

const entity = expressionBuilder<Tables & { e: Tables['entities'] }, 'e'>()

/** The entities of the draft's advertiser. */
const entitiesFrom = (db: QueryCreator<Tables>, { member_group_id, advertiser_id }: CampaignDraft) =>
  db.selectFrom('entities as e').where('e.member_group_id', '=', member_group_id).where('e.advertiser_id', '=', advertiser_id)
const hasEntity = ({ member_group_id }: CampaignDraft, holder: string) =>
  entity.exists(
    entity
      .selectFrom('campaign_draft_entities as h')
      .where('h.member_group_id', '=', member_group_id)
      .where('h.holder_uuid', '=', holder)
      .whereRef('h.entity_id', '=', 'e.entity_id'),
  )

async function countOf({ database: { kysely } }: Context, { member_group_id }: CampaignDraft, holder: string) {
  const { count } = await kysely
    .selectFrom('campaign_draft_entities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_group_id', '=', member_group_id)
    .where('holder_uuid', '=', holder)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds the active entities that match a condition on `entities e`. */
async function insertMatching({ database: { kysely } }: Context, draft: CampaignDraft, holder: string, condition: Expression<SqlBool>) {
  const { found, added } = await kysely
    .with(
      (cte) => cte('found').materialized(),
      (db) => entitiesFrom(db, draft).select('e.entity_id').where('e.status', '=', 'active').where(condition),
    )
    .with('added', (db) =>
      db
        .insertInto('campaign_draft_entities')
        .columns(['member_group_id', 'campaign_draft_uuid', 'holder_uuid', 'entity_id'])
        .expression((eb) =>
          eb
            .selectFrom('found')
            .select(({ cast, val }) => [
              cast<number>(val(draft.member_group_id), 'integer').as('member_group_id'),
              cast<string>(val(draft.campaign_draft_uuid), 'uuid').as('campaign_draft_uuid'),
              cast<string>(val(holder), 'uuid').as('holder_uuid'),
              'found.entity_id',
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('entity_id'),
    )
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('found')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('found'),
      selectFrom('added')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('added'),
    ])
    .executeTakeFirstOrThrow()
  return { added, already: found - added }
}

interface Line {
  readonly line: number
  readonly internal_id: string
  readonly entity_id: number | null
  readonly status: string | null
}

/** The requested lines, each with the entity it names. Empty lines are skipped. */
async function linesOf({ database: { kysely } }: Context, draft: CampaignDraft, { entity_ids, internal_ids }: EntityIds): Promise<Line[]> {
  if ((entity_ids === undefined) === (internal_ids === undefined)) throw refuseField('entity_ids', 'Send either entity_ids or internal_ids')
  const texts = (entity_ids ?? internal_ids ?? []).map((id) => String(id).trim())
  const isRequested = entity_ids ? entity('e.entity_id', '=', anyOf(entity_ids)) : entity('e.internal_id', '=', anyTextOf(texts))
  const entities = await entitiesFrom(kysely, draft).select(['e.entity_id', 'e.internal_id', 'e.status']).where(isRequested).execute()
  const byText = new Map(entities.map((entity) => [entity_ids ? String(entity.entity_id) : entity.internal_id, entity]))
  const notFoundEntity = { entity_id: null, status: null }
  const rows = texts.flatMap((text, index): Line[] =>
    text === '' ? [] : [{ line: index + 1, ...(byText.get(text) ?? { internal_id: text, ...notFoundEntity }) }],
  )
  // Unknown entity ids are refused, because they may belong to another advertiser; unknown internal ids are reported as a problem.
  if (entity_ids && rows.some(({ entity_id }) => entity_id === null)) throw notFound('Entity')
  return rows
}

function problemsIn(lines: readonly Line[]): Added['problems'] {
  const seenIds = new Set<string>()
  return lines.flatMap(({ line, internal_id, entity_id, status }) => {
    const code = entity_id === null ? 'unknown' : seenIds.has(internal_id) ? 'duplicate' : status === 'active' ? undefined : 'inactive'
    seenIds.add(internal_id)
    return code === undefined ? [] : [{ line, internal_id, code } as const]
  })
}

const isInLines = (lines: readonly Line[]) => entity('e.entity_id', '=', anyOf(lines.flatMap(({ entity_id }) => entity_id ?? [])))

/** Adds the listed entities, and reports a problem for each line that adds none. */
export async function addEntities(context: Context, path: DraftPath, body: EntityIds): Promise<Added> {
  const draft = await lockOpenDraft(context, path)
  const holder = holderOf(draft, body)
  const lines = await linesOf(context, draft, body)
  const counts = await insertMatching(context, draft, holder, isInLines(lines))
  await touchDraft(context, draft)
  return { ...counts, problems: problemsIn(lines), entity_count: await countOf(context, draft, holder) }
}

/** Entities that match the filters, without those in `except`. */
type Matching = InAdGroup & Pick<ListQuery, 'filters'> & { readonly except?: readonly { readonly entity_id: number }[] | undefined }
const matchesSelection = ({ filters, except = [] }: Matching) => {
  const excludedIds = except.map(({ entity_id }) => entity_id)
  return entity.and([listWhere(fieldsOf, filters), entity('e.entity_id', '!=', allOf(excludedIds))])
}

/** Adds all active entities that match the filters. */
export async function addAllEntities(context: Context, path: DraftPath, body: Matching): Promise<Added> {
  const draft = await lockOpenDraft(context, path)
  const holder = holderOf(draft, body)
  const counts = await insertMatching(context, draft, holder, matchesSelection(body))
  await touchDraft(context, draft)
  return { ...counts, problems: [], entity_count: await countOf(context, draft, holder) }
}

async function deleteEntities(context: Context, draft: CampaignDraft, holder: string, condition: Expression<SqlBool>): Promise<Removed> {
  const { numDeletedRows } = await context.database.kysely
    .deleteFrom('campaign_draft_entities as d')
    .using('entities as e')
    .where('d.member_group_id', '=', draft.member_group_id)
    .where('d.holder_uuid', '=', holder)
    .whereRef('e.member_group_id', '=', 'd.member_group_id')
    .whereRef('e.entity_id', '=', 'd.entity_id')
    .where(condition)
    .executeTakeFirst()
  await touchDraft(context, draft)
  return { removed: Number(numDeletedRows), entity_count: await countOf(context, draft, holder) }
}

export async function removeEntities(context: Context, path: DraftPath, body: EntityIds): Promise<Removed> {
  const draft = await lockOpenDraft(context, path)
  const holder = holderOf(draft, body)
  return deleteEntities(context, draft, holder, isInLines(await linesOf(context, draft, body)))
}

export async function removeAllEntities(context: Context, path: DraftPath, body: Matching): Promise<Removed> {
  const draft = await lockOpenDraft(context, path)
  return deleteEntities(context, draft, holderOf(draft, body), matchesSelection(body))
}

/** A page of the entities of a draft, or of one of its ad groups. */
export async function draftEntities(context: Context, path: DraftPath, query: ListQuery & InAdGroup) {
  const draft = await draftOf(context.database, path)
  const { rows, total } = await pageOf({
    from: entitiesFrom(context.database.kysely, draft).where(hasEntity(draft, holderOf(draft, query))),
    columns: (from) => from.select(shownColumns),
    fields: fieldsOf,
    id: sql.ref('e.entity_id'),
    where: { ...query, sort: query.sort ?? byName },
    row: (row): DraftEntity => row,
  })
  return { entities: rows, total }
}

/** A page of the advertiser's entities; `is_added` marks those that the draft has. */
export async function availableEntities(context: Context, path: DraftPath, query: ListQuery & InAdGroup): Promise<Available> {
  const { kysely } = context.database
  const draft = await draftOf(context.database, path)
  const isAdded = hasEntity(draft, holderOf(draft, query))
  const fields: ListFields = { ...fieldsOf, is_added: { column: sql`${isAdded}`, type: 'boolean' } }
  const order = listOrder(fields, query.sort ?? byName, sql.ref('e.entity_id'))
  const { start, count } = query.pagination ?? pageDefault
  const filteredEntities = (db: QueryCreator<Tables>) => entitiesFrom(db, draft).where(listWhere(fields, query.filters))
  const entities = await kysely
    .with(
      (cte) => cte('page').materialized(),
      (db) => filteredEntities(db).selectAll('e').orderBy(order).limit(count).offset(start),
    )
    .selectFrom('page as e')
    .select(shownColumns)
    .select(isAdded.$castTo<boolean>().as('is_added'))
    .orderBy(order)
    .execute()
  const { total, added } = await filteredEntities(kysely)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.countAll<number>().filterWhere(isAdded).as('added')])
    .executeTakeFirstOrThrow()
  const categories = await entitiesFrom(kysely, draft).select('e.category').distinct().orderBy('e.category').execute()
  return { entities, total, added, categories: categories.map(({ category }) => category) }
}
