import { expressionBuilder, sql } from 'kysely'
import type { SpendLimit } from '../../../src/contract/spend-limits/spend-limits.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { ListFields, ListQuery } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'
import { limitLeftSql, raisedSql } from './raised.ts'

type Reader = Pick<Context, 'database' | 'scope'>

const uninvoiced = sql<string>`coalesce(b.spent - b.invoiced, 0)`
const activeCampaigns = sql<number>`(${expressionBuilder<Tables & { l: Tables['spend_limits'] }, 'l'>()
  .selectFrom('campaigns as c')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('c.member_group_id', '=', 'l.member_group_id')
  .whereRef('c.advertiser_id', '=', 'l.advertiser_id')
  .where('c.status', '=', 'active')
  .where('c.deleted_at', 'is', null)})::int`

const fields: ListFields = {
  advertiser_id: { column: sql.ref('l.advertiser_id'), type: 'integer' },
  advertiser_name: { column: sql.ref('a.name'), type: 'text' },
  amount: { column: sql.ref('l.amount'), type: 'amount', perUnit: microsPerUnit },
  uninvoiced: { column: uninvoiced, type: 'amount', perUnit: microsPerUnit },
  left: { column: limitLeftSql, type: 'amount', perUnit: microsPerUnit },
  currency_code: { column: sql`a.currency_code::text`, type: 'text' },
  active_campaigns: { column: activeCampaigns, type: 'integer' },
}

/** The limits of the advertisers that the caller sees. */
const limitsFrom = ({ database: { kysely }, scope }: Reader) =>
  kysely
    .selectFrom('spend_limits as l')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'l'))
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .leftJoin('advertiser_balances as b', sameAdvertiser('b', 'l'))
    .leftJoin('invoices as oi', 'oi.invoice_id', 'l.overdue_invoice_id')
    .where('l.member_group_id', '=', tenant({ scope }))
    .where('a.deleted_at', 'is', null)
    .$if(scope.advertisers !== 'all', (from) =>
      from.where('l.advertiser_id', '=', anyOf(scope.advertisers === 'all' ? [] : scope.advertisers)),
    )

const withColumns = (from: ReturnType<typeof limitsFrom>) =>
  from
    .select(['l.spend_limit_id', 'l.advertiser_id', 'a.name as advertiser_name', 'a.currency_code', 'cu.digits as currency_digits'])
    .select(['l.version', activeCampaigns.as('active_campaigns'), 'l.overdue_invoice_id', 'oi.number as overdue_number'])
    .select(({ cast }) => [
      cast<string>('l.amount', 'text').as('amount'),
      sql<string>`${raisedSql}::text`.as('raised'),
      sql<string>`${uninvoiced}::text`.as('uninvoiced'),
      sql<string>`${limitLeftSql}::text`.as('left'),
    ])

type LimitRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

const decimal = (micros: string) => decimalOf(BigInt(micros))
const toLimit = ({ overdue_invoice_id, overdue_number, ...row }: LimitRow): SpendLimit => ({
  ...row,
  amount: decimal(row.amount),
  raised: decimal(row.raised),
  uninvoiced: decimal(row.uninvoiced),
  left: decimal(row.left),
  stopped_by: overdue_invoice_id === null ? null : { invoice_id: overdue_invoice_id, number: overdue_number ?? '' },
})

/** A page of limits, by default by the name of the advertiser. */
export async function limitsPage(context: Reader, where: ListQuery) {
  const { rows, total } = await pageOf({
    from: limitsFrom(context),
    columns: withColumns,
    fields,
    id: sql`a.name, l.advertiser_id`,
    where,
    row: toLimit,
  })
  return { spend_limits: rows, total }
}

/** All limits that the caller sees. */
export async function allLimits(context: Reader): Promise<SpendLimit[]> {
  const rows = await withColumns(limitsFrom(context)).orderBy('a.name').orderBy('l.advertiser_id').execute()
  return rows.map(toLimit)
}

/** A limit by its id, or by its advertiser. */
interface LimitKey {
  readonly spendLimitId?: number
  readonly advertiserId?: number
}

export async function limitOf(context: Reader, { spendLimitId, advertiserId }: LimitKey): Promise<SpendLimit | undefined> {
  const row = await withColumns(limitsFrom(context))
    .$if(spendLimitId !== undefined, (from) => from.where('l.spend_limit_id', '=', spendLimitId ?? 0))
    .$if(advertiserId !== undefined, (from) => from.where('l.advertiser_id', '=', advertiserId ?? 0))
    .executeTakeFirst()
  return row && toLimit(row)
}

export async function requireLimit(context: Reader, key: LimitKey): Promise<SpendLimit> {
  const limit = await limitOf(context, key)
  if (!limit) throw notFound('Spend limit')
  return limit
}
