import { sql } from 'kysely'
import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import type { SavedReportQuery } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import { nameTables } from '../reports/conditions.ts'
import { likePattern } from '../sql/pieces.ts'

type Asker = Pick<Context, 'database' | 'scope' | 'caller'>

/** The fields of a saved report that decide how it is redacted. */
interface RedactableReport {
  readonly question: SavedReportQuery
  readonly owner_id: number
  /** The report's advertisers that still exist; null if the report names none. */
  readonly there: readonly number[] | null
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
const isPart = (filter: Filter): filter is Part => filter.operation === 'ILIKE'
type SeenFields = ReadonlyMap<string, VisibleValues>

/** Finds which names, ids and search texts of the filters the reader may see, with one query for each field. */
async function visibleFilterValues({ database, scope }: Asker, filters: readonly Filter[]): Promise<SeenFields> {
  const own = scope.advertisers === 'all' ? sql`true` : sql`advertiser_id = any(${[...scope.advertisers]}::int[])`
  const seenOf = async ([field, conditions]: readonly [string, readonly Filter[]]): Promise<[string, VisibleValues][]> => {
    const things = secretColumn(field)
    if (!things) return []
    const column = sql.ref(things.column)
    const theirs = sql`from ${sql.table(things.table)} where member_group_id = ${scope.memberGroupId} and ${own}`
    const values = new Set(conditions.flatMap((one) => (isPart(one) || one.operation === 'IS NULL' ? [] : [one.value].flat().map(String))))
    const parts = [...new Set(conditions.flatMap((one) => (isPart(one) ? one.value : [])))]
    const { rows } = await sql<{ is_part: boolean; value: string }>`
      select distinct false as is_part, ${column}::text as value ${theirs} and ${column}::text = any(${[...values]}::text[])
      union all select true, part from unnest(${parts}::text[], ${parts.map(likePattern)}::text[]) as named (part, pattern)
        where exists (select ${theirs} and ${column}::text ilike pattern)`.execute(database.kysely)
    const those = (areParts: boolean) => new Set(rows.flatMap(({ is_part, value }) => (is_part === areParts ? value : [])))
    return [[field, { values: those(false), parts: those(true) }]]
  }
  return new Map((await Promise.all([...grouped(filters, ({ field }) => field)].map(seenOf))).flat())
}

/** A filter without values that the reader may not see. Undefined if it only excludes such values. */
function redactFilter(filter: Filter, seen: SeenFields): Filter | undefined {
  const { field, operation } = filter
  const theirs = seen.get(field)
  if (!theirs || operation === 'IS NULL') return filter
  const isId = dimensionOf(field)?.type === 'Integer'
  // Replaces a hidden value with one that matches no row, which gives the reader the same result.
  const hidden: Filter = { field, operation: '=', value: isId ? 0 : '–' }
  // A range of ids reveals nothing; a range of names could, so it is replaced.
  if (operation === '>' || operation === 'BETWEEN') return isId ? filter : hidden
  if (operation === 'ILIKE') return theirs.parts.has(filter.value) ? filter : hidden
  const values = [filter.value].flat().filter((value) => theirs.values.has(String(value)))
  if (values.length === 0) return operation === '!=' ? undefined : hidden
  return operation === 'IN' ? { field, operation, value: values } : filter
}

/** Queries of saved reports as the reader may see them: only existing advertisers in the reader's scope, and no names of others. */
export async function redactQueries(asker: Asker, all: readonly RedactableReport[]): Promise<(one: RedactableReport) => SavedReportQuery> {
  const { advertisers } = asker.scope
  const isWhole = ({ owner_id }: RedactableReport) => advertisers === 'all' || owner_id === asker.caller.person?.user_id
  const seen = await visibleFilterValues(
    asker,
    all.flatMap((kept) => (isWhole(kept) ? [] : (kept.question.filters ?? []))),
  )
  const theirs = advertisers === 'all' ? undefined : new Set(advertisers)
  return (one) => {
    const { advertiser_ids = [], filters, ...asked } = one.question
    const there = one.there && new Set(one.there)
    const kept = there && advertiser_ids.filter((id) => there.has(id))
    // Keeps the removed ids if no advertiser is left, so that the report is empty instead of covering all advertisers.
    const named = kept?.length === 0 && !theirs ? advertiser_ids : kept
    const reached = theirs ? named?.filter((id) => theirs.has(id)) : named
    const conditions = isWhole(one) ? filters : filters?.flatMap((filter) => redactFilter(filter, seen) ?? [])
    return { ...asked, ...(reached && { advertiser_ids: reached }), ...(conditions?.length && { filters: conditions }) }
  }
}
