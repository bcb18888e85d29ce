import { sql } from 'kysely'
import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import type { SavedQuestion } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import { nameTables } from '../reports/conditions.ts'
import { contains } from '../sql/pieces.ts'

type Asker = Pick<Context, 'database' | 'scope' | 'caller'>

/** What of a saved report decides what its reader is told of it. */
interface Kept {
  readonly question: SavedQuestion
  readonly owner_id: number
  /** Of the advertisers that it names, those that have not been removed; nothing where it names none. */
  readonly there: readonly number[] | null
}

/** Where the things are that a condition on a name or an id is about; nowhere for what is nobody's secret, such as a status. */
function thingsOf(field: string) {
  const dimension = dimensionOf(field)
  if (dimension?.presentation === 'choice') return undefined
  const names = nameTables[dimension?.labelledBy ?? field]
  return names && { table: names.table, column: dimension?.labelledBy ? field : names.column }
}

/** What a reader sees of that which conditions on one field name. */
interface Seen {
  readonly values: ReadonlySet<string>
  /** Parts of names that some name of theirs has. */
  readonly parts: ReadonlySet<string>
}
type Part = Extract<Filter, { operation: 'ILIKE' }>
const isPart = (filter: Filter): filter is Part => filter.operation === 'ILIKE'
type SeenFields = ReadonlyMap<string, Seen>

/** Of the names, ids and parts of names that conditions are about, those that a reader sees, in one look for each field. */
async function seenBy({ database, scope }: Asker, filters: readonly Filter[]): Promise<SeenFields> {
  const own = scope.advertisers === 'all' ? sql`true` : sql`advertiser_id = any(${[...scope.advertisers]}::int[])`
  const seenOf = async ([field, conditions]: readonly [string, readonly Filter[]]): Promise<[string, Seen][]> => {
    const things = thingsOf(field)
    if (!things) return []
    const column = sql.ref(things.column)
    const theirs = sql`from ${sql.table(things.table)} where member_group_id = ${scope.memberGroupId} and ${own}`
    const values = new Set(conditions.flatMap((one) => (isPart(one) || one.operation === 'IS NULL' ? [] : [one.value].flat().map(String))))
    const parts = [...new Set(conditions.flatMap((one) => (isPart(one) ? one.value : [])))]
    const { rows } = await sql<{ is_part: boolean; value: string }>`
      select distinct false as is_part, ${column}::text as value ${theirs} and ${column}::text = any(${[...values]}::text[])
      union all select true, part from unnest(${parts}::text[], ${parts.map(contains)}::text[]) as named (part, pattern)
        where exists (select ${theirs} and ${column}::text ilike pattern)`.execute(database.kysely)
    const those = (areParts: boolean) => new Set(rows.flatMap(({ is_part, value }) => (is_part === areParts ? value : [])))
    return [[field, { values: those(false), parts: those(true) }]]
  }
  return new Map((await Promise.all([...grouped(filters, ({ field }) => field)].map(seenOf))).flat())
}

/** A condition without what its reader does not see; nothing where it leaves out what is not theirs anyway. */
function conditionFor(filter: Filter, seen: SeenFields): Filter | undefined {
  const { field, operation } = filter
  const theirs = seen.get(field)
  if (!theirs || operation === 'IS NULL') return filter
  const isId = dimensionOf(field)?.type === 'Integer'
  // Stands for what its reader does not see: it fits nothing of theirs, as that does not.
  const hidden: Filter = { field, operation: '=', value: isId ? 0 : '–' }
  // A stretch of ids says nothing of any one thing; one of names may, in a report that was kept when it could be asked.
  if (operation === '>' || operation === 'BETWEEN') return isId ? filter : hidden
  if (operation === 'ILIKE') return theirs.parts.has(filter.value) ? filter : hidden
  const values = [filter.value].flat().filter((value) => theirs.values.has(String(value)))
  if (values.length === 0) return operation === '!=' ? undefined : hidden
  return operation === 'IN' ? { field, operation, value: values } : filter
}

/** What saved reports ask, as their reader is told: of advertisers that are there and theirs, with no name of anything else. */
export async function questionsFor(asker: Asker, all: readonly Kept[]): Promise<(one: Kept) => SavedQuestion> {
  const { advertisers } = asker.scope
  const isWhole = ({ owner_id }: Kept) => advertisers === 'all' || owner_id === asker.caller.person?.user_id
  const seen = await seenBy(
    asker,
    all.flatMap((kept) => (isWhole(kept) ? [] : (kept.question.filters ?? []))),
  )
  const theirs = advertisers === 'all' ? undefined : new Set(advertisers)
  return (one) => {
    const { advertiser_ids = [], filters, ...asked } = one.question
    const there = one.there && new Set(one.there)
    const kept = there && advertiser_ids.filter((id) => there.has(id))
    // Where none is left, the answer of the report says so.
    const named = kept?.length === 0 && !theirs ? advertiser_ids : kept
    const reached = theirs ? named?.filter((id) => theirs.has(id)) : named
    const conditions = isWhole(one) ? filters : filters?.flatMap((filter) => conditionFor(filter, seen) ?? [])
    return { ...asked, ...(reached && { advertiser_ids: reached }), ...(conditions?.length && { filters: conditions }) }
  }
}
