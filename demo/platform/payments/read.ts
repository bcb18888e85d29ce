import { type Kysely, type Selectable, sql } from 'kysely'
import { suggestedAmounts } from '../../../src/contract/money/funds.rules.ts'
import type { FundsOffer, Payment, PaymentPrice } from '../../../src/contract/payments/payments.ts'
import type { priceOf } from '../../../src/contract/money/funds.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { decimalOf, maxAmount, microsPerUnit } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { fullAdvertiser } from '../advertisers/read.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { owedOf } from '../money/funding.ts'
import { openLots } from '../money/lots.ts'
import { limitLeftOf } from '../spend-limits/raised.ts'
import type { ListFields, ListQuery } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import type { Tables } from '../tables/index.ts'
import { actionSecret } from './charge.ts'
import { chargedOf } from './settle.ts'
import { addedToday, defaultAddress, paymentTerms, type PaymentTerms, usualWeek } from './terms.ts'

/** The address of a page of the second origin for a session. */
export const payUrl = (pageOrigin: string, secret: string) => `${pageOrigin}/pay/${secret}`

export const toPrice = (price: ReturnType<typeof priceOf>, { currency_code, currency_digits }: PaymentTerms): PaymentPrice => ({
  amount: decimalOf(price.amount),
  fee: decimalOf(price.fee),
  surcharge: decimalOf(price.surcharge),
  tax: decimalOf(price.tax),
  charged: decimalOf(price.charged),
  currency_code,
  currency_digits,
})

const balanceOf = async (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) => {
  const row = await kysely
    .selectFrom('advertiser_balances')
    .select(({ cast }) => cast<string>('balance', 'text').as('balance'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirst()
  return BigInt(row?.balance ?? 0)
}

type Row = Selectable<Tables['payments']> & {
  readonly digits: number
  readonly brand: string
  readonly last_four: string
  readonly user_name: string | null
}

const paymentsFrom = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('payments as p')
    .innerJoin('payment_methods as m', (join) =>
      join.onRef('m.member_group_id', '=', 'p.member_group_id').onRef('m.payment_method_id', '=', 'p.payment_method_id'),
    )
    .innerJoin('currencies as c', 'c.currency_code', 'p.currency_code')
    .leftJoin('users as u', 'u.user_id', 'p.user_id')
    .where('p.member_group_id', '=', member_group_id)
    .where('p.advertiser_id', '=', advertiser_id)
const withDetails = (from: ReturnType<typeof paymentsFrom>) =>
  from.selectAll('p').select(['c.digits', 'm.brand', 'm.last_four', userName.as('user_name')])

const toPayment = (row: Row, available: bigint): Payment => ({
  amount: decimalOf(BigInt(row.amount)),
  fee: decimalOf(BigInt(row.fee)),
  surcharge: decimalOf(BigInt(row.surcharge)),
  tax: decimalOf(BigInt(row.tax)),
  charged: decimalOf(chargedOf(row)),
  currency_code: row.currency_code,
  currency_digits: row.digits,
  payment_id: row.payment_id,
  state: row.state,
  decline: row.decline,
  refunded: decimalOf(BigInt(row.refunded)),
  payment_method: { payment_method_id: row.payment_method_id, brand: row.brand, last_four: row.last_four },
  origin: row.origin,
  user: row.user_name,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  action_path: null,
  available: decimalOf(available),
})

/** Adds the page of a second step, which only the user who pays sees. */
async function withOwnAction(payment: Payment, row: Row, { caller, database: { kysely } }: Context, pageOrigin: string): Promise<Payment> {
  const isOwn = row.user_id === (caller.person?.user_id ?? null)
  if (!isOwn || row.state !== 'needs_action' || !row.has_action_page) return payment
  return { ...payment, action_path: payUrl(pageOrigin, await actionSecret(kysely, row)) }
}

export async function paymentById(context: Context, key: AdvertiserKey, paymentId: number, pageOrigin: string): Promise<Payment> {
  const { kysely } = context.database
  const row = await withDetails(paymentsFrom(kysely, key)).where('p.payment_id', '=', paymentId).executeTakeFirst()
  if (!row) throw notFound('Payment')
  return withOwnAction(toPayment(row, await balanceOf(kysely, key)), row, context, pageOrigin)
}

const column = (name: string) => sql.ref(`p.${name}`)
const fields: ListFields = {
  payment_id: { column: column('payment_id'), type: 'integer' },
  state: { column: column('state'), type: 'text' },
  origin: { column: column('origin'), type: 'text' },
  amount: { column: column('amount'), type: 'amount', perUnit: microsPerUnit },
  created_at: { column: column('created_at'), type: 'moment' },
}

export async function paymentsPage(context: Context, key: AdvertiserKey, query: ListQuery, pageOrigin: string) {
  const { kysely } = context.database
  const available = await balanceOf(kysely, key)
  const { rows, total } = await pageOf({
    from: paymentsFrom(kysely, key),
    columns: withDetails,
    fields,
    id: sql`p.payment_id desc`,
    where: query,
    row: (row) => ({ row, payment: toPayment(row, available) }),
  })
  return { payments: await Promise.all(rows.map(({ row, payment }) => withOwnAction(payment, row, context, pageOrigin))), total }
}

/** Everything that the form for adding funds needs. */
export async function fundsOffer(
  context: Context,
  key: AdvertiserKey,
  { hasProvider, hasBank }: { readonly hasProvider: boolean; readonly hasBank: boolean },
): Promise<FundsOffer> {
  const { kysely } = context.database
  const { member_group_id, advertiser_id } = key
  const terms = await paymentTerms(kysely, key, context.now())
  const week = await usualWeek(kysely, key, terms.today)
  const minimum = maxAmount(0n, ...terms.minimums)
  const lots = await openLots(context.database.kysely, { member_group_id, advertiser_id })
  const limitLeft = await limitLeftOf(kysely, key)
  const types = await kysely
    .selectFrom('member_group_funding_types')
    .select('funding_type_id')
    .where('member_group_id', '=', member_group_id)
    .where('status', '=', 'Active')
    .execute()
  const { active_campaigns, advertiser_group_id } = await fullAdvertiser({ kysely }, advertiser_id)
  const permissions = context.caller.permissionsAt({ member_group_id, advertiser_group_id, advertiser_id })
  const offers = (id: number) => types.some(({ funding_type_id }) => funding_type_id === id)
  const mayChange = hasPermission(permissions, 'payment_methods.change')
  return {
    currency_code: terms.currency_code,
    currency_digits: terms.currency_digits,
    minimum: decimalOf(minimum),
    day_maximum: decimalOf(terms.dayMaximum),
    left_today: decimalOf(maxAmount(0n, terms.dayMaximum - (await addedToday(kysely, key, terms.today)))),
    suggestions: suggestedAmounts(week, minimum, terms.currency_digits).map(decimalOf),
    usual_day: week > 0n ? decimalOf(week / 7n) : null,
    available: decimalOf(await balanceOf(kysely, key)),
    owed: decimalOf(await owedOf(kysely, key)),
    limit_left: limitLeft === null ? null : decimalOf(limitLeft),
    expiring: lots.flatMap(({ left, expires_on }) => (expires_on === null ? [] : [{ left: decimalOf(left), expires_on }])),
    today: terms.today,
    active_campaigns,
    has_provider: hasProvider || hasBank,
    may_pay_by_card: hasProvider && offers(fundingTypes.card),
    may_pay_by_wire: hasBank && offers(fundingTypes.wire),
    may_add_methods: mayChange,
    fee_percent: decimalOf(terms.feePercent),
    surcharge: decimalOf(terms.surcharge),
    tax_percent: decimalOf(terms.taxPercent),
    default_address: mayChange ? await defaultAddress(kysely, key) : null,
  }
}
