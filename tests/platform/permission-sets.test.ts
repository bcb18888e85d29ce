import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { amount } from '../support/platform/audit.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { permissionSets } from '../trust/permission-sets.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

test('for random permission sets, the most specific level decides', async () => {
  const sets = amount(300, 80)
  const { compared, wrong } = await permissionSets(world, sets)
  console.log(`permission sets: ${sets} sets, ${compared} answers compared, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(30 * sets)
})

test("a platform that ignores the advertiser's level is detected", async () => {
  const { wrong } = await permissionSets(world, 50, {
    ask: async (database, identity) => {
      const caller = await callerOf(database, identity)
      return caller && { ...caller, permissionsAt: ({ advertiser_id: _, ...tenant }) => caller.permissionsAt(tenant) }
    },
  })
  expect(wrong).not.toEqual([])
})
