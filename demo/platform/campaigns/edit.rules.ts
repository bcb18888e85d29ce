import type { budgetPeriods } from '../../../src/contract/budgets/budgets.rules.ts'
import {
  type CampaignRuleResult,
  campaignBudgetRule,
  campaignDatesRule,
  campaignGoalRule,
  campaignStatusRule,
  campaignNameRule,
  type CampaignProblemCode,
  fieldEditableRule,
  isStartDateProblem,
  withReviewPending,
} from '../../../src/contract/campaigns/campaigns.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import type { Status } from '../../../src/contract/statuses.ts'
import { isSameValue } from '../changes/record.ts'

type BudgetPeriod = (typeof budgetPeriods)[number]

/** The fields of a campaign that an edit reads or writes, in the format of requests. */
export type CampaignFields = {
  readonly name: string
  readonly status: Status
  readonly budget: string
  readonly budget_period: BudgetPeriod
  readonly start_date: string
  readonly end_date: string | null
  readonly pacing: string
  readonly goal_type: 'ROAS' | null
  readonly goal_roas: string | null
  readonly attribution: unknown
  readonly review_status_id: number
  readonly review_comment: string
}
type EditableFields = Omit<CampaignFields, 'review_status_id' | 'review_comment'>
/** The requested changes; missing fields stay unchanged. */
export type CampaignEdit = { readonly [F in keyof EditableFields]?: EditableFields[F] | undefined } & {
  readonly always_on?: boolean | undefined
}

/** What an edit is validated against; money in micros. */
export interface EditConstraints {
  /** Today in the advertiser's time zone. */
  readonly today: string
  readonly digits: number
  /** The client's minimum budget. */
  readonly minBudget: bigint
  /** Total spend. */
  readonly spent: bigint
  readonly isStarted: boolean
  /** Whether the client reviews campaigns before they serve. */
  readonly clientReviewsCampaigns: boolean
  /** The pacing options of the client. */
  readonly pacings: readonly string[]
}

/** A field that cannot change as requested, and the reason. */
export interface EditProblem {
  readonly field: string
  readonly violation: Exclude<CampaignRuleResult, true>
}
export interface CampaignEditResult {
  readonly after: CampaignFields
  readonly problems: readonly EditProblem[]
}

/** The amount in the form of stored amounts, such as `10` for `10.00`. */
const normalizeDecimal = (amount: string) => decimalOf(microsOf(amount))

/** The requested end date; `always_on` wins over an end date. */
const endOf = (before: CampaignFields, { end_date = before.end_date, always_on }: CampaignEdit) => (always_on === true ? null : end_date)

/** If `goal_type` is null, removes the stored `goal_roas`. A `goal_roas` of this edit is kept, so that validation rejects it. */
function goalOf(before: CampaignFields, edit: CampaignEdit): Pick<CampaignFields, 'goal_type' | 'goal_roas'> {
  const goal_type = edit.goal_type === undefined ? before.goal_type : edit.goal_type
  const goal = edit.goal_roas === undefined ? before.goal_roas : edit.goal_roas
  const isDropped = goal_type === null && edit.goal_roas === undefined
  return { goal_type, goal_roas: isDropped || goal === null ? null : normalizeDecimal(goal) }
}

/** The campaign with the requested changes. */
const withEdit = (before: CampaignFields, edit: CampaignEdit): CampaignFields => ({
  ...before,
  ...(edit.name !== undefined && { name: edit.name.trim() }),
  status: edit.status ?? before.status,
  budget: normalizeDecimal(edit.budget ?? before.budget),
  budget_period: edit.budget_period ?? before.budget_period,
  start_date: edit.start_date ?? before.start_date,
  end_date: endOf(before, edit),
  pacing: edit.pacing ?? before.pacing,
  attribution: edit.attribution === undefined ? before.attribution : edit.attribution,
  ...goalOf(before, edit),
})

export const editableFields = [
  'name',
  'status',
  'budget',
  'budget_period',
  'start_date',
  'end_date',
  'pacing',
  'goal_type',
  'goal_roas',
  'attribution',
] as const

const changedBy = (before: CampaignFields, after: CampaignFields) =>
  editableFields.filter((field) => !isSameValue(before[field], after[field]))

const toProblems = (field: string, result: CampaignRuleResult): EditProblem[] => (result === true ? [] : [{ field, violation: result }])

const dateProblems = (before: CampaignFields, after: CampaignFields, { isStarted, today }: EditConstraints): EditProblem[] => {
  const result = campaignDatesRule({ ...before, isStarted }, after, today)
  return toProblems(result !== true && isStartDateProblem(result.code) ? 'start_date' : 'end_date', result)
}

/** Validates one field. */
function fieldRule(
  field: (typeof editableFields)[number],
  before: CampaignFields,
  after: CampaignFields,
  constraints: EditConstraints,
): CampaignRuleResult {
  const { isStarted, clientReviewsCampaigns, pacings } = constraints
  if (field === 'name') return campaignNameRule(after.name)
  if (field === 'status') return campaignStatusRule(before.status, after.status, { isNotStarted: !isStarted, clientReviewsCampaigns })
  if (field === 'budget') return campaignBudgetRule(microsOf(after.budget), after.budget_period, constraints)
  if (field === 'pacing') return pacings.includes(after.pacing) || { code: 'pacing_unknown' }
  if (field !== 'goal_roas' || after.goal_roas === null) return true
  return after.goal_type === null ? { code: 'goal_type_missing' } : campaignGoalRule(after.goal_roas)
}

function problemsOf(
  before: CampaignFields,
  after: CampaignFields,
  { always_on }: CampaignEdit,
  constraints: EditConstraints,
): EditProblem[] {
  const changed = changedBy(before, after)
  // A new period needs the budget check again, even for the same amount.
  const checked = changed.includes('budget_period') && !changed.includes('budget') ? [...changed, 'budget' as const] : changed
  const fieldProblems = checked.flatMap((field) => {
    const editableResult = changed.includes(field) ? fieldEditableRule(field, before) : true
    // The rule of the status gives a more exact reason than that the field is locked.
    const isChecked = editableResult === true || field === 'status'
    return toProblems(field, isChecked ? fieldRule(field, before, after, constraints) : editableResult)
  })
  const lacksRequiredEnd = after.budget_period === 'One Time' && after.end_date === null
  // A stored campaign without an end date stays valid until an edit changes its period or end date.
  const isEndChecked = changed.includes('budget_period') || changed.includes('end_date')
  const areDatesChanged = changed.includes('start_date') || changed.includes('end_date')
  const areDatesEditable = !fieldProblems.some(({ field }) => field === 'start_date' || field === 'end_date')
  return [
    ...fieldProblems,
    ...(areDatesChanged && areDatesEditable ? dateProblems(before, after, constraints) : []),
    ...(lacksRequiredEnd && isEndChecked ? toProblems('end_date', { code: 'end_missing_for_one_time_budget' }) : []),
    ...(always_on === false && after.end_date === null ? toProblems('end_date', { code: 'end_missing_without_always_on' }) : []),
  ]
}

/** A campaign that becomes pending again is reviewed again. */
const reviewAfter = (before: CampaignFields, after: CampaignFields): CampaignFields =>
  before.status === 'paused' && after.status === 'pending' ? withReviewPending(after) : after

/** The campaign after an edit, and all problems that prevent it. */
export function editCampaign(before: CampaignFields, edit: CampaignEdit, constraints: EditConstraints): CampaignEditResult {
  const after = withEdit(before, edit)
  const problems = problemsOf(before, after, edit, constraints)
  return { after: problems.length === 0 ? reviewAfter(before, after) : after, problems }
}

const stateProblems: readonly CampaignProblemCode[] = [
  'status_not_offered',
  'under_review',
  'ended_for_good',
  'not_denied',
  'changed_since',
  'not_undoable',
  'not_approved',
  'approval_too_late',
  'changed_since_approval',
]
/** Whether a problem is caused by the campaign's state and not by the user's input. */
export const isStateProblem = (code: CampaignProblemCode) => stateProblems.includes(code)
