import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { examples } from '../support/example-calls.ts'
import { type SmallWorld, startSmallWorld } from '../support/small-world.ts'
import { groundOn, told, walk } from '../support/walk.ts'
import { walkers } from '../support/walkers.ts'

let world: SmallWorld
let ground: Awaited<ReturnType<typeof groundOn>>
beforeAll(async () => {
  world = await startSmallWorld()
  ground = await groundOn(world, { contract, examples })
})
afterAll(async () => {
  await ground.close()
  await world.close()
})

test.each(walkers())(
  '$name',
  async (walker) => {
    const walked = await walk(ground, walker)
    console.log(told(walked))
    expect(walked.findings).toEqual([])
    expect(walked.endpoints).toBe(endpointsOf(contract).filter(walker.covers).length)
  },
  300_000,
)
