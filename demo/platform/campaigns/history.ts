import { sql, type SqlBool } from 'kysely'
import type { CampaignHistoryRow, ChangeKind, UndoneCampaign } from '../../../src/contract/campaigns/edits.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import { type ChangeDetails, changeColumns, changeFields, userOf } from '../changes/read.ts'
import { fieldChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'

/** A recorded change of a campaign or one of its ad groups, with the names of its user and ad group. */
export interface WrittenChange extends ChangeDetails {
  readonly campaign_id: number
  readonly ad_group_id: number | null
  readonly ad_group_name: string | null
  readonly kind: ChangeKind
}

/** The changes to undo of one campaign or ad group, oldest first. */
export interface ChangedTarget {
  readonly campaign_id: number
  readonly ad_group: UndoneCampaign['ad_group']
  readonly changes: readonly WrittenChange[]
}

const fields: ListFields = {
  ...changeFields,
  campaign_change_id: { column: sql.ref('h.change_id'), type: 'integer' },
  ad_group_id: { column: sql.ref('h.ad_group_id'), type: 'integer' },
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
    .where(sql<SqlBool>`${inScopeSql(scope)}`)

const columns = ['c.campaign_id', 'h.ad_group_id', 'g.name as ad_group_name', ...changeColumns] as const

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
