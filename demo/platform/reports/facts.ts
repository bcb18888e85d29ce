import { sql } from 'kysely'
import { saleColumns } from '../../../src/contract/reports/purchases.rules.ts'
import { and, type Piece } from '../sql/pieces.ts'
import type { Frame } from './scope.ts'

/** All sales, those after an impression, and those of other products. */
export const saleKinds = ['', 'exposed_', 'halo_'] as const
/** What the tables count, in their order. */
export const countColumns = [
  ...(['impressions', 'clicks', 'cost'] as const),
  ...saleKinds.flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`] as const),
]

const place = ['advertiser_id', 'campaign_id', 'ad_group_id', 'channel', 'device', 'currency_code', 'day']
const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const factTable = (isHourly: boolean) => sql.table(isHourly ? 'facts_hourly' : 'facts_daily')

/** Some of the columns as they are, and nothing in place of the others. */
const only = (columns: readonly string[], isThere: (column: string) => boolean) =>
  sql.join(columns.map((column) => (isThere(column) ? sql.ref(column) : sql`0::bigint as ${sql.ref(column)}`)))

/** Where facts are summed from: their table, and in place of their sales, where not all count, those that do. */
export function factsWhere({ purchases }: Frame, columns: readonly string[], conditions: readonly Piece[], isHourly: boolean): Piece {
  if (!purchases) return sql`from ${factTable(isHourly)} where ${and(conditions)}`
  const isSale = (column: string) => saleColumns.includes(column)
  const counted = and([
    ...conditions,
    ...(purchases.areNew ? [sql`is_new`] : []),
    sql`order_value = any(${[...purchases.orderValues]}::text[])`,
  ])
  return sql`from (select ${refs(place)}, ${only(columns, (column) => !isSale(column))} from facts_daily where ${and(conditions)}
    union all select ${refs(place)}, ${only(columns, isSale)} from facts_purchases where ${counted}) as facts`
}
