import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const { create } = contract.errorReports
const report = { message: 'Problem: Something went wrong', where: 'GET v1/user', environment: 'development', application: 'placard' }
const linesOf = (event: string) => world.lines.map((line) => JSON.parse(line)).filter((line) => line.event === event)

test('a page reports an error without a token, and the platform logs it as a warning', async () => {
  const body = { ...report, status: 500, request_id: 'request-1' }
  const { status, reply } = await world.as('nobody').send(create, { body })
  expect([status, reply.result]).toEqual([200, 'success'])
  expect(linesOf('page error')).toMatchObject([{ level: 'warn', ...body }])
})

test('control and direction characters of a report are not logged', async () => {
  const body = { ...report, message: 'one\u0085two\u009bthree\u202efour\nfive', where: 'GET \u2066v1' }
  expect((await world.as('nobody').send(create, { body })).status).toBe(200)
  expect(linesOf('page error').at(-1)).toMatchObject({ message: 'one two three four five', where: 'GET  v1' })
})

test('a report that is too long or has unknown fields is refused and not logged', async () => {
  const before = linesOf('page error').length
  const statuses = []
  for (const body of [
    { ...report, message: 'x'.repeat(501) },
    { ...report, token: 'x' },
    { ...report, status: 1000 },
  ])
    statuses.push((await world.as('nobody').send(create, { body })).status)
  expect(statuses).toEqual([422, 422, 422])
  expect(linesOf('page error')).toHaveLength(before)
})

test('one address reports sixty errors at once, and then has to wait', async () => {
  const before = linesOf('page error').length
  const responses = await Promise.all(Array.from({ length: 70 }, () => world.as('nobody').send(create, { body: report })))
  const refused = responses.filter(({ status }) => status === 429)
  expect(linesOf('page error').length).toBe(60)
  expect(refused).toHaveLength(70 - (60 - before))
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})
