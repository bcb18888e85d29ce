import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { asProblem, isOutdated, type Problem, problemText } from '../../kit/problem.ts'
import type { EditResult } from '../../ui/table/column.ts'

const outdated = msg`This has changed since you opened it. Press Enter to save your value, or Escape to see the latest one.`

/** Converts a write's result for a table cell: the saved row, or the error text. After a version conflict (412) the row is read again. */
export async function cellOutcome<Row>(
  write: Promise<Row>,
  i18n: I18n,
  readAgain?: () => Promise<Row>,
  reasonOf: (problem: Problem) => string | Promise<string> = (problem) => problemText(problem, i18n),
): Promise<EditResult<Row>> {
  try {
    return { row: await write }
  } catch (error) {
    const problem = asProblem(error)
    if (!isOutdated(problem)) return { refused: await reasonOf(problem) }
    return { refused: i18n._(outdated), row: await readAgain?.().catch(() => undefined) }
  }
}
