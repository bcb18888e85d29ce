import { type Kysely, type Migration, type QueryExecutorProvider, sql } from 'kysely'
import type { GeneratedColumn } from './columns.ts'

export interface InvoiceLineOrderColumns {
  /** The order to which the spend was charged; 0 without an order. */
  insertion_order_id: GeneratedColumn<number>
  /** The line of the order; 0 without a line. */
  insertion_order_line_id: GeneratedColumn<number>
}

/**
 * Splits lines of invoices by the orders to which their spend was charged. The charges of a campaign and day follow one another, and what
 * has no order comes last; each invoice takes what earlier ones left. A void invoice takes the same as the one after it. Campaigns and days
 * whose lines name an order are split already.
 */
const split = `
  with charged as (
    select member_group_id, campaign_id, day, insertion_order_id, line_id, micros,
      sum(micros) over (partition by member_group_id, campaign_id, day order by insertion_order_id, line_id) - micros as first
    from insertion_order_spend),
  invoiced as (
    select l.member_group_id, l.invoice_id, l.campaign_id, l.day, l.micros,
      coalesce(sum(l.micros) filter (where i.status <> 'void') over (partition by l.member_group_id, l.campaign_id, l.day
        order by l.invoice_id rows between unbounded preceding and 1 preceding), 0) as first
    from invoice_lines l join invoices i using (member_group_id, invoice_id)
    where not exists (select from invoice_lines n where n.member_group_id = l.member_group_id and n.campaign_id = l.campaign_id
      and n.day = l.day and n.insertion_order_id > 0)),
  split as (
    select i.member_group_id, i.invoice_id, i.campaign_id, i.day, c.insertion_order_id, c.line_id,
      least(i.first + i.micros, c.first + c.micros) - greatest(i.first, c.first) as micros
    from invoiced i join charged c using (member_group_id, campaign_id, day)
    where least(i.first + i.micros, c.first + c.micros) > greatest(i.first, c.first)),
  sums as (select member_group_id, invoice_id, campaign_id, day, sum(micros) as micros from split group by 1, 2, 3, 4),
  gone as (
    delete from invoice_lines l using sums s where l.member_group_id = s.member_group_id and l.invoice_id = s.invoice_id
      and l.campaign_id = s.campaign_id and l.day = s.day and l.insertion_order_id = 0 and l.micros = s.micros),
  rest as (
    update invoice_lines l set micros = l.micros - s.micros from sums s where l.member_group_id = s.member_group_id
      and l.invoice_id = s.invoice_id and l.campaign_id = s.campaign_id and l.day = s.day and l.insertion_order_id = 0
      and l.micros > s.micros)
  insert into invoice_lines (member_group_id, invoice_id, campaign_id, day, insertion_order_id, insertion_order_line_id, micros)
  select member_group_id, invoice_id, campaign_id, day, insertion_order_id, line_id, micros from split`

export const assignInvoicedOrders = (db: QueryExecutorProvider) => sql.raw(split).execute(db)

const statements = [
  `alter table invoice_lines add column insertion_order_id int not null default 0, add column insertion_order_line_id int not null default 0`,
  `alter table invoice_lines drop constraint invoice_lines_pkey, add primary key (member_group_id, invoice_id, campaign_id, day, insertion_order_id, insertion_order_line_id)`,
  `create index invoice_lines_by_order on invoice_lines (member_group_id, insertion_order_id)`,
  `create index insertion_order_spend_by_campaign on insertion_order_spend (member_group_id, campaign_id, day)`,
]

/** Lines of invoices name the order and line to which their spend was charged. */
export const invoicedOrders: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await assignInvoicedOrders(db)
  },
}
