import { useLingui } from '@lingui/react/macro'
import { budgetPeriods, builtInPacings } from '../../../contract/budgets/budgets.rules.ts'
import { day } from '../../../contract/fields/days.rules.ts'
import type { FieldRule, FieldRuleResult } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { amount } from '../../../contract/fields/numbers.rules.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import { BidFields } from '../../../parts/money/bid-fields.tsx'
import { labelIn, pacingLabels, periodLabels } from '../../../parts/campaigns/labels.ts'
import { useClient, withBidDigits } from '../../../parts/scope/client.tsx'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { ScheduleFields } from '../../../parts/campaigns/schedule-fields.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { adGroups, type AdGroup } from '../../../contract/ad-groups/ad-groups.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import type { Result } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { StrengthBar } from '../../../parts/money/strength-bar.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'
import type { AdGroupChange, NewAdGroup } from '../../../contract/ad-groups/changes.ts'
import {
  adGroupBudgetRule,
  adGroupDatesRule,
  type AdGroupCampaign,
  type AdGroupDates,
  type OwnBudget,
} from '../../../contract/ad-groups/ad-groups.rules.ts'
import { bidLimitsRule, type BidLimits } from '../../../contract/bids/bids.rules.ts'
import { microsOf } from '../../../contract/money/money.ts'

type Rules<Values extends AdGroupFormValues> = Partial<{
  [Name in keyof AdGroupFormValues]: readonly FieldRule<AdGroupFormValues[Name], Values>[]
}>

/** The contract's rules with error texts for this page. */
export function useGroupRules<Values extends AdGroupFormValues>(constraints: AdGroupConstraints): Rules<Values> {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  const toFieldRule = (ruleResult: RuleResult, isHere = (_: string) => true): FieldRuleResult =>
    ruleResult === true ||
    !isHere(ruleResult.code) || { code: 'custom', text: problemSentence(ruleResult.code, ruleResult, { currency }, i18n) }
  const isBudget = amount(currency)
  const isStart = (code: string) => code.startsWith('starts_')
  return {
    base_bid: [required, amount(withBidDigits(currency)), (_, values) => toFieldRule(adGroupFieldRules.base_bid(values, constraints))],
    budget: [
      (budget, { budget_of }) => budget_of === 'campaign' || required(budget),
      (budget, { budget_of }) => budget_of === 'campaign' || isBudget(budget),
      (_, values) => toFieldRule(adGroupFieldRules.budget(values, constraints)),
    ],
    start_date: [
      (text, { days_of }) => days_of === 'campaign' || required(text),
      (text, { days_of }) => days_of === 'campaign' || day(text),
      (_, values) => toFieldRule(adGroupFieldRules.days(values, constraints), isStart),
    ],
    end_date: [
      (text, { days_of, always_on }): FieldRuleResult =>
        days_of === 'campaign' || always_on || text !== '' || { code: 'custom', text: t`Choose an end date or “Always on”` },
      (text, { days_of, always_on }) => days_of === 'campaign' || always_on || day(text),
      (_, values) => toFieldRule(adGroupFieldRules.days(values, constraints), (code) => !isStart(code)),
    ],
  }
}

/** The part of the form that the fields need; the create form and the settings form both have it. */
export interface GroupForm {
  readonly values: AdGroupFormValues
  readonly field: <Name extends keyof AdGroupFormValues & string>(name: Name, label: string) => FieldProps<AdGroupFormValues[Name]>
}

interface GroupFieldsProps {
  readonly form: GroupForm
  readonly isReadonly?: boolean
  readonly disabledBecause?: string | undefined
  readonly strength: BidStrengthState
  readonly minBid?: string | undefined
  readonly maxBid?: string | null | undefined
}

/** Help texts with the campaign's values, which apply when the ad group has none of its own. */
function useCampaignWords() {
  const { t, i18n } = useLingui()
  const { campaign, currency } = useCampaign()
  const { budget, budget_period, pacing, start_date, end_date } = campaign
  const format = (text: string) => dayText(text, i18n.locale, 'full')
  const from = format(start_date)
  const until = end_date === null ? undefined : format(end_date)
  return {
    budget: `${money(budget, currency, i18n.locale)} · ${labelIn(periodLabels, budget_period, i18n)}`,
    pacing: labelIn(pacingLabels, pacing, i18n),
    days: until === undefined ? t`Always on since ${from}` : t`${from} until ${until}`,
  }
}

/** Bid with its strength; budget, pacing and schedule, each either its own or the campaign's. */
export function GroupFields({ form, isReadonly = false, disabledBecause, strength, minBid, maxBid }: GroupFieldsProps) {
  const { t, i18n } = useLingui()
  const { campaign, currency, today } = useCampaign()
  const texts = useCampaignWords()
  const { memberGroup } = useClient()
  const { values, field } = form
  // An option that the client no longer has stays while the ad group uses it.
  const current = values.pacing === 'campaign' ? [] : [values.pacing]
  const pacings = new Set([...(memberGroup?.pacings ?? builtInPacings), ...current])
  const disabledProps = { isReadonly, disabledBecause }
  const whose = { campaign: t`Same as campaign`, own: t`Custom value` }
  const choices = [
    { value: 'campaign' as const, label: whose.campaign },
    { value: 'own' as const, label: whose.own },
  ]
  const { value: alwaysOn, onChange: setAlwaysOn, ...schedule } = field('always_on', t`Schedule`)
  return (
    <>
      <div className="group-bid">
        <BidFields
          bid={{ ...field('base_bid', t`Base bid, ${currency.currency_code}`), ...disabledProps }}
          currency={withBidDigits(currency)}
          minBid={minBid ?? strength.result?.min_bid}
          maxBid={maxBid}
          recommended={strength.result?.recommended_bid}
        />
        <BidStrengthBar {...strength} />
      </div>
      <Chips<ValueSource>
        {...field('budget_of', t`Budget`)}
        {...disabledProps}
        isSegments
        choices={choices}
        help={values.budget_of === 'campaign' ? texts.budget : undefined}
      />
      {values.budget_of === 'own' && (
        <div className="field-pair">
          <MoneyField {...field('budget', t`Custom budget, ${currency.currency_code}`)} {...disabledProps} currency={currency} />
          <Chips<Period>
            {...field('budget_period', t`Budget period`)}
            {...disabledProps}
            isSegments
            choices={budgetPeriods.map((value) => ({ value, label: labelIn(periodLabels, value, i18n) }))}
          />
        </div>
      )}
      <Chips
        {...field('pacing', t`Pacing`)}
        {...disabledProps}
        isSegments
        choices={[
          { value: 'campaign', label: whose.campaign },
          ...[...pacings].map((value) => ({ value, label: labelIn(pacingLabels, value, i18n) })),
        ]}
        help={values.pacing === 'campaign' ? texts.pacing : undefined}
      />
      <Chips<ValueSource>
        {...field('days_of', t`Dates`)}
        {...disabledProps}
        isSegments
        choices={choices}
        help={values.days_of === 'campaign' ? texts.days : undefined}
      />
      {values.days_of === 'own' && (
        <ScheduleFields
          alwaysOn={{ ...schedule, ...disabledProps, value: alwaysOn, onChange: (next) => setAlwaysOn(next === true) }}
          start={{ ...field('start_date', t`Start date`), ...disabledProps }}
          end={{ ...field('end_date', t`End date`), ...disabledProps }}
          today={today}
          zone={campaign.time_zone}
          endHint={t`Must be within the campaign’s dates.`}
        />
      )}
    </>
  )
}

const isBid = (text: string) => isDecimal(text) && !text.startsWith('-') && Number(text) > 0

/** The ad group whose bid is compared. */
interface Bidder {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly adGroupId: number
}

export interface BidStrengthState {
  readonly result: Result<typeof adGroups.bidStrength> | undefined
  /** Set when a missing exchange rate makes the comparison impossible. */
  readonly lacksRateOf: string | undefined
}

/** The currency whose exchange rate is missing. Other errors are ignored here, because saving the bid reports them. */
const missingRateOf = (problem: Problem | undefined) => problem?.fields.find(({ code }) => code === 'rate_missing')?.values?.currency_code

/** The strength of a bid among competing bids. Requested again, debounced, while the user types. */
export function useBidStrength(bidder: Bidder, bid: string): BidStrengthState {
  const debouncedBid = useDebouncedText(bid)
  const call = isBid(debouncedBid) ? { path: { ...bidder }, body: { base_bid: debouncedBid } } : null
  const { data: result, error } = useRead(adGroups.bidStrength, call, { keepPreviousData: true })
  return { result, lacksRateOf: missingRateOf(error) }
}

/** The same for an ad group that does not exist yet. */
export function useNewBidStrength(path: Omit<Bidder, 'adGroupId'> & { readonly campaignId: number }, bid: string): BidStrengthState {
  const debouncedBid = useDebouncedText(bid)
  const call = isBid(debouncedBid) ? { path: { ...path }, body: { base_bid: debouncedBid } } : null
  const { data: result, error } = useRead(adGroups.newBidStrength, call, { keepPreviousData: true })
  return { result, lacksRateOf: missingRateOf(error) }
}

/** Strength bar of the typed bid. */
export function BidStrengthBar({ result, lacksRateOf }: BidStrengthState) {
  return (
    <div role="status" className="bid-standing">
      {lacksRateOf !== undefined && <StrengthBar competitiveness="NoData" strength={null} lacksRateOf={lacksRateOf} />}
      {result && lacksRateOf === undefined && <StrengthBar competitiveness={result.competitiveness} strength={result.strength} />}
    </div>
  )
}

export type Period = (typeof budgetPeriods)[number]
/** Whether an ad group has its own value or uses the campaign's. */
export type ValueSource = 'campaign' | 'own'

/** Bid, budget and schedule as form values. */
export type AdGroupFormValues = {
  base_bid: string
  budget_of: ValueSource
  budget: string
  budget_period: Period | ''
  pacing: string
  days_of: ValueSource
  always_on: boolean
  start_date: string
  end_date: string
}

export const newValues = (start_date: string): AdGroupFormValues => ({
  base_bid: '',
  budget_of: 'campaign',
  budget: '',
  budget_period: 'Daily',
  pacing: 'campaign',
  days_of: 'campaign',
  always_on: true,
  start_date,
  end_date: '',
})

export const valuesOf = ({ base_bid, budget, budget_period, pacing, start_date, end_date, runs }: AdGroup): AdGroupFormValues => ({
  base_bid,
  budget_of: budget === null ? 'campaign' : 'own',
  budget: budget ?? '',
  budget_period: budget_period ?? runs.budget_period,
  pacing: pacing ?? 'campaign',
  days_of: start_date === null && end_date === null ? 'campaign' : 'own',
  always_on: end_date === null,
  start_date: start_date ?? runs.start_date,
  end_date: end_date ?? '',
})

const isAmount = (text: string) => isDecimal(text) && !text.startsWith('-')
const daysIn = ({ days_of, always_on, start_date, end_date }: AdGroupFormValues): AdGroupDates =>
  days_of === 'campaign'
    ? { start_date: null, end_date: null }
    : { start_date: start_date || null, end_date: always_on ? null : end_date || null }
const budgetIn = ({ budget_of, budget, budget_period }: AdGroupFormValues): OwnBudget =>
  budget_of === 'campaign' || !isAmount(budget) || budget_period === ''
    ? { budget: null, budget_period: null }
    : { budget: microsOf(budget), budget_period }

/** Constraints that the form validates against. */
export interface AdGroupConstraints {
  readonly campaign: AdGroupCampaign
  readonly limits: BidLimits | undefined
  readonly today: string
  readonly spent: bigint
  /** The saved schedule, which may start in the past. */
  readonly before?: AdGroupDates
}

/** Validates each field with the rules that the platform uses too. */
export const adGroupFieldRules = {
  base_bid: ({ base_bid }: AdGroupFormValues, { limits }: AdGroupConstraints): RuleResult =>
    !limits || !isAmount(base_bid) || bidLimitsRule(microsOf(base_bid), limits),
  budget: (values: AdGroupFormValues, { campaign, spent }: AdGroupConstraints): RuleResult => {
    const ownBudget = budgetIn(values)
    return ownBudget.budget === null || adGroupBudgetRule(ownBudget, daysIn(values), campaign, spent)
  },
  days: (values: AdGroupFormValues, { campaign, today, before }: AdGroupConstraints): RuleResult =>
    values.days_of === 'campaign' || adGroupDatesRule(daysIn(values), campaign, today, before),
}

const ownBudget = ({ budget_of, budget, budget_period }: AdGroupFormValues) =>
  budget_of === 'campaign' || budget_period === '' ? { budget: null, budget_period: null } : { budget, budget_period }
const ownDays = (values: AdGroupFormValues) => {
  const { start_date, end_date } = daysIn(values)
  return { start_date, ...(end_date === null ? { always_on: true } : { end_date }) }
}
const ownPacing = ({ pacing }: AdGroupFormValues) => (pacing === 'campaign' ? null : pacing)

/** Request fields of a new ad group; values inherited from the campaign are omitted. */
export const newAdGroupFields = (
  values: AdGroupFormValues,
): Pick<NewAdGroup, 'base_bid' | 'budget' | 'budget_period' | 'pacing' | 'start_date' | 'end_date' | 'always_on'> => ({
  base_bid: values.base_bid,
  ...(values.budget_of === 'own' && ownBudget(values)),
  ...(values.days_of === 'own' && ownDays(values)),
  ...(ownPacing(values) !== null && { pacing: ownPacing(values) }),
})

/** Request fields for the values that the user has changed. */
export function changedAdGroupFields(values: AdGroupFormValues, changed: (field: keyof AdGroupFormValues) => boolean): AdGroupChange {
  const any = (...fields: (keyof AdGroupFormValues)[]) => fields.some(changed)
  return {
    ...(changed('base_bid') && { base_bid: values.base_bid }),
    ...(any('budget_of', 'budget', 'budget_period') && ownBudget(values)),
    ...(changed('pacing') && { pacing: ownPacing(values) }),
    ...(any('days_of', 'always_on', 'start_date', 'end_date') && ownDays(values)),
  }
}
