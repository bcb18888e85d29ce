import type { Kysely } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import {
  type AmountFault,
  addedAmountFault,
  type FeeTerms,
  roundDown,
  roundHalfUp,
  roundUp,
} from '../../../src/contract/money/funds.rules.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { amountOf, decimalOf, maxAmount } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { fullAdvertiser } from '../advertisers/read.ts'
import { Refused, ruleProblem } from '../context/refusal.ts'
import { refuseFunds } from '../money/refusals.ts'
import { missingRateError, ratesOrMissing } from '../money/rates.ts'
import { dayIn } from '../sql/days.ts'
import type { Tables } from '../tables/index.ts'

/** What decides the price and the limits of an advertiser's payments; amounts in micros of its currency. */
export interface PaymentTerms extends FeeTerms {
  readonly currency_code: string
  readonly currency_digits: number
  readonly today: string
  /** The client's minimum, the minimum bid, and the provider's minimum. */
  readonly minimums: readonly bigint[]
  readonly dayMaximum: bigint
}

/** Converts micros of US dollars and rounds down; without a rate, the number is of the currency itself. */
async function fromDollars(kysely: Kysely<Tables>, micros: bigint, currency: { code: string; digits: number }, day: string) {
  const found = await ratesOrMissing({ kysely }, ['USD'], currency.code, day)
  if ('lacks' in found) return micros
  return roundDown((micros * (found.rates.weights.get('USD') ?? found.rates.parts)) / found.rates.parts, currency.digits)
}

/** The fees of a client before it changes them. */
const standardFees = { fee_percent: 0, surcharge: 0, minimum_amount: 0, day_maximum: null, version: 1 }
/** The day's maximum of a client that has set none, in micros of US dollars. */
const standardDayMaximum = 25_000_000_000n

/** A client's fees and limits in its default currency on a day. */
export async function feesOf(kysely: Kysely<Tables>, member_group_id: number, day: string) {
  const { code, digits } = await kysely
    .selectFrom('member_groups as m')
    .innerJoin('currencies as c', 'c.currency_code', 'm.default_currency_code')
    .select(['c.currency_code as code', 'c.digits'])
    .where('m.member_group_id', '=', member_group_id)
    .executeTakeFirstOrThrow()
  const own = await kysely
    .selectFrom('fee_schedules')
    .select(['fee_percent', 'surcharge', 'minimum_amount', 'day_maximum', 'version'])
    .where('member_group_id', '=', member_group_id)
    .executeTakeFirst()
  const fees = own ?? standardFees
  const day_maximum = fees.day_maximum ?? Number(await fromDollars(kysely, standardDayMaximum, { code, digits }, day))
  return { ...fees, day_maximum, currency_code: code, currency_digits: digits }
}

/** Throws if the client does not accept payments by card. */
export async function requireCards(kysely: Kysely<Tables>, member_group_id: number): Promise<void> {
  const type = await kysely
    .selectFrom('member_group_funding_types')
    .select('status')
    .where('member_group_id', '=', member_group_id)
    .where('funding_type_id', '=', fundingTypes.card)
    .executeTakeFirst()
  if (type?.status !== 'Active') throw refuseFunds('Payment', 'cards_closed')
}

/** The smallest charge of the providers: half a unit of a currency with digits, and fifty units of one without. */
const providerMinimum = (digits: number) => (digits === 0 ? 50_000_000n : 500_000n)

/** The default method's address, otherwise the advertiser's own. */
export async function defaultAddress(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) {
  const method = await kysely
    .selectFrom('payment_methods')
    .select('billing_address')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return method?.billing_address ?? (await fullAdvertiser({ kysely }, advertiser_id)).billing_address
}

/** The tax on fees at the advertiser's own address, otherwise at that of its default method; none without an address. */
export async function taxOf(kysely: Kysely<Tables>, key: AdvertiserKey) {
  const address = (await fullAdvertiser({ kysely }, key.advertiser_id)).billing_address ?? (await defaultAddress(kysely, key))
  if (!address) return undefined
  return kysely.selectFrom('tax_types').selectAll().where('country_code', '=', address.country_code).executeTakeFirst()
}

export async function paymentTerms(kysely: Kysely<Tables>, key: AdvertiserKey, now: Date): Promise<PaymentTerms> {
  const { currency_code, time_zone } = await fullAdvertiser({ kysely }, key.advertiser_id)
  const today = dayIn(now, time_zone)
  const client = await kysely
    .selectFrom('member_groups')
    .select(['min_bid', 'default_currency_code'])
    .where('member_group_id', '=', key.member_group_id)
    .executeTakeFirstOrThrow()
  const { digits } = await kysely
    .selectFrom('currencies')
    .select('digits')
    .where('currency_code', '=', currency_code)
    .executeTakeFirstOrThrow()
  const found = await ratesOrMissing({ kysely }, [client.default_currency_code], currency_code, today)
  if ('lacks' in found) throw missingRateError(found)
  const weight = found.rates.weights.get(client.default_currency_code) ?? found.rates.parts
  const converted = (micros: number) => (BigInt(micros) * weight) / found.rates.parts
  const fees = await feesOf(kysely, key.member_group_id, today)
  const tax = await taxOf(kysely, key)
  const minimums = [converted(fees.minimum_amount), converted(client.min_bid), providerMinimum(digits)]
  return {
    currency_code,
    currency_digits: digits,
    today,
    feePercent: BigInt(fees.fee_percent),
    surcharge: roundHalfUp(converted(fees.surcharge), digits),
    taxPercent: BigInt(tax?.percent ?? 0),
    minimums: minimums.map((minimum) => roundUp(minimum, digits)),
    dayMaximum: roundDown(converted(fees.day_maximum), digits),
  }
}

/** What payments of this day of the advertiser add, with those under way. */
export async function addedToday(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey, today: string) {
  const { time_zone } = await fullAdvertiser({ kysely }, advertiser_id)
  const { micros } = await kysely
    .selectFrom('payments')
    .select(({ fn, cast }) => cast<string | null>(fn.sum('amount'), 'text').as('micros'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('state', 'not in', ['declined', 'canceled'])
    .where(({ eb, fn, val, ref, cast }) =>
      eb(cast<string>(fn('timezone', [val(time_zone), ref('created_at')]), 'date'), '=', cast<string>(val(today), 'date')),
    )
    .executeTakeFirstOrThrow()
  return BigInt(micros ?? 0)
}

/** Spend of the seven days before today. */
export async function usualWeek(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey, today: string) {
  const { micros } = await kysely
    .selectFrom('spend_days')
    .select(({ fn, cast }) => cast<string | null>(fn.sum('micros'), 'text').as('micros'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('day', '>=', addDays(today, -7))
    .where('day', '<', today)
    .executeTakeFirstOrThrow()
  return BigInt(micros ?? 0)
}

const sentences: Readonly<Record<AmountFault['code'] | 'above_new_method', (limit: string) => string>> = {
  below_minimum: (limit) => `Add at least ${limit}`,
  above_day: (limit) => `At most ${limit} can still be added today`,
  too_many_digits: () => 'The amount has more decimal places than the currency',
  above_new_method: (limit) => `This method can still pay ${limit} in its first 24 hours`,
}

/** The refusal of an amount, with the limit in the currency. */
export function refuseAmount(code: keyof typeof sentences, limit: bigint, { currency_code, currency_digits }: PaymentTerms) {
  const rule = sentences[code](`${amountOf(limit, currency_digits)} ${currency_code}`)
  return new Refused('invalid', { subject: 'amount', rule }, [
    ruleProblem('amount', rule, { code, limit: decimalOf(limit), currency_code }),
  ])
}

/** Throws if an amount cannot be added now. */
export async function requireAmount(kysely: Kysely<Tables>, key: AdvertiserKey, amount: bigint, terms: PaymentTerms) {
  const limits = { minimums: terms.minimums, dayMaximum: terms.dayMaximum, addedToday: await addedToday(kysely, key, terms.today) }
  const fault = addedAmountFault(amount, limits, terms.currency_digits)
  if (!fault) return
  const limit = fault.code === 'below_minimum' ? fault.minimum : fault.code === 'above_day' ? fault.left : 0n
  throw refuseAmount(fault.code, limit, terms)
}

const newMethodMs = 86_400_000
/** What a new method pays for an advertiser without spend, in micros of US dollars. */
const withoutSpend = 1_000_000_000n

interface NewMethod {
  readonly payment_method_id: number
  readonly addedAt: Date
  readonly now: Date
  readonly today: string
}

/** What a method that was just added can still pay in its first 24 hours; null later. */
export async function newMethodMaximum(
  kysely: Kysely<Tables>,
  key: AdvertiserKey,
  { payment_method_id, addedAt, now, today }: NewMethod,
): Promise<bigint | null> {
  if (now.getTime() - addedAt.getTime() >= newMethodMs) return null
  const currency = await kysely
    .selectFrom('advertisers as a')
    .innerJoin('currencies as c', 'c.currency_code', 'a.currency_code')
    .select(['c.currency_code as code', 'c.digits'])
    .where('a.member_group_id', '=', key.member_group_id)
    .where('a.advertiser_id', '=', key.advertiser_id)
    .executeTakeFirstOrThrow()
  const week = await usualWeek(kysely, key, today)
  const most = week > 0n ? roundDown(3n * week, currency.digits) : await fromDollars(kysely, withoutSpend, currency, today)
  const { paid } = await kysely
    .selectFrom('payments')
    .select(({ fn, cast }) => cast<string | null>(fn.sum('amount'), 'text').as('paid'))
    .where('member_group_id', '=', key.member_group_id)
    .where('advertiser_id', '=', key.advertiser_id)
    .where('payment_method_id', '=', payment_method_id)
    .where('state', 'not in', ['declined', 'canceled'])
    .executeTakeFirstOrThrow()
  return maxAmount(0n, most - BigInt(paid ?? 0))
}

/** Throws if a method that was just added pays more than three usual weeks: a thief empties a stolen card at once. */
export async function requireTrust(
  kysely: Kysely<Tables>,
  key: AdvertiserKey,
  { amount, terms, ...method }: Omit<NewMethod, 'today'> & { readonly amount: bigint; readonly terms: PaymentTerms },
) {
  const maximum = await newMethodMaximum(kysely, key, { ...method, today: terms.today })
  if (maximum !== null && amount > maximum) throw refuseAmount('above_new_method', maximum, terms)
}
