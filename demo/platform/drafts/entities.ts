import { is } from 'superstruct'
import { type RawBuilder, sql } from 'kysely'
import type { CampaignDraft, campaignDrafts, DraftEntity } from '../../../src/contract/drafts/drafts.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { Uuid } from '../../../src/contract/ids.ts'
import { lockOpenDraft, touchDraft } from './write.ts'
import { type DraftPath, draftOf } from './read.ts'
import type { Context } from '../context/context.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { notFound, refuseField } from '../context/refusal.ts'

type Added = Result<typeof campaignDrafts.addEntities>
type Removed = Result<typeof campaignDrafts.removeEntities>
type Available = Result<typeof campaignDrafts.availableEntitiesReport>
type Named = NonNullable<Call<typeof campaignDrafts.addEntities>['body']>
type OfGroup = { readonly ad_group_draft_uuid?: string | null | undefined }

const fieldsOf: ListFields = {
  entity_id: { column: sql.ref('e.entity_id'), type: 'integer' },
  internal_id: { column: sql.ref('e.internal_id'), type: 'text' },
  name: { column: sql.ref('e.name'), type: 'text' },
  category: { column: sql.ref('e.category'), type: 'text' },
  status: { column: sql.ref('e.status'), type: 'text' },
}
const shown = sql`e.entity_id, e.internal_id, e.name, e.category, e.status`
const byName: ListQuery['sort'] = [{ field: 'name', order: 'asc' }]

/** Uuid of the entities' holder: one of the draft's ad groups, or the draft itself. */
function holderOf({ campaign_draft_uuid, ad_group_drafts }: CampaignDraft, { ad_group_draft_uuid: uuid }: OfGroup): string {
  if (uuid === undefined || uuid === null) return campaign_draft_uuid
  if (!is(uuid, Uuid) || !ad_group_drafts.some((group) => group.ad_group_draft_uuid === uuid)) throw notFound('Ad group draft')
  return uuid
}

const ofAdvertiser = ({ member_group_id, advertiser_id }: CampaignDraft) =>
  sql`e.member_group_id = ${member_group_id} and e.advertiser_id = ${advertiser_id}`
const hasEntity = ({ member_group_id }: CampaignDraft, holder: string) =>
  sql`exists (select from campaign_draft_entities h where h.member_group_id = ${member_group_id} and h.holder_uuid = ${holder}::uuid and h.entity_id = e.entity_id)`

async function countOf({ database: { kysely } }: Context, { member_group_id }: CampaignDraft, holder: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from campaign_draft_entities where member_group_id = ${member_group_id} and holder_uuid = ${holder}::uuid`.execute(
    kysely,
  )
  return rows[0]?.count ?? 0
}

/** Adds the active entities that match a condition on `entities e`. */
async function insertMatching({ database: { kysely } }: Context, draft: CampaignDraft, holder: string, found: RawBuilder<unknown>) {
  const { rows } = await sql<{ found: number; added: number }>`
    with found as materialized (select e.entity_id from entities e where ${ofAdvertiser(draft)} and e.status = 'active' and ${found}),
    added as (insert into campaign_draft_entities (member_group_id, campaign_draft_uuid, holder_uuid, entity_id)
      select ${draft.member_group_id}::int, ${draft.campaign_draft_uuid}::uuid, ${holder}::uuid, entity_id from found on conflict do nothing returning 1)
    select (select count(*)::int from found) as found, (select count(*)::int from added) as added`.execute(kysely)
  const { found: all, added } = rows[0] ?? { found: 0, added: 0 }
  return { added, already: all - added }
}

interface Line {
  readonly line: number
  readonly internal_id: string
  readonly entity_id: number | null
  readonly status: string | null
}

/** The requested lines, each with the entity it names. Empty lines are skipped. */
async function linesOf({ database: { kysely } }: Context, draft: CampaignDraft, { entity_ids, internal_ids }: Named): Promise<Line[]> {
  if ((entity_ids === undefined) === (internal_ids === undefined)) throw refuseField('entity_ids', 'Say either entity_ids or internal_ids')
  const texts = (entity_ids ?? internal_ids ?? []).map((one) => String(one).trim())
  const isNamed = entity_ids ? sql`e.entity_id = any(${entity_ids}::int[])` : sql`e.internal_id = any(${texts}::text[])`
  const { rows: found } = await sql<Omit<Line, 'line'>>`
    select e.entity_id, e.internal_id, e.status from entities e where ${ofAdvertiser(draft)} and ${isNamed}`.execute(kysely)
  const byText = new Map(found.map((entity) => [entity_ids ? String(entity.entity_id) : entity.internal_id, entity]))
  const none = { entity_id: null, status: null }
  const rows = texts.flatMap((text, index): Line[] =>
    text === '' ? [] : [{ line: index + 1, ...(byText.get(text) ?? { internal_id: text, ...none }) }],
  )
  // Unknown entity ids are refused, because they may belong to another advertiser; unknown internal ids are reported as a problem.
  if (entity_ids && rows.some(({ entity_id }) => entity_id === null)) throw notFound('Entity')
  return rows
}

function problemsIn(lines: readonly Line[]): Added['problems'] {
  const seen = new Set<string>()
  return lines.flatMap(({ line, internal_id, entity_id, status }) => {
    const code = entity_id === null ? 'unknown' : seen.has(internal_id) ? 'duplicate' : status === 'active' ? undefined : 'inactive'
    seen.add(internal_id)
    return code === undefined ? [] : [{ line, internal_id, code } as const]
  })
}

const among = (lines: readonly Line[]) => sql`e.entity_id = any(${lines.flatMap(({ entity_id }) => entity_id ?? [])}::int[])`

/** Adds the listed entities, and reports a problem for each line that adds none. */
export async function addEntities(context: Context, path: DraftPath, body: Named): Promise<Added> {
  const draft = await lockOpenDraft(context, path)
  const holder = holderOf(draft, body)
  const lines = await linesOf(context, draft, body)
  const counts = await insertMatching(context, draft, holder, among(lines))
  await touchDraft(context, draft)
  return { ...counts, problems: problemsIn(lines), entity_count: await countOf(context, draft, holder) }
}

/** Entities that match the filters, except some. */
type Matching = OfGroup & Pick<ListQuery, 'filters'> & { readonly except?: readonly { readonly entity_id: number }[] | undefined }
const matchesSelection = ({ filters, except = [] }: Matching) => {
  const left = except.map(({ entity_id }) => entity_id)
  return sql`(${listWhere(fieldsOf, filters)}) and e.entity_id <> all(${left}::int[])`
}

/** Adds all active entities that match the filters. */
export async function addAllEntities(context: Context, path: DraftPath, body: Matching): Promise<Added> {
  const draft = await lockOpenDraft(context, path)
  const holder = holderOf(draft, body)
  const counts = await insertMatching(context, draft, holder, matchesSelection(body))
  await touchDraft(context, draft)
  return { ...counts, problems: [], entity_count: await countOf(context, draft, holder) }
}

async function deleteEntities(context: Context, draft: CampaignDraft, holder: string, found: RawBuilder<unknown>): Promise<Removed> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (delete from campaign_draft_entities d using entities e
      where d.member_group_id = ${draft.member_group_id} and d.holder_uuid = ${holder}::uuid and e.member_group_id = d.member_group_id
        and e.entity_id = d.entity_id and ${found} returning 1)
    select count(*)::int as removed from removed`.execute(context.database.kysely)
  await touchDraft(context, draft)
  return { removed: rows[0]?.removed ?? 0, entity_count: await countOf(context, draft, holder) }
}

export async function removeEntities(context: Context, path: DraftPath, body: Named): Promise<Removed> {
  const draft = await lockOpenDraft(context, path)
  const holder = holderOf(draft, body)
  return deleteEntities(context, draft, holder, among(await linesOf(context, draft, body)))
}

export async function removeAllEntities(context: Context, path: DraftPath, body: Matching): Promise<Removed> {
  const draft = await lockOpenDraft(context, path)
  return deleteEntities(context, draft, holderOf(draft, body), matchesSelection(body))
}

/** A page of the entities of a draft, or of one of its ad groups. */
export async function draftEntities(context: Context, path: DraftPath, asked: ListQuery & OfGroup) {
  const { kysely } = context.database
  const draft = await draftOf(context.database, path)
  const where = sql`from entities e where ${ofAdvertiser(draft)} and ${hasEntity(draft, holderOf(draft, asked))} and (${listWhere(fieldsOf, asked.filters)})`
  const order = listOrder(fieldsOf, asked.sort ?? byName, sql.ref('e.entity_id'))
  const { rows } = await sql<DraftEntity>`select ${shown} ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return { entities: rows, total: counted.rows[0]?.total ?? 0 }
}

/** A page of the advertiser's entities; `is_added` marks those that the draft has. */
export async function availableEntities(context: Context, path: DraftPath, asked: ListQuery & OfGroup): Promise<Available> {
  const { kysely } = context.database
  const draft = await draftOf(context.database, path)
  const isIn = hasEntity(draft, holderOf(draft, asked))
  const fields: ListFields = { ...fieldsOf, is_added: { column: isIn, type: 'boolean' } }
  const where = sql`from entities e where ${ofAdvertiser(draft)} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort ?? byName, sql.ref('e.entity_id'))
  const { rows } = await sql<Available['entities'][number]>`
    with page as materialized (select e.* ${where} order by ${order} ${listPage(asked.pagination)})
    select ${shown}, ${isIn} as is_added from page e order by ${order}`.execute(kysely)
  const counted = await sql<{ total: number; added: number }>`
    select count(*)::int as total, (count(*) filter (where ${isIn}))::int as added ${where}`.execute(kysely)
  const named = await sql<{ category: string }>`select distinct e.category from entities e where ${ofAdvertiser(draft)} order by 1`.execute(
    kysely,
  )
  const { total = 0, added = 0 } = counted.rows[0] ?? {}
  return { entities: rows, total, added, categories: named.rows.map(({ category }) => category) }
}
