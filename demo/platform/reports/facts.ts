import { sql } from 'kysely'
import { purchaseColumns } from '../../../src/contract/reports/purchases.rules.ts'
import { and, type SqlPiece } from '../sql/pieces.ts'
import type { ReportScope } from './scope.ts'

/** Prefixes of the sales columns: all sales, sales after an impression, sales of other products. */
export const saleKinds = ['', 'exposed_', 'halo_'] as const
/** Count columns of the fact tables. */
export const countColumns = [
  ...(['impressions', 'clicks', 'cost'] as const),
  ...saleKinds.flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`] as const),
]

const keyColumns = ['advertiser_id', 'campaign_id', 'ad_group_id', 'channel', 'device', 'currency_code', 'day']
const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const factTable = (isHourly: boolean) => sql.table(isHourly ? 'facts_hourly' : 'facts_daily')

/** Selects the columns, with 0 for those that the table does not have. */
const selectOrZero = (columns: readonly string[], hasColumn: (column: string) => boolean) =>
  sql.join(columns.map((column) => (hasColumn(column) ? sql.ref(column) : sql`0::bigint as ${sql.ref(column)}`)))

/** The FROM clause of facts. With a sales filter, sales come from `facts_purchases` and all other counts from `facts_daily`. */
export function factsFrom(
  { purchases }: ReportScope,
  columns: readonly string[],
  conditions: readonly SqlPiece[],
  isHourly: boolean,
): SqlPiece {
  if (!purchases) return sql`from ${factTable(isHourly)} where ${and(conditions)}`
  const isSale = (column: string) => purchaseColumns.includes(column)
  const saleConditions = and([
    ...conditions,
    ...(purchases.areNew ? [sql`is_new`] : []),
    sql`order_value = any(${[...purchases.orderValues]}::text[])`,
  ])
  return sql`from (select ${refs(keyColumns)}, ${selectOrZero(columns, (column) => !isSale(column))}
    from facts_daily where ${and(conditions)}
    union all select ${refs(keyColumns)}, ${selectOrZero(columns, isSale)} from facts_purchases where ${saleConditions}) as facts`
}
