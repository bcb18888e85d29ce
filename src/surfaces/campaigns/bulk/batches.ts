import { asProblem, type Problem } from '../../../kit/problem.ts'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'

/** One row of a bulk change or of its dry run. */
export interface ChangeRow {
  readonly id: string
  readonly name: string
  /** Tells rows of the same name apart: the advertiser, or the campaign and its advertiser. */
  readonly owner?: string | undefined
  /** Line in the uploaded spreadsheet. */
  readonly line?: number | undefined
  readonly currency_code: string | null
  readonly fields: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[]
  readonly problem: UnchangedReason | null
  /** Ad groups of a changed campaign that are not changed: their number, and the first few with a reason. */
  readonly unchangedAdGroups?: { readonly count: number; readonly named: readonly (UnchangedReason & { readonly name: string })[] }
}
/** Why a row is not changed. */
interface UnchangedReason {
  readonly code: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Average daily budget of all changed rows, before and after. */
export interface Effect {
  readonly daily_before: string
  readonly daily_after: string
  readonly currency_code: string
}

/** Result of a bulk change or of its dry run. */
export interface BulkResult {
  readonly of: 'campaigns' | 'ad_groups'
  readonly rows: readonly ChangeRow[]
  readonly changed: number
  readonly refused: number
  readonly batch: string | null
  /** One entry per currency. */
  readonly effects: readonly Effect[]
  /** Names of rows that were skipped because they have changed since the dry run. */
  readonly skippedNames?: readonly string[]
}

/** Runs a bulk change or its dry run. `onResult` is called after each request. */
export type BulkRun<Values> = (values: Values, isDry: boolean, onResult?: (result: BulkResult) => void) => Promise<readonly BulkResult[]>

/** Result of a bulk change: the responses received, and the problem that stopped it. */
export interface BulkOutcome {
  readonly results: readonly BulkResult[]
  readonly problem?: Problem
  /** True when only the dry run failed, so nothing was changed. */
  readonly isDry?: boolean
}

/** Runs the change and keeps the responses received before a failure. */
export async function runBulk<Values>(run: BulkRun<Values>, values: Values): Promise<BulkOutcome> {
  const results: BulkResult[] = []
  try {
    await run(values, false, (result) => results.push(result))
    return { results }
  } catch (error) {
    return { results, problem: asProblem(error) }
  }
}

/** How much was changed. The unknown states mean that a response was lost, so the last request may have been applied. */
export function completionOf({ results, problem, isDry = false }: BulkOutcome): 'all' | 'some' | 'some-unknown' | 'none' | 'unknown' {
  if (!problem) return 'all'
  const isLost = isOutcomeUnknown(problem) && !isDry
  if (changedIn(results) > 0) return isLost ? 'some-unknown' : 'some'
  return isLost ? 'unknown' : 'none'
}

const sumOf = (results: readonly BulkResult[], of: 'changed' | 'refused') => results.reduce((all, item) => all + item[of], 0)
export const changedIn = (results: readonly BulkResult[]) => sumOf(results, 'changed')
/** Ids of the changed rows. */
export function idsIn({ of, rows }: BulkResult) {
  const ids = rows.filter(({ problem, fields }) => !problem && fields.length > 0).map(({ id }) => Number(id))
  return of === 'campaigns' ? { campaign_ids: ids, ad_group_ids: [] } : { campaign_ids: [], ad_group_ids: ids }
}
export const refusedIn = (results: readonly BulkResult[]) => sumOf(results, 'refused')
/** Names of all rows that have changed since the dry run. */
export const skippedNamesIn = (results: readonly BulkResult[]) => results.flatMap(({ skippedNames = [] }) => skippedNames)
/** Number of ad groups left unchanged although their campaigns change. */
export const unchangedAdGroupsIn = (results: readonly BulkResult[]) =>
  results.reduce((all, { rows }) => rows.reduce((some, { unchangedAdGroups }) => some + (unchangedAdGroups?.count ?? 0), all), 0)
/** Batches to undo, oldest first. */
export const batchesIn = (results: readonly BulkResult[]) => results.flatMap(({ batch }) => batch ?? [])
