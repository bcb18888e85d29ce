import { useLingui } from '@lingui/react/macro'
import { budgetPeriods, builtInPacings } from '../../../contract/budgets/budgets.ts'
import { day } from '../../../contract/fields/days.rules.ts'
import type { FieldRule, FieldRuleResult } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { amount } from '../../../contract/fields/numbers.rules.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import { bidDigits } from '../../../parts/money/bid-digits.ts'
import { BidFields } from '../../../parts/money/bid-fields.tsx'
import { labelIn, pacingLabels, periodLabels } from '../../../parts/campaigns/labels.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { ScheduleFields } from '../../../parts/campaigns/schedule-fields.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { adGroupFieldRules, type AdGroupConstraints, type AdGroupFormValues, type Period, type ValueSource } from './values.ts'
import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import type { Result } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { StrengthBar } from '../../../parts/money/strength-bar.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'

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
    base_bid: [required, amount(bidDigits(currency)), (_, values) => toFieldRule(adGroupFieldRules.base_bid(values, constraints))],
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
          currency={bidDigits(currency)}
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
