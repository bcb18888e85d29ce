import type { Infer } from 'superstruct'
import type { Call } from '../../../src/contract/endpoint.ts'
import type { balances, Corrected } from '../../../src/contract/money/balances.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { type AdvertiserPath, keyOf } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { writeFunding } from '../payments/funding.ts'
import { creditLeftOf } from '../spend-limits/raised.ts'
import { dayIn } from '../sql/days.ts'
import { owedOf } from './funding.ts'
import { type LedgerEntry, lockBalance } from './ledger.ts'
import { debitOwnFunds } from './own-funds.ts'
import { refuseFundsField } from './refusals.ts'

const ownTypes = [fundingTypes.promotional, fundingTypes.card, fundingTypes.wire]

/** The currency of an advertiser with its digits, and its time zone. */
const accountOf = ({ database: { kysely } }: Context, { memberGroupId, advertiserId }: AdvertiserPath) =>
  kysely
    .selectFrom('advertisers as a')
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .select(['a.currency_code', 'a.time_zone', 'cu.digits as currency_digits'])
    .where('a.member_group_id', '=', memberGroupId)
    .where('a.advertiser_id', '=', advertiserId)
    .executeTakeFirstOrThrow()

/** Takes own funds away. */
async function debit(context: Context, path: AdvertiserPath, entry: Omit<LedgerEntry, 'event' | 'micros'>, micros: bigint) {
  const { kysely } = context.database
  const key = keyOf(path)
  const { balance } = await lockBalance(kysely, key)
  const own = balance - (await creditLeftOf(kysely, key))
  if (micros > own) throw refuseFundsField('amount', 'above_own', { limit: decimalOf(own) })
  await debitOwnFunds(kysely, key, { ...entry, event: 'SystemDebitUIForm', micros: -micros }, ownTypes)
}

/** Corrects the ledger by an entry with a reason. */
export async function correct(
  context: Context,
  path: AdvertiserPath,
  { kind, amount, reason }: Call<typeof balances.correct>['body'],
): Promise<Infer<typeof Corrected>> {
  requireWholeClient(context, path.memberGroupId)
  const { database, now, caller, requestId } = context
  const { kysely } = database
  const { currency_code, currency_digits, time_zone } = await accountOf(context, path)
  const micros = microsOf(amount)
  if (micros % 10n ** BigInt(6 - currency_digits) !== 0n) throw refuseFundsField('amount', 'too_many_digits', { digits: currency_digits })
  const at = now()
  const user_id = caller.person?.user_id ?? null
  const entry = { day: dayIn(at, time_zone), at, user_id, request_id: requestId, reason: reason.trim() }
  if (kind === 'debit') await debit(context, path, entry, micros)
  else {
    const entries = [{ ...entry, event: 'FundingAPI' as const, micros }]
    await writeFunding(kysely, keyOf(path), { amount: micros, entries, entry, key: `correction ${requestId}` })
  }
  const { balance } = await lockBalance(kysely, keyOf(path))
  return { available: decimalOf(balance), owed: decimalOf(await owedOf(kysely, keyOf(path))), currency_code, currency_digits }
}
