import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Chance } from '../../demo/platform/seed/chance.ts'
import { contract } from '../../src/contract/index.ts'
import { type HostileField, hostileFields } from '../support/hostile-fields.ts'
import { type Asker, watchedStatements } from '../support/report-asker.ts'
import { factDay } from '../support/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/small-world.ts'

let base: SmallWorld
let world: SmallWorld
let asked: Asker['asked']
beforeAll(async () => {
  base = await startSmallWorld()
  const watched = watchedStatements(base.database)
  asked = watched.asked
  world = await base.beside({ database: watched.database })
})
afterAll(async () => {
  await world.close()
  await base.close()
})

const { reports, reportExports, savedReports } = contract
const question = { member_group_id: 1, start_date: factDay, end_date: factDay, dimensions: ['device'], metrics: ['clicks'] }
const file = { title: 'Spring', columns: [{ id: 'clicks', label: 'Clicks' }], format: 'csv' }

/** The calls that take a question. */
const calls = {
  rows: (said: object) => world.as('clientAdmin').send(reports.rows, { body: { ...question, ...said } as never }), // the struct refuses what is hostile
  export: (said: object) => world.as('clientAdmin').send(reportExports.file, { body: { ...question, ...file, ...said } as never }), // likewise
  saved: (said: object) => {
    const { member_group_id, start_date: _, end_date: __, ...rest } = { ...question, ...said }
    const saved = { name: 'Kept', member_group_id, question: { ...rest, date_range: { preset: 'last_7_days' } } }
    return world.as('clientAdmin').send(savedReports.create, { body: saved as never }, { 'Idempotency-Key': crypto.randomUUID() }) // likewise
  },
  trend: ({ dimensions: _, ...said }: Record<string, unknown>) => {
    const { dimensions: __, ...rest } = question
    return world.as('clientAdmin').send(reports.trend, { body: { ...rest, ...said } as never }) // likewise
  },
  total: ({ dimensions: _, ...said }: Record<string, unknown>) => {
    const { dimensions: __, ...rest } = question
    return world.as('clientAdmin').send(reports.total, { body: { ...rest, ...said } as never }) // likewise
  },
  targeting: (said: object) => world.as('clientAdmin').send(reports.targeting, { body: { ...question, ...said } as never }), // likewise
  franchise: (said: object) => world.as('clientAdmin').send(reports.franchise, { body: { ...question, ...said } as never }), // likewise
}
type CallName = keyof typeof calls

/** What is said to whoever asks, by the place that is wrong. */
const sentences: Readonly<Record<string, RegExp>> = {
  metric: /^(Expected one of|A simple report leaves this out)/,
  dimension: /^(Expected one of|Reports of this context do not go down to this|Everything in this context has one channel)/,
  sort: /^(This is not part of the report|Expected )/,
  filter: /^(A report cannot be filtered by this|Expected |A simple report leaves|Reports of this context|Everything in this context)/,
}

const fields = hostileFields(new Chance('refused fields'), 560)
const chance = new Chance('calls')
const tries = fields.map((one) => {
  const names: CallName[] = one.isOfRows ? ['rows', 'export', 'saved'] : ['rows', 'export', 'saved', 'trend', 'total']
  const free: CallName[] = 'context' in one.said || !one.isOfRows ? [] : ['targeting', 'franchise']
  return { one, name: chance.pick([...names, ...free] as [CallName, ...CallName[]]) } // there are some
})

describe('fields that the registry does not have', () => {
  test('are tried more than five hundred times, at every place and in every call', () => {
    const count = (of: (each: (typeof tries)[number]) => string) =>
      tries.reduce((counts, each) => counts.set(of(each), (counts.get(of(each)) ?? 0) + 1), new Map<string, number>())
    expect(tries.length).toBeGreaterThanOrEqual(500)
    for (const groups of [count(({ name }) => name), count(({ one }) => one.place), count(({ one }) => one.way)])
      for (const [name, times] of groups) expect(times, name).toBeGreaterThanOrEqual(15)
    expect(new Set(fields.map(({ field, place }) => `${place} ${field}`)).size).toBeGreaterThan(350)
  })

  const refused = async (one: HostileField, name: CallName) => {
    const before = asked.length
    const { status, reply } = await calls[name]({ ...one.said })
    const about = `${name} ${one.place} ${JSON.stringify(one.field)}`
    const path = `${name === 'saved' ? 'question.' : ''}${one.path}`
    expect([status, reply.code, reply.fields?.[0]?.path], about).toEqual([422, 'invalid', path])
    expect(reply.fields[0].rule, about).toMatch(sentences[one.place] ?? /^$/)
    return asked.slice(before)
  }

  test.each([0, 1, 2, 3, 4, 5, 6])('are refused with what is wrong, and none reaches the facts: part %i', async (part) => {
    let seen = 0
    for (const { one, name } of tries.filter((_, index) => index % 7 === part)) {
      const statements = await refused(one, name)
      seen += statements.length
      expect(statements.filter(({ sql }) => /facts_(daily|hourly)|report_rows/.test(sql))).toEqual([])
      const isOwnWord = one.isKnown || /^\w+$/.test(one.field)
      const within = statements.filter(({ sql, parameters }) => (!isOwnWord && sql.includes(one.field)) || parameters.includes(one.field))
      expect(within, one.field).toEqual([])
    }
    // The refusals come after who asks was looked up, so the list is one that is written.
    expect(seen).toBeGreaterThan(0)
  })

  test('and a field that is there does reach them', async () => {
    const before = asked.length
    expect((await calls.rows({})).status).toBe(200)
    expect(asked.slice(before).filter(({ sql }) => /facts_daily/.test(sql) && /clicks/.test(sql))).toHaveLength(1)
  })
})
