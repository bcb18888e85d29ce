import type { AdGroupDraftData, CampaignDraftData } from './drafts.data.ts'
import type { DraftConstraints } from './constraints.ts'
import { draftBidRule, maxDraftNameLength, moneyRules } from './amounts.rules.ts'
import type { CheckedDraft, PartFault } from './problems.ts'
import { compareDecimals, isDecimal } from '../fields/decimals.ts'
import { day } from '../fields/days.rules.ts'
import { maxLength, required } from '../fields/fields.rules.ts'
import type { RuleResult } from '../reply.ts'

interface AdGroupCheckContext {
  readonly campaign: CampaignDraftData
  readonly constraints: DraftConstraints
  /** The names of the preceding ad groups. */
  readonly names: readonly string[]
}
type Check = (data: AdGroupDraftData, beside: AdGroupCheckContext) => RuleResult

const isEmpty = (text: string | undefined): text is undefined | '' => (text ?? '').trim() === ''

function nameRule({ name = '' }: AdGroupDraftData, { names }: AdGroupCheckContext): RuleResult {
  const result = required(name) === true ? maxLength(maxDraftNameLength)(name) : required(name)
  if (result !== true) return result
  return !names.includes(name.trim()) || { code: 'name_taken', name: name.trim() }
}

/** An ad group's own bid must not exceed its campaign's budget. */
function baseBidRule({ base_bid: own }: AdGroupDraftData, { campaign, constraints }: AdGroupCheckContext): RuleResult {
  if (isEmpty(own)) return true
  const result = draftBidRule(own, campaign, constraints)
  const whole = campaign.budget ?? ''
  if (result !== true || !isDecimal(own) || !isDecimal(whole) || compareDecimals(own, whole) <= 0) return result
  return { code: 'above_campaign', budget: whole, currency_code: constraints.currency_code }
}

/** An ad group's own budget must not exceed the campaign's budget of the same period. */
function budget({ budget: own, budget_period }: AdGroupDraftData, { campaign, constraints }: AdGroupCheckContext): RuleResult {
  if (isEmpty(own)) return true
  const result = moneyRules(constraints, {})(own)
  if (result !== true) return result
  const isSame = (budget_period ?? campaign.budget_period) === campaign.budget_period
  const whole = campaign.budget ?? ''
  if (!isSame || !isDecimal(whole) || compareDecimals(own, whole) <= 0) return true
  return { code: 'above_campaign', budget: whole, currency_code: constraints.currency_code }
}

function startDateRule({ start_date }: AdGroupDraftData, { campaign }: AdGroupCheckContext): RuleResult {
  if (isEmpty(start_date)) return true
  const result = day(start_date)
  if (result !== true) return result
  return start_date >= (campaign.start_date ?? '') || { code: 'starts_before_campaign', start_date: campaign.start_date ?? '' }
}

function endDateRule({ start_date, end_date, always_on }: AdGroupDraftData, { campaign }: AdGroupCheckContext): RuleResult {
  if (always_on || isEmpty(end_date)) return true
  const result = day(end_date)
  if (result !== true) return result
  const start = isEmpty(start_date) ? (campaign.start_date ?? '') : start_date
  if (end_date < start) return { code: 'ends_before_start', start_date: start }
  const isOpen = campaign.always_on || isEmpty(campaign.end_date)
  return isOpen || end_date <= String(campaign.end_date) || { code: 'ends_after_campaign', end_date: String(campaign.end_date) }
}

const checks: Readonly<Partial<Record<keyof AdGroupDraftData, Check>>> = {
  name: nameRule,
  base_bid: baseBidRule,
  budget,
  start_date: startDateRule,
  end_date: endDateRule,
  pacing: ({ pacing }, { constraints }) => isEmpty(pacing) || constraints.pacings.includes(pacing) || { code: 'not_offered' },
}

/** All invalid fields in the ad groups of a draft. Empty fields use the campaign's values. */
export const adGroupFaults = ({ data: campaign, ad_group_drafts: drafts }: CheckedDraft, constraints: DraftConstraints): PartFault[] =>
  drafts.flatMap(({ data }, index) => {
    const names = drafts.slice(0, index).map((one) => (one.data.name ?? '').trim())
    return Object.entries(checks).flatMap(([name, check]): PartFault[] => {
      const result = check(data, { campaign, constraints, names })
      return result === true ? [] : [{ part: 'ad_group_drafts', field: `ad_group_drafts.${index}.data.${name}`, answer: result }]
    })
  })
