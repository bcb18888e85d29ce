import { sql, type SqlBool } from 'kysely'
import type { CampaignHistoryRow, ChangeKind } from '../../../src/contract/campaigns/edits.ts'
import { inScope } from '../access/advertiser-scope.ts'
import { undoneBy, userName, userOf } from '../changes/read.ts'
import { type Fields, fieldChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'

/** A recorded change of a campaign or one of its ad groups, with the names of its user and ad group. */
export interface WrittenChange {
  readonly change_id: number
  readonly campaign_id: number
  readonly ad_group_id: number | null
  readonly ad_group_name: string | null
  readonly at: Date
  readonly user_id: number | null
  readonly user_name: string | null
  readonly partner: string | null
  readonly kind: ChangeKind
  readonly before: Fields
  readonly after: Fields
  readonly comment: string | null
  readonly batch: string | null
  readonly undo_of: number | null
  readonly undone_by: number | null
}

const column = (name: string) => sql.ref(`h.${name}`)
const fields: ListFields = {
  campaign_change_id: { column: column('change_id'), type: 'integer' },
  at: { column: column('at'), type: 'moment' },
  kind: { column: column('kind'), type: 'text' },
  user_id: { column: column('user_id'), type: 'integer' },
  ad_group_id: { column: column('ad_group_id'), type: 'integer' },
  batch: { column: column('batch'), type: 'text' },
}
/** Changes of campaigns that the caller reaches, and of their ad groups. */
const changesInScope = ({ database: { kysely }, scope }: Context) =>
  kysely
    .selectFrom('changes as h')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'h.member_group_id').onRef('c.campaign_id', '=', 'h.campaign_id').on('c.deleted_at', 'is', null),
    )
    .innerJoin('advertisers as a', (join) =>
      join
        .onRef('a.member_group_id', '=', 'c.member_group_id')
        .onRef('a.advertiser_id', '=', 'c.advertiser_id')
        .on('a.deleted_at', 'is', null),
    )
    .leftJoin('ad_groups as g', (join) =>
      join.onRef('g.member_group_id', '=', 'h.member_group_id').onRef('g.ad_group_id', '=', 'h.ad_group_id'),
    )
    .leftJoin('users as u', 'u.user_id', 'h.user_id')
    .where(sql<SqlBool>`${inScope(scope)}`)

const columns = [
  'h.change_id',
  'c.campaign_id',
  'h.ad_group_id',
  'g.name as ad_group_name',
  'h.at',
  'h.user_id',
  userName.as('user_name'),
  'h.partner_client_id as partner',
  'h.kind',
  'h.before',
  'h.after',
  'h.comment',
  'h.batch',
  'h.undo_of',
  undoneBy,
] as const

/** The query of changes in the caller's scope, for further conditions and an order. */
export const writtenChanges = (context: Context) => changesInScope(context).select(columns).$narrowType<Pick<WrittenChange, 'kind'>>()

const rowOf = (change: WrittenChange): CampaignHistoryRow => ({
  campaign_change_id: change.change_id,
  campaign_id: change.campaign_id,
  at: change.at.toISOString(),
  ad_group: change.ad_group_id === null ? null : { ad_group_id: change.ad_group_id, name: change.ad_group_name ?? '' },
  user: userOf(change),
  partner: change.partner,
  kind: change.kind,
  fields: fieldChanges(change.before, change.after),
  comment: change.comment,
  batch: change.batch,
  undo_of: change.undo_of,
  undone_by: change.undone_by,
})

/** A page of changes to a campaign and its ad groups, latest first by default. */
export async function changesOfCampaign(context: Context, campaignId: number, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: changesInScope(context).where('h.campaign_id', '=', campaignId),
    columns: (from) => from.select(columns).$narrowType<Pick<WrittenChange, 'kind'>>(),
    fields,
    id: sql`h.change_id desc`,
    where: query,
    row: rowOf,
  })
  return { changes: rows, total }
}
