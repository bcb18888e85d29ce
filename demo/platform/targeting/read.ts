import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type TargetingDimension, type TargetingLimits, targetingLimits } from '../../../src/contract/targeting/targetings.ts'
import type { WithKysely } from '../database/database.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import type { Tables } from '../tables/index.ts'
import { notFound } from '../context/refusal.ts'

/** The client's dimensions, or these and those of one experience. */
export interface TargetingScope {
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

const dimension = expressionBuilder<Tables & { t: Tables['targetings'] }, 't'>()
const dimensionsFrom = ({ kysely }: WithKysely) => kysely.selectFrom('targetings as t')
const withOptions = (from: ReturnType<typeof dimensionsFrom>) =>
  from.select((eb) => [
    't.targeting_id',
    't.member_group_id',
    't.experience_id',
    't.name',
    't.hidden',
    't.targeting_types',
    jsonArrayFrom(
      eb
        .selectFrom('targeting_options as o')
        .select(['o.targeting_option_id', 'o.name', 'o.code', 'o.audience_size'])
        .whereRef('o.member_group_id', '=', 't.member_group_id')
        .whereRef('o.targeting_id', '=', 't.targeting_id')
        .orderBy('o.targeting_option_id'),
    ).as('options'),
    't.version',
  ])

/** SQL condition for all dimensions of a client, including those of its experiences. */
export const dimensionsOfClient = (memberGroupId: number) => dimension('t.member_group_id', '=', memberGroupId)
/** SQL condition for the dimensions of a client, with those of the experience if the scope names one. */
export const dimensionsOfScope = ({ memberGroupId, experienceId }: TargetingScope): Expression<SqlBool> => {
  const isGeneral = dimension('t.experience_id', 'is', null)
  const isHere = experienceId === undefined ? isGeneral : isGeneral.or('t.experience_id', '=', experienceId)
  return dimensionsOfClient(memberGroupId).and(isHere)
}

export const dimensionsAt = (database: WithKysely, where: Expression<SqlBool>): Promise<TargetingDimension[]> =>
  withOptions(dimensionsFrom(database).where(where)).orderBy('t.targeting_id').execute()

export async function dimensionAt(database: WithKysely, scope: TargetingScope, targetingId: number): Promise<TargetingDimension> {
  const [dimensionRow] = await dimensionsAt(
    database,
    dimension.and([dimensionsOfScope(scope), dimension('t.targeting_id', '=', targetingId)]),
  )
  if (!dimensionRow) throw notFound('Targeting')
  return dimensionRow
}

export async function dimensionsReport(database: WithKysely, scope: TargetingScope, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: dimensionsFrom(database).where(dimensionsOfScope(scope)),
    columns: withOptions,
    fields: targetingFields,
    id: column('targeting_id'),
    where: query,
    row: (row): TargetingDimension => row,
  })
  return { targeting_dimensions: rows, total }
}

const settingsOf = ({ kysely }: WithKysely, memberGroupId: number) =>
  kysely.selectFrom('targeting_settings').selectAll().where('member_group_id', '=', memberGroupId).executeTakeFirst()

/** The client's limits for one targeting, or the defaults. */
export async function limitsOf(database: WithKysely, memberGroupId: number): Promise<TargetingLimits> {
  const settings = await settingsOf(database, memberGroupId)
  return settings
    ? { groups: settings.groups_most, conditions: settings.conditions_most, options: settings.options_most }
    : { ...targetingLimits }
}

/** Number of people that a client reaches. Without a setting, the size of its largest dimension. */
export async function populationOf(
  database: WithKysely,
  memberGroupId: number,
  dimensions: readonly TargetingDimension[],
): Promise<number> {
  const settings = await settingsOf(database, memberGroupId)
  if (settings) return settings.population
  return Math.max(0, ...dimensions.map((row) => row.options.reduce((sum, { audience_size }) => sum + audience_size, 0)))
}
