import { type Kysely, sql } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { minAmount } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { lockBalance, writeEntries } from '../money/ledger.ts'
import { leftInLots } from '../money/lots.ts'
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
  /** True before the limit is removed, which takes back all of its credit. */
  readonly isRemoved?: boolean
}

/**
 * Brings the credit of an advertiser in the ledger to its spend limit with what was approved. It takes back what is left of the credit at
 * most; the rest follows when invoices are paid. Call it before other rows of the limit are locked.
 */
export async function bookCreditLine(
  kysely: Kysely<Tables>,
  account: AdvertiserKey,
  { at, user_id, isRemoved = false }: Booking,
): Promise<void> {
  const limit = await lockLimit(kysely, account)
  if (!limit) return
  const missing = (isRemoved ? 0n : limit.total) - limit.credit
  const change = missing < 0n ? -minAmount(-missing, await leftInLots(kysely, account, creditLine)) : missing
  if (change === 0n) return
  await writeEntries(kysely, account, [
    {
      event: change > 0n ? 'BalanceRefill' : 'SystemDebitUIForm',
      micros: change,
      day: dayIn(at, limit.time_zone),
      at,
      user_id,
      reason: change > 0n ? 'Credit line' : 'Credit line reduced',
      reference: `${creditLineReference}${limit.spend_limit_id}`,
      ...(change > 0n ? { funding_type_id: fundingTypes.creditLine } : { taken_from: creditLine }),
    },
  ])
  await kysely
    .updateTable('spend_limits')
    .set(({ eb }) => ({ credit: eb('credit', '+', bigint(change)) }))
    .where('member_group_id', '=', account.member_group_id)
    .where('spend_limit_id', '=', limit.spend_limit_id)
    .execute()
}

/** Books the credit of limits whose orders have ended, or whose invoices were paid after they were lowered. */
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
  for (const account of accounts) await database.transaction().execute((kysely) => bookCreditLine(kysely, account, { at, user_id: null }))
}
