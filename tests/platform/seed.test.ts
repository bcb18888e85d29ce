import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { manyClient } from '../../demo/platform/seed/many-advertisers.ts'
import { people } from '../../demo/platform/seed/people.ts'
import { seed, seedEmpty, seedContent } from '../../demo/platform/seed/seed.ts'
import { parseTargeting, problemsOfTargeting, estimateReach } from '../../demo/platform/targeting/check.ts'
import { readTemplates, templatesFrom } from '../../demo/platform/templates/read.ts'
import { templateStepsRule } from '../../src/contract/templates/templates.rules.ts'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { channelNames } from '../../src/contract/reports/dimensions.ts'
import { locales } from '../../src/contract/locales.ts'
import { rolePermissions, roles } from '../../src/contract/access/permissions.ts'
import { statuses } from '../../src/contract/statuses.ts'
import { demonstration, demonstrationOptions as options, reportedProgress } from '../support/seed/demonstration.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { isAudit } from '../support/platform/audit.ts'

const { today, origins } = options
const [origin] = origins

/** A limit against hanging: seeding the whole demonstration takes a busy machine minutes. */
const seedMs = 600_000

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ filling: demonstration })
}, seedMs)
afterAll(() => fresh.close())

type Row = Record<string, string | number | null>
const read = async (text: string, database: Database = fresh.database) => (await sql.raw<Row>(text).execute(database.kysely)).rows
const one = async (text: string) => (await read(text))[0] ?? {}
/** Row count and checksum of every seeded table. */
async function checksums(database: Database) {
  const tables = [
    'currencies',
    'exchange_rates',
    'locales',
    'member_groups',
    'member_group_currencies',
    'themes',
    'channels',
    'advertiser_groups',
    'advertisers',
  ]
  const more = [
    'campaigns',
    'ad_groups',
    'entities',
    'users',
    'user_roles',
    'roles',
    'role_permissions',
    'bidding_configs',
    'entity_attributes',
    'user_access',
    'partner_clients',
    'allowed_origins',
    'entity_groups',
    'sites',
    'advertiser_metadata_keys',
    'experiences',
    'terms',
    'terms_acceptances',
    ...['targetings', 'targeting_options', 'targeting_settings', 'campaign_templates', 'catalog_entities'],
    ...['entity_registration_events', 'entity_registration_details'],
    'facts_daily',
    'facts_hourly',
    'advertiser_balances',
    'spend_days',
  ]
  const sums: Record<string, unknown> = {}
  for (const table of [...tables, ...more])
    sums[table] = (
      await read(`select count(*) as rows, sum(hashtextextended(t::text, 0)::numeric)::text as sum from ${table} t`, database)
    )[0]
  return sums
}

test('the seeded data has the size of a demo, and seeding reports its progress', async () => {
  const counts = await one(`select (select count(*) from advertisers) as advertisers, (select count(*) from entities) as entities,
    (select count(*) from campaigns) as campaigns, (select count(*) from facts_daily) as daily, (select count(*) from facts_hourly) as hourly`)
  expect(counts).toMatchObject({ advertisers: 60 + manyClient.advertisers, campaigns: 150 })
  expect(Number(counts.entities)).toBeGreaterThan(11_500)
  expect(Number(counts.daily) + Number(counts.hourly)).toBeGreaterThan(270_000)
  expect(Number(counts.daily) + Number(counts.hourly)).toBeLessThan(340_000)
  const progress = await reportedProgress(fresh.database)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([progress.length > 20, progress.at(-1)]).toEqual([true, 1])
})

if (isAudit)
  test('seeding gives the same data each time, and runs once', { timeout: seedMs }, async () => {
    const sums = await checksums(fresh.database)
    await seed(fresh.database, { ...options, today: '2027-01-01' })
    await seedEmpty(fresh.database, options)
    expect(await checksums(fresh.database)).toEqual(sums)
    const again = await freshDatabase()
    await seed(again.database, options)
    expect(await checksums(again.database)).toEqual(sums)
    await again.close()
    expect(await seedContent(fresh.database)).toBe('demonstration')
  })

test('ad groups and templates select from what their client has, and templates have the steps of their flow', async () => {
  const { database } = fresh
  const templates = (await Promise.all([1, 2, 3].map((client) => readTemplates(templatesFrom(database, client))))).flat()
  expect(templates.filter(({ is_active }) => is_active)).toHaveLength(9)
  for (const { flow, steps } of templates) expect(templateStepsRule(flow, steps)).toBe(true)
  const rows = await read('select distinct member_group_id, targeting::text as targeting from ad_groups')
  expect(rows).toHaveLength(9)
  for (const { member_group_id, targeting } of rows) {
    const ids = { memberGroupId: Number(member_group_id) }
    expect(await problemsOfTargeting(database, ids, parseTargeting(JSON.parse(String(targeting))))).toEqual([])
    expect(await estimateReach(database, ids, parseTargeting(JSON.parse(String(targeting))))).toMatchObject({ fewer_than: null })
  }
})

test('ids created after seeding continue the seeded ones', async () => {
  const { kysely } = fresh.database
  const made = await kysely
    .insertInto('advertisers')
    .values({ member_group_id: 1, advertiser_group_id: null, name: 'New', status: 'pending', time_zone: 'UTC', currency_code: 'USD' })
    .returning('advertiser_id')
    .executeTakeFirstOrThrow()
  expect(made.advertiser_id).toBe(61 + manyClient.advertisers)
  await kysely.deleteFrom('advertisers').where('advertiser_id', '=', made.advertiser_id).execute()
  const client = await kysely
    .insertInto('member_groups')
    .values({
      name: 'New',
      status: 'active',
      default_currency_code: 'USD',
      min_bid: 0,
      label_singular: 'Shop',
      label_plural: 'Shops',
    } as never) // the database fills the rest
    .returning('member_group_id')
    .executeTakeFirstOrThrow()
  expect(client.member_group_id).toBe(5)
  await kysely.deleteFrom('member_groups').where('member_group_id', '=', 5).execute()
})

describe('clients', () => {
  test('are four, each with its words, currencies and colours', async () => {
    const rows = await read(`select name, label_singular, label_plural, default_currency_code,
      (select string_agg(currency_code, ' ' order by currency_id) from member_group_currencies join currencies using (currency_id) where member_group_id = g.member_group_id) as currencies
      from member_groups g order by member_group_id`)
    expect(rows).toEqual([
      { name: 'Harborline Stays', label_singular: 'Hotel', label_plural: 'Hotels', default_currency_code: 'USD', currencies: 'USD EUR' },
      { name: 'Greenbasket', label_singular: 'Product', label_plural: 'Products', default_currency_code: 'USD', currencies: 'USD CAD JPY' },
      { name: 'Tavola', label_singular: 'Restaurant', label_plural: 'Restaurants', default_currency_code: 'EUR', currencies: 'EUR' },
      { name: 'Handmarket', label_singular: 'Item', label_plural: 'Items', default_currency_code: 'USD', currencies: 'USD' },
    ])
    expect(await one(`select count(*) as themes, count(distinct primary_color) as colours from themes`)).toEqual({ themes: 4, colours: 4 })
  })

  test('every campaign status appears, and every channel delivers now for clients with campaigns', async () => {
    const found = new Set((await read(`select distinct status from campaigns`)).map(({ status }) => status))
    expect([...found].sort()).toEqual(statuses.filter((status) => !['open', 'approved', 'closed'].includes(status)).toSorted())
    const live = await read(`select member_group_id, channel from facts_daily where day = '${addDays(today, -1)}' group by 1, 2`)
    expect(live).toHaveLength(3 * channelNames.length)
  })

  test('nothing is delivered before the start, after the end, or while pending', async () => {
    expect(
      await read(`select status, count(*) from facts_daily join campaigns using (member_group_id, campaign_id)
      where day < start_date or day > end_date or status = 'pending' group by 1`),
    ).toEqual([])
    expect(
      (await one(`select count(*) as waiting from campaigns where status = 'pending' and start_date > '${today}'`)).waiting,
    ).toBeGreaterThan(5)
  })

  test("facts have the advertiser's currency, the campaign's channel and its own entities", async () => {
    expect(
      await read(`select f.ad_group_id from facts_daily f join advertisers a using (member_group_id, advertiser_id) join campaigns c using (member_group_id, campaign_id)
        left join entities e on e.member_group_id = f.member_group_id and e.entity_id = f.entity_id
        where f.currency_code <> a.currency_code or f.channel <> c.channel or e.advertiser_id <> f.advertiser_id limit 3`),
    ).toEqual([])
    const { codes, zones } = await one(`select count(distinct currency_code) as codes, count(distinct time_zone) as zones from advertisers`)
    expect([codes, Number(zones) >= 6]).toEqual([4, true])
  })
})

describe('users of the seed', () => {
  test('are one for each role, with one password', async () => {
    const rows = await read(
      `select email, user_name, first_name || ' ' || last_name as name, role_id, password_hash from users join user_roles using (user_id) order by role_id`,
    )
    expect(rows).toEqual(
      people.map(({ email, name, role }) => ({ email, user_name: email.split('@')[0], name, role_id: role, password_hash: 'a hash' })),
    )
    expect(people.map(({ role }) => role)).toEqual(roles.map(({ role_id }) => role_id))
    for (const role of roles) expect(rolePermissions[role.role_id]).toContain('reports.read')
  })

  test('have realistic access', async () => {
    const rows = await read(
      `select user_roles.role_id, string_agg(kind || ' ' || thing_id, ', ') as things from user_roles left join user_access using (user_id) group by 1 order by 1`,
    )
    expect(rows.map(({ things }) => things)).toEqual([
      null,
      null,
      'client 1',
      'client 1',
      'advertiser 1',
      'advertiser_group 2',
      'advertiser 3',
      'advertiser 3',
    ])
    const named = await read(
      `select name from advertisers where member_group_id = 1 and advertiser_id in (1, 3) union all select name from advertiser_groups where advertiser_group_id = 2`,
    )
    expect(named.map(({ name }) => name).sort()).toEqual(['Fernhill Houses', 'Palisade Resorts', 'Seabright Group'])
  })

  test('partners have secrets of their own, and may read and change campaigns only', async () => {
    const rows = await fresh.database.kysely.selectFrom('partner_clients').selectAll().orderBy('client_id').execute()
    expect(
      rows.map(({ client_id, member_group_id, advertiser_ids, secret_hash }) => [client_id, member_group_id, advertiser_ids, secret_hash]),
    ).toEqual([
      ['fernhill-site', 1, [1], 'hash of fernhill-site'],
      ['greenbasket-portal', 2, null, 'hash of greenbasket-portal'],
    ])
    for (const { permissions } of rows) {
      expect(permissions).toContain('reports.read')
      const others = permissions.filter((permission) => !permission.endsWith('.read') || permission.startsWith('users.'))
      expect(others).toEqual(['campaigns.create', 'campaigns.change', 'campaigns.remove'])
    }
    expect(await read(`select member_group_id, origin from allowed_origins order by 1`)).toEqual(
      [1, 2, 3].map((id) => ({ member_group_id: id, origin })),
    )
  })
})

test('lookups have every locale, currencies with 0 to 3 digits, and a rate for each day', async () => {
  expect((await read(`select code from locales order by id`)).map(({ code }) => code)).toEqual([...locales])
  expect(await read(`select currency_code as code, digits from currencies order by currency_id`)).toEqual([
    { code: 'USD', digits: 2 },
    { code: 'EUR', digits: 2 },
    { code: 'CAD', digits: 2 },
    { code: 'JPY', digits: 0 },
    { code: 'GBP', digits: 2 },
    { code: 'KWD', digits: 3 },
  ])
  expect(await one(`select count(*)::int as rates, count(distinct day)::int as days, max(day) as last from exchange_rates`)).toEqual({
    rates: 7200,
    days: 1200,
    last: today,
  })
})

test('an empty platform has lookups, one super user, and nothing else', async () => {
  const empty = await freshDatabase()
  await seedEmpty(empty.database, options)
  await seed(empty.database, options)
  const filled = Object.entries(await checksums(empty.database)).filter(([, sum]) => (sum as { rows: number }).rows > 0) // each is a count and a sum
  expect(filled.map(([table]) => table).sort()).toEqual([
    'currencies',
    'exchange_rates',
    'locales',
    'role_permissions',
    'roles',
    'user_roles',
    'users',
  ])
  expect(await read(`select role_id, email from users join user_roles using (user_id)`, empty.database)).toEqual([
    { role_id: 1, email: people[0]?.email },
  ])
  expect(await seedContent(empty.database)).toBe('empty')
  await empty.close()
})

/** Makes the last statement of a seed take two seconds. */
const slowSeed = `
  create function wait_two_seconds() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$;
  create trigger slow before insert on seeds for each row execute function wait_two_seconds()`

test.each([
  ...(isAudit ? [['embedded', { server: '' }] as const] : []),
  ['default', {}] as const, // tuples, so that a test gets both parts
])('a seed has no statement limit: %s database', async (_, server) => {
  const limited = await freshDatabase({ ...server, limits: { statementMs: 1_000 } })
  for (const statement of slowSeed.split(/;(?=\n)/)) await limited.database.withoutLimits((kysely) => sql.raw(statement).execute(kysely))
  await seedEmpty(limited.database, options)
  expect(await seedContent(limited.database)).toBe('empty')
  await limited.close()
})
