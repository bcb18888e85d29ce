import type { Infer } from 'superstruct'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { type Lot, projectBalance } from '../../../src/contract/money/funds.rules.ts'
import type { BalanceDays, FundingTypeBalance } from '../../../src/contract/money/balances.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { AdvertiserPath } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'

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
    isPromotional: funding_type_id === fundingTypes.promotional,
    expires_on,
  }))
}

const sumOf = (lots: readonly Lot[]) => lots.reduce((sum, { left }) => sum + left, 0n)

interface Currency {
  readonly currency_code: string
  readonly currency_digits: number
}

/** Balances of the funding types with funds. */
export function balancesByType(lots: readonly OpenLot[], { currency_code, currency_digits }: Currency): Infer<typeof FundingTypeBalance>[] {
  const ids = [...new Set(lots.map(({ funding_type_id }) => funding_type_id))].sort((one, other) => one - other)
  return ids.map((funding_type_id) => {
    const own = lots.filter((lot) => lot.funding_type_id === funding_type_id)
    return {
      funding_type_id,
      balance: decimalOf(sumOf(own)),
      currency_code,
      currency_digits,
      expiring: own.flatMap(({ left, expires_on }) => (expires_on === null ? [] : [{ left: decimalOf(left), expires_on }])),
    }
  })
}

/** The funds that were paid before they are spent. */
export const prePaid = (lots: readonly OpenLot[]) =>
  sumOf(lots.filter(({ funding_type_id }) => funding_type_id !== fundingTypes.creditLine))

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
  const projected = dailySpend > 0n ? projectBalance(lots, dailySpend, addDays(today, 1)).slice(0, shownProjectedDays) : []
  return { currency_code, currency_digits, days, projected: projected.map(({ day, balance: left }) => ({ day, balance: decimalOf(left) })) }
}
