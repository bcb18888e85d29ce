import { array, boolean, enums, type Infer, integer, max, min, nullable, object, optional, string } from 'superstruct'
import { post, postQuery } from '../endpoint.ts'
import type { Permission } from '../access/permissions.ts'
import { Id } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { FieldChange, FieldValue } from './fields.ts'

/** The user of a change; null for a job of the platform. */
const User = nullable(object({ user_id: Id, name: string() }))

/** The kinds of changes of saved reports. `shared` and `unshared` create and revoke a link. */
export const reportChangeKinds = ['created', 'changed', 'removed', 'restored', 'undone', 'shared', 'unshared'] as const
export type ReportChangeKind = (typeof reportChangeKinds)[number]

/** The kinds of changes of all nouns: after those of reports the ones of insertion orders, then those of users. */
export const recordChangeKinds = [
  ...reportChangeKinds,
  'submitted',
  'withdrawn',
  'approved',
  'ended',
  'closed',
  'linked',
  'unlinked',
  'credited',
  'made_good',
  'invited',
  'signed_out',
] as const
export type RecordChangeKind = (typeof recordChangeKinds)[number]

/** A saved report and its schedule, which has the id of its report. */
export const reportEntities = ['saved_report', 'report_schedule'] as const

/** The records that a history contains. */
export const changedEntities = [
  ...reportEntities,
  'advertiser',
  'advertiser_group',
  'bidding_config',
  'insertion_order',
  'insertion_order_config',
  'invoice',
  'invoice_terms',
  'pending_spend_order',
  'payment_method',
  'auto_rebill',
  'fee_schedule',
  'spend_limit',
  'tax_id',
  'user',
  'member_group',
  'theme',
  'terms',
  'role',
] as const
export type ChangedEntity = (typeof changedEntities)[number]

/** One change in the history of a record. Values that the reader may not see are left out. */
export const RecordChange = object({
  change_id: integer(),
  entity: enums(changedEntities),
  entity_id: Id,
  at: string(),
  user: User,
  /** The partner's site where the change was made. */
  partner: nullable(string()),
  kind: enums(recordChangeKinds),
  fields: array(FieldChange),
  comment: nullable(string()),
  batch: nullable(string()),
  undo_of: nullable(integer()),
  /** The change that undid this one. */
  undone_by: nullable(integer()),
  /** Whether the caller may undo it, as far as its kind and fields allow. */
  is_undoable: boolean(),
})
export type RecordChange = Infer<typeof RecordChange>

/** The endpoint with the history of a record, latest first by default. */
export const changesReport = <const P extends string>(path: P, may: string) =>
  postQuery(`${path}/changes_report`, {
    may,
    body: object(listQueryFields),
    result: object({ changes: array(RecordChange), total: integer() }),
  })

const ChangeId = max(min(integer(), 1), Number.MAX_SAFE_INTEGER)

/** The change to undo. Fields that changed again later are kept, unless `force` is set. */
export const ChangeUndo = object({
  change_id: ChangeId,
  force: optional(boolean()),
  /** With `force`: later changes up to this id are overwritten. It is the newest change that the user has seen. */
  seen_up_to: optional(ChangeId),
  dry_run: optional(boolean()),
})
export type ChangeUndo = Infer<typeof ChangeUndo>

/** A field that was changed again later. */
const LaterFieldChange = object({ field: string(), change_id: integer(), at: string(), user: User, value: FieldValue })
export type LaterFieldChange = Infer<typeof LaterFieldChange>

/** The effect of an undo, done or planned. */
export const UndoneChange = object({
  fields: array(FieldChange),
  /** Why nothing is undone. */
  problem: nullable(enums(['not_undoable', 'changed_since'])),
  changed_since: array(LaterFieldChange),
  /** The undo in the history; null in a dry run, or if nothing changes. */
  change_id: nullable(integer()),
  /** The version of the record after the undo. */
  version: integer(),
  is_dry_run: boolean(),
  /** The newest change that was taken into account. */
  seen_up_to: integer(),
})
export type UndoneChange = Infer<typeof UndoneChange>

/** The history of a noun's record and its undo: the path of the record, and the permissions to read and to change it. */
const historyOf = <const P extends string>(path: P, read: Permission, change: Permission) => ({
  report: changesReport(path, read),
  undo: post(`${path}/changes/undo`, { may: change, versioned: true, body: ChangeUndo, result: UndoneChange }),
})

/** Endpoints of the change log by noun. The history of a campaign is `campaigns.changes`. */
export const changes = {
  advertiser: historyOf('v1/member_groups/:memberGroupId/advertisers/:advertiserId', 'advertisers.read', 'advertisers.change'),
  advertiser_group: historyOf(
    'v1/member_groups/:memberGroupId/advertiser_groups/:advertiserGroupId',
    'advertiser_groups.read',
    'advertiser_groups.change',
  ),
  bidding_config: historyOf(
    'v1/member_groups/:memberGroupId/bidding_configs/:biddingConfigId',
    'bidding_configs.read',
    'bidding_configs.change',
  ),
  saved_report: historyOf('v2/saved_report/:savedReportId', 'saved_reports.read', 'saved_reports.change'),
  role: historyOf('v1/roles/:roleId', 'roles.read', 'roles.change'),
  user: historyOf('v1/users/:userId', 'users.read', 'users.change'),
  member_group: historyOf('v1/member_groups/:memberGroupId', 'member_groups.read', 'member_groups.change'),
  theme: historyOf('v1/member_groups/:memberGroupId/theme', 'themes.read', 'themes.change'),
}
