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

/** Does something to many, or says what it would do. */
export type BulkRun<Values> = (values: Values, isDry: boolean) => Promise<readonly BulkAnswer[]>

const sum = (answers: readonly BulkAnswer[], of: 'changed' | 'refused') => answers.reduce((all, one) => all + one[of], 0)
/** How many of all kinds change. */
export const changedIn = (answers: readonly BulkAnswer[]) => sum(answers, 'changed')
/** How many of all kinds are refused. */
export const refusedIn = (answers: readonly BulkAnswer[]) => sum(answers, 'refused')
/** The words by which all of it can be taken back; the last one that was done comes first. */
export const batchesIn = (answers: readonly BulkAnswer[]) => answers.flatMap(({ batch }) => batch ?? []).toReversed()
