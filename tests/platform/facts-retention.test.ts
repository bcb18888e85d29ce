import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepFacts } from '../../demo/platform/reports/facts.ts'
import { addDays, detailDays } from '../../src/contract/dates/date-ranges.ts'
import { isAudit } from '../support/platform/audit.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { type Asker, askerOf } from '../support/reports/asker.ts'
import { reportToday as today, reportWorld } from '../support/reports/facts.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
beforeAll(async () => {
  server = await commonPostgres()
})
afterAll(() => server.stop())

const now = new Date(`${today}T10:00:00Z`)
/** A time when all facts per entity are past their retention. */
const later = new Date(now.getTime() + 90 * 86_400_000)

/** The audit also tests the embedded database. */
const drivers = isAudit ? ['PGlite', 'PostgreSQL'] : ['PostgreSQL']

describe.each(drivers)('facts on %s', (name) => {
  let fresh: FreshDatabase
  let ask: Asker
  beforeAll(async () => {
    fresh = await freshDatabase({ server: name === 'PGlite' ? '' : server.url })
    await reportWorld(fresh.database)
    ask = askerOf(fresh.database)
  }, 60_000)
  afterAll(() => fresh.close())

  const kysely = () => fresh.database.kysely
  const all = async <Row>(text: string) => (await sql.raw<Row>(text).execute(kysely())).rows
  const counts = ['impressions', 'clicks', 'cost', 'revenue', 'transactions', 'units', 'exposed_revenue', 'halo_units']
  /** All sums, grouped by every dimension except the entity. */
  const sums = () =>
    all(
      `select member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day::text, ${counts
        .map((one) => `sum(${one})::text as ${one}`)
        .join(', ')} from facts_daily group by 1, 2, 3, 4, 5, 6, 7, 8 order by 8, 4, 6, 1, 2, 3, 5, 7`,
    )
  const days = async (table: string, where = 'true') =>
    (await all<{ first: string; many: number }>(`select min(day)::text as first, count(*)::int as many from ${table} where ${where}`))[0]

  test('that are recent stay unchanged', async () => {
    const all = async () => [
      ...[await days('facts_hourly'), await days('facts_daily', 'entity_id is not null'), await days('facts_purchases')],
      await sums(),
    ]
    const before = await all()
    expect(await sweepFacts(kysely(), now)).toBe(false)
    expect(await all()).toEqual(before)
  })

  test('that are old lose hours and entities, and no sum changes', async () => {
    const request = { member_group_id: 1, start_date: addDays(today, -80), end_date: today, metrics: ['cost', 'clicks', 'revenue'] }
    const before = [await sums(), await ask.total(request), await ask.rows({ ...request, dimensions: ['ad_group_id', 'day'] })]
    const soon = new Date(now.getTime() + 30 * 86_400_000)
    // In bounded batches, on two servers at once.
    for (let turns = 0; (await Promise.all([sweepFacts(kysely(), soon), sweepFacts(kysely(), soon)])).includes(true); turns++)
      expect(turns).toBeLessThan(20)
    const day = soon.toISOString().slice(0, 10)
    const hours = addDays(day, -detailDays.hourly - 2)
    const entities = addDays(day, -detailDays.byEntity - 2)
    expect((await days('facts_hourly', `day < '${hours}'`))?.many).toBe(0)
    expect((await days('facts_daily', `entity_id is not null and day < '${entities}'`))?.many).toBe(0)
    expect((await days('facts_purchases', `day < '${entities}'`))?.many).toBe(0)
    expect((await days('facts_purchases'))?.first).toBe(entities)
    expect((await days('facts_hourly'))?.first).toBe(hours)
    expect((await days('facts_daily', 'entity_id is not null'))?.first).toBe(entities)
    expect([await sums(), await ask.total(request), await ask.rows({ ...request, dimensions: ['ad_group_id', 'day'] })]).toEqual(before)
  })

  test('of an ad group with two currencies on one day stay separate', async () => {
    const day = addDays(today, -5)
    const [one] = await all<{ ad_group_id: number; device: string }>(
      `select ad_group_id, device from facts_daily where day = '${day}' and entity_id is not null group by 1, 2 having count(*) > 1 limit 1`,
    )
    const where = `day = '${day}' and ad_group_id = ${one?.ad_group_id} and device = '${one?.device}'`
    await all(
      `update facts_daily set currency_code = 'KWD' where ${where} and entity_id = (select min(entity_id) from facts_daily where ${where})`,
    )
    const before = await sums()
    for (let turns = 0; await sweepFacts(kysely(), later); turns++) expect(turns).toBeLessThan(20)
    expect(await sums()).toEqual(before)
    expect((await days('facts_daily', `${where} and entity_id is not null`))?.many).toBeGreaterThan(1)
    expect((await days('facts_daily', `entity_id is not null and not (${where})`))?.many).toBe(0)
    expect((await days('facts_hourly'))?.many).toBe(0)
    expect((await days('facts_purchases'))?.many).toBe(0)
  })

  test('are not processed again', async () => {
    const [mark] = await all<{ entities_before: string }>('select entities_before::text from facts_kept where member_group_id = 1')
    expect(mark?.entities_before).toBe(addDays(later.toISOString().slice(0, 10), -detailDays.byEntity - 2))
    // The progress mark does not move when the clock is set back.
    expect(await sweepFacts(kysely(), now)).toBe(false)
    expect(await all('select entities_before::text from facts_kept where member_group_id = 1')).toEqual([mark])
  })
})
