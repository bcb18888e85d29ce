import type { Kysely } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { writeEntries } from '../money/ledger.ts'
import type { Tables } from '../tables/index.ts'

/** Credits of the first advertisers with funds. The first credit expires soon. */
const credits = [
  { amount: '250', expiresIn: 3 },
  { amount: '400', expiresIn: 30 },
  { amount: '150', expiresIn: 75 },
] as const

/** Promotional credits of the first client, which expire. */
export async function seedPromotionalCredits(kysely: Kysely<Tables>, today: string, now: Date): Promise<void> {
  const accounts = await kysely
    .selectFrom('advertiser_balances')
    .select(['member_group_id', 'advertiser_id'])
    .where('member_group_id', '=', 1)
    .where('balance', '>', 0)
    .orderBy('advertiser_id')
    .limit(credits.length)
    .execute()
  for (const [index, account] of accounts.entries()) {
    const credit = credits[index]
    if (!credit) continue
    await writeEntries(kysely, account, [
      {
        event: 'BalanceRefill',
        micros: microsOf(credit.amount),
        day: today,
        at: now,
        reason: 'Promotional credit',
        funding_type_id: fundingTypes.promotional,
        expires_on: addDays(today, credit.expiresIn),
      },
    ])
  }
}
