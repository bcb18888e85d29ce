import type { AutoRebill, RebillState } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import { failuresUntilOff } from '../../../src/contract/money/funds.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import { chargedThisMonth, type RebillRow } from './check.ts'

const decimal = (micros: number) => decimalOf(BigInt(micros))
const shownRuns = 50

/** The code and the digits of an advertiser's currency. */
export async function currencyOf({ database }: Pick<Context, 'database'>, memberGroupId: number, advertiserId: number) {
  const currency = await database.kysely
    .selectFrom('advertisers as a')
    .innerJoin('currencies as c', 'c.currency_code', 'a.currency_code')
    .select(['c.currency_code', 'c.digits as currency_digits', 'a.time_zone'])
    .where('a.member_group_id', '=', memberGroupId)
    .where('a.advertiser_id', '=', advertiserId)
    .executeTakeFirst()
  if (!currency) throw notFound('Advertiser')
  return currency
}

function stateOf({ is_on, failures, next_attempt_at }: RebillRow, isCharging: boolean, now: Date): RebillState {
  if (isCharging) return 'charging'
  if (!is_on) return failures >= failuresUntilOff ? 'failed' : 'off'
  return next_attempt_at !== null && next_attempt_at > now ? 'backing_off' : 'on'
}

/** The advertiser's rule with its history; null without a rule. */
export async function autoRebillOf(
  context: Pick<Context, 'database' | 'now'>,
  { memberGroupId, advertiserId }: { readonly memberGroupId: number; readonly advertiserId: number },
): Promise<AutoRebill | null> {
  const { kysely } = context.database
  const rule = await kysely
    .selectFrom('auto_rebills')
    .selectAll()
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .executeTakeFirst()
  if (!rule) return null
  const runs = await kysely
    .selectFrom('auto_rebill_runs')
    .select(['at', 'outcome', 'amount', 'payment_id', 'decline'])
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .orderBy('at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(shownRuns)
    .execute()
  const notified = await kysely
    .selectFrom('users as u')
    .select(['u.user_id', userName.as('name')])
    .where('u.user_id', '=', anyOf(rule.notified))
    .orderBy('u.user_id')
    .execute()
  const { currency_code, currency_digits, time_zone } = await currencyOf(context, memberGroupId, advertiserId)
  const { auto_rebill_id, advertiser_id, mode, payment_method_id, failures, next_attempt_at, version } = rule
  const now = context.now()
  return {
    auto_rebill_id,
    advertiser_id,
    currency_code,
    currency_digits,
    threshold: decimal(rule.threshold),
    mode,
    amount: decimal(rule.amount),
    payment_method_id,
    month_maximum: rule.month_maximum === null ? null : decimal(rule.month_maximum),
    charged_this_month: decimalOf(await chargedThisMonth(kysely, rule, now)),
    state: stateOf(
      rule,
      runs.some(({ outcome }) => outcome === 'processing'),
      now,
    ),
    failures,
    time_zone,
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    notified: notified.map(({ user_id, name }) => ({ user_id, name: name ?? '' })),
    runs: runs.map(({ at, amount, ...run }) => ({ ...run, at: at.toISOString(), amount: amount === null ? null : decimal(amount) })),
    version,
  }
}
