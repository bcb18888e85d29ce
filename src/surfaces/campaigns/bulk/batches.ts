import { asProblem, type Problem } from '../../../kit/problem.ts'
import { isUnanswered } from '../../../kit/until-answered.ts'

/** One row of a dry run, or of what was done. */
export interface ChangeRow {
  readonly id: string
  readonly name: string
  /** The line of the sheet that it comes from. */
  readonly line?: number | undefined
  readonly currency_code: string | null
  readonly fields: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[]
  readonly problem: Reason | null
  /** What of it stays although it changes itself: how much that is, and the first of it. */
  readonly left?: { readonly count: number; readonly named: readonly (Reason & { readonly name: string })[] }
}
/** Why something stays as it is. */
interface Reason {
  readonly code: string
  readonly values: Readonly<Record<string, unknown>>
}

/** What the budgets of all that changes come to on a usual day. */
export interface Effect {
  readonly daily_before: string
  readonly daily_after: string
  readonly currency_code: string
}

/** What many changes come to, or came to. */
export interface BulkAnswer {
  /** What the rows are, where there are several kinds. */
  readonly of: 'campaigns' | 'ad_groups'
  readonly rows: readonly ChangeRow[]
  readonly changed: number
  readonly refused: number
  readonly batch: string | null
  /** In each currency in which they add up. */
  readonly effects: readonly Effect[]
  /** The names of those that were to change, and were left because they have become something else since they were looked at. */
  readonly others?: readonly string[]
}

/** Does something to many, or says what it would do; each part is told as soon as it is answered. */
export type BulkRun<Values> = (values: Values, isDry: boolean, told?: (answer: BulkAnswer) => void) => Promise<readonly BulkAnswer[]>

/** What became of many changes: all that was answered, and what the rest failed with. */
export interface Made {
  readonly answers: readonly BulkAnswer[]
  readonly problem?: Problem
  /** It was looked at alone, and nothing sent to be done. */
  readonly isDry?: boolean
}

/** Makes the changes; what was done before something failed is known all the same. */
export async function makeAll<Values>(run: BulkRun<Values>, values: Values): Promise<Made> {
  const answers: BulkAnswer[] = []
  try {
    await run(values, false, (answer) => answers.push(answer))
    return { answers }
  } catch (error) {
    return { answers, problem: asProblem(error) }
  }
}

/** How much of it is done after a failure: some, nothing, or nobody knows of the rest or of all because an answer was lost. */
export function doneOf({ answers, problem, isDry = false }: Made): 'all' | 'some' | 'some-unknown' | 'none' | 'unknown' {
  if (!problem) return 'all'
  const isLost = isUnanswered(problem) && !isDry
  if (changedIn(answers) > 0) return isLost ? 'some-unknown' : 'some'
  return isLost ? 'unknown' : 'none'
}

const sum = (answers: readonly BulkAnswer[], of: 'changed' | 'refused') => answers.reduce((all, one) => all + one[of], 0)
/** How many of all kinds change. */
export const changedIn = (answers: readonly BulkAnswer[]) => sum(answers, 'changed')
/** What changed, by number. */
export function idsIn({ of, rows }: BulkAnswer) {
  const ids = rows.filter(({ problem, fields }) => !problem && fields.length > 0).map(({ id }) => Number(id))
  return of === 'campaigns' ? { campaign_ids: ids, ad_group_ids: [] } : { campaign_ids: [], ad_group_ids: ids }
}
/** How many of all kinds are refused. */
export const refusedIn = (answers: readonly BulkAnswer[]) => sum(answers, 'refused')
/** The names of all that became something else since they were looked at. */
export const othersIn = (answers: readonly BulkAnswer[]) => answers.flatMap(({ others = [] }) => others)
/** How many ad groups stay although their campaigns change. */
export const leftIn = (answers: readonly BulkAnswer[]) =>
  answers.reduce((all, { rows }) => rows.reduce((some, { left }) => some + (left?.count ?? 0), all), 0)
/** The words by which all of it can be taken back, in the order in which it was done. */
export const batchesIn = (answers: readonly BulkAnswer[]) => answers.flatMap(({ batch }) => batch ?? [])
