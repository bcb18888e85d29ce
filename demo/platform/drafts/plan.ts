import type { CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import {
  project,
  type ProjectedBudget,
  type ProjectedGroup,
  type Projection,
  type RunOutTime,
  type SharedMoney,
} from '../serving/projection.rules.ts'
import { curveOf, type RunDates } from '../../../src/contract/budgets/budgets.rules.ts'
import { day } from '../../../src/contract/fields/days.rules.ts'
import { isDecimal } from '../../../src/contract/fields/decimals.ts'
import { microsOf } from '../../../src/contract/money/money.ts'

/** A projection covers at most this many days. */
const maxProjectionDays = 3660

/** A typed amount in micros; null unless it is a valid positive amount. */
export function typedMicros(text: string | null | undefined): bigint | null {
  const values = text?.trim() ?? ''
  if (!isDecimal(values) || !/^\d{1,15}(\.\d{1,6})?$/.test(values)) return null
  const micros = microsOf(values)
  return micros > 0n ? micros : null
}

const typedDay = (text: string | undefined) => (text && day(text) === true ? text : null)

/** Days of the campaign: start today or later; end null if it has none or a wrong one. */
export function plannedDays({ start_date, end_date, always_on }: CampaignDraftData | AdGroupDraftData, today: string) {
  const start = typedDay(start_date) ?? today
  const from = start < today ? today : start
  const to = always_on ? null : typedDay(end_date)
  return { start_date: from, end_date: to !== null && to >= from ? to : null }
}

type Planned = Pick<CampaignDraft, 'data' | 'ad_group_drafts'>

type Typed = Partial<Record<'budget' | 'budget_period' | 'pacing', string | null>>
/** The curves of the client's own pacing options, by name. */
export type OwnCurves = ReadonlyMap<string, readonly number[]>

/** The typed budget; null if it has no valid amount or no period. */
function plannedBudget({ budget, budget_period, pacing }: Typed, days: RunDates, curves: OwnCurves): ProjectedBudget | null {
  const micros = typedMicros(budget)
  if (micros === null || !budget_period) return null
  const curve = curveOf(pacing || 'Evenly', curves.get(pacing ?? '') ?? null)
  return { budget: micros, budget_period, curve, spent: 0n, ...days }
}

/** An ad group with its campaign's values for empty fields. */
function plannedGroup(values: AdGroupDraftData, campaign: ProjectedBudget, pacing: string | undefined, curves: OwnCurves): ProjectedGroup {
  const { start_date, end_date } = plannedDays(values, campaign.start_date)
  const days = { start_date, end_date: end_date ?? campaign.end_date }
  const budgetValues = {
    ...values,
    budget_period: values.budget_period ?? campaign.budget_period,
    pacing: values.pacing || pacing,
  }
  return { ...days, ownBudget: plannedBudget(budgetValues, days, curves), pace: null }
}

/** Projected spend of a draft, within the limits that it shares with other campaigns. Null without a valid budget. */
export function draftProjection(
  { data, ad_group_drafts }: Planned,
  now: RunOutTime,
  curves: OwnCurves,
  shared: readonly SharedMoney[] = [],
  maxDays = maxProjectionDays,
): Projection | null {
  const { today } = now
  const campaign = plannedBudget(data, plannedDays(data, today), curves)
  if (campaign === null) return null
  const groups = ad_group_drafts.map((group) => plannedGroup(group.data, campaign, data.pacing, curves))
  // The time of approval is unknown, so a campaign that starts today gets a whole first day. Before a later start, other campaigns
  // spend only the rest of today.
  const time = campaign.start_date > today ? now : { ...now, minutesGone: 0 }
  return project({ campaign, groups, shared, pace: null }, time, maxDays)
}
