import type { Infer } from 'superstruct'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { type Lot, projectBalance } from '../../../src/contract/money/funds.rules.ts'
import type { BalanceDays, FundingTypeBalance } from '../../../src/contract/money/balances.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { type AdvertiserPath, keyOf } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { limitLeftOf } from '../spend-limits/raised.ts'
import { type OpenLot, openLots } from './lots.ts'
import { fundsByType } from './own-funds.ts'

type DatabaseContext = Pick<Context, 'database'>
const sumOf = (lots: readonly Lot[]) => lots.reduce((sum, { left }) => sum + left, 0n)

interface Currency {
  readonly currency_code: string
  readonly currency_digits: number
}

/** One balance per funding type that has money. */
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

/**
 * The balance at the end of each of the last 90 days, and a projection of the next 30 days, if `dailySpend` is spent each day. There is no
 * projection if it is 0.
 */
export async function balanceDays(
  context: DatabaseContext,
  account: AdvertiserPath,
  { today, dailySpend, currency_code, currency_digits }: Currency & { readonly today: string; readonly dailySpend: bigint },
): Promise<Infer<typeof BalanceDays>> {
  const lots = await openLots(context.database.kysely, keyOf(account))
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
