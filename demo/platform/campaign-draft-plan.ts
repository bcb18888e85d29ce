import type { CampaignDraft } from '../../src/contract/campaign-drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../src/contract/campaign-drafts.data.ts'
import { dailyBudget } from '../../src/contract/campaigns.rules.ts'
import { daysIn } from '../../src/contract/date-ranges.ts'
import { day } from '../../src/contract/days.rules.ts'
import { isDecimal } from '../../src/contract/decimals.ts'
import { microsOf } from '../../src/contract/money.ts'

/** What was typed as an amount, in micros; nothing where it cannot be read as one above nothing. */
export function typedMicros(text: string | undefined): bigint | null {
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

type Budgeted = Pick<CampaignDraftData, 'budget' | 'budget_period'>
type Days = ReturnType<typeof plannedDays>

const perDayOf = ({ budget, budget_period }: Budgeted, days: Days, today: string) => {
  const micros = typedMicros(budget)
  return micros === null || !budget_period ? null : dailyBudget({ budget: micros, budget_period, ...days }, today)
}

/** What a campaign could spend on a usual day by its own budget, and by those of its ad groups where each has one. */
export function dailyPlan({ data, ad_group_drafts }: Pick<CampaignDraft, 'data' | 'ad_group_drafts'>, today: string) {
  const days = plannedDays(data, today)
  const campaign = perDayOf(data, days, today)
  const groups = ad_group_drafts.map((group) => {
    const own = { budget: group.data.budget, budget_period: group.data.budget_period ?? data.budget_period }
    return perDayOf(own, days, today)
  })
  const isEach = groups.length > 0 && groups.every((micros) => micros !== null)
  return { days, campaign, adGroups: isEach ? groups.reduce<bigint>((sum, micros) => sum + (micros ?? 0n), 0n) : null }
}

/** What is planned to be spent within so many days; nothing where no budget can be read. */
export function plannedSpend(draft: Pick<CampaignDraft, 'data' | 'ad_group_drafts'>, today: string, most: number): bigint | null {
  const { days, campaign, adGroups } = dailyPlan(draft, today)
  if (campaign === null) return null
  const perDay = adGroups !== null && adGroups < campaign ? adGroups : campaign
  const count = days.end_date === null ? most : Math.min(daysIn({ start_date: days.start_date, end_date: days.end_date }), most)
  return perDay * BigInt(count)
}
