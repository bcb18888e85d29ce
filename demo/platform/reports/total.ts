import { sql } from 'kysely'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { isOnRows } from '../../../src/contract/reports/fields.rules.ts'
import type { ReportQuestion } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/open.ts'
import type { Frame } from './scope.ts'
import { type GroupedRow, wholeSums } from './query.ts'
import { columnsFor } from './sums.ts'

type Whole = Pick<GroupedRow, 'now' | 'before'>

/** Totals of a file get the same timeout as its rows. The embedded database has one connection and no timeout. */
async function unhurried<Result>(database: Database, read: (database: Database) => Promise<Result>): Promise<Result> {
  if (database.driver !== 'postgres') return read(database)
  return database.reports.transaction().execute(async (reports) => {
    await sql`set local statement_timeout = ${sql.lit(database.fileMs)}`.execute(reports)
    return read({ ...database, reports })
  })
}

/** Totals of all rows of a file. Undefined with a metric filter, because it applies to rows only. */
export async function wholeOfFile(database: Database, frame: Frame, { metrics, filters = [] }: ReportQuestion): Promise<Whole | undefined> {
  const isPart = filters.some(isOnRows)
  // A missing exchange rate must be refused before the first row is sent.
  if (isPart && frame.lacks.length === 0) return undefined
  const ofFacts = filters.filter((filter) => !isOnRows(filter))
  const whole = await unhurried(database, (one) => wholeSums(one, { frame, columns: columnsFor(metrics), filters: ofFacts }))
  return isPart ? undefined : whole
}

interface Column {
  readonly id: string
}

/** The total row; its label goes into the first column without a metric. Undefined without such a column. */
export function totalRow(whole: Whole | undefined, columns: readonly Column[], called: string): GroupedRow | undefined {
  const at = columns.find(({ id }) => !metricOf(id))?.id
  return whole && at !== undefined ? { ...whole, dimensions: { [at]: called } } : undefined
}
