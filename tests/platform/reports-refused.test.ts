import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'
import { dimensionOf } from '../../src/contract/reports/dimensions.ts'
import { contract } from '../../src/contract/index.ts'
import { metricOf } from '../../src/contract/reports/metrics.ts'
import { amount, sampleOf } from '../support/platform/audit.ts'
import { type HostileField, hostileFields } from '../support/reports/hostile-fields.ts'
import { type Asker, watchedStatements } from '../support/reports/asker.ts'
import { factDay } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let base: SmallWorld
let world: SmallWorld
let statements: Asker['statements']
let kept: number
beforeAll(async () => {
  base = await startSmallWorld()
  const watched = watchedStatements(base.database)
  statements = watched.statements
  world = await base.startSecondPlatform({ database: watched.database })
  kept = (await calls.saved({})).reply.result.saved_report_id
})
afterAll(async () => {
  await world.close()
  await base.close()
})

const { reports, reportExports, savedReports } = contract
const request = { member_group_id: 1, start_date: factDay, end_date: factDay, dimensions: ['device'], metrics: ['clicks'] }
const file = { title: 'Spring', columns: [{ id: 'clicks', label: 'Clicks' }], format: 'csv' }

/** A query in the form that saved reports store. */
const savedOf = (said: object) => {
  const { member_group_id: _, start_date: __, end_date: ___, ...rest } = { ...request, ...said }
  return { ...rest, date_range: { preset: 'last_7_days' } }
}

/** Endpoints that take a report query. */
const calls = {
  rows: (said: object) => world.as('clientAdmin').send(reports.rows, { body: { ...request, ...said } as never }), // the struct refuses hostile fields
  export: (said: object) => world.as('clientAdmin').send(reportExports.file, { body: { ...request, ...file, ...said } as never }), // likewise
  saved: (said: object) => {
    const saved = { name: 'Kept', member_group_id: 1, question: savedOf(said) }
    return world.as('clientAdmin').send(savedReports.create, { body: saved as never }, { 'Idempotency-Key': crypto.randomUUID() }) // likewise
  },
  changed: async (said: object) => {
    const path = { savedReportId: kept }
    const { version } = (await world.as('clientAdmin').send(savedReports.one, { path })).reply.result
    statements.length = 0
    const body = { question: savedOf(said) } as never // likewise
    return world.as('clientAdmin').send(savedReports.change, { path, body }, { 'If-Match': String(version) })
  },
  trend: ({ dimensions: _, ...said }: Record<string, unknown>) => {
    const { dimensions: __, ...rest } = request
    return world.as('clientAdmin').send(reports.trend, { body: { ...rest, ...said } as never }) // likewise
  },
  total: ({ dimensions: _, ...said }: Record<string, unknown>) => {
    const { dimensions: __, ...rest } = request
    return world.as('clientAdmin').send(reports.total, { body: { ...rest, ...said } as never }) // likewise
  },
  targeting: (said: object) => world.as('clientAdmin').send(reports.targeting, { body: { ...request, ...said } as never }), // likewise
  franchise: (said: object) => world.as('clientAdmin').send(reports.franchise, { body: { ...request, ...said } as never }), // likewise
}
type CallName = keyof typeof calls
const callNames = Object.keys(calls) as CallName[] // the keys just written

/** Expected error message, by the invalid part of the query. */
const sentences: Readonly<Record<string, RegExp>> = {
  metric: /^(Expected one of|Not available in a simple report)/,
  dimension: /^(Expected one of|Not available in this report context|This context has one channel only)/,
  sort: /^(This field is not part of the report|Expected )/,
  filter: /^(Reports can’t be filtered by this field|Expected |Not available in|This context has one)/,
}

const fields = hostileFields(new SeededRandom('refused fields'), 1050)
const chance = new SeededRandom('calls')
const everywhere: readonly CallName[] = ['rows', 'export', 'saved', 'changed']
const allTries = fields.map((one) => {
  const more: readonly CallName[] = [
    ...(one.isOfRows ? [] : (['trend', 'total'] as const)),
    ...('context' in one.query ? [] : (['targeting', 'franchise'] as const)),
  ]
  return { one, name: chance.pick([...everywhere, ...more] as [CallName, ...CallName[]]) } // there are some
})
const tries = sampleOf(allTries, 160)
/** Texts that name no field of the registry. */
const unknown = tries.filter(({ one }) => !metricOf(one.field) && !dimensionOf(one.field))

/** Matches statements that read facts or save a report. */
const readsFacts = ({ sql }: { readonly sql: string }) => /facts_|declare|(insert into|update) "saved_reports"/i.test(sql)

/** The list of allowed origins is read again after its time, in whichever request that is. */
const isOriginsRefresh = ({ sql }: { readonly sql: string }) => /from "allowed_origins"/.test(sql)

/** Statements of a valid call before it reads facts: the caller, their access and the dates. */
async function statementsBeforeFacts(name: CallName): Promise<ReadonlySet<string>> {
  statements.length = 0
  expect((await calls[name]({})).status, name).toBe(200)
  const first = statements.findIndex(readsFacts)
  expect(first, name).toBeGreaterThan(0)
  return new Set(statements.slice(0, first).map(({ sql }) => sql))
}

describe('unknown fields', () => {
  test('are tried at every position in every call', () => {
    const count = (of: (each: (typeof tries)[number]) => string) =>
      unknown.reduce((counts, each) => counts.set(of(each), (counts.get(of(each)) ?? 0) + 1), new Map<string, number>())
    expect(tries.length).toBeGreaterThanOrEqual(amount(700, 160))
    expect(unknown.length).toBeGreaterThanOrEqual(amount(500, 80))
    const names = count(({ name }) => name)
    const positions = count(({ one }) => one.position)
    const ways = count(({ one }) => one.kind)
    expect([names.size, positions.size]).toEqual([callNames.length, 4])
    for (const groups of [names, positions, ways])
      for (const [name, times] of groups) expect(times, name).toBeGreaterThanOrEqual(amount(15, 1))
    expect(new Set(unknown.map(({ one }) => one.field)).size).toBeGreaterThanOrEqual(amount(400, 70))
  })

  const refused = async (one: HostileField, name: CallName) => {
    statements.length = 0
    const { status, reply } = await calls[name]({ ...one.query })
    const about = `${name} ${one.position} ${JSON.stringify(one.field)}`
    const path = `${name === 'saved' || name === 'changed' ? 'question.' : ''}${one.path}`
    expect([status, reply.code, reply.fields?.[0]?.path], about).toEqual([422, 'invalid', path])
    expect(reply.fields[0].rule, about).toMatch(sentences[one.position] ?? /^$/)
    return statements.filter((statement) => !isOriginsRefresh(statement))
  }

  test.each(callNames)('are refused with the reason before any query but that of the user: %s', async (call) => {
    const known = await statementsBeforeFacts(call)
    let seen = 0
    for (const { one } of tries.filter(({ name }) => name === call)) {
      const statements = await refused(one, call)
      seen += statements.length
      expect(statements.filter((each) => readsFacts(each) || !known.has(each.sql))).toEqual([])
      expect(statements.filter(({ parameters }) => parameters.includes(one.field))).toEqual([])
    }
    // A refusal follows the lookup of the caller, so some statements must be recorded.
    expect(seen).toBeGreaterThan(0)
  })

  test('differ from a known field, which does reach the database', async () => {
    statements.length = 0
    expect((await calls.rows({})).status).toBe(200)
    expect(statements.filter(({ sql }) => /facts_daily/.test(sql) && /clicks/.test(sql))).toHaveLength(1)
  })
})
