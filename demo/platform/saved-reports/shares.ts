import { createHash, randomBytes } from 'node:crypto'
import { type ReportShare, type reportShares, maxShares } from '../../../src/contract/saved-reports/saved-reports.ts'
import { fullNameOf } from '../../../src/contract/users/users.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { readerForCaller } from '../access/reader-scope.ts'
import { recordChange } from '../changes/record.ts'
import { conflict, noPermission, notFound } from '../context/refusal.ts'
import { lockRow } from '../sql/lock.ts'
import { tenant } from '../sql/tenant.ts'
import { reportWithId, requireChangeable, type SavedRow, savedRows, toSavedReport } from './read.ts'

const dayMs = 86_400_000
const tokenBytes = 16
/** Only the hash of a link's token is stored. */
export const shareHash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Valid links of a report, newest first. */
async function sharesOf({ database: { kysely }, machineNow, scope }: Context, savedReportId: number): Promise<ReportShare[]> {
  const rows = await kysely
    .selectFrom('report_shares as s')
    .innerJoin('users as u', 'u.user_id', 's.created_by')
    .select(['s.report_share_id', 's.created_at', 's.expires_at', 's.openings', 's.opened_at'])
    .select(['u.user_name', 'u.first_name', 'u.last_name'])
    .where('s.member_group_id', '=', tenant({ scope }))
    .where('s.saved_report_id', '=', savedReportId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', machineNow())
    .orderBy('s.report_share_id', 'desc')
    .execute()
  return rows.map(({ created_at, expires_at, opened_at, user_name, first_name, last_name, ...row }) => ({
    ...row,
    created_by: fullNameOf({ first_name, last_name }) ?? user_name,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    opened_at: opened_at?.toISOString() ?? null,
  }))
}

async function makeShare(context: Context, { member_group_id, saved_report_id }: SavedRow, days: number) {
  const { database, caller, now, machineNow } = context
  if (!caller.person) throw noPermission()
  await lockRow(database.kysely, 'sharesOfReport', saved_report_id)
  if ((await sharesOf(context, saved_report_id)).length >= maxShares)
    throw conflict('Link', `A report can have at most ${maxShares} links; revoke one first`)
  const token = randomBytes(tokenBytes).toString('base64url')
  const expires_at = new Date(machineNow().getTime() + days * dayMs)
  const share = { member_group_id, saved_report_id, created_by: caller.person.user_id }
  const { report_share_id } = await database.kysely
    .insertInto('report_shares')
    .values({ ...share, hash: shareHash(token), created_at: now(), expires_at })
    .returning('report_share_id')
    .executeTakeFirstOrThrow()
  const after = { report_share_id, expires_at: expires_at.toISOString() }
  await recordChange(context, { entity: 'saved_report', entityId: saved_report_id, kind: 'shared', before: {}, after })
  const path = `/clients/${member_group_id}/saved_reports/${saved_report_id}?share=${token}`
  return { report_share_id, token, path, expires_at: expires_at.toISOString() }
}

interface Found {
  readonly report_share_id: number
  readonly saved_report_id: number
  readonly created_by: number
  readonly expires_at: Date
}

/** The report of a link. Undefined if the token is unknown or revoked, or if the report is removed. */
async function sharedRow({ database }: Context, token: string): Promise<{ share: Found; row: SavedRow } | undefined> {
  const share = await database.kysely
    .selectFrom('report_shares')
    .select(['report_share_id', 'saved_report_id', 'created_by', 'expires_at'])
    .where('hash', '=', shareHash(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!share) return undefined
  const [row] = await savedRows({ database }, reportWithId(share.saved_report_id))
  return row?.deleted_at === null ? { share, row } : undefined
}

const hasAdvertisers = ({ advertiser_ids }: SavedRow['question']) => advertiser_ids === undefined || advertiser_ids.length > 0

/**
 * Opens a report for users of its client and counts the opening. For an expired link, the owner and the link's creator get a
 * conflict; others get "not found".
 */
async function openShare(context: Context, token: string) {
  const { database, caller, now } = context
  const found = await sharedRow(context, token)
  const reader = found && (await readerForCaller(database, caller, found.row.member_group_id, ['saved_reports.read']))
  const report = found && reader && (await toSavedReport({ ...context, ...reader }, found.row))
  if (!found || !report || !hasAdvertisers(report.question)) throw notFound('Link')
  const { share, row } = found
  if (share.expires_at <= context.machineNow()) {
    const seesExpiry = [row.owner_id, share.created_by].some((id) => id === caller.person?.user_id)
    throw seesExpiry ? conflict('Link', 'The link has expired; create a new one') : notFound('Link')
  }
  await database.kysely
    .updateTable('report_shares')
    .set(({ eb }) => ({ openings: eb('openings', '+', 1), opened_at: now() }))
    .where('report_share_id', '=', share.report_share_id)
    .execute()
  return report
}

export const reportShareHandlers: Handlers<typeof reportShares> = {
  create: async ({ path, body }, context) => makeShare(context, await requireChangeable(context, path.savedReportId), body.days),
  list: async ({ path }, context) => {
    const { saved_report_id } = await requireChangeable(context, path.savedReportId)
    return { shares: await sharesOf(context, saved_report_id) }
  },
  revoke: async ({ path }, context) => {
    const { member_group_id, saved_report_id } = await requireChangeable(context, path.savedReportId)
    const { numUpdatedRows } = await context.database.kysely
      .updateTable('report_shares')
      .set({ revoked_at: context.now() })
      .where('member_group_id', '=', member_group_id)
      .where('saved_report_id', '=', saved_report_id)
      .where('report_share_id', '=', path.reportShareId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw notFound('Link')
    await recordChange(context, {
      entity: 'saved_report',
      entityId: saved_report_id,
      kind: 'unshared',
      before: { report_share_id: path.reportShareId },
      after: { report_share_id: null },
    })
    return 'success'
  },
  open: ({ path }, context) => openShare(context, path.shareToken),
}
