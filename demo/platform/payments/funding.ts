import type { Kysely } from 'kysely'
import { afterOwed } from '../../../src/contract/money/funds.rules.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { type LedgerEntry, lockBalance, writeEntries } from '../money/ledger.ts'
import { bigint } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** Adds to what the provider took back and the balance did not cover; a negative number pays it. */
export async function addReceivable(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey, micros: bigint) {
  await kysely
    .insertInto('receivables')
    .values({ member_group_id, advertiser_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .updateTable('receivables')
    .set(({ eb }) => ({ micros: eb('micros', '+', bigint(micros)) }))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .execute()
}

export interface Funding {
  /** Micros that the funding adds to the balance. */
  readonly amount: bigint
  readonly entries: readonly LedgerEntry[]
  /** Day, time, person, reference and request of the debit. */
  readonly entry: Pick<LedgerEntry, 'day' | 'at' | 'user_id' | 'reference' | 'request_id'>
  /** Such as `payment 12`; it is called once for each. */
  readonly key: string
}

/** Credits money that has arrived, after it has paid the debts of payments that were taken back. */
export async function writeFunding(kysely: Kysely<Tables>, account: AdvertiserKey, { amount, entries, entry, key }: Funding) {
  await lockBalance(kysely, account)
  const owed = await kysely
    .selectFrom('receivables')
    .select('micros')
    .where('member_group_id', '=', account.member_group_id)
    .where('advertiser_id', '=', account.advertiser_id)
    .executeTakeFirst()
  const { paid } = afterOwed(amount, BigInt(owed?.micros ?? 0))
  const debit = {
    ...entry,
    event: 'SystemDebitAPI' as const,
    micros: -paid,
    reason: 'What was owed',
    unique_key: `${key} owed`,
  }
  await writeEntries(kysely, account, [...entries, ...(paid > 0n ? [debit] : [])])
  if (paid > 0n) await addReceivable(kysely, account, -paid)
}
