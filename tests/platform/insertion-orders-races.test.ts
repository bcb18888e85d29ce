import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOverdue } from '../../demo/platform/delivery/endings.ts'
import { contract } from '../../src/contract/index.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { amount } from '../support/platform/audit.ts'
import { people, type PersonName } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
}, 120_000)
afterAll(async () => {
  await world?.close()
  await server?.stop()
})

const { insertionOrders } = contract
const rounds = amount(30, 6)
let keys = 0
const match = (version: number) => ({ 'If-Match': String(version) })
const at = (insertionOrderId: number) => ({ path: { memberGroupId: 1, insertionOrderId } })
const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
const terms = {
  advertiser_id: 1,
  name: 'Winter',
  ...days,
  total: '1000',
  lines: [{ name: 'Clicks', type: 'fixed' as const, amount: '600', ...days }],
}
const make = () =>
  world
    .as('clientAdmin')
    .send(insertionOrders.create, { path: { memberGroupId: 1 }, body: terms }, { 'Idempotency-Key': `key-${++keys}-of-races` })
const approve = (id: number, version: number, name: PersonName) =>
  world.as(name).send(insertionOrders.approve, { ...at(id), body: { last_edited_by: people[name].userId } }, match(version))
const read = async (id: number) => (await world.as('clientAdmin').send(insertionOrders.one, at(id))).reply.result

/** An order that waits for both approvals; its version is 2. */
async function pending(): Promise<number> {
  const id = (await make()).reply.result.insertion_order_id
  await world.as('clientAdmin').send(insertionOrders.submit, at(id), match(1))
  return id
}

test('ten orders that are created at once get ten numbers in a row', async () => {
  const numbers = (await Promise.all(Array.from({ length: 10 }, make))).map(({ reply }) => reply.result.number)
  expect(numbers.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `IO-${String(index + 1).padStart(4, '0')}`))
}, 60_000)

test.each([
  ['of one side', 'clientAdmin', 'superUser'],
  ['of both sides', 'clientAdmin', 'advertiserAdmin'],
] as const)(
  'one of two approvals %s at once is stored, and the other is refused',
  async (_, first, second) => {
    for (let round = 0; round < rounds; round++) {
      const id = await pending()
      const responses = await Promise.all([approve(id, 2, first), approve(id, 2, second)])
      expect(responses.map(({ status }) => status).toSorted(), `round ${round}`).toEqual([200, 412])
      expect(await read(id)).toMatchObject({ status: 'pending', version: 3, current: { approvals: [expect.anything()] } })
    }
  },
  120_000,
)

test('an order that ends while its longer version is approved either ends or gets that version', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await pending()
    await approve(id, 2, 'clientAdmin')
    await approve(id, 3, 'advertiserAdmin')
    const body = { end_date: '2027-03-31' }
    await world.as('clientAdmin').send(insertionOrders.change, { ...at(id), body }, match(4))
    await approve(id, 5, 'clientAdmin')
    const [approval] = await Promise.all([
      approve(id, 6, 'advertiserAdmin'),
      endOverdue(world.database.kysely, new Date('2027-01-02T12:00:00Z')),
    ])
    expect([200, 412], `round ${round}`).toContain(approval.status)
    const now = await read(id)
    expect(now).toMatchObject({ proposed: null, version: 7 })
    const { status, version_id, end_date } = now
    expect([status, version_id, end_date], `round ${round}`).toEqual(
      approval.status === 200 ? ['approved', 2, '2027-03-31'] : ['ended', 1, '2026-12-31'],
    )
  }
}, 120_000)
