import type { Kysely } from 'kysely'
import { addMethod } from '../payments/methods.ts'
import { storeMethod } from '../payments/sandbox.ts'
import type { Tables } from '../tables/index.ts'
import { people } from './people.ts'

const dayMs = 86_400_000

/** The cards of an advertiser, by their endings; the last one has expired. */
const cards = [
  { ending: '4242', name: 'Company card', yearsLeft: 3 },
  { ending: '3155', name: 'Travel card', yearsLeft: 2 },
  { ending: '4242', name: 'Old card', yearsLeft: -1 },
] as const

const addresses = {
  EUR: { line_1: 'Speicherstraße 4', line_2: '', city: 'Hamburg', region: '', postal_code: '20457', country_code: 'DE' },
  GBP: { line_1: '18 Wharf Lane', line_2: '', city: 'London', region: '', postal_code: 'E14 9GE', country_code: 'GB' },
  JPY: { line_1: '2-7-1 Marunouchi', line_2: '', city: 'Tokyo', region: '', postal_code: '100-0005', country_code: 'JP' },
  USD: { line_1: '410 Terminal Avenue', line_2: '', city: 'Seattle', region: 'WA', postal_code: '98101', country_code: 'US' },
} as const
const addressIn = (currency: string) => Object.entries(addresses).find(([code]) => code === currency)?.[1] ?? addresses.USD

/** The user who adds methods of an advertiser: its own admin, or an internal one. */
function payerOf(advertiser: number) {
  const index = people.findIndex((person) => person.role === 5 && person.advertisers?.includes(advertiser))
  return index < 0 ? 2 : index + 1
}

/** Advertisers 5 and 27, and one in ten. */
const hasCards = (advertiser: number) => advertiser === 5 || advertiser === 27 || advertiser % 10 === 1
/** The fourth client has thousands of advertisers, and none has added a card. */
const clientsWithCards = [1, 2, 3]

/** Three cards for some advertisers, and the fees of the first client. */
export async function seedPayments(kysely: Kysely<Tables>, now: Date) {
  await kysely.insertInto('fee_schedules').values({ member_group_id: 1, fee_percent: 3_000_000, surcharge: 300_000 }).execute()
  const advertisers = await kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_id', 'name', 'currency_code'])
    .where('member_group_id', 'in', clientsWithCards)
    .orderBy('advertiser_id')
    .execute()
  const addedAt = new Date(now.getTime() - 90 * dayMs)
  for (const { name, currency_code, ...key } of advertisers.filter(({ advertiser_id }) => hasCards(advertiser_id)))
    for (const [index, { ending, name: cardName, yearsLeft }] of cards.entries()) {
      const method = {
        id: `pm_seed_${key.advertiser_id}_${index + 1}`,
        type: 'card' as const,
        brand: 'visa',
        last_four: ending,
        exp_month: 11,
        exp_year: now.getUTCFullYear() + yearsLeft,
      }
      await storeMethod({ kysely, now: addedAt }, method)
      const address = { name, ...addressIn(currency_code) }
      const added = { method, address, isDefault: index === 0, userId: payerOf(key.advertiser_id), now: addedAt }
      const id = await addMethod(kysely, key, added)
      await kysely.updateTable('payment_methods').set({ name: cardName }).where('payment_method_id', '=', id).execute()
    }
}
