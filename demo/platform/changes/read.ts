import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { ChangedEntity, RecordChange, RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import type { FieldChange } from '../../../src/contract/changes/fields.ts'
import type { Context } from '../context/context.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyTextOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { fieldChanges, type Fields } from './record.ts'

/** What the history of every noun shows of a change, with the name of its user. */
export interface ChangeDetails {
  readonly change_id: number
  readonly at: Date
  readonly user_id: number | null
  readonly user_name: string | null
  readonly partner: string | null
  readonly before: Fields
  readonly after: Fields
  readonly comment: string | null
  readonly batch: string | null
  readonly undo_of: number | null
  readonly undone_by: number | null
}

/** A change in the history of a record. */
export interface LoggedChange extends ChangeDetails {
  readonly entity: ChangedEntity
  readonly entity_id: number
  readonly kind: RecordChangeKind
}

/** A change as the history of a record shows it, with the fields that its reader sees. */
export const toRecordChange = (change: LoggedChange, seen: Pick<RecordChange, 'fields' | 'is_undoable'>): RecordChange => ({
  change_id: change.change_id,
  entity: change.entity,
  entity_id: change.entity_id,
  at: change.at.toISOString(),
  user: userOf(change),
  partner: change.partner,
  kind: change.kind,
  comment: change.comment,
  batch: change.batch,
  undo_of: change.undo_of,
  undone_by: change.undone_by,
  ...seen,
})

/** The changes of one record, and of records with the same id that belong to it. */
export interface ChangesOfRecord {
  readonly memberGroupId: number
  readonly entities: readonly ChangedEntity[]
  readonly entityId: number
  /** Only changes after this one. */
  readonly after?: number
  readonly withoutKinds?: readonly RecordChangeKind[]
  /** Fields that the caller does not see. Entries that change nothing else are left out. */
  readonly hiddenFields?: readonly string[]
}

/** SQL: the display name of a user with the alias. */
export function userNameOf(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string | null>`coalesce(nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('user_name')})`
}

/** The display name of a user (alias `u`). */
export const userName = userNameOf('u')

export const userOf = ({ user_id, user_name }: Pick<ChangeDetails, 'user_id' | 'user_name'>) =>
  user_id === null ? null : { user_id, name: user_name ?? '' }

/** The newest change that undid a change (alias `h`). */
const undoneBy = expressionBuilder<{ h: Tables['changes'] } & Tables, 'h'>()
  .selectFrom('changes as later')
  .select(({ fn }) => fn.max<number | null>('later.change_id').as('undone_by'))
  .whereRef('later.member_group_id', '=', 'h.member_group_id')
  .whereRef('later.undo_of', '=', 'h.change_id')
  .as('undone_by')

/** The columns of `ChangeDetails` and the kind of the change, from `changes as h` and `users as u`. */
export const changeColumns = [
  'h.change_id',
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

const changesFrom = ({ database: { kysely } }: Pick<Context, 'database'>, record: ChangesOfRecord) =>
  kysely
    .selectFrom('changes as h')
    .leftJoin('users as u', 'u.user_id', 'h.user_id')
    .where('h.member_group_id', '=', record.memberGroupId)
    .where('h.entity', '=', anyTextOf(record.entities))
    .where('h.entity_id', '=', record.entityId)
    .where('h.campaign_id', 'is', null)
    .where('h.change_id', '>', record.after ?? 0)
    .where('h.kind', '!=', sql<string>`all(${[...(record.withoutKinds ?? [])]}::text[])`)
    .$if(record.hiddenFields !== undefined && record.hiddenFields.length > 0, (from) =>
      from.where(sql<SqlBool>`(h.after = '{}' or h.after - ${[...(record.hiddenFields ?? [])]}::text[] != '{}')`),
    )

const columns = ['h.entity', 'h.entity_id', ...changeColumns] as const

/** The columns whose values the table does not limit; `recordChange` does. */
interface LimitedColumns {
  readonly entity: ChangedEntity
  readonly kind: RecordChangeKind
}

/** The changes of a record, oldest first. */
export const loggedChanges = (context: Pick<Context, 'database'>, record: ChangesOfRecord): Promise<LoggedChange[]> =>
  changesFrom(context, record).select(columns).$narrowType<LimitedColumns>().orderBy('h.change_id').execute()

const column = (name: string) => sql.ref(`h.${name}`)
/** The fields by which the history of every noun is filtered and sorted. */
export const changeFields: ListFields = {
  at: { column: column('at'), type: 'moment' },
  kind: { column: column('kind'), type: 'text' },
  user_id: { column: column('user_id'), type: 'integer' },
  batch: { column: column('batch'), type: 'text' },
}
const fields: ListFields = {
  ...changeFields,
  change_id: { column: column('change_id'), type: 'integer' },
  entity: { column: column('entity'), type: 'text' },
}

/** A page of the changes of a record, latest first by default. */
export const changesOfRecord = (context: Pick<Context, 'database'>, record: ChangesOfRecord, query: ListQuery) =>
  pageOf({
    from: changesFrom(context, record),
    columns: (from) => from.select(columns).$narrowType<LimitedColumns>(),
    fields,
    id: sql`h.change_id desc`,
    where: query,
    row: (change: LoggedChange) => change,
  })

/** A page of a history that is only read: what `changesReport` of the contract returns. */
export async function recordHistory(context: Pick<Context, 'database'>, record: ChangesOfRecord, query: ListQuery) {
  const { rows, total } = await changesOfRecord(context, record, query)
  const isShown = ({ field }: FieldChange) => !record.hiddenFields?.includes(field)
  const changes = rows.map((change) =>
    toRecordChange(change, { fields: fieldChanges(change.before, change.after).filter(isShown), is_undoable: false }),
  )
  return { changes, total }
}
