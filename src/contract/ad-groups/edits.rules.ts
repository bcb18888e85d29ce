import {
  type AdGroupCampaign,
  adGroupBudget,
  adGroupDays,
  adGroupMoves,
  type AdGroupStatus,
  mayAddToCampaign,
  mayChangeField,
} from './ad-groups.rules.ts'
import { type BidLimits, bidWithin } from '../bids/bids.rules.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleAnswer } from '../reply.ts'

/** What can be changed of an ad group; money in micros. */
export interface AdGroupState {
  readonly name: string
  readonly status: AdGroupStatus
  readonly base_bid: bigint
  readonly budget: bigint | null
  readonly budget_period: string | null
  readonly pacing: string | null
  readonly start_date: string | null
  readonly end_date: string | null
  readonly targeting?: unknown
}
/** What a change is held against. */
export interface AdGroupGround {
  readonly campaign: AdGroupCampaign
  /** The advertiser's day. */
  readonly today: string
  readonly limits: BidLimits
  /** Of the currency. */
  readonly digits: number
  /** Of its own budget, ever. */
  readonly spent: bigint
  /** Whether its campaign has delivered anything yet. */
  readonly hasStarted: boolean
}
/** The field that a change fails in, and why. */
export interface AdGroupProblem {
  readonly field: string
  readonly answer: Exclude<RuleAnswer, true>
}

const isSame = (one: unknown, other: unknown) => {
  const said = (value: unknown) => (typeof value === 'bigint' ? decimalOf(value) : value)
  return JSON.stringify(said(one)) === JSON.stringify(said(other))
}

/** The fields that a change changes. */
export const changedFields = (before: AdGroupState, after: AdGroupState): (keyof AdGroupState)[] =>
  (Object.keys(after) as (keyof AdGroupState)[]).filter((field) => !isSame(before[field], after[field])) // the keys of a state are its fields

type Check = () => readonly [field: string, answer: RuleAnswer]

/** The first thing that is wrong; what comes after it is not asked. */
function firstOf(checks: readonly Check[]): AdGroupProblem | null {
  for (const check of checks) {
    const [field, answer] = check()
    if (answer !== true) return { field, answer }
  }
  return null
}

/** A budget that its currency has coins for. */
const inCoins = (budget: bigint | null, digits: number): RuleAnswer =>
  budget === null || budget % 10n ** BigInt(6 - digits) === 0n || { code: 'budget_digits', digits }

const fieldOfDays = (answer: RuleAnswer) => (answer !== true && answer.code.startsWith('starts') ? 'start_date' : 'end_date')

/** What the money and the days of an ad group have to be, as far as they were changed. */
function held(after: AdGroupState, before: AdGroupState | undefined, { campaign, today, limits, digits, spent }: AdGroupGround): Check[] {
  const changes = (...fields: (keyof AdGroupState)[]) => !before || fields.some((field) => !isSame(before[field], after[field]))
  const days = () => {
    const answer = adGroupDays(after, campaign, today, before)
    return [fieldOfDays(answer), answer] as const
  }
  return [
    ...(changes('base_bid') ? [() => ['base_bid', bidWithin(after.base_bid, limits)] as const] : []),
    ...(changes('start_date', 'end_date') ? [days] : []),
    ...(changes('budget', 'budget_period')
      ? [() => ['budget', inCoins(after.budget, digits)] as const, () => ['budget', adGroupBudget(after, after, campaign, spent)] as const]
      : []),
  ]
}

/** Whether an ad group can be made as somebody asked. */
export const newAdGroupProblem = (after: AdGroupState, ground: AdGroupGround): AdGroupProblem | null =>
  firstOf([() => ['campaign_id', mayAddToCampaign(ground.campaign)], ...held(after, undefined, ground)])

/** Whether an ad group can become what somebody asked. */
export const adGroupProblem = (before: AdGroupState, after: AdGroupState, ground: AdGroupGround): AdGroupProblem | null =>
  firstOf([
    ...changedFields(before, after).map(
      (field): Check =>
        () => [field, mayChangeField(field, after[field], ground.campaign)],
    ),
    () => ['status', adGroupMoves(before.status, after.status, ground.hasStarted)],
    ...held(after, before, ground),
  ])
