import { type Kysely, sql } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { takenBack } from '../../../src/contract/money/funds.rules.ts'
import { maxAmount, minAmount } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { lockBalance, writeEntries } from '../money/ledger.ts'
import { leftInLots, returnLots } from '../money/lots.ts'
import { addReceivable } from '../payments/funding.ts'
import { dayIn } from '../sql/days.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { bigint } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { raisedLimitSql } from './raised.ts'

/** The start of the references of entries that give or take back credit. */
export const creditLineReference = 'spend-limit '

/** Locks the balance and the limit of an advertiser, in the order of delivery, and reads the limit with what was approved. */
export async function lockLimit(kysely: Kysely<Tables>, account: AdvertiserKey) {
  await lockBalance(kysely, account)
  const limit = await kysely
    .selectFrom('spend_limits as l')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'l'))
    .select(['l.spend_limit_id', 'a.time_zone'])
    .select(({ cast }) => [cast<string>('l.credit', 'text').as('credit'), sql<string>`${raisedLimitSql}::text`.as('total')])
    .where('l.member_group_id', '=', account.member_group_id)
    .where('l.advertiser_id', '=', account.advertiser_id)
    .forUpdate('l')
    .executeTakeFirst()
  return limit && { ...limit, credit: BigInt(limit.credit), total: BigInt(limit.total) }
}

const creditLine = [fundingTypes.creditLine]

interface Booking {
  readonly at: Date
  /** Null for a job. */
  readonly user_id: number | null
  /** Missing for a job. */
  readonly request_id?: string
}

/** A booking by the caller of a request. */
export const bookingOf = ({ now, caller, requestId }: Context): Booking => ({
  at: now(),
  user_id: caller.person?.user_id ?? null,
  request_id: requestId,
})

type LockedLimit = NonNullable<Awaited<ReturnType<typeof lockLimit>>>

/** Writes what is given or taken back; a debit takes from lots of the funding types, by default from all. */
async function writeCredit(
  kysely: Kysely<Tables>,
  account: AdvertiserKey,
  { spend_limit_id, time_zone }: LockedLimit,
  { micros, at, ...booking }: Booking & { readonly micros: bigint; readonly taken_from?: readonly number[] },
) {
  if (micros === 0n) return
  await writeEntries(kysely, account, [
    {
      ...booking,
      event: micros > 0n ? 'BalanceRefill' : 'SystemDebitUIForm',
      micros,
      day: dayIn(at, time_zone),
      at,
      reason: micros > 0n ? 'Credit line' : 'Credit line reduced',
      reference: `${creditLineReference}${spend_limit_id}`,
      ...(micros > 0n && { funding_type_id: fundingTypes.creditLine }),
    },
  ])
}

/**
 * Brings the credit of an advertiser in the ledger to its spend limit with what was approved. It takes back what is left of the credit at
 * most; the rest follows when invoices are paid. Call it before other rows of the limit are locked.
 */
export async function bookCreditLine(kysely: Kysely<Tables>, account: AdvertiserKey, booking: Booking): Promise<void> {
  const limit = await lockLimit(kysely, account)
  if (!limit) return
  const missing = limit.total - limit.credit
  const micros = missing < 0n ? -minAmount(-missing, await leftInLots(kysely, account, creditLine)) : missing
  await writeCredit(kysely, account, limit, { ...booking, micros, ...(micros < 0n && { taken_from: creditLine }) })
  await kysely
    .updateTable('spend_limits')
    .set(({ eb }) => ({ credit: eb('credit', '+', bigint(micros)) }))
    .where('member_group_id', '=', account.member_group_id)
    .where('spend_limit_id', '=', limit.spend_limit_id)
    .execute()
  if (micros > 0n) await returnLots(kysely, account)
}

/**
 * Takes back the credit of a limit before it is deleted: from the lots of the credit line, then from the other funds, which a make-good or
 * the payment of an invoice has put in its place. The rest is owed. Spend that is not paid and rounds to 0 is given up.
 */
export async function takeBackCredit(kysely: Kysely<Tables>, account: AdvertiserKey, booking: Booking): Promise<void> {
  const { balance, uninvoiced } = await lockBalance(kysely, account)
  const limit = await lockLimit(kysely, account)
  if (!limit) return
  const { debit, receivable } = takenBack(balance, limit.credit - maxAmount(uninvoiced, 0n))
  const ofLine = minAmount(debit, await leftInLots(kysely, account, creditLine))
  await writeCredit(kysely, account, limit, { ...booking, micros: -ofLine, taken_from: creditLine })
  await writeCredit(kysely, account, limit, { ...booking, micros: ofLine - debit })
  if (receivable > 0n) await addReceivable(kysely, account, receivable)
}

/**
 * Books the credit of limits whose orders have ended, or whose invoices were paid after they were lowered. The failure of one advertiser is
 * thrown after the others.
 */
export async function bookCreditLines(database: Kysely<Tables>, at: Date): Promise<void> {
  const accounts = await database
    .selectFrom('spend_limits as l')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'l'))
    .select(['l.member_group_id', 'l.advertiser_id'])
    .where('a.deleted_at', 'is', null)
    .where(({ and, exists, or, selectFrom }) =>
      or([
        sql<boolean>`l.credit < ${raisedLimitSql}`,
        and([
          sql<boolean>`l.credit > ${raisedLimitSql}`,
          exists(
            selectFrom('funding_lots as f')
              .select('f.balance_event_id')
              .whereRef('f.member_group_id', '=', 'l.member_group_id')
              .whereRef('f.advertiser_id', '=', 'l.advertiser_id')
              .where('f.is_open', '=', true)
              .where('f.funding_type_id', '=', fundingTypes.creditLine),
          ),
        ]),
      ]),
    )
    .orderBy('l.member_group_id')
    .orderBy('l.advertiser_id')
    .execute()
  const failures: unknown[] = []
  for (const account of accounts)
    await database
      .transaction()
      .execute((kysely) => bookCreditLine(kysely, account, { at, user_id: null }))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `The credit of ${failures.length} advertisers could not be booked`)
}
