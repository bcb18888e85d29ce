import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const { savedReports } = contract
const rounds = amount(100, 12)
const pair = ['superUser', 'internalAdmin'] as const
const path = { savedReportId: 1 }
const match = (version: number) => ({ 'If-Match': String(version) })
const kept = async () =>
  world.database.kysely.selectFrom('saved_reports').selectAll().where('saved_report_id', '=', 1).executeTakeFirstOrThrow()
const change = (name: (typeof pair)[number], text: string, version: number) =>
  world.as(name).send(savedReports.change, { path, body: { name: text } }, match(version))

test('one of two changes to the same version is refused, and the other is stored', async () => {
  const { version } = await kept()
  for (let round = 0; round < rounds; round++) {
    const said = pair.map((name) => `Round ${round} of ${name}`)
    const responses = await Promise.all(pair.map((name, index) => change(name, said[index] ?? '', version + round)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted(), `round ${round}`).toEqual([200, 412])
    const { name, version: now } = await kept()
    expect([name, now]).toEqual([said[statuses.indexOf(200)], version + round + 1])
    expect(responses[statuses.indexOf(200)]?.reply.result).toMatchObject({ name, version: now })
  }
}, 240_000)

test('one of a removal and a change of the same version is refused, and the other is stored', async () => {
  for (let round = 0; round < rounds; round++) {
    const before = await kept()
    const [removed, changed] = await Promise.all([
      world.as('internalAdmin').send(savedReports.remove, { path }, match(before.version)),
      change('superUser', `Change ${round}`, before.version),
    ])
    const isChanged = changed.status === 200
    expect(removed.status, `round ${round}`).toBe(isChanged ? 412 : 200)
    expect([200, 404, 412], `round ${round}`).toContain(changed.status)
    const { name, version, deleted_at } = await kept()
    expect([name, version, deleted_at === null], `round ${round}`).toEqual([
      isChanged ? `Change ${round}` : before.name,
      before.version + 1,
      isChanged,
    ])
    if (isChanged) continue
    expect((await world.as('superUser').send(savedReports.restore, { path })).reply.result).toMatchObject({ name, version: version + 1 })
  }
}, 240_000)
