import type { Infer } from 'superstruct'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { type Lot, projectBalance } from '../../../src/contract/money/funds.rules.ts'
import type { BalanceDays, FundingTypeBalance } from '../../../src/contract/money/balances.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { decimalOf, minAmount } from '../../../src/contract/money/money.ts'
import { type AdvertiserPath, keyOf } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { limitLeftOf } from '../spend-limits/raised.ts'

type Reads = Pick<Context, 'database'>
interface OpenLot extends Lot {
  readonly expires_on: string | null
  readonly funding_type_id: number
}

/** What is left of an advertiser's credits. */
export async function openLots({ database: { kysely } }: Reads, { memberGroupId, advertiserId }: AdvertiserPath): Promise<OpenLot[]> {
  const rows = await kysely
    .selectFrom('funding_lots')
    .select(['balance_event_id', 'funding_type_id', 'expires_on'])
    .select(({ cast }) => cast<string>('left', 'text').as('left'))
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('is_open', '=', true)
    .orderBy('expires_on')
    .orderBy('balance_event_id')
    .execute()
  return rows.map(({ balance_event_id: lot_id, funding_type_id, left, expires_on }) => ({
    lot_id,
    funding_type_id,
    left: BigInt(left),
    isPromotional: funding_type_id === promotional,
    expires_on,
  }))
}

const sumOf = (lots: readonly Lot[]) => lots.reduce((sum, { left }) => sum + left, 0n)

interface Currency {
  readonly currency_code: string
  readonly currency_digits: number
}

const { card, creditLine, promotional, wire } = fundingTypes

/**
 * The funds by type, with what is left of the credit line as its type. Lots differ from it: spend takes the oldest of them, but counts
 * against the limit, and the payment of an invoice makes a lot of the credit line. So what these lots have beyond the rest of the credit is
 * paid money, and what they lack is in other lots, such as that of a make-good.
 */
export function fundsByType(lots: readonly Pick<OpenLot, 'funding_type_id' | 'left'>[], creditLeft: bigint): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>()
  const add = (id: number, micros: bigint) => sums.set(id, (sums.get(id) ?? 0n) + micros)
  for (const { funding_type_id, left } of lots) add(funding_type_id, left)
  let missing = creditLeft - (sums.get(creditLine) ?? 0n)
  add(creditLine, missing)
  if (missing < 0n) add(card, -missing)
  for (const id of [promotional, card, wire]) {
    if (missing <= 0n) break
    const taken = minAmount(missing, sums.get(id) ?? 0n)
    add(id, -taken)
    missing -= taken
  }
  return new Map([...sums].filter(([, micros]) => micros > 0n).sort(([one], [other]) => one - other))
}

/** Balances of the funding types with funds. */
export const balancesByType = (
  lots: readonly OpenLot[],
  creditLeft: bigint,
  { currency_code, currency_digits }: Currency,
): Infer<typeof FundingTypeBalance>[] =>
  [...fundsByType(lots, creditLeft)].map(([funding_type_id, micros]) => ({
    funding_type_id,
    balance: decimalOf(micros),
    currency_code,
    currency_digits,
    expiring: lots.flatMap((lot) =>
      lot.funding_type_id === funding_type_id && lot.expires_on !== null ? [{ left: decimalOf(lot.left), expires_on: lot.expires_on }] : [],
    ),
  }))

const pastDays = 90
const shownProjectedDays = 30

/** The balance at the end of each of the last 90 days, with a projection at a daily spend. */
export async function balanceDays(
  context: Reads,
  account: AdvertiserPath,
  { today, dailySpend, currency_code, currency_digits }: Currency & { readonly today: string; readonly dailySpend: bigint },
): Promise<Infer<typeof BalanceDays>> {
  const lots = await openLots(context, account)
  const start = addDays(today, 1 - pastDays)
  const changes = await context.database.kysely
    .selectFrom('balance_events')
    .select(({ cast, fn }) => ['day', cast<string>(fn.sum('micros'), 'text').as('micros')])
    .where('member_group_id', '=', account.memberGroupId)
    .where('advertiser_id', '=', account.advertiserId)
    .where('day', '>', start)
    .groupBy('day')
    .execute()
  const changeOn = new Map(changes.map(({ day, micros }) => [day, BigInt(micros)]))
  const days: { day: string; balance: string }[] = []
  let balance = sumOf(lots)
  for (let index = 0; index < pastDays; index++) {
    const day = addDays(today, -index)
    days.unshift({ day, balance: decimalOf(balance) })
    balance -= changeOn.get(day) ?? 0n
  }
  const limitLeft = await limitLeftOf(context.database.kysely, keyOf(account))
  const projected =
    dailySpend > 0n ? projectBalance({ lots, dailySpend, today: addDays(today, 1), limitLeft }).slice(0, shownProjectedDays) : []
  return { currency_code, currency_digits, days, projected: projected.map(({ day, balance: left }) => ({ day, balance: decimalOf(left) })) }
}
