import type { Database } from '../../../demo/platform/database/database.ts'
import { factDay, seededAdvertisers } from './small-seed.ts'

/** The spend limit, the invoice and the spend order of a small advertiser have the same id, which new rows never get. */
export const fundsIdOf = (advertiser: number) => 100_000 + advertiser
/** The only advertiser without a spend limit and an invoice, which can be removed. */
export const advertiserWithoutLimit = 3

/** A spend limit that nothing reaches and an unpaid invoice with one line for all other advertisers, and an open spend order for each. */
export async function seedFunds({ kysely }: Pick<Database, 'kysely'>) {
  for (const { advertiser: advertiser_id, client: member_group_id } of seededAdvertisers) {
    const owner = { member_group_id, advertiser_id }
    const id = fundsIdOf(advertiser_id)
    if (advertiser_id !== advertiserWithoutLimit) {
      await kysely
        .insertInto('spend_limits')
        .values({ ...owner, spend_limit_id: id, amount: 900_000_000_000n })
        .execute()
      const month = { start_date: '2026-10-01', end_date: '2026-10-31', issued_on: '2026-11-04', due_on: '2026-12-04' }
      await kysely
        .insertInto('invoices')
        .values({ ...owner, ...month, invoice_id: id, number: `2026-10-${id}`, exact: 12_345_678, amount: 12_350_000 })
        .execute()
      await kysely
        .insertInto('invoice_lines')
        .values({ member_group_id, invoice_id: id, campaign_id: advertiser_id * 10, day: factDay, micros: 12_345_678 })
        .execute()
    }
    await kysely
      .insertInto('pending_spend_orders')
      .values({
        ...owner,
        pending_spend_order_id: id,
        campaign_id: advertiser_id * 10,
        over: 1_000_000,
        created_at: '2026-11-20T09:00:00Z',
      })
      .execute()
  }
}
