import { type RawBuilder, sql } from 'kysely'
import { type TargetingDimension, type TargetingLimits, targetingLimits } from '../../../src/contract/targeting/targetings.ts'
import type { Database } from '../database/open.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'

type Reads = Pick<Database, 'kysely'>

/** The client's dimensions, or these and those of one experience. */
export interface TargetingPlace {
  readonly memberGroupId: number
  readonly experienceId?: number | undefined
}

const column = (name: string) => sql.ref(`t.${name}`)
const targetingFields: ListFields = {
  targeting_id: { column: column('targeting_id'), type: 'integer' },
  experience_id: { column: column('experience_id'), type: 'integer' },
  name: { column: column('name'), type: 'text' },
  hidden: { column: column('hidden'), type: 'boolean' },
}

const options = sql`(select coalesce(json_agg(json_build_object('targeting_option_id', o.targeting_option_id, 'name', o.name, 'code', o.code,
  'audience_size', o.audience_size) order by o.targeting_option_id), '[]')
  from targeting_options o where o.member_group_id = t.member_group_id and o.targeting_id = t.targeting_id)`
const columns = sql`t.targeting_id, t.member_group_id, t.experience_id, t.name, t.hidden, t.targeting_types, ${options} as options, t.version`

/** SQL condition for the dimensions of a place. */
export const dimensionsOfPlace = ({ memberGroupId, experienceId }: TargetingPlace): RawBuilder<unknown> =>
  experienceId === undefined
    ? sql`t.member_group_id = ${memberGroupId} and t.experience_id is null`
    : sql`t.member_group_id = ${memberGroupId} and (t.experience_id is null or t.experience_id = ${experienceId})`
/** SQL condition for all dimensions of a client, including those of its experiences. */
export const dimensionsOfClient = (memberGroupId: number): RawBuilder<unknown> => sql`t.member_group_id = ${memberGroupId}`

export async function dimensionsAt({ kysely }: Reads, where: RawBuilder<unknown>): Promise<TargetingDimension[]> {
  const { rows } = await sql<TargetingDimension>`select ${columns} from targetings t where ${where} order by t.targeting_id`.execute(kysely)
  return rows
}

export async function dimensionAt(database: Reads, place: TargetingPlace, targetingId: number): Promise<TargetingDimension> {
  const [found] = await dimensionsAt(database, sql`${dimensionsOfPlace(place)} and t.targeting_id = ${targetingId}`)
  if (!found) throw notFound('Targeting')
  return found
}

export async function dimensionsReport({ kysely }: Reads, place: TargetingPlace, asked: ListQuery) {
  const where = sql`from targetings t where ${dimensionsOfPlace(place)} and (${listWhere(targetingFields, asked.filters)})`
  const order = listOrder(targetingFields, asked.sort, column('targeting_id'))
  const { rows } = await sql<TargetingDimension>`select ${columns} ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return { targeting_dimensions: rows, total: counted.rows[0]?.total ?? 0 }
}

const settingsOf = ({ kysely }: Reads, memberGroupId: number) =>
  kysely.selectFrom('targeting_settings').selectAll().where('member_group_id', '=', memberGroupId).executeTakeFirst()

/** The client's limits for one targeting, or the defaults. */
export async function limitsOf(database: Reads, memberGroupId: number): Promise<TargetingLimits> {
  const own = await settingsOf(database, memberGroupId)
  return own ? { groups: own.groups_most, conditions: own.conditions_most, options: own.options_most } : { ...targetingLimits }
}

/** Number of people that a client reaches. Without a setting, the size of its largest dimension. */
export async function populationOf(database: Reads, memberGroupId: number, dimensions: readonly TargetingDimension[]): Promise<number> {
  const own = await settingsOf(database, memberGroupId)
  if (own) return own.population
  return Math.max(0, ...dimensions.map((one) => one.options.reduce((sum, { audience_size }) => sum + audience_size, 0)))
}
