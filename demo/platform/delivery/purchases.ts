import { type Kysely, sql } from 'kysely'
import { orderSizes, orderValues, purchaseDays, purchaseColumns } from '../../../src/contract/reports/purchases.rules.ts'
import type { SqlPiece } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

/** Buyer segments: their share of a day's orders and their relative basket size. */
const segments = sql`(values
  (1, true, 'large', 0, 0.05), (2, true, 'medium', 0.05, 0.17), (3, true, 'small', 0.17, 0.38),
  (4, false, 'large', 0.38, 0.5), (5, false, 'medium', 0.5, 0.74), (6, false, 'small', 0.74, 1)
) as parts (number, is_new, order_value, above, upto)`
const sizes = sql.raw(orderValues.map((value) => `('${value}', ${orderSizes[value]})`).join(', '))
const cells = sql`(
  select parts.*, basket from ${segments}
  join (values ${sizes}) as sizes (order_value, basket) using (order_value)) as cells`
const kinds = ['', 'exposed_', 'halo_'] as const
const keyColumns = ['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'channel', 'device', 'currency_code', 'day']

const list = (texts: readonly string[]) => sql.raw(texts.join(', '))
/** Orders of a segment. The random offset `luck` keeps small counts from always falling into one segment. */
const orders = kinds.map(
  (kind) => `(floor(${kind}transactions * upto + luck) - floor(${kind}transactions * above + luck))::bigint as ${kind}orders`,
)
const weightColumns = kinds.flatMap((kind) => [
  `sum(${kind}orders * basket) over so_far as ${kind}weight`,
  `sum(${kind}orders * basket) over whole as ${kind}weights`,
])
/** A segment's share of a whole number, by weight. The shares add up; without orders, the last segment gets everything. */
const shareOf = (kind: string, total: string) =>
  `case when ${kind}weights > 0
    then div(${total} * ${kind}weight, ${kind}weights) - div(${total} * (${kind}weight - ${kind}orders * basket), ${kind}weights)
    else case when number = 6 then ${total} else 0 end end`
const saleColumns = kinds.flatMap((kind) => [
  `(${shareOf(kind, `div(${kind}revenue, step)`)}) * step + case when number = 6 then ${kind}revenue % step else 0 end as ${kind}revenue`,
  `${kind}orders as ${kind}transactions`,
  `${shareOf(kind, `(${kind}units - ${kind}transactions)`)} + ${kind}orders as ${kind}units`,
])
const additions = purchaseColumns.map((name) => `${name} = facts_purchases.${name} + excluded.${name}`)

/**
 * Splits sales by buyer segment and adds them. `sales` selects the place columns, the sales columns and `word`, which seeds the
 * random offset.
 */
async function addPurchases(kysely: Db, sales: SqlPiece) {
  const columns = list([...keyColumns, 'is_new', 'order_value', ...purchaseColumns])
  await sql`insert into facts_purchases (${columns})
    with sales as (
      select sales.*, (hashtext(ad_group_id || ' ' || word) & 1023) / 1024.0 as luck, (10 ^ (6 - digits))::numeric as step
      from (${sales}) as sales join currencies using (currency_code)
    ), counted as (select sales.*, cells.*, ${list(orders)} from sales cross join ${cells}),
    weighed as (select *, ${list(weightColumns)} from counted
      window whole as (partition by member_group_id, day, ad_group_id, device), so_far as (whole order by number)),
    sold as (select ${list(keyColumns)}, is_new, order_value, ${list(saleColumns)} from weighed)
    select ${columns} from sold where ${sql.raw(purchaseColumns.map((name) => `${name} <> 0`).join(' or '))}
    on conflict (member_group_id, day, ad_group_id, device, is_new, order_value) do update set ${list(additions)}`.execute(kysely)
}

const summedSales = list(purchaseColumns.map((name) => `sum(${name})::bigint as ${name}`))

/** Adds purchases for newly delivered facts. */
export const addDeliveredPurchases = async (kysely: Db, rows: readonly object[], at: Date) => {
  if (rows.length === 0) return
  await addPurchases(
    kysely,
    sql`select ${list(keyColumns)}, ${at.toISOString()}::text as word, ${summedSales}
      from jsonb_populate_recordset(null::facts_daily, ${JSON.stringify(rows)}::jsonb) group by ${list(keyColumns)}`,
  )
}

/** Adds purchases for the facts of recent days. Only for days that have no purchases yet. */
export const addPurchasesFromFacts = (kysely: Db, today: string) =>
  addPurchases(
    kysely,
    sql`select ${list(keyColumns)}, day::text as word, ${summedSales} from facts_daily
      where day >= ${today}::date - ${purchaseDays}::int group by ${list(keyColumns)}`,
  )
