import { pacings, type budgetPeriods } from '../budgets/budgets.ts'
import {
  type CampaignRuleResult,
  campaignBudgetRule,
  campaignDatesRule,
  campaignGoalRule,
  campaignStatusRule,
  campaignNameRule,
  type CampaignProblemCode,
  fieldEditableRule,
} from './campaigns.rules.ts'
import { decimalOf, microsOf } from '../money/money.ts'
import { withReviewPending } from './reviews.rules.ts'
import type { Status } from '../statuses.ts'

type BudgetPeriod = (typeof budgetPeriods)[number]

/** The editable fields of a campaign, in the format of requests. */
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
type Editable = Omit<CampaignFields, 'review_status_id' | 'review_comment'>
/** The requested changes; missing fields stay unchanged. */
export type CampaignEdit = { readonly [F in keyof Editable]?: Editable[F] | undefined } & { readonly always_on?: boolean | undefined }

/** What an edit is validated against; money in micros. */
export interface EditConstraints {
  /** Today in the advertiser's time zone. */
  readonly today: string
  readonly digits: number
  readonly minimum: bigint
  /** Total spend. */
  readonly spent: bigint
  readonly isStarted: boolean
  /** The client reviews campaigns before they serve. */
  readonly isReviewed: boolean
}

/** A field that cannot change as requested, and the reason. */
export interface EditProblem {
  readonly field: string
  readonly answer: Exclude<CampaignRuleResult, true>
}
export interface CampaignEditResult {
  readonly after: CampaignFields
  readonly problems: readonly EditProblem[]
}

const plain = (amount: string) => decimalOf(microsOf(amount))

/** The requested end date; `always_on` wins over an end date. */
const endOf = (now: CampaignFields, { end_date = now.end_date, always_on }: CampaignEdit) => (always_on === true ? null : end_date)

/** A goal needs a type; without a type it is removed. */
function goalOf(now: CampaignFields, edit: CampaignEdit): Pick<CampaignFields, 'goal_type' | 'goal_roas'> {
  const goal_type = edit.goal_type === undefined ? now.goal_type : edit.goal_type
  const goal = edit.goal_roas === undefined ? now.goal_roas : edit.goal_roas
  const isDropped = goal_type === null && edit.goal_roas === undefined
  return { goal_type, goal_roas: isDropped || goal === null ? null : plain(goal) }
}

/** The campaign with the requested changes. */
const withEdit = (now: CampaignFields, edit: CampaignEdit): CampaignFields => ({
  ...now,
  ...(edit.name !== undefined && { name: edit.name.trim() }),
  status: edit.status ?? now.status,
  budget: plain(edit.budget ?? now.budget),
  budget_period: edit.budget_period ?? now.budget_period,
  start_date: edit.start_date ?? now.start_date,
  end_date: endOf(now, edit),
  pacing: edit.pacing ?? now.pacing,
  attribution: edit.attribution === undefined ? now.attribution : edit.attribution,
  ...goalOf(now, edit),
})

const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
/** A value as text, independent of the order of its keys at any depth. */
const textOf = (value: unknown) => JSON.stringify(value ?? null, sortedKeys)
/** Whether a field has the same value before and after. */
export const isSameValue = (one: unknown, other: unknown) => textOf(one) === textOf(other)
export const editable = [
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

const changedBy = (now: CampaignFields, after: CampaignFields) => editable.filter((field) => !isSameValue(now[field], after[field]))

const daysProblem = (now: CampaignFields, after: CampaignFields, { isStarted, today }: EditConstraints): EditProblem[] => {
  const answer = campaignDatesRule({ ...now, isStarted }, after, today)
  return answer === true ? [] : [{ field: answer.code.startsWith('start_') ? 'start_date' : 'end_date', answer }]
}

/** Validates one field. */
function answerOf(
  field: (typeof editable)[number],
  now: CampaignFields,
  after: CampaignFields,
  constraints: EditConstraints,
): CampaignRuleResult {
  const { isStarted, isReviewed } = constraints
  if (field === 'name') return campaignNameRule(after.name)
  if (field === 'status') return campaignStatusRule(now.status, after.status, { isNotStarted: !isStarted, isReviewed })
  if (field === 'budget') return campaignBudgetRule(microsOf(after.budget), after.budget_period, constraints)
  if (field === 'pacing') return pacings.some((one) => one === after.pacing) || { code: 'pacing_unknown' }
  if (field !== 'goal_roas' || after.goal_roas === null) return true
  return after.goal_type === null ? { code: 'goal_alone' } : campaignGoalRule(after.goal_roas)
}

const problem = (field: string, answer: CampaignRuleResult): EditProblem[] => (answer === true ? [] : [{ field, answer }])

function problemsOf(now: CampaignFields, after: CampaignFields, { always_on }: CampaignEdit, constraints: EditConstraints): EditProblem[] {
  const changed = changedBy(now, after)
  // With another period it is another budget, even if the amount is the same.
  const checked = changed.includes('budget_period') && !changed.includes('budget') ? [...changed, 'budget' as const] : changed
  const own = checked.flatMap((field) => {
    const stays = changed.includes(field) ? fieldEditableRule(field, now) : true
    return problem(field, stays === true || field === 'status' ? answerOf(field, now, after, constraints) : stays)
  })
  const isEndless = after.budget_period === 'One Time' && after.end_date === null
  const isEndlessNow = isEndless && (changed.includes('budget_period') || changed.includes('end_date'))
  const isDayMoved = changed.includes('start_date') || changed.includes('end_date')
  const isOpen = !own.some(({ field }) => field === 'start_date' || field === 'end_date')
  return [
    ...own,
    ...(isDayMoved && isOpen ? daysProblem(now, after, constraints) : []),
    ...(isEndlessNow ? problem('end_date', { code: 'end_needed' }) : []),
    ...(always_on === false && after.end_date === null ? problem('end_date', { code: 'end_missing' }) : []),
  ]
}

/** A campaign that becomes pending again is reviewed again. */
const reviewAfter = (now: CampaignFields, after: CampaignFields): CampaignFields =>
  now.status === 'paused' && after.status === 'pending' ? withReviewPending(after) : after

/** The campaign after an edit, and all problems that prevent it. */
export function editCampaign(now: CampaignFields, edit: CampaignEdit, constraints: EditConstraints): CampaignEditResult {
  const after = withEdit(now, edit)
  const problems = problemsOf(now, after, edit, constraints)
  return { after: problems.length === 0 ? reviewAfter(now, after) : after, problems }
}

const ofState: readonly CampaignProblemCode[] = [
  'status_not_offered',
  'under_review',
  'over',
  'not_denied',
  'changed_since',
  'not_undoable',
]
/** Whether a problem is caused by the campaign's state and not by the user's input. */
export const isStateProblem = (code: CampaignProblemCode) => ofState.includes(code)
