import { type RawBuilder, sql } from 'kysely'
import { opensRow } from './advertiser-scope.ts'
import { opensRow as opensClientRow } from './client-scope.ts'
import type { Caller, Scope } from '../context/context.ts'

/** A private report is visible only to its owner. The row has the alias `named`. */
const isOwnOrShared = (userId: number | undefined) => sql`(named.visibility = 'shared' or named.owner_id = ${userId ?? null}::int)`
const about = sql`named.question->'advertiser_ids'`

/**
 * SQL condition: the caller owns the report or it is shared, and the caller can access its client and, if it names advertisers, one
 * of them.
 */
export const canSeeSavedReport = ({ access, person }: Caller): RawBuilder<unknown> => sql`(
  ${isOwnOrShared(person?.user_id)}
  and exists (select from member_groups m where m.member_group_id = named.member_group_id and ${opensClientRow(access)})
  and (${about} is null or exists (
    select from advertisers a where a.member_group_id = named.member_group_id and ${about} @> to_jsonb(a.advertiser_id) and a.deleted_at is null and ${opensRow(access)})))`

/** SQL condition: the saved report is in the request's scope and visible to the user. */
export const savedReportInScope = ({ memberGroupId, advertisers }: Scope, userId: number | undefined): RawBuilder<unknown> => {
  const reached =
    advertisers === 'all'
      ? sql`true`
      : sql`exists (select from jsonb_array_elements_text(${about}) as about (id) where about.id::int = any(${[...advertisers]}::int[]))`
  return sql`(named.member_group_id = ${memberGroupId} and named.deleted_at is null and ${isOwnOrShared(userId)} and (${about} is null or ${reached}))`
}
