import { is } from 'superstruct'
import { type Expression, expressionBuilder, type Selectable, sql } from 'kysely'
import type { AdGroupDraft, CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { CampaignDraftRow, ClientDraftRow } from '../../../src/contract/drafts/draft-lists.ts'
import { stepsOf } from '../../../src/contract/drafts/steps.rules.ts'
import { Uuid } from '../../../src/contract/ids.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import type { WithKysely } from '../database/database.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { notFound } from '../context/refusal.ts'
import { templateFor } from './templates.ts'

/** Ids from the request path. */
export interface DraftPath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignDraftUuid: string
}

/** `held_version` is the version of the draft's ad groups and entities, `version` that of its other fields. `tab` is the browser tab that wrote last. */
type Row = Pick<
  Selectable<Tables['campaign_drafts']>,
  | 'campaign_draft_uuid'
  | 'member_group_id'
  | 'advertiser_id'
  | 'experience_id'
  | 'campaign_template_id'
  | 'flow'
  | 'step'
  | 'version'
  | 'held_version'
  | 'changed_at'
  | 'changed_by'
  | 'changed_name'
  | 'tab'
  | 'submitted_campaign_id'
> & { readonly currency_code: string; readonly entity_count: number }

const eb = expressionBuilder<Tables>()
/** The number of entities in a campaign draft or in one ad group draft. */
const countEntities = (memberGroupId: Expression<number>, uuid: Expression<string>) =>
  eb
    .selectFrom('campaign_draft_entities as e')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('e.member_group_id', '=', memberGroupId)
    .where('e.holder_uuid', '=', uuid)
    .$asScalar()
    .$notNull()

type AdvertiserPath = Omit<DraftPath, 'campaignDraftUuid'>

/** Drafts of all advertisers of a client, except deleted ones. */
const draftsQuery = ({ kysely }: WithKysely, memberGroupId: number) =>
  kysely
    .selectFrom('campaign_drafts as d')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'd.member_group_id').onRef('a.advertiser_id', '=', 'd.advertiser_id'),
    )
    .where('a.deleted_at', 'is', null)
    .where('d.member_group_id', '=', memberGroupId)
const draftsOfAdvertiser = (database: WithKysely, { memberGroupId, advertiserId }: AdvertiserPath) =>
  draftsQuery(database, memberGroupId).where('d.advertiser_id', '=', advertiserId)
const withColumns = (drafts: ReturnType<typeof draftsQuery>) =>
  drafts
    .select(['d.campaign_draft_uuid', 'd.member_group_id', 'd.advertiser_id', 'd.experience_id', 'd.campaign_template_id'])
    .select(['d.flow', 'd.step', 'd.reached', 'd.version', 'd.tab', 'd.created_at', 'd.changed_at', 'd.changed_by', 'd.changed_name'])
    .select(['d.submitted_campaign_id', 'd.held_version', 'a.currency_code'])
    .select('a.name as advertiser_name')

const draftFields = (row: Row) => ({
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

export const adGroupDraftsOf = ({ kysely }: WithKysely, memberGroupId: number, uuid: string): Promise<AdGroupDraft[]> =>
  kysely
    .selectFrom('ad_group_drafts as d')
    .select(({ ref }) => [
      'd.campaign_draft_uuid',
      'd.ad_group_draft_uuid',
      'd.data',
      countEntities(ref('d.member_group_id'), ref('d.ad_group_draft_uuid')).as('entity_count'),
      'd.version',
    ])
    .where('d.member_group_id', '=', memberGroupId)
    .where('d.campaign_draft_uuid', '=', uuid)
    .orderBy('d.position')
    .execute()

/** Locks a draft until the transaction ends. Does nothing if the draft does not exist. */
export const lockDraft = ({ kysely }: WithKysely, { memberGroupId, campaignDraftUuid: uuid }: DraftPath) =>
  is(uuid, Uuid)
    ? kysely
        .selectFrom('campaign_drafts')
        .select('campaign_draft_uuid')
        .where('member_group_id', '=', memberGroupId)
        .where('campaign_draft_uuid', '=', uuid)
        .forUpdate()
        .execute()
    : Promise.reject(notFound('Campaign draft'))

/** One draft with all its data. Drafts of other advertisers are not found. */
export async function draftOf(
  database: WithKysely,
  { memberGroupId, advertiserId, campaignDraftUuid: uuid }: DraftPath,
): Promise<CampaignDraft> {
  if (!is(uuid, Uuid)) throw notFound('Campaign draft')
  const row = await withColumns(draftsOfAdvertiser(database, { memberGroupId, advertiserId }))
    .select(({ ref, exists, selectFrom }) => {
      const assets = selectFrom('experience_assets as s')
        .whereRef('s.member_group_id', '=', 'd.member_group_id')
        .whereRef('s.experience_id', '=', 'd.experience_id')
      return [
        'd.data',
        countEntities(ref('d.member_group_id'), ref('d.campaign_draft_uuid')).as('entity_count'),
        exists(assets).$castTo<boolean>().as('has_assets'),
      ]
    })
    .where('d.campaign_draft_uuid', '=', uuid)
    .executeTakeFirst()
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

const nameColumn = sql<string>`coalesce(d.data->>'name', '')`
const fields: ListFields = {
  name: { column: nameColumn, type: 'text' },
  advertiser_name: { column: sql.ref('a.name'), type: 'text' },
  flow: { column: sql.ref('d.flow'), type: 'text' },
  step: { column: sql.ref('d.step'), type: 'text' },
  changed_at: { column: sql.ref('d.changed_at'), type: 'moment' },
  created_at: { column: sql.ref('d.created_at'), type: 'moment' },
  changed_name: { column: sql.ref('d.changed_name'), type: 'text' },
  experience_id: { column: sql.ref('d.experience_id'), type: 'integer' },
}
const newestFirst: ListQuery['sort'] = [{ field: 'changed_at', order: 'desc' }]

/** One page of the drafts that are not submitted, most recently changed first by default. `entity_count` includes the ad groups' entities. */
const pageOfDrafts = (drafts: ReturnType<typeof draftsQuery>, query: ListQuery) =>
  pageOf({
    from: drafts.where('d.submitted_at', 'is', null),
    columns: (from) =>
      withColumns(from).select(({ selectFrom }) => [
        nameColumn.as('name'),
        selectFrom('campaign_draft_entities as e')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('e.member_group_id', '=', 'd.member_group_id')
          .whereRef('e.campaign_draft_uuid', '=', 'd.campaign_draft_uuid')
          .$asScalar()
          .$notNull()
          .as('entity_count'),
      ]),
    fields,
    id: sql.ref('d.campaign_draft_uuid'),
    where: { ...query, sort: query.sort ?? newestFirst },
    row: (row): ClientDraftRow => ({
      ...draftFields(row),
      advertiser_name: row.advertiser_name,
      name: row.name,
      created_at: row.created_at.toISOString(),
    }),
  })

/** Drafts of one advertiser. */
export async function draftsOf(database: WithKysely, path: AdvertiserPath, query: ListQuery) {
  const { rows, total } = await pageOfDrafts(draftsOfAdvertiser(database, path), query)
  return { campaign_drafts: rows.map(({ advertiser_name, ...row }): CampaignDraftRow => row), total }
}

/** Drafts of all advertisers that the caller can open, or of those named. */
export async function draftsOfClient(
  { database, scope }: Context,
  memberGroupId: number,
  { advertiser_ids, ...query }: ListQuery & { readonly advertiser_ids?: readonly number[] | undefined },
) {
  const inScope = draftsQuery(database, memberGroupId).where(inScopeSql(scope))
  const drafts = advertiser_ids ? inScope.where('d.advertiser_id', '=', anyOf(advertiser_ids)) : inScope
  const { rows, total } = await pageOfDrafts(drafts, query)
  return { campaign_drafts: rows, total }
}
