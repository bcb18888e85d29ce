import { type Kysely, sql } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { maxAmount, minAmount } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { creditLeftOf } from '../spend-limits/raised.ts'
import { bigint } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { type LedgerEntry, writeEntries } from './ledger.ts'
import { leftInLots, openLots } from './lots.ts'

const { card, creditLine, promotional, wire } = fundingTypes

/** What spend has taken from a lot that is not of the credit line. */
export interface SpentLot {
  readonly lot_id: number
  readonly funding_type_id: number
  readonly spent: bigint
}

/**
 * The lots whose money is in lots of the credit line, and how much of it: spend takes the oldest lot, but counts against the limit, so that
 * the own funds stay. They are the lots that spend took last, which come first. What they do not explain has no lot.
 */
function ownInCreditLine(
  spentLots: readonly SpentLot[],
  micros: bigint,
): readonly (Omit<SpentLot, 'spent'> & { readonly micros: bigint })[] {
  let rest = micros
  return spentLots.flatMap(({ spent, ...lot }) => {
    const part = minAmount(rest, spent)
    rest -= part
    return part > 0n ? [{ ...lot, micros: part }] : []
  })
}

/**
 * The funds by type, with what is left of the credit line as its type. What lots of the credit line have beyond it is own money, of the type
 * of the lots that spend took instead. What they lack is in other lots, such as that of a make-good.
 */
export function fundsByType(
  lots: readonly { readonly funding_type_id: number; readonly left: bigint }[],
  creditLeft: bigint,
  spentLots: readonly SpentLot[],
): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>()
  const add = (id: number, micros: bigint) => sums.set(id, (sums.get(id) ?? 0n) + micros)
  for (const { funding_type_id, left } of lots) add(funding_type_id, left)
  let missing = creditLeft - (sums.get(creditLine) ?? 0n)
  add(creditLine, missing)
  let own = maxAmount(0n, -missing)
  for (const { funding_type_id, micros } of ownInCreditLine(spentLots, own)) {
    add(funding_type_id, micros)
    own -= micros
  }
  add(card, own)
  for (const id of [promotional, card, wire]) {
    if (missing <= 0n) break
    const taken = minAmount(missing, sums.get(id) ?? 0n)
    add(id, -taken)
    missing -= taken
  }
  return new Map([...sums].filter(([, micros]) => micros > 0n).sort(([one], [other]) => one - other))
}

/** The lots of an account that spend has taken from and that are not of the credit line, the newest first. */
export async function spentLotsOf(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey): Promise<SpentLot[]> {
  const spent = sql<string>`micros - "left" - withdrawn`
  const rows = await kysely
    .selectFrom('funding_lots')
    .select(['balance_event_id as lot_id', 'funding_type_id', sql<string>`(${spent})::text`.as('spent')])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('funding_type_id', '<>', creditLine)
    .where(spent, '>', '0')
    .orderBy('balance_event_id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, spent: BigInt(row.spent) }))
}

/** What an account has of some funding types. Call it with the balance locked. */
export async function ownFundsOf(kysely: Kysely<Tables>, account: AdvertiserKey, typeIds: readonly number[]): Promise<bigint> {
  const lots = await openLots(kysely, account)
  const funds = fundsByType(lots, await creditLeftOf(kysely, account), await spentLotsOf(kysely, account))
  return typeIds.reduce((sum, id) => sum + (funds.get(id) ?? 0n), 0n)
}

/**
 * Debits own funds of some types, at most `ownFundsOf` them: from their lots, then from those of the credit line that their money is in.
 * Call it with the balance locked.
 */
export async function debitOwn(
  kysely: Kysely<Tables>,
  account: AdvertiserKey,
  entry: Omit<LedgerEntry, 'taken_from'>,
  typeIds: readonly number[],
): Promise<void> {
  const inCreditLine = maxAmount(0n, -entry.micros - (await leftInLots(kysely, account, typeIds)))
  const spentLots = (await spentLotsOf(kysely, account)).filter(({ funding_type_id }) => typeIds.includes(funding_type_id))
  for (const { lot_id, micros } of ownInCreditLine(spentLots, inCreditLine))
    await kysely
      .updateTable('funding_lots')
      .set(({ eb }) => ({ withdrawn: eb('withdrawn', '+', bigint(micros)) }))
      .where('member_group_id', '=', account.member_group_id)
      .where('balance_event_id', '=', lot_id)
      .execute()
  await writeEntries(kysely, account, [{ ...entry, taken_from: [...typeIds, creditLine] }])
}
