import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Send } from '../../src/kit/api.ts'
import { createTableSettingsStore } from '../../src/parts/resource/data-table.tsx'
import { type CallerName, people } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const statuses: string[] = []
/** A page's API client, connected to the real platform. */
const sendAs =
  (name: CallerName): Send =>
  async (endpoint, call) => {
    const { status, reply } = await world.as(name).send(endpoint, call)
    statuses.push(`${endpoint.method} ${status}`)
    if (status !== 200) throw new Error(String(status))
    return reply.result
  }
const memoryOf = (name: CallerName, userId: number | undefined) =>
  createTableSettingsStore({ send: sendAs(name), userId: async () => userId, name: 'table.orders', pauseMs: 20 })
const shown = (key: string) => [{ key, isShown: true, width: 120 }]
const said = async (text: string, times = 1) =>
  expect.poll(() => statuses.filter((one) => one === text).length).toBeGreaterThanOrEqual(times)
const { userId } = people.clientAdmin

test('a changed table setting applies at once, is saved once after several changes, and loads in another place', async () => {
  const here = memoryOf('clientAdmin', userId)
  const changes: number[] = []
  here.onChange(() => changes.push(here.preferences().length))
  await said('GET 200')
  here.setPreferences(shown('first'))
  here.setPreferences(shown('last'))
  expect([here.preferences(), changes]).toEqual([shown('last'), [1, 1]])
  await said('PUT 200')
  expect(statuses.filter((one) => one.startsWith('PUT'))).toHaveLength(1)
  const elsewhere = memoryOf('clientAdmin', userId)
  elsewhere.onChange(() => undefined)
  await expect.poll(() => elsewhere.preferences()).toEqual(shown('last'))
})

test('a table setting changed before the platform answered is kept', async () => {
  const here = memoryOf('clientAdmin', userId)
  here.onChange(() => undefined)
  here.setPreferences(shown('mine'))
  await said('PUT 200', 2)
  expect(here.preferences()).toEqual(shown('mine'))
})

test('table settings work when saving is refused, or without a user', async () => {
  for (const memory of [memoryOf('partner', userId), memoryOf('clientAdmin', undefined)]) {
    memory.onChange(() => undefined)
    memory.setPreferences(shown('here'))
    expect(memory.preferences()).toEqual(shown('here'))
  }
  await said('PUT 404')
})
