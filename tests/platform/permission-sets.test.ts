import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../demo/platform/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/small-world.ts'
import { permissionSets } from '../trust/permission-sets.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

test('of three hundred random sets of permissions the strongest level decides, each time', async () => {
  const { compared, wrong } = await permissionSets(world, 300)
  console.log(`permission sets: 300 sets, ${compared} answers compared, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(10_000)
})

test('a platform that forgets the advertiser’s level is found out', async () => {
  const { wrong } = await permissionSets(world, 50, async (database, identity) => {
    const caller = await callerOf(database, identity)
    return caller && { ...caller, permissionsAt: ({ advertiser_id: _, ...place }) => caller.permissionsAt(place) }
  })
  expect(wrong).not.toEqual([])
})
