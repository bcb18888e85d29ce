import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { advertiserAccessibleSql } from './advertiser-scope.ts'
import { clientAccessibleSql } from './client-scope.ts'
import type { Caller, Scope } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'

const report = expressionBuilder<Tables & { r: Tables['saved_reports'] }, 'r'>()

/** A private report is visible only to its owner. The report has the alias `r`. */
const isOwnOrShared = (userId: number | Expression<number> | undefined) => {
  const isShared = report('r.visibility', '=', 'shared')
  return userId === undefined ? isShared : isShared.or('r.owner_id', '=', userId)
}
/** The advertisers that the report names; null if it names none. */
const advertiserIds = sql`r.question->'advertiser_ids'`

/**
 * SQL condition for the caller's access lists: the caller owns the report or it is shared, and the caller can access its client and,
 * if it names advertisers, at least one of them. Deleted reports match too, because they can be restored.
 */
export const callerCanSeeReportSql = ({ access, person }: Caller): Expression<SqlBool> => {
  const client = report
    .selectFrom('member_groups as m')
    .whereRef('m.member_group_id', '=', 'r.member_group_id')
    .where(clientAccessibleSql(access))
  const advertiser = report
    .selectFrom('advertisers as a')
    .whereRef('a.member_group_id', '=', 'r.member_group_id')
    .where(({ eb, fn }) => eb(advertiserIds, '@>', fn('to_jsonb', ['a.advertiser_id'])))
    .where('a.deleted_at', 'is', null)
    .where(advertiserAccessibleSql(access))
  return report.and([
    isOwnOrShared(person?.user_id),
    report.exists(client),
    report.or([report(advertiserIds, 'is', null), report.exists(advertiser)]),
  ])
}

interface ReportReader {
  readonly client: number | Expression<number>
  readonly userId: number | Expression<number> | undefined
  readonly advertisers: 'all' | readonly number[] | RawBuilder<readonly number[]>
}

/**
 * SQL condition: the report belongs to the client, names no advertiser or at least one of these, is not deleted, and the user may see it.
 */
export const reportMatchesSql = ({ client, userId, advertisers }: ReportReader): Expression<SqlBool> => {
  const matches = report.and([report('r.member_group_id', '=', client), report('r.deleted_at', 'is', null), isOwnOrShared(userId)])
  if (advertisers === 'all') return matches
  const namesOneInScope = report
    .selectFrom(sql<{ id: string }>`jsonb_array_elements_text(${advertiserIds})`.as<'listed'>(sql`listed (id)`))
    .where(({ eb, cast }) => eb(cast<number>('listed.id', 'integer'), '=', anyOf(advertisers)))
  return matches.and(report.or([report(advertiserIds, 'is', null), report.exists(namesOneInScope)]))
}

/** The same condition for the client and the advertisers of the request's scope. */
export const reportInRequestScopeSql = (scope: Scope, userId: number | undefined): Expression<SqlBool> =>
  reportMatchesSql({ client: tenant({ scope }), userId, advertisers: scope.advertisers })
