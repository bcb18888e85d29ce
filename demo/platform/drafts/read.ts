import { is } from 'superstruct'
import { type RawBuilder, sql } from 'kysely'
import type { AdGroupDraft, CampaignDraft, CampaignDraftRow } from '../../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { stepsOf } from '../../../src/contract/drafts/steps.rules.ts'
import { Uuid } from '../../../src/contract/ids.ts'
import type { StepKey, TemplateFlow } from '../../../src/contract/templates/templates.rules.ts'
import type { Database } from '../database/open.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'
import { templateFor } from './templates.ts'

type Reads = Pick<Database, 'kysely'>

/** Ids from the request path. */
export interface DraftPath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignDraftUuid: string
}

interface Row {
  readonly campaign_draft_uuid: string
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly experience_id: number | null
  readonly campaign_template_id: number | null
  readonly flow: TemplateFlow
  readonly step: StepKey
  readonly reached: StepKey
  readonly data: CampaignDraftData
  readonly version: number
  readonly tab: string | null
  readonly created_at: Date
  readonly changed_at: Date
  readonly changed_by: number | null
  readonly changed_name: string
  readonly submitted_campaign_id: number | null
  readonly held_version: number
  readonly currency_code: string
  readonly entity_count: number
  readonly has_assets: boolean
}

const countEntities = (holder: RawBuilder<unknown>) =>
  sql`(select count(*)::int from campaign_draft_entities e where e.member_group_id = d.member_group_id and e.holder_uuid = ${holder})`
const columns = sql`d.campaign_draft_uuid, d.member_group_id, d.advertiser_id, d.experience_id, d.campaign_template_id, d.flow, d.step, d.reached, d.data,
  d.version, d.tab, d.created_at, d.changed_at, d.changed_by, d.changed_name, d.submitted_campaign_id, d.held_version, a.currency_code`
const hasAssets = sql`exists (select from experience_assets s where s.member_group_id = d.member_group_id and s.experience_id = d.experience_id) as has_assets`
const from = sql`from campaign_drafts d join advertisers a on a.member_group_id = d.member_group_id and a.advertiser_id = d.advertiser_id and a.deleted_at is null`

const draftFields = (row: Omit<Row, 'has_assets' | 'reached' | 'data'>) => ({
  campaign_draft_uuid: row.campaign_draft_uuid,
  member_group_id: row.member_group_id,
  advertiser_id: row.advertiser_id,
  experience_id: row.experience_id,
  campaign_template_id: row.campaign_template_id,
  flow: row.flow,
  step: row.step,
  entity_count: row.entity_count,
  version: row.version,
  held_version: row.held_version,
  changed_at: row.changed_at.toISOString(),
  changed_by: { user_id: row.changed_by, name: row.changed_name },
  tab: row.tab,
  submitted_campaign_id: row.submitted_campaign_id,
  currency_code: row.currency_code,
})

export async function adGroupDraftsOf({ kysely }: Reads, memberGroupId: number, uuid: string): Promise<AdGroupDraft[]> {
  const { rows } = await sql<AdGroupDraft & { data: AdGroupDraftData }>`
    select d.campaign_draft_uuid, d.ad_group_draft_uuid, d.data, ${countEntities(sql`d.ad_group_draft_uuid`)} as entity_count, d.version
    from ad_group_drafts d where d.member_group_id = ${memberGroupId} and d.campaign_draft_uuid = ${uuid}::uuid order by d.position`.execute(
    kysely,
  )
  return rows
}

/** Locks a draft until the transaction ends, whether or not it exists. */
export const lockDraft = ({ kysely }: Reads, { memberGroupId, campaignDraftUuid: uuid }: DraftPath) =>
  is(uuid, Uuid)
    ? sql`select from campaign_drafts where member_group_id = ${memberGroupId} and campaign_draft_uuid = ${uuid}::uuid for update`.execute(
        kysely,
      )
    : Promise.reject(notFound('Campaign draft'))

/** One draft with all its data. Drafts of other advertisers are not found. */
export async function draftOf(
  database: Reads,
  { memberGroupId, advertiserId, campaignDraftUuid: uuid }: DraftPath,
): Promise<CampaignDraft> {
  if (!is(uuid, Uuid)) throw notFound('Campaign draft')
  const { rows } = await sql<Row>`
    select ${columns}, ${countEntities(sql`d.campaign_draft_uuid`)} as entity_count, ${hasAssets} ${from}
    where d.member_group_id = ${memberGroupId} and d.advertiser_id = ${advertiserId} and d.campaign_draft_uuid = ${uuid}::uuid`.execute(
    database.kysely,
  )
  const [row] = rows
  if (!row) throw notFound('Campaign draft')
  const template = await templateFor(database, memberGroupId, row.campaign_template_id)
  return {
    ...draftFields(row),
    steps: stepsOf(row.flow, { hasAssets: row.has_assets, templateSteps: template?.steps }),
    reached: row.reached,
    data: row.data,
    ad_group_drafts: await adGroupDraftsOf(database, memberGroupId, uuid),
  }
}

const name = sql`coalesce(d.data->>'name', '')`
const everyEntity = sql`(select count(*)::int from campaign_draft_entities e where e.member_group_id = d.member_group_id and e.campaign_draft_uuid = d.campaign_draft_uuid)`
const fields: ListFields = {
  name: { column: name, type: 'text' },
  flow: { column: sql.ref('d.flow'), type: 'text' },
  step: { column: sql.ref('d.step'), type: 'text' },
  changed_at: { column: sql.ref('d.changed_at'), type: 'moment' },
  created_at: { column: sql.ref('d.created_at'), type: 'moment' },
  changed_name: { column: sql.ref('d.changed_name'), type: 'text' },
  experience_id: { column: sql.ref('d.experience_id'), type: 'integer' },
}
const lastFirst: ListQuery['sort'] = [{ field: 'changed_at', order: 'desc' }]

type Listed = Omit<Row, 'has_assets' | 'reached' | 'data'> & { name: string }

/** Drafts of an advertiser that are not submitted; by default the last changed first. */
export async function draftsOf({ kysely }: Reads, { memberGroupId, advertiserId }: Omit<DraftPath, 'campaignDraftUuid'>, asked: ListQuery) {
  const where = sql`${from} where d.member_group_id = ${memberGroupId} and d.advertiser_id = ${advertiserId} and d.submitted_at is null
    and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort ?? lastFirst, sql.ref('d.campaign_draft_uuid'))
  const { rows } = await sql<Listed>`
    select ${columns}, ${name} as name, ${everyEntity} as entity_count ${where} order by ${order} ${listPage(asked.pagination)}`.execute(
    kysely,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  const campaign_drafts = rows.map(
    (row): CampaignDraftRow => ({ ...draftFields(row), name: row.name, created_at: row.created_at.toISOString() }),
  )
  return { campaign_drafts, total: counted.rows[0]?.total ?? 0 }
}
