import type { Kysely } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { maxAmount, minAmount } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { creditLeftOf } from '../spend-limits/raised.ts'
import type { Tables } from '../tables/index.ts'
import { type LedgerEntry, writeEntries } from './ledger.ts'
import { openLots } from './lots.ts'

const { card, creditLine, promotional, wire } = fundingTypes

/**
 * The funds by funding type. The credit line gets exactly `creditLeft`. If its lots hold more, the surplus is own funds and counts as card. If
 * they hold less, the shortfall is subtracted from promotional, then card, then wire.
 */
export function fundsByType(
  lots: readonly { readonly funding_type_id: number; readonly left: bigint }[],
  creditLeft: bigint,
): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>()
  const add = (id: number, micros: bigint) => sums.set(id, (sums.get(id) ?? 0n) + micros)
  for (const { funding_type_id, left } of lots) add(funding_type_id, left)
  const missingCredit = creditLeft - (sums.get(creditLine) ?? 0n)
  add(creditLine, missingCredit)
  add(card, maxAmount(0n, -missingCredit))
  let shortfall = maxAmount(0n, missingCredit)
  for (const id of [promotional, card, wire]) {
    const taken = minAmount(shortfall, sums.get(id) ?? 0n)
    add(id, -taken)
    shortfall -= taken
  }
  return new Map([...sums].filter(([, micros]) => micros > 0n).sort(([one], [other]) => one - other))
}

/** The own funds of an account with these funding types, in micros. Call it with the balance locked. */
export async function ownFundsOf(kysely: Kysely<Tables>, account: AdvertiserKey, typeIds: readonly number[]): Promise<bigint> {
  const funds = fundsByType(await openLots(kysely, account), await creditLeftOf(kysely, account))
  return typeIds.reduce((sum, id) => sum + (funds.get(id) ?? 0n), 0n)
}

/**
 * Debits own funds of these funding types: first from lots of these types, then from lots of the credit line. The amount must not exceed
 * `ownFundsOf` the same types. Call it with the balance locked.
 */
export const debitOwnFunds = (
  kysely: Kysely<Tables>,
  account: AdvertiserKey,
  entry: Omit<LedgerEntry, 'taken_from'>,
  typeIds: readonly number[],
) => writeEntries(kysely, account, [{ ...entry, taken_from: [...typeIds, creditLine] }])
