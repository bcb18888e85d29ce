import { type Kysely, sql } from 'kysely'
import { noTargeting, type Targeting, type TargetingType, targetingLimits } from '../../../src/contract/targeting/targetings.ts'
import type { Tables } from '../tables/index.ts'
import { clients } from './clients.ts'
import { insertRows } from './insert.ts'
import { manyClient } from './many-advertisers.ts'

/** A targeting dimension. `shares` are its options, each with its share of the population in percent. */
interface SeedDimension {
  readonly name: string
  readonly type: TargetingType
  readonly hidden?: boolean
  readonly shares: Readonly<Record<string, number>>
}
const everywhere: readonly SeedDimension[] = [
  { name: 'Device', type: 'device', shares: { Desktop: 36, Phone: 46, App: 18 } },
  { name: 'Time of day', type: 'schedule', shares: { Morning: 34, Midday: 41, Evening: 52, Night: 12 } },
  { name: 'Customers', type: 'audience', shares: { 'New customers': 38, 'Came back': 44, 'Not seen for a year': 18 } },
  { name: 'Loyalty tier', type: 'audience', hidden: true, shares: { Silver: 9, Gold: 4, Platinum: 0.08 } },
]
const regions: readonly SeedDimension['shares'][] = [
  { 'West Coast': 27, 'East Coast': 31, 'Mountain states': 9, 'The South': 14, Germany: 12, 'Rest of Europe': 7 },
  { Ontario: 39, Quebec: 23, 'British Columbia': 14, 'The Prairies': 17, 'Atlantic provinces': 7 },
  { Tokyo: 30, Kansai: 24, Kyushu: 12, Hokkaido: 6, 'Rest of Japan': 28 },
  { 'United States': 71, Canada: 18, 'United Kingdom': 11 },
]
const populations = [1_240_000, 3_480_000, 862_000, 236_000]
/** A dimension of only one experience per client: the position on its pages. */
const placement: SeedDimension = {
  name: 'Placement',
  type: 'context',
  shares: { 'Top of results': 64, 'Within results': 81, 'Detail page': 33 },
}

const codeOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

function targetingDimensionsOf(index: number): SeedDimension[] {
  const categories = clients[index]?.categories ?? ['Pottery', 'Prints', 'Knitwear']
  const interests = Object.fromEntries(categories.map((category, index) => [category, 42 - index * 7]))
  return [
    { name: 'Region', type: 'geography', shares: regions[index] ?? {} },
    { name: 'Interest', type: 'interest', shares: interests },
    ...everywhere,
  ]
}

interface Made {
  readonly member_group_id: number
  readonly experience_id: number | null
  readonly dimension: SeedDimension
}

async function dimensionsOf(kysely: Kysely<Tables>): Promise<Made[]> {
  const experiences = await kysely.selectFrom('experiences').select(['member_group_id', 'experience_id']).orderBy('experience_id').execute()
  return populations.flatMap((_, index) => {
    const member_group_id = index + 1
    const ownExperience = experiences.filter((one) => one.member_group_id === member_group_id).slice(0, 1)
    return [
      ...targetingDimensionsOf(index).map((dimension) => ({ member_group_id, experience_id: null, dimension })),
      ...ownExperience.map(({ experience_id }) => ({ member_group_id, experience_id, dimension: placement })),
    ]
  })
}

type OptionRow = { readonly targeting_id: number; readonly targeting_option_id: number; readonly member_group_id: number }

async function insertDimensions(kysely: Kysely<Tables>, dimensions: readonly Made[]): Promise<OptionRow[]> {
  const dimensionRows = dimensions.map(({ member_group_id, experience_id, dimension }, index) => ({
    member_group_id,
    targeting_id: index + 1,
    experience_id,
    name: dimension.name,
    hidden: dimension.hidden ?? false,
    targeting_types: [dimension.type],
    version: 1,
    created_at: '2025-02-03T09:00:00Z',
  }))
  let last = 0
  const options = dimensions.flatMap(({ member_group_id, dimension }, index) =>
    Object.entries(dimension.shares).map(([name, share]) => ({
      member_group_id,
      targeting_id: index + 1,
      targeting_option_id: ++last,
      name,
      code: codeOf(name),
      audience_size: Math.round(((populations[member_group_id - 1] ?? 0) * share) / 100),
    })),
  )
  await insertRows(kysely, 'targetings', dimensionRows)
  await insertRows(kysely, 'targeting_options', options)
  return options
}

/** Targetings for ad groups: regions and devices, or interests except new customers, or none. */
function targetingsOf(dimensions: readonly Made[], options: readonly OptionRow[], member_group_id: number): Targeting[] {
  const pick = (name: string, match_type_id: 1 | 2, places: readonly number[]) => {
    const at = dimensions.findIndex((one) => one.member_group_id === member_group_id && one.dimension.name === name) + 1
    const ids = options.filter(({ targeting_id }) => targeting_id === at).map(({ targeting_option_id }) => targeting_option_id)
    return { targeting_id: at, match_type_id, targeting_option_ids: places.flatMap((place) => ids[place] ?? []) }
  }
  const nearby = { operator: 'AND' as const, conditions: [pick('Region', 1, [0, 1]), pick('Device', 1, [1, 2])] }
  const keen = { operator: 'AND' as const, conditions: [pick('Interest', 1, [0, 1]), pick('Customers', 2, [0])] }
  return [{ operator: 'AND', groups: [nearby] }, { operator: 'OR', groups: [nearby, keen] }, noTargeting]
}

/** Seeds the targeting dimensions of every client and the targetings of its ad groups. */
export async function seedTargetings(kysely: Kysely<Tables>) {
  const dimensions = await dimensionsOf(kysely)
  const options = await insertDimensions(kysely, dimensions)
  const { groups: groups_most, conditions: conditions_most, options: options_most } = targetingLimits
  const limits = { groups_most, conditions_most, options_most }
  await insertRows(
    kysely,
    'targeting_settings',
    populations.map((population, index) => ({ member_group_id: index + 1, population, ...limits })),
  )
  for (const index of [...clients.keys(), manyClient.member_group_id - 1]) {
    const turns = targetingsOf(dimensions, options, index + 1).map((targeting) => JSON.stringify(targeting))
    await kysely
      .updateTable('ad_groups')
      .set({ targeting: sql<string>`(${turns}::jsonb[])[1 + ad_group_id % ${turns.length}]` })
      .where('member_group_id', '=', index + 1)
      .execute()
  }
}
