import type { AutoRebill, AutoRebillChange, autoRebills, NewAutoRebill } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { type AdvertiserPath, keyOf } from '../advertisers/key.ts'
import { beforeAndAfter, fieldChanges, recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseFunds, refuseFundsField } from '../money/refusals.ts'
import { requireUsable } from '../payments/methods.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { runInFlight } from './check.ts'
import { autoRebillOf, currencyOf } from './read.ts'
import { budgetDifference, rehearsalOf } from './rehearsal.ts'

const amountFields = ['threshold', 'amount', 'month_maximum'] as const
type Terms = Pick<NewAutoRebill, 'threshold' | 'mode' | 'amount' | 'payment_method_id'> & { readonly month_maximum: string | null }

/** Refuses amounts with too many digits for the currency, and a target that is not above the threshold. */
function requireValidTerms(terms: Pick<Terms, 'threshold' | 'mode' | 'amount' | 'month_maximum'>, digits: number) {
  for (const field of amountFields) {
    const amount = terms[field]
    if (amount !== null && microsOf(amount) % 10n ** BigInt(6 - digits) !== 0n) throw refuseFundsField(field, 'too_many_digits', { digits })
  }
  if (terms.mode === 'target' && microsOf(terms.amount) <= microsOf(terms.threshold)) throw refuseFundsField('amount', 'target_not_above')
}

const columnsOf = ({ threshold, mode, amount, payment_method_id, month_maximum }: Terms) => ({
  threshold: microsOf(threshold),
  mode,
  amount: microsOf(amount),
  payment_method_id,
  month_maximum: month_maximum === null ? null : microsOf(month_maximum),
})

async function requireRule(context: Context, path: AdvertiserPath, autoRebillId?: number): Promise<AutoRebill> {
  const rule = await autoRebillOf(context, path)
  if (!rule || (autoRebillId !== undefined && rule.auto_rebill_id !== autoRebillId)) throw notFound('Auto-rebill')
  return rule
}

/** What the change log has of a rule. */
const recorded = ({ threshold, mode, amount, payment_method_id, month_maximum, state }: AutoRebill) => ({
  threshold,
  mode,
  amount,
  payment_method_id,
  month_maximum,
  is_on: state !== 'off' && state !== 'failed',
})

const record = (context: Context, kind: 'created' | 'changed' | 'removed', rule: AutoRebill, before?: AutoRebill) =>
  recordChange(context, {
    entity: 'auto_rebill',
    entityId: rule.auto_rebill_id,
    kind,
    ...beforeAndAfter(fieldChanges(before ? recorded(before) : {}, recorded(rule))),
  })

/** What a rule forgets when it starts again. */
const fresh = { failures: 0, next_attempt_at: null, notified: [] }

/** Creates the rule, or replaces one that is off. */
async function createRule(context: Context, path: AdvertiserPath, { month_maximum = null, ...body }: NewAutoRebill) {
  const { currency_digits } = await currencyOf(context, path.memberGroupId, path.advertiserId)
  const terms = { ...body, month_maximum }
  requireValidTerms(terms, currency_digits)
  await requireUsable(context.database.kysely, keyOf(path), terms.payment_method_id)
  const columns = columnsOf(terms)
  const created = await context.database.kysely
    .insertInto('auto_rebills')
    .values({
      member_group_id: path.memberGroupId,
      advertiser_id: path.advertiserId,
      ...columns,
      created_by: context.caller.person?.user_id ?? null,
      created_at: context.now(),
    })
    .onConflict((conflictBuilder) =>
      conflictBuilder
        .columns(['member_group_id', 'advertiser_id'])
        .doUpdateSet(({ eb }) => ({ ...columns, ...fresh, is_on: true, obstacle: null, version: eb('auto_rebills.version', '+', 1) }))
        .where('auto_rebills.is_on', '=', false),
    )
    .returning('auto_rebill_id')
    .executeTakeFirst()
  if (!created) throw refuseFunds('Auto-rebill', 'rebill_exists')
  const rule = await requireRule(context, path)
  await record(context, 'created', rule)
  return rule
}

/** Changes a rule. With another method, or switched on, it forgets its failures. */
async function changeRule(context: Context, path: AdvertiserPath & { readonly autoRebillId: number }, change: AutoRebillChange) {
  const before = await requireRule(context, path, path.autoRebillId)
  const { is_on, ...changed } = change
  const terms: Terms = {
    threshold: changed.threshold ?? before.threshold,
    mode: changed.mode ?? before.mode,
    amount: changed.amount ?? before.amount,
    payment_method_id: changed.payment_method_id ?? before.payment_method_id,
    month_maximum: changed.month_maximum === undefined ? before.month_maximum : changed.month_maximum,
  }
  requireValidTerms(terms, before.currency_digits)
  if (is_on === true || changed.payment_method_id !== undefined)
    await requireUsable(context.database.kysely, keyOf(path), terms.payment_method_id)
  const startsAgain = is_on === true || terms.payment_method_id !== before.payment_method_id
  await updateVersioned(context, 'auto_rebills', {
    key: { member_group_id: path.memberGroupId, auto_rebill_id: path.autoRebillId },
    change: {
      ...columnsOf(terms),
      obstacle: null,
      ...(is_on !== undefined && { is_on }),
      ...(startsAgain && fresh),
    },
    subject: 'Auto-rebill',
  })
  const after = await requireRule(context, path)
  await record(context, 'changed', after, before)
  return after
}

/** Removes a rule, unless its charge is under way. Its runs stay. */
async function removeRule(context: Context, path: AdvertiserPath & { readonly autoRebillId: number }) {
  const { kysely } = context.database
  const ofAdvertiser = keyOf(path)
  const before = await autoRebillOf(context, path)
  // Also locks the row, so that no charge starts before it is removed.
  await updateVersioned(context, 'auto_rebills', {
    key: { ...ofAdvertiser, auto_rebill_id: path.autoRebillId },
    change: { is_on: false },
    subject: 'Auto-rebill',
  })
  if (await runInFlight(kysely, ofAdvertiser)) throw refuseFunds('Auto-rebill', 'charge_under_way')
  await kysely
    .deleteFrom('auto_rebills')
    .where('member_group_id', '=', path.memberGroupId)
    .where('auto_rebill_id', '=', path.autoRebillId)
    .execute()
  if (before) await record(context, 'removed', before)
  return { auto_rebill_id: path.autoRebillId }
}

export const autoRebillHandlers: Handlers<typeof autoRebills> = {
  ofAdvertiser: async ({ path }, context) => ({ auto_rebill: await autoRebillOf(context, path) }),
  create: ({ path, body }, context) => createRule(context, path, body),
  change: ({ path, body }, context) => changeRule(context, path, body),
  remove: ({ path }, context) => removeRule(context, path),
  budgetDifference: ({ path }, context) => budgetDifference(context, path),
  rehearse: async ({ path, body }, context) => {
    const { currency_digits } = await currencyOf(context, path.memberGroupId, path.advertiserId)
    requireValidTerms({ ...body, month_maximum: body.month_maximum ?? null }, currency_digits)
    return rehearsalOf(context, path, body)
  },
}
