import type { CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import type { ProjectedBudget } from '../serving/budget-purse.rules.ts'
import type { RunDays } from '../../../src/contract/budgets/budgets.rules.ts'
import { day } from '../../../src/contract/fields/days.rules.ts'
import { isDecimal } from '../../../src/contract/fields/decimals.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { type ProjectedGroup, type Projection, project, type RunOutTime, type SharedMoney } from '../serving/projection.rules.ts'

/** No campaign that has an end is looked at for longer. */
const longestDays = 3660

/** What was typed as an amount, in micros; nothing where it cannot be read as one above nothing. */
export function typedMicros(text: string | null | undefined): bigint | null {
  const typed = text?.trim() ?? ''
  if (!isDecimal(typed) || !/^\d{1,15}(\.\d{1,6})?$/.test(typed)) return null
  const micros = microsOf(typed)
  return micros > 0n ? micros : null
}

const typedDay = (text: string | undefined) => (text && day(text) === true ? text : null)

/** When a campaign would run, as far as it can be read: today or later, and up to its end where it has one. */
export function plannedDays({ start_date, end_date, always_on }: CampaignDraftData | AdGroupDraftData, today: string) {
  const start = typedDay(start_date) ?? today
  const from = start < today ? today : start
  const to = always_on ? null : typedDay(end_date)
  return { start_date: from, end_date: to !== null && to >= from ? to : null }
}

type Planned = Pick<CampaignDraft, 'data' | 'ad_group_drafts'>

type Typed = Partial<Record<'budget' | 'budget_period' | 'pacing', string | null>>

/** A budget as it would be spent; nothing where none can be read. */
function plannedBudget({ budget, budget_period, pacing }: Typed, days: RunDays): ProjectedBudget | null {
  const micros = typedMicros(budget)
  return micros === null || !budget_period ? null : { budget: micros, budget_period, pacing: pacing || 'Evenly', spent: 0n, ...days }
}

/** An ad group within its campaign: what it leaves empty is the campaign's. */
function plannedGroup(typed: AdGroupDraftData, campaign: ProjectedBudget): ProjectedGroup {
  const { start_date, end_date } = plannedDays(typed, campaign.start_date)
  const days = { start_date, end_date: end_date ?? campaign.end_date }
  const said = { ...typed, budget_period: typed.budget_period ?? campaign.budget_period, pacing: typed.pacing || campaign.pacing }
  return { ...days, own: plannedBudget(said, days), pace: null }
}

/** What a draft would spend of what it shares with others, as soon as it is shown; nothing where no budget can be read. */
export function draftProjection(
  { data, ad_group_drafts }: Planned,
  now: RunOutTime,
  shared: readonly SharedMoney[] = [],
  most = longestDays,
): Projection | null {
  const { today } = now
  const campaign = plannedBudget(data, plannedDays(data, today))
  if (campaign === null) return null
  const groups = ad_group_drafts.map((group) => plannedGroup(group.data, campaign))
  // Nobody knows at which minute it is approved: its first day is a whole one. Until it begins others spend what is left of today.
  const time = campaign.start_date > today ? now : { ...now, gone: 0 }
  return project({ campaign, groups, shared, pace: null }, time, most)
}
