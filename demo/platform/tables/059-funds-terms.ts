import { type Kysely, type Migration, sql } from 'kysely'
import type { At, GeneratedColumn } from './columns.ts'

export interface InvoiceTermColumns {
  /** The spend limit of an advertiser is 0 while one of its invoices is long overdue. */
  stops_when_overdue: GeneratedColumn<boolean>
  version: GeneratedColumn<number>
}

export interface InvoiceNoticeColumns {
  /** When users were mailed that it is overdue. */
  overdue_notified_at: At | null
}

export interface LimitStopColumns {
  /** The invoice because of which the limit is 0. */
  overdue_invoice_id: number | null
}

export interface MethodNoticeColumns {
  /** When users were mailed that it expires soon. */
  expiry_notified_at: At | null
}

export interface SpendOrderAskColumns {
  /** When the advertiser asked for its approval. */
  asked_at: At | null
  asked_by: number | null
}

const statements = [
  // The number of days without terms of the client is a rule of the contract.
  `alter table invoice_terms alter column due_days drop default, add column stops_when_overdue boolean not null default false, add column version int not null default 1`,
  `alter table invoices add column overdue_notified_at timestamptz`,
  `alter table pending_spend_orders add column asked_at timestamptz, add column asked_by int references users`,
  `alter table spend_limits add column overdue_invoice_id int references invoices (invoice_id) on delete set null`,
  `alter table payment_methods add column expiry_notified_at timestamptz, add constraint payment_methods_of_advertiser unique (member_group_id, advertiser_id, payment_method_id)`,
  // A rule with the method of another advertiser, or with none, could never charge.
  `delete from auto_rebills r where not exists (select from payment_methods p where p.member_group_id = r.member_group_id and p.advertiser_id = r.advertiser_id and p.payment_method_id = r.payment_method_id)`,
  `alter table auto_rebills add constraint auto_rebills_method foreign key (member_group_id, advertiser_id, payment_method_id) references payment_methods (member_group_id, advertiser_id, payment_method_id)`,
]

/** Terms of invoicing and what follows from invoices that are not paid, questions about spend orders, and methods of auto-rebills. */
export const fundsTerms: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
