import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { asProblem, type Problem, problemText } from '../../kit/problem.ts'
import type { EditResult } from '../../ui/table/column.ts'

const stale = msg`Somebody has changed this since you read it. Enter changes it again, Escape shows what it is now.`

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
    if (problem.status !== 412) return { refused: await reasonOf(problem) }
    return { refused: i18n._(stale), row: await readAgain?.().catch(() => undefined) }
  }
}
