import { Trans, useLingui } from '@lingui/react/macro'
import { budgetPeriods, builtInPacings } from '../../../contract/budgets/budgets.rules.ts'
import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import { type CampaignProblemCode, campaignDatesRule, isStartDateProblem, maxGoal } from '../../../contract/campaigns/campaigns.rules.ts'
import type { Campaign } from '../../../contract/campaigns/campaigns.ts'
import { day } from '../../../contract/fields/days.rules.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { decimals, number } from '../../../contract/fields/numbers.rules.ts'
import { pacingLabels, periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { type FormOf, ResourceForm, type Save } from '../../../parts/resource/form.tsx'
import { ScheduleFields } from '../../../parts/campaigns/schedule-fields.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { useCampaign } from './gate.tsx'
import { useCampaignChange, useCampaignTexts } from '../detail/mutation.tsx'

type Period = (typeof budgetPeriods)[number]
type Values = {
  budget_period: Period | ''
  pacing: string
  always_on: boolean
  start_date: string
  end_date: string
  goal_roas: string
}

const valuesOf = ({ budget_period, pacing, start_date, end_date, goal_roas }: Campaign): Values => ({
  budget_period,
  pacing,
  start_date,
  always_on: end_date === null,
  end_date: end_date ?? '',
  goal_roas: goal_roas ?? '',
})

/** Sends only the fields that the user has changed, so that another user's changes to other fields are kept. */
function changeOf(values: Values, changes: Partial<Values>): CampaignChange {
  const changed = (field: keyof Values) => field in changes
  const period = budgetPeriods.find((item) => item === values.budget_period)
  const isEndMoved = changed('always_on') || changed('end_date')
  const goal = values.goal_roas === '' ? null : values.goal_roas
  return {
    ...(changed('budget_period') && period !== undefined && { budget_period: period }),
    ...(changed('pacing') && { pacing: values.pacing }),
    ...(changed('start_date') && { start_date: values.start_date }),
    ...(isEndMoved && (values.always_on ? { always_on: true } : { end_date: values.end_date })),
    ...(changed('goal_roas') && { goal_roas: goal, goal_type: goal === null ? null : ('ROAS' as const) }),
  }
}

/** An empty goal is valid and means no goal. */
const goalRules = [number({ min: '0.01', max: String(maxGoal) }), decimals(2)]

/** The contract's rules with error texts for this page. */
function useRules() {
  const { t, i18n } = useLingui()
  const { campaign, currency, today } = useCampaign()
  const days = ({ start_date, end_date, always_on }: Values) => {
    const end = always_on ? '' : end_date
    // An invalid date is reported by its own field, so the two dates are not compared.
    if (day(start_date) !== true || day(end) !== true) return true
    return campaignDatesRule({ ...campaign, isStarted: campaign.started_at !== null }, { start_date, end_date: end || null }, today)
  }
  const toFieldRule = (read: ReturnType<typeof days>, isHere: (code: CampaignProblemCode) => boolean): FieldRuleResult =>
    read === true || !isHere(read.code) || { code: 'custom', text: problemSentence(read.code, read, { currency }, i18n) }
  return {
    start_date: [required, day, (_: string, values: Values) => toFieldRule(days(values), isStartDateProblem)],
    end_date: [
      (text: string, values: Values): FieldRuleResult =>
        values.always_on || text !== '' || { code: 'custom', text: t`Choose an end date or “Always on”` },
      (text: string, values: Values): FieldRuleResult => values.always_on || day(text),
      (_: string, values: Values) => toFieldRule(days(values), (code) => !isStartDateProblem(code)),
    ],
    goal_roas: goalRules,
  }
}

interface SpendingProps {
  readonly isReadonly: boolean
  readonly disabledBecause: string | undefined
}

interface FieldsProps extends SpendingProps {
  readonly form: FormOf<Values>
}

function SpendingFields({ form, isReadonly, disabledBecause }: FieldsProps) {
  const { t, i18n } = useLingui()
  const { campaign, today } = useCampaign()
  const { memberGroup } = useClient()
  const pacings = new Set([...(memberGroup?.pacings ?? builtInPacings), campaign.pacing])
  const disabledProps = { isReadonly, disabledBecause }
  const startedReason = campaign.started_at !== null ? t`Already started` : undefined
  const { value: alwaysOn, onChange: setAlwaysOn, ...schedule } = form.field('always_on', t`Schedule`)
  return (
    <>
      <Chips<Period>
        {...form.field('budget_period', t`Budget period`)}
        {...disabledProps}
        isSegments
        choices={budgetPeriods.map((value) => ({ value, label: labelIn(periodLabels, value, i18n) }))}
      />
      <Chips
        {...form.field('pacing', t`Pacing`)}
        {...disabledProps}
        isSegments
        choices={[...pacings].map((value) => ({ value, label: labelIn(pacingLabels, value, i18n) }))}
      />
      <ScheduleFields
        alwaysOn={{ ...schedule, ...disabledProps, value: alwaysOn, onChange: (next) => setAlwaysOn(next === true) }}
        start={{ ...form.field('start_date', t`Start date`), isReadonly, disabledBecause: disabledBecause ?? startedReason }}
        end={{ ...form.field('end_date', t`End date`), ...disabledProps }}
        today={today}
        zone={campaign.time_zone}
      />
      <NumberField
        {...form.field('goal_roas', t`ROAS goal`)}
        {...disabledProps}
        digits={2}
        unit="×"
        help={t`Target return on ad spend, e.g. 4.5. Leave empty for no goal.`}
      />
    </>
  )
}

/** Form for budget period, pacing, schedule and goal. */
export function SpendingForm(props: SpendingProps) {
  const { t } = useLingui()
  const { campaign } = useCampaign()
  const change = useCampaignChange()
  const texts = useCampaignTexts()
  const save = async (values: Values, { changes }: Save<Values>) => {
    const body = changeOf(values, changes)
    return Object.keys(body).length > 0 ? change(body, t`Spending and schedule saved`) : undefined
  }
  return (
    <ResourceForm<Values>
      {...props}
      name="spending"
      label={t`Spending and schedule`}
      initial={valuesOf(campaign)}
      version={campaign.version}
      rules={useRules()}
      texts={texts}
      save={save}
      submit={<Trans>Save spending and schedule</Trans>}
    >
      {(form) => <SpendingFields {...props} form={form} />}
    </ResourceForm>
  )
}
