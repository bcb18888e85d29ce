import { addDays } from '../../src/contract/date-ranges.ts'
import { dimensionOf } from '../../src/contract/dimensions.ts'
import { pageDefault } from '../../src/contract/list.ts'
import { metricOf } from '../../src/contract/metrics.ts'
import type { ReportQuestion } from '../../src/contract/reports.ts'
import type { Database } from './database/open.ts'
import { refuseField } from './refusal.ts'
import type { Frame } from './report-frame.ts'
import { isTime } from './report-periods.ts'
import { everyGroupedRow, type GroupedQuery, type GroupedRow, groupedRows } from './report-query.ts'
import { columnsFor } from './report-sums.ts'

/** Whether a question can be answered: by the registry, and by how long detail is kept. */
export function checkQuestion({ dimensions, filters = [], sort = [] }: ReportQuestion, frame: Frame) {
  dimensions.forEach((id, index) => {
    if (!dimensionOf(id)) throw refuseField(`dimensions.${index}`, 'There is no such dimension')
    if (dimensions.indexOf(id) !== index) throw refuseField(`dimensions.${index}`, 'This is there already')
  })
  const foreign = sort.findIndex(({ field }) => !metricOf(field) && !(dimensions as readonly string[]).includes(field)) // a sort may name anything
  if (foreign >= 0) throw refuseField(`sort.${foreign}.field`, 'This is not part of the report')
  if (!dimensions.includes('hour')) return
  const path = `dimensions.${dimensions.indexOf('hour')}`
  const isByEntity = [...dimensions, ...filters.map(({ field }) => field)].some((id) => id.startsWith('entity_'))
  if (isByEntity) throw refuseField(path, 'Hours are kept by ad group, not by entity')
  if (frame.days.start_date < frame.hoursSince) throw refuseField(path, `Hours are kept since ${frame.hoursSince}`)
  if (frame.before && frame.before.start_date < frame.hoursSince) throw refuseField('compare', `Hours are kept since ${frame.hoursSince}`)
}

/** With nothing said, time goes forward and the biggest comes first. */
function sortOf({ sort = [], dimensions, metrics }: ReportQuestion) {
  if (sort.length > 0) return sort
  const [metric] = metrics
  const time = ['hour', 'day', 'week', 'month'].find((id) => dimensions.includes(id))
  if (time) return [{ field: time, order: 'asc' as const }]
  return metric ? [{ field: metric, order: 'desc' as const }] : []
}

/** What a question asks of the facts. */
function queryOf(frame: Frame, question: ReportQuestion): GroupedQuery {
  checkQuestion(question, frame)
  const { dimensions, filters = [], pagination: page = pageDefault } = question
  const sort = sortOf(question)
  const more = [...sort, ...filters].map(({ field }) => field).filter((id) => metricOf(id))
  return { frame, dimensions, columns: columnsFor([...question.metrics, ...more]), filters, sort, page }
}

/** The rows of a question. */
export const rowsOf = async (database: Database, frame: Frame, question: ReportQuestion) => groupedRows(database, queryOf(frame, question))

/** All of them, piece by piece. */
export const everyRowOf = (database: Database, frame: Frame, question: ReportQuestion) =>
  everyGroupedRow(database, queryOf(frame, question))

const lastOfMonth = (first: string) => addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
/** The last day of a bucket of time. */
const lastDays: Readonly<Record<string, (start: string) => string>> = {
  hour: (start) => start.slice(0, 10),
  day: (start) => start,
  week: (start) => addDays(start, 6),
  month: lastOfMonth,
}

/** The last day that a row covers. */
export function lastDayOf(dimensions: GroupedRow['dimensions'], frame: Frame): string {
  const ends = Object.entries(dimensions).flatMap(([id, value]) =>
    isTime(id) && typeof value === 'string' ? (lastDays[id]?.(value) ?? []) : [],
  )
  return [...ends, frame.days.end_date].sort()[0] ?? frame.days.end_date
}
