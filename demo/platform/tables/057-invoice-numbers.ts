import { type Migration, sql } from 'kysely'

/** Invoices that were made from the ledger have the whole id of their advertiser in their number, also if it has more than four digits. */
export const invoiceNumbers: Migration = {
  up: async (db) => {
    await sql`
      update invoices set number = to_char(end_date, 'YYYY-MM-') || advertiser_id
      where advertiser_id > 9999 and number = to_char(end_date, 'YYYY-MM-') || left(advertiser_id::text, 4)`.execute(db)
  },
}
