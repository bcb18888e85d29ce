import { sql } from 'kysely'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { isOnRows } from '../../../src/contract/reports/fields.rules.ts'
import type { ReportQuestion } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/open.ts'
import type { Frame } from './scope.ts'
import { type GroupedRow, wholeSums } from './query.ts'
import { columnsFor } from './sums.ts'

type Whole = Pick<GroupedRow, 'now' | 'before'>

/** A sum may take as long as the rows that it stands above; the embedded database has one connection and no such limit. */
async function unhurried<Result>(database: Database, read: (database: Database) => Promise<Result>): Promise<Result> {
  if (database.driver !== 'postgres') return read(database)
  return database.reports.transaction().execute(async (reports) => {
    await sql`set local statement_timeout = ${sql.lit(database.fileMs)}`.execute(reports)
    return read({ ...database, reports })
  })
}

/** What all rows of a file come to; nothing where a condition on a figure leaves rows out, which only rows know. */
export async function wholeOfFile(database: Database, frame: Frame, { metrics, filters = [] }: ReportQuestion): Promise<Whole | undefined> {
  const isPart = filters.some(isOnRows)
  // Nothing of a file is undone: what would be refused at some row is refused before the first.
  if (isPart && frame.lacks.length === 0) return undefined
  const ofFacts = filters.filter((filter) => !isOnRows(filter))
  const whole = await unhurried(database, (one) => wholeSums(one, { frame, columns: columnsFor(metrics), filters: ofFacts }))
  return isPart ? undefined : whole
}

interface Column {
  readonly id: string
}

/** The total as a row of the file, called so in the first column that holds no figure; nothing where there is none to call it by. */
export function totalRow(whole: Whole | undefined, columns: readonly Column[], called: string): GroupedRow | undefined {
  const at = columns.find(({ id }) => !metricOf(id))?.id
  return whole && at !== undefined ? { ...whole, dimensions: { [at]: called } } : undefined
}
