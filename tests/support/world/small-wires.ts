import type { Database } from '../../../demo/platform/database/database.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { paymentsOf } from './small-payments.ts'
import { leakMarkers, seededAdvertisers } from './small-seed.ts'

/** The id of each small advertiser's transfer, receipt and auto-rebill, which new rows never get. */
export const wireIdOf = (advertiser: number) => 100_000 + advertiser

/** For each advertiser a waiting transfer, an unassigned receipt, and an auto-rebill that is off. All clients accept transfers. */
export async function seedWiresAndRebills({ kysely }: Pick<Database, 'kysely'>) {
  for (const member_group_id of new Set(seededAdvertisers.map(({ client }) => client)))
    await kysely
      .insertInto('member_group_funding_types')
      .values({ member_group_id, funding_type_id: fundingTypes.wire, status: 'Active' })
      .onConflict((conflict) => conflict.columns(['member_group_id', 'funding_type_id']).doUpdateSet({ status: 'Active' }))
      .execute()
  for (const { advertiser: advertiser_id, client: member_group_id } of seededAdvertisers) {
    const owner = { member_group_id, advertiser_id }
    const id = wireIdOf(advertiser_id)
    await kysely
      .insertInto('wire_transfers')
      .values({ ...owner, wire_transfer_id: id, reference: `PL-${id}`, amount: 500_000_000, state: 'waiting' })
      .execute()
    const receipt = {
      provider_id: `bank ${id}`,
      amount: 75_000_000,
      currency_code: 'USD',
      sender: '',
      text: leakMarkers.client(member_group_id),
    }
    await kysely
      .insertInto('receipts')
      .values({ member_group_id, receipt_id: id, ...receipt, received_at: '2026-11-20T09:00:00Z' })
      .execute()
    const terms = {
      threshold: 50_000_000,
      mode: 'fixed',
      amount: 200_000_000,
      payment_method_id: paymentsOf(advertiser_id).method,
      is_on: false,
    }
    await kysely
      .insertInto('auto_rebills')
      .values({ ...owner, auto_rebill_id: id, ...terms })
      .execute()
    await kysely
      .insertInto('auto_rebill_runs')
      .values({
        ...owner,
        auto_rebill_id: id,
        at: '2026-11-20T09:00:00Z',
        outcome: 'declined',
        key: `rebill ${id}`,
        payment_method_id: paymentsOf(advertiser_id).method,
        amount: 1,
      })
      .execute()
  }
}
