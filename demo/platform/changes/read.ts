import { type RawBuilder, sql } from 'kysely'
import type { CampaignHistoryRow, ChangeKind } from '../../../src/contract/campaigns/edits.ts'
import { inScope } from '../access/advertiser-scope.ts'
import { type Fields, fieldChanges } from './record.ts'
import type { Context } from '../context/context.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import type { SqlPiece } from '../sql/pieces.ts'

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
const from = sql`from changes h
  join campaigns c on c.member_group_id = h.member_group_id and c.campaign_id = h.campaign_id and c.deleted_at is null
  join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id and a.deleted_at is null`
/** The display name of a user (alias `u`). */
export const userName = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name)`
const columns = sql`h.change_id, h.campaign_id, h.ad_group_id, g.name as ad_group_name, h.at, h.user_id, ${userName} as user_name,
  h.partner_client_id as partner, h.kind, h.before, h.after, h.comment, h.batch, h.undo_of,
  (select max(u.change_id) from changes u where u.member_group_id = h.member_group_id and u.undo_of = h.change_id) as undone_by`
const joins = sql`left join ad_groups g on g.member_group_id = h.member_group_id and g.ad_group_id = h.ad_group_id left join users u on u.user_id = h.user_id`

/** Changes of campaigns in the caller's scope, oldest first. */
export async function changesWhere({ database: { kysely }, scope }: Context, condition: RawBuilder<unknown>): Promise<WrittenChange[]> {
  const { rows } = await sql<WrittenChange>`
    select ${columns} ${from} ${joins} where ${inScope(scope)} and ${condition} order by h.change_id`.execute(kysely)
  return rows
}

export const userOf = ({ user_id, user_name }: Pick<WrittenChange, 'user_id' | 'user_name'>) =>
  user_id === null ? null : { user_id, name: user_name ?? '' }

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
export async function changesOfCampaign({ database: { kysely }, scope }: Context, campaignId: number, asked: ListQuery) {
  const where: SqlPiece = sql`where ${inScope(scope)} and h.campaign_id = ${campaignId} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort, sql`h.change_id desc`)
  const { rows } =
    await sql<WrittenChange>`select ${columns} ${from} ${joins} ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from} ${where}`.execute(kysely)
  return { changes: rows.map(rowOf), total: counted.rows[0]?.total ?? 0 }
}
