import { array, boolean, enums, type Infer, integer, nullable, object, optional, string } from 'superstruct'
import { del, get, patch, post, postQuery } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Moment } from '../ids.ts'
import { declineReasons, PositiveAmount } from '../payments/payments.ts'

export const rebillModes = ['fixed', 'target'] as const
export type RebillMode = (typeof rebillModes)[number]
export const rebillStates = ['on', 'charging', 'backing_off', 'failed', 'off'] as const
export type RebillState = (typeof rebillStates)[number]
/** Why a rule charges less than it needs, or nothing. */
export const rebillObstacles = ['month_used_up', 'day_used_up', 'above_new_method', 'below_minimum', 'spend_limit'] as const
export type RebillObstacle = (typeof rebillObstacles)[number]
export const rebillOutcomes = ['succeeded', 'declined', 'processing', ...rebillObstacles] as const
export type RebillOutcome = (typeof rebillOutcomes)[number]

/** A rule that adds funds when they fall below a threshold. */
export const AutoRebill = object({
  auto_rebill_id: Id,
  advertiser_id: Id,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  threshold: Decimal,
  mode: enums(rebillModes),
  /** The amount to add, or the target to top up to. */
  amount: Decimal,
  payment_method_id: Id,
  /** The most that it charges in a month; null without a limit. */
  month_maximum: nullable(Decimal),
  charged_this_month: Decimal,
  /** `charging` while a payment is under way, `failed` after three failures in a row. */
  state: enums(rebillStates),
  failures: integer(),
  /** The advertiser's. */
  time_zone: string(),
  next_attempt_at: nullable(Moment),
  /** Who was mailed about the failure. */
  notified: array(object({ user_id: Id, name: string() })),
  /** The last runs, newest first. */
  runs: array(
    object({
      at: Moment,
      outcome: enums(rebillOutcomes),
      amount: nullable(Decimal),
      payment_id: nullable(Id),
      decline: nullable(enums(declineReasons)),
    }),
  ),
  version: integer(),
})
export type AutoRebill = Infer<typeof AutoRebill>

const terms = {
  threshold: PositiveAmount,
  mode: enums(rebillModes),
  amount: PositiveAmount,
  payment_method_id: Id,
  month_maximum: optional(nullable(PositiveAmount)),
}
export const NewAutoRebill = object(terms)
export type NewAutoRebill = Infer<typeof NewAutoRebill>
export const AutoRebillChange = object({
  threshold: optional(terms.threshold),
  mode: optional(terms.mode),
  amount: optional(terms.amount),
  payment_method_id: optional(Id),
  month_maximum: terms.month_maximum,
  /** Switches the rule on or off; switching it on forgets its failures. */
  is_on: optional(boolean()),
})
export type AutoRebillChange = Infer<typeof AutoRebillChange>

const all = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId/auto_rebills'
const one = `${all}/:autoRebillId` as const
const CampaignDifference = object({ campaign_id: Id, name: string(), difference: Decimal })

/** Terms to try on the spend of the last 30 days. */
export const RehearsalQuery = object({
  threshold: terms.threshold,
  mode: terms.mode,
  amount: terms.amount,
  month_maximum: terms.month_maximum,
  /** Rehearses a card that is declined. */
  is_declined: optional(boolean()),
})
export type RehearsalQuery = Infer<typeof RehearsalQuery>
export const Rehearsal = object({
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** All charges together. */
  total: Decimal,
  days: array(object({ day: IsoDay, spent: Decimal, charged: Decimal, available: Decimal, attempts: integer() })),
  is_switched_off: boolean(),
})
export type Rehearsal = Infer<typeof Rehearsal>

/** The rule of an advertiser that adds funds by itself. An advertiser has at most one. */
export const autoRebills = {
  ofAdvertiser: get(`${all}/get_by_advertiser`, { may: 'auto_rebills.read', result: object({ auto_rebill: nullable(AutoRebill) }) }),
  create: post(all, { may: 'auto_rebills.change', idempotent: true, body: NewAutoRebill, result: AutoRebill }),
  change: patch(one, { may: 'auto_rebills.change', versioned: true, body: AutoRebillChange, result: AutoRebill }),
  remove: del(one, { may: 'auto_rebills.change', versioned: true, result: object({ auto_rebill_id: Id }) }),
  /** What the current periods of active campaigns' budgets need beyond the funds: all together, and each campaign alone. */
  budgetDifference: get(`${all}/calculate_campaign_budget_difference`, {
    may: 'auto_rebills.read',
    result: object({ difference: Decimal, currency_code: CurrencyCode, currency_digits: integer(), campaigns: array(CampaignDifference) }),
  }),
  /** What a rule would have charged on each of the last 30 days. */
  rehearse: postQuery(`${all}/rehearse`, { may: 'auto_rebills.read', body: RehearsalQuery, result: Rehearsal }),
}
