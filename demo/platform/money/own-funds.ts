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

/** A paid or promotional lot, and how much of it was spent. */
export interface SpentLot {
  readonly lot_id: number
  readonly funding_type_id: number
  readonly spent: bigint
}

/**
 * Attributes own funds in lots of the credit line to the paid and promotional lots that were spent, newest first (`spentLots` is in that
 * order). Own funds are the balance that is not credit. Spend counts against the credit limit, but it empties lots in the order of
 * `lotOrder`, also paid ones. So a paid lot can be empty while its money still exists, inside a lot of the credit line. A remainder belongs
 * to no lot.
 */
function attributeToSpentLots(
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
 * The funds by funding type. The credit line gets exactly `creditLeft`. If its lots hold more, the surplus is own funds and counts under the
 * types of `spentLots`, and a remainder as card. If they hold less, the shortfall is subtracted from promotional, then card, then wire,
 * because a make-good filled up those instead of the credit line.
 */
export function fundsByType(
  lots: readonly { readonly funding_type_id: number; readonly left: bigint }[],
  creditLeft: bigint,
  spentLots: readonly SpentLot[],
): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>()
  const add = (id: number, micros: bigint) => sums.set(id, (sums.get(id) ?? 0n) + micros)
  for (const { funding_type_id, left } of lots) add(funding_type_id, left)
  const missingCredit = creditLeft - (sums.get(creditLine) ?? 0n)
  add(creditLine, missingCredit)
  let surplus = maxAmount(0n, -missingCredit)
  for (const { funding_type_id, micros } of attributeToSpentLots(spentLots, surplus)) {
    add(funding_type_id, micros)
    surplus -= micros
  }
  add(card, surplus)
  let shortfall = maxAmount(0n, missingCredit)
  for (const id of [promotional, card, wire]) {
    const taken = minAmount(shortfall, sums.get(id) ?? 0n)
    add(id, -taken)
    shortfall -= taken
  }
  return new Map([...sums].filter(([, micros]) => micros > 0n).sort(([one], [other]) => one - other))
}

/** The paid and promotional lots of an account that were spent, newest first. */
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

/** The own funds of an account with these funding types, in micros. Call it with the balance locked. */
export async function ownFundsOf(kysely: Kysely<Tables>, account: AdvertiserKey, typeIds: readonly number[]): Promise<bigint> {
  const lots = await openLots(kysely, account)
  const funds = fundsByType(lots, await creditLeftOf(kysely, account), await spentLotsOf(kysely, account))
  return typeIds.reduce((sum, id) => sum + (funds.get(id) ?? 0n), 0n)
}

/**
 * Debits own funds of these funding types: first from lots of these types, then from lots of the credit line. The amount must not exceed
 * `ownFundsOf` the same types. Call it with the balance locked.
 */
export async function debitOwnFunds(
  kysely: Kysely<Tables>,
  account: AdvertiserKey,
  entry: Omit<LedgerEntry, 'taken_from'>,
  typeIds: readonly number[],
): Promise<void> {
  const inCreditLine = maxAmount(0n, -entry.micros - (await leftInLots(kysely, account, typeIds)))
  const spentLots = (await spentLotsOf(kysely, account)).filter(({ funding_type_id }) => typeIds.includes(funding_type_id))
  for (const { lot_id, micros } of attributeToSpentLots(spentLots, inCreditLine))
    await kysely
      .updateTable('funding_lots')
      .set(({ eb }) => ({ withdrawn: eb('withdrawn', '+', bigint(micros)) }))
      .where('member_group_id', '=', account.member_group_id)
      .where('balance_event_id', '=', lot_id)
      .execute()
  await writeEntries(kysely, account, [{ ...entry, taken_from: [...typeIds, creditLine] }])
}
