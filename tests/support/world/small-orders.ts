import type { Database } from '../../../demo/platform/database/database.ts'
import { writeVersion } from '../../../demo/platform/insertion-orders/versions.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { leakMarkers, seededAdvertisers } from './small-seed.ts'

/** The orders of a small advertiser, with ids that new rows never get: an open one, one that waits for approval, and one with spend. */
export const ordersOf = (advertiser: number) => ({
  open: 100_000 + advertiser,
  pending: 200_000 + advertiser,
  approved: 300_000 + advertiser,
  /** A document of the open order. */
  attachment: 400_000 + advertiser,
})

/** Three orders for each advertiser, with one line. Their author is the super user. */
export async function seedOrders({ kysely }: Pick<Database, 'kysely'>) {
  const now = new Date('2026-11-20T09:00:00Z')
  const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
  for (const { advertiser: advertiser_id, client: member_group_id } of seededAdvertisers)
    for (const status of ['open', 'pending', 'approved'] as const) {
      const insertion_order_id = ordersOf(advertiser_id)[status]
      const shared = { name: `Order ${status} ${leakMarkers.advertiser(advertiser_id)}`, number: `IO-${insertion_order_id}`, ...days }
      const owner = { member_group_id, insertion_order_id, advertiser_id, currency_code: 'USD' }
      const status_id = orderStatusIds[status]
      await kysely
        .insertInto('insertion_orders')
        .values({ ...owner, ...shared, status_id, total: 500_000_000, author_id: null, edited_at: now, edited_by: null })
        .execute()
      const line = { line_id: 1, name: 'Clicks', channel: null, type: 'fixed' as const, rate: null, quantity: null, amount: '500' }
      const writer = { database: { kysely }, scope: { memberGroupId: member_group_id, advertisers: 'all' as const }, now: () => now }
      await writeVersion(writer, owner, {
        versionId: 1,
        terms: {
          ...shared,
          advertiser_id,
          currency_code: 'USD',
          total: '500',
          po_number: null,
          notes: '',
          lines: [{ ...line, ...days, is_hard_cap: false }],
        },
        authorId: null,
        isSubmitted: status !== 'open',
      })
      if (status === 'open')
        await kysely
          .insertInto('insertion_order_attachments')
          .values({
            member_group_id,
            insertion_order_id,
            attachment_id: ordersOf(advertiser_id).attachment,
            name: 'Purchase order.pdf',
            bytes: 9,
            hash: '',
            content: Buffer.from('%PDF-1.7\n').toString('base64'),
            created_at: now,
            created_by: null,
          })
          .execute()
      if (status !== 'approved') continue
      const spend = { line_id: 1, campaign_id: advertiser_id * 10, day: '2026-11-10', micros: 5_000_000 }
      await kysely
        .insertInto('insertion_order_spend')
        .values({ member_group_id, insertion_order_id, ...spend })
        .execute()
    }
}
