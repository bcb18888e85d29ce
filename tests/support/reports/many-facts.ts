import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import { insertRows } from '../../../demo/platform/seed/insert.ts'
import { currencyRows, localeRows, rateRows } from '../../../demo/platform/seed/lookups.ts'

/** The day and the client of the measurements. */
export const measuredDay = '2026-11-20'
export const measuredNow = () => new Date(`${measuredDay}T20:00:00Z`)
export const measuredClient = 1

const devices = 3
const entitiesEach = 20
const daysByEntity = 60
const daysInAll = 548
const adGroupsEach = 6
const campaignsEach = 2
const factsEach = devices * (daysInAll - daysByEntity + daysByEntity * entitiesEach)
const accounts = [
  ['USD', 'America/Los_Angeles'],
  ['EUR', 'Europe/Berlin'],
  ['USD', 'America/New_York'],
  ['JPY', 'Asia/Tokyo'],
] as const

/** One client with some ad groups, six per advertiser, and every row that facts refer to. */
async function things({ kysely }: Database, adGroups: number) {
  const client = { member_group_id: measuredClient }
  const advertisers = Array.from({ length: Math.ceil(adGroups / adGroupsEach) }, (_, index) => {
    const [currency_code, time_zone] = accounts[index % accounts.length] ?? accounts[0]
    const named = { name: `Advertiser ${index + 1}`, status: 'active' }
    return { ...client, advertiser_id: index + 1, advertiser_group_id: null, ...named, time_zone, currency_code }
  })
  const below = (each: number) =>
    advertisers.flatMap(({ advertiser_id }) =>
      Array.from({ length: each }, (_, index) => ({ ...client, advertiser_id, number: (advertiser_id - 1) * each + index + 1 })),
    )
  const campaign = {
    channel: 'onsite',
    status: 'active',
    budget_period: 'Daily',
    budget: 25_000_000,
    start_date: '2025-01-01',
    end_date: null,
  }
  const campaigns = below(campaignsEach).map(({ number, ...owner }) => ({
    ...owner,
    ...campaign,
    campaign_id: number,
    name: `Campaign ${number}`,
  }))
  const groups = below(adGroupsEach).map(({ number, ...owner }) => ({
    ...owner,
    status: 'active',
    base_bid: 100_000,
    campaign_id: Math.ceil((number * campaignsEach) / adGroupsEach),
    ad_group_id: number,
    name: `Group ${number}`,
  }))
  const entities = below(entitiesEach).map(({ number, ...owner }) => ({
    ...owner,
    category: 'City',
    status: 'active',
    entity_id: number,
    internal_id: `E-${number}`,
    name: `Room ${number}`,
  }))
  for (const [name, rows] of Object.entries({ advertisers, campaigns, ad_groups: groups, entities }))
    await insertRows(kysely, name as 'advertisers', rows) // its keys are these
}

async function client({ kysely }: Database) {
  await insertRows(kysely, 'currencies', currencyRows())
  await insertRows(kysely, 'locales', localeRows())
  await insertRows(kysely, 'exchange_rates', rateRows(measuredDay))
  const words = { name: 'Measured', status: 'active', default_currency_code: 'USD', min_bid: 100_000, host_name: null }
  const label = { label_singular: 'Hotel', label_plural: 'Hotels', registration_enabled: false, version: 1 }
  await insertRows(kysely, 'member_groups', [{ member_group_id: measuredClient, ...words, ...label, created_at: measuredNow() }])
  await insertRows(
    kysely,
    'member_group_currencies',
    [1, 2, 4].map((currency_id) => ({ member_group_id: measuredClient, currency_id })),
  )
  const colours = { font_family: 'Default', primary_color: '#112233', button_color: '#112233', button_text_color: '#ffffff' }
  await insertRows(kysely, 'themes', [{ member_group_id: measuredClient, id: 1, ...colours }])
}

/** An integer below `max` that depends only on the position of the fact. */
const some = (salt: number, max: number) =>
  sql`((day_number * 7919 + ad_group_id * 104729 + entity * 1299709 + device * 15485863 + ${sql.lit(salt)}) % ${sql.lit(max)})`

/** Inserts facts of some days in SQL: by entity for the last sixty days, by ad group before. */
const insertDays = (adGroups: number, firstAgo: number, lastAgo: number) => sql`
  insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, entity_id,
    impressions, clicks, cost, revenue, transactions, units, exposed_revenue, exposed_transactions, exposed_units, halo_revenue, halo_transactions, halo_units)
  select ${sql.lit(measuredClient)}, advertiser_id, campaign_id, ad_group_id, 'onsite', (array['desktop', 'mobile', 'app'])[device + 1],
    currency_code, ${measuredDay}::date - ago, case when ago < ${sql.lit(daysByEntity)} then (advertiser_id - 1) * ${sql.lit(entitiesEach)} + entity + 1 end,
    ${some(1, 9000)}, ${some(2, 90)}, ${some(3, 9_999_991)}, ${some(4, 99_999_989)}, ${some(5, 11)}, ${some(6, 17)},
    ${some(7, 9_999_973)}, ${some(8, 7)}, ${some(9, 9)}, ${some(10, 9_999_971)}, ${some(11, 7)}, ${some(12, 9)}
  from (
    select ago, ago * 31 + 17 as day_number, groups.*, advertisers.currency_code, device, entity
    from generate_series(${sql.lit(lastAgo)}, ${sql.lit(firstAgo)}) as ago
    cross join (select advertiser_id, campaign_id, ad_group_id from ad_groups where ad_group_id <= ${sql.lit(adGroups)}) as groups
    join advertisers using (advertiser_id)
    cross join generate_series(0, ${sql.lit(devices - 1)}) as device
    cross join lateral generate_series(0, case when ago < ${sql.lit(daysByEntity)} then ${sql.lit(entitiesEach - 1)} else 0 end) as entity
  ) as made`

/** Sixty days with few facts at once, or six with many. */
const stretches = Array.from({ length: daysInAll }, (_, ago) => ago).filter((ago) => ago % (ago < daysByEntity ? 6 : 60) === 0)

/** Fills an empty database with at least `count` facts over a year and a half, in date order; returns the number. */
export async function manyFacts(database: Database, count: number): Promise<number> {
  const adGroups = Math.ceil(count / factsEach)
  await client(database)
  await things(database, adGroups)
  await database.kysely.connection().execute(async (kysely) => {
    await sql`set jit = off`.execute(kysely)
    const found = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes where tablename = 'facts_daily'`.execute(kysely)
    for (const { name } of found.rows) await sql`drop index ${sql.ref(name)}`.execute(kysely)
    for (const [index, ago] of stretches.toReversed().entries())
      await insertDays(adGroups, (stretches.toReversed()[index - 1] ?? daysInAll) - 1, ago).execute(kysely)
    for (const { definition } of found.rows) await sql.raw(definition).execute(kysely)
    await sql`vacuum (analyze)`.execute(kysely)
    await sql`reset jit`.execute(kysely)
  })
  return adGroups * factsEach
}
