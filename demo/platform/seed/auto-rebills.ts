import type { Kysely } from 'kysely'
import { failuresUntilOff, nextRebillAttempt } from '../../../src/contract/money/funds.rules.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'
import { perUsd } from './lookups.ts'

interface SeedRule {
  readonly advertiser_id: number
  readonly mode: 'fixed' | 'target'
  /** Declined charges in a row. */
  readonly failures: number
}

/** Two rules that are on, one that waits after a declined charge, and one that three declined charges have switched off. */
const rules: readonly SeedRule[] = [
  { advertiser_id: 1, mode: 'fixed', failures: 0 },
  { advertiser_id: 11, mode: 'target', failures: 0 },
  { advertiser_id: 21, mode: 'fixed', failures: 1 },
  { advertiser_id: 31, mode: 'fixed', failures: 3 },
]

const hourMs = 3_600_000
/** Hours before now of the declined charges, newest first: the pauses are 1 and 6 hours. */
const declinedAgo = [0.5, 6.5, 7.5]

/** Auto-rebills in all states, with the declined charges that led to them. */
export async function seedAutoRebills(kysely: Kysely<Tables>, now: Date) {
  for (const { advertiser_id, mode, failures } of rules) {
    const method = await kysely
      .selectFrom('payment_methods as p')
      .innerJoin('advertisers as a', sameAdvertiser('a', 'p'))
      .select(['p.member_group_id', 'p.payment_method_id', 'a.currency_code'])
      .where('p.advertiser_id', '=', advertiser_id)
      .where('p.is_default', '=', true)
      .executeTakeFirst()
    if (!method) continue
    const { member_group_id, payment_method_id, currency_code } = method
    const amountOf = (dollars: number) => BigInt(Math.max(1, Math.round(perUsd(currency_code)))) * BigInt(dollars) * 1_000_000n
    const failedAt = declinedAgo.slice(0, failures).map((hours) => new Date(now.getTime() - hours * hourMs))
    const [lastFailure] = failedAt
    const ofAdvertiser = { member_group_id, advertiser_id, payment_method_id }
    const { auto_rebill_id } = await kysely
      .insertInto('auto_rebills')
      .values({
        ...ofAdvertiser,
        threshold: amountOf(50),
        mode,
        amount: amountOf(mode === 'fixed' ? 200 : 400),
        month_maximum: amountOf(1000),
        is_on: failures < failuresUntilOff,
        failures,
        next_attempt_at: lastFailure ? nextRebillAttempt(failures, lastFailure) : null,
        notified: failures < failuresUntilOff ? [] : [1],
        created_by: 1,
        created_at: new Date(now.getTime() - 30 * 24 * hourMs),
      })
      .returning('auto_rebill_id')
      .executeTakeFirstOrThrow()
    const runs = failedAt.toReversed().map((at, attempt) => ({
      ...ofAdvertiser,
      auto_rebill_id,
      at,
      outcome: 'declined',
      key: `rebill ${advertiser_id} 1 0 ${attempt}`,
      decline: 'insufficient_funds',
      amount: amountOf(200),
    }))
    if (runs.length > 0) await kysely.insertInto('auto_rebill_runs').values(runs).execute()
  }
}
