import { asProblem, type Problem } from '../../../../kit/problem.ts'
import { isUnanswered } from '../../../../kit/until-answered.ts'

/** One row of a dry run, or of what was done. */
export interface ChangeRow {
  readonly id: string
  readonly name: string
  /** The line of the sheet that it comes from. */
  readonly line?: number | undefined
  readonly currency_code: string | null
  readonly fields: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[]
  readonly problem: { readonly code: string; readonly values: Readonly<Record<string, unknown>> } | null
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
  readonly effect: Effect | null
}

/** Does something to many, or says what it would do; each part is told as soon as it is answered. */
export type BulkRun<Values> = (values: Values, isDry: boolean, told?: (answer: BulkAnswer) => void) => Promise<readonly BulkAnswer[]>

/** Keeps a key for each part of what was previewed, so that however often it is made, it is made once. */
export function previewKeys() {
  const keys = new Map<string, string>()
  return {
    /** What is previewed anew is something else. */
    renew: () => keys.clear(),
    of: (part: string) => {
      const key = keys.get(part) ?? crypto.randomUUID()
      keys.set(part, key)
      return key
    },
  }
}

/** What became of many changes: all that was answered, and what the rest failed with. */
export interface Made {
  readonly answers: readonly BulkAnswer[]
  readonly problem?: Problem
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

/** How much of it is done after a failure: some, nothing, or nobody knows because the answer was lost. */
export function doneOf({ answers, problem }: Made): 'all' | 'some' | 'none' | 'unknown' {
  if (!problem) return 'all'
  if (changedIn(answers) > 0) return 'some'
  return isUnanswered(problem) ? 'unknown' : 'none'
}

const sum = (answers: readonly BulkAnswer[], of: 'changed' | 'refused') => answers.reduce((all, one) => all + one[of], 0)
/** How many of all kinds change. */
export const changedIn = (answers: readonly BulkAnswer[]) => sum(answers, 'changed')
/** How many of all kinds are refused. */
export const refusedIn = (answers: readonly BulkAnswer[]) => sum(answers, 'refused')
/** The words by which all of it can be taken back; the last one that was done comes first. */
export const batchesIn = (answers: readonly BulkAnswer[]) => answers.flatMap(({ batch }) => batch ?? []).toReversed()
