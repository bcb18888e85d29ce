import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { opensRow } from './advertiser-scope.ts'
import { opensRow as opensClientRow } from './client-scope.ts'
import type { Caller, Scope } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'

const report = expressionBuilder<Tables & { named: Tables['saved_reports'] }, 'named'>()

/** A private report is visible only to its owner. The row has the alias `named`. */
const isOwnOrShared = (userId: number | undefined) => {
  const isShared = report('named.visibility', '=', 'shared')
  return userId === undefined ? isShared : isShared.or('named.owner_id', '=', userId)
}
/** The advertisers that the report names; null if it names none. */
const about = sql`named.question->'advertiser_ids'`

/**
 * SQL condition: the caller owns the report or it is shared, and the caller can access its client and, if it names advertisers, one
 * of them.
 */
export const canSeeSavedReport = ({ access, person }: Caller): Expression<SqlBool> => {
  const client = report
    .selectFrom('member_groups as m')
    .whereRef('m.member_group_id', '=', 'named.member_group_id')
    .where(opensClientRow(access))
  const advertiser = report
    .selectFrom('advertisers as a')
    .whereRef('a.member_group_id', '=', 'named.member_group_id')
    .where(({ eb, fn }) => eb(about, '@>', fn('to_jsonb', ['a.advertiser_id'])))
    .where('a.deleted_at', 'is', null)
    .where(opensRow(access))
  return report.and([
    isOwnOrShared(person?.user_id),
    report.exists(client),
    report.or([report(about, 'is', null), report.exists(advertiser)]),
  ])
}

/** SQL condition: the saved report is in the request's scope and visible to the user. */
export const savedReportInScope = (scope: Scope, userId: number | undefined): Expression<SqlBool> => {
  const { advertisers } = scope
  const here = report.and([
    report('named.member_group_id', '=', tenant({ scope })),
    report('named.deleted_at', 'is', null),
    isOwnOrShared(userId),
  ])
  if (advertisers === 'all') return here
  const reached = report
    .selectFrom(sql<{ id: string }>`jsonb_array_elements_text(${about})`.as<'about'>(sql`about (id)`))
    .where(({ eb, cast }) => eb(cast<number>('about.id', 'integer'), '=', anyOf(advertisers)))
  return here.and(report.or([report(about, 'is', null), report.exists(reached)]))
}
