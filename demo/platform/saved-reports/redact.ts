import { sql } from 'kysely'
import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import type { SavedReportQuery } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../collections/grouped.ts'
import { nameTables } from '../reports/conditions.ts'
import { likePattern } from '../sql/pieces.ts'

type Asker = Pick<Context, 'database' | 'scope' | 'caller'>

/** The fields of a saved report that decide how it is redacted. */
interface RedactableReport {
  readonly question: SavedReportQuery
  readonly owner_id: number
  /** The report's advertisers that still exist; null if the report names none. */
  readonly existing_advertiser_ids: readonly number[] | null
}

/** Table and column with the values of a filter field. Undefined for fields with fixed choices, such as a status, which are not secret. */
function secretColumn(field: string) {
  const dimension = dimensionOf(field)
  if (dimension?.presentation === 'choice') return undefined
  const names = nameTables[dimension?.labelledBy ?? field]
  return names && { table: names.table, column: dimension?.labelledBy ? field : names.column }
}

/** The values of one filter field that the reader may see. */
interface VisibleValues {
  readonly values: ReadonlySet<string>
  /** Search texts that match a visible name. */
  readonly parts: ReadonlySet<string>
}
type Part = Extract<Filter, { operation: 'ILIKE' }>
const isTextSearch = (filter: Filter): filter is Part => filter.operation === 'ILIKE'
type VisibleFields = ReadonlyMap<string, VisibleValues>

/** Finds which names, ids and search texts of the filters the reader may see, with one query for each field. */
async function visibleFilterValues({ database, scope }: Asker, filters: readonly Filter[]): Promise<VisibleFields> {
  const inScope = scope.advertisers === 'all' ? sql`true` : sql`advertiser_id = any(${[...scope.advertisers]}::int[])`
  const visibleValuesOf = async ([field, conditions]: readonly [string, readonly Filter[]]): Promise<[string, VisibleValues][]> => {
    const source = secretColumn(field)
    if (!source) return []
    const column = sql.ref(source.column)
    const fromVisible = sql`from ${sql.table(source.table)} where member_group_id = ${scope.memberGroupId} and ${inScope}`
    const values = new Set(
      conditions.flatMap((filter) => (isTextSearch(filter) || filter.operation === 'IS NULL' ? [] : [filter.value].flat().map(String))),
    )
    const searchTexts = [...new Set(conditions.flatMap((filter) => (isTextSearch(filter) ? filter.value : [])))]
    const { rows } = await sql<{ is_part: boolean; value: string }>`
      select distinct false as is_part, ${column}::text as value ${fromVisible} and ${column}::text = any(${[...values]}::text[])
      union all select true, part from unnest(${searchTexts}::text[], ${searchTexts.map(likePattern)}::text[]) as named (part, pattern)
        where exists (select ${fromVisible} and ${column}::text ilike pattern)`.execute(database.kysely)
    const valuesWhere = (areParts: boolean) => new Set(rows.flatMap(({ is_part, value }) => (is_part === areParts ? value : [])))
    return [[field, { values: valuesWhere(false), parts: valuesWhere(true) }]]
  }
  return new Map((await Promise.all([...grouped(filters, ({ field }) => field)].map(visibleValuesOf))).flat())
}

/** A filter without values that the reader may not see. Undefined if it only excludes such values. */
function redactFilter(filter: Filter, visible: VisibleFields): Filter | undefined {
  const { field, operation } = filter
  const visibleValues = visible.get(field)
  if (!visibleValues || operation === 'IS NULL') return filter
  const isId = dimensionOf(field)?.type === 'Integer'
  // Replaces a hidden value with one that matches no row, which gives the reader the same result.
  const replacement: Filter = { field, operation: '=', value: isId ? 0 : '–' }
  // A range of ids reveals nothing; a range of names could, so it is replaced.
  if (operation === '>' || operation === 'BETWEEN') return isId ? filter : replacement
  if (operation === 'ILIKE') return visibleValues.parts.has(filter.value) ? filter : replacement
  const values = [filter.value].flat().filter((value) => visibleValues.values.has(String(value)))
  if (values.length === 0) return operation === '!=' ? undefined : replacement
  return operation === 'IN' ? { field, operation, value: values } : filter
}

/** Queries of saved reports as the reader may see them: only existing advertisers in the reader's scope, and no names of others. */
export async function redactQueries(
  context: Asker,
  reports: readonly RedactableReport[],
): Promise<(report: RedactableReport) => SavedReportQuery> {
  const { advertisers } = context.scope
  const seesEverything = ({ owner_id }: RedactableReport) => advertisers === 'all' || owner_id === context.caller.person?.user_id
  const visible = await visibleFilterValues(
    context,
    reports.flatMap((report) => (seesEverything(report) ? [] : (report.question.filters ?? []))),
  )
  const accessibleIds = advertisers === 'all' ? undefined : new Set(advertisers)
  return (report) => {
    const { advertiser_ids = [], filters, ...otherFields } = report.question
    const existingIds = report.existing_advertiser_ids && new Set(report.existing_advertiser_ids)
    const existing = existingIds && advertiser_ids.filter((id) => existingIds.has(id))
    // Keeps the removed ids if no advertiser is left, so that the report is empty instead of covering all advertisers.
    const namedIds = existing?.length === 0 && !accessibleIds ? advertiser_ids : existing
    const visibleIds = accessibleIds ? namedIds?.filter((id) => accessibleIds.has(id)) : namedIds
    const conditions = seesEverything(report) ? filters : filters?.flatMap((filter) => redactFilter(filter, visible) ?? [])
    return { ...otherFields, ...(visibleIds && { advertiser_ids: visibleIds }), ...(conditions?.length && { filters: conditions }) }
  }
}
