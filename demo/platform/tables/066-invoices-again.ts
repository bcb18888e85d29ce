import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  `alter table invoices drop constraint invoices_member_group_id_advertiser_id_end_date_key`,
  `create unique index invoices_of_months on invoices (member_group_id, advertiser_id, end_date) where status <> 'void'`,
]

/** A month whose invoice is void gets another one. */
export const invoicesAgain: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
