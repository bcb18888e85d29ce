import { type Kysely, type Migration, type QueryExecutorProvider, sql } from 'kysely'

export interface InvoicedNumberTables {
  /** The purchase order numbers of the orders of an invoice, as they were when it was issued. An order without one has no row. */
  invoice_po_numbers: {
    member_group_id: number
    invoice_id: number
    insertion_order_id: number
    po_number: string
  }
}

const statements = [
  `create table invoice_po_numbers (member_group_id int not null, invoice_id int not null, insertion_order_id int not null, po_number text not null, primary key (member_group_id, invoice_id, insertion_order_id), foreign key (member_group_id, invoice_id) references invoices (member_group_id, invoice_id), foreign key (member_group_id, insertion_order_id) references insertion_orders (member_group_id, insertion_order_id))`,
]

/** The numbers of invoices from before: what the first change after the day of issue has replaced, or else today's. */
const numbers = `
  insert into invoice_po_numbers (member_group_id, invoice_id, insertion_order_id, po_number)
  select member_group_id, invoice_id, insertion_order_id, po_number from (
    select i.member_group_id, i.invoice_id, o.insertion_order_id, case when later.before is null then o.po_number else later.before->>'po_number' end as po_number
    from invoices i
    join (select distinct member_group_id, invoice_id, insertion_order_id from invoice_lines where insertion_order_id > 0) l using (member_group_id, invoice_id)
    join insertion_orders o using (member_group_id, insertion_order_id)
    join advertisers a on a.member_group_id = i.member_group_id and a.advertiser_id = i.advertiser_id
    left join lateral (
      select c.before from changes c
      where c.member_group_id = i.member_group_id and c.entity = 'insertion_order' and c.entity_id = o.insertion_order_id
        and c.after ? 'po_number' and (c.at at time zone a.time_zone)::date > i.issued_on
      order by c.change_id limit 1) later on true) found
  where po_number is not null
  on conflict do nothing`

export const fillInvoicedNumbers = (db: QueryExecutorProvider) => sql.raw(numbers).execute(db)

/** Invoices keep the purchase order numbers of their orders. */
export const invoicedNumbers: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await fillInvoicedNumbers(db)
  },
}
