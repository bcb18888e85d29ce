import type { Database } from '../../../demo/platform/database/database.ts'
import { seededAdvertisers } from './small-seed.ts'

/** The payment method and the payment of a small advertiser, with ids that new rows never get. */
export const paymentsOf = (advertiser: number) => ({ method: 100_000 + advertiser, payment: 100_000 + advertiser })

const address = { name: 'Payer', line_1: 'Street 1', line_2: '', city: 'Berlin', region: '', postal_code: '10115', country_code: 'DE' }

/** A method and a payment for each advertiser. */
export async function seedPayments({ kysely }: Pick<Database, 'kysely'>) {
  const created_at = new Date('2026-11-01T09:00:00Z')
  for (const { advertiser: advertiser_id, client: member_group_id } of seededAdvertisers) {
    const owner = { member_group_id, advertiser_id }
    const { method: payment_method_id, payment: payment_id } = paymentsOf(advertiser_id)
    const card = { type: 'card' as const, brand: 'visa', last_four: '4242', exp_month: 12, exp_year: 2030 }
    const unset = { last_result_at: null, last_decline: null, created_by: null, removed_at: null }
    await kysely
      .insertInto('payment_methods')
      .values({
        ...owner,
        ...card,
        ...unset,
        payment_method_id,
        provider_id: `pm_${advertiser_id}`,
        name: 'Card',
        billing_address: JSON.stringify(address),
        created_at,
      })
      .execute()
    const price = { amount: 100_000_000, fee: 0, surcharge: 0, tax: 0, currency_code: 'USD' }
    const state = { provider_id: null, state: 'succeeded' as const, decline: null, settled_at: created_at, has_action_page: false }
    await kysely
      .insertInto('payments')
      .values({
        ...owner,
        ...price,
        ...state,
        payment_id,
        key: `small-${advertiser_id}`,
        payment_method_id,
        origin: 'person',
        user_id: null,
        created_at,
      })
      .execute()
  }
}
