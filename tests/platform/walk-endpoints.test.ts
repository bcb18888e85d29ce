import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { examples } from '../support/examples/example-calls.ts'
import { callerNames, personNames } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { seedForWalks } from '../support/walks/seed.ts'
import { walkContextOn, summaryOf, type Walked, walkInTest } from '../support/walks/walk.ts'
import { walkers } from '../support/walks/walkers.ts'

let world: SmallWorld
let ground: Awaited<ReturnType<typeof walkContextOn>>
beforeAll(async () => {
  world = await startSmallWorld()
  await seedForWalks(world.database)
  ground = await walkContextOn(world, { contract, examples })
})
afterAll(async () => {
  await ground.close()
  await world.close()
})

const done = new Map<string, Walked>()

test.for(walkers())('$name', { timeout: 300_000 }, async (walker, context) => {
  const walked = await walkInTest(ground, walker, context)
  done.set(walker.name, walked)
  console.log(summaryOf(walked))
  expect(walked.findings).toEqual([])
  expect(walked.endpoints).toBe(endpointsOf(contract).filter(walker.covers).length)
})

const doneBy = (name: string): Walked => {
  const walked = done.get(name)
  if (!walked) throw new Error(`There was no walk ${name}`)
  return walked
}

test('the matrix has every endpoint, every caller, and targets in every relation to them', () => {
  const { endpoints, counts } = doneBy('foreign data')
  expect(endpoints).toBe(endpointsOf(contract).length)
  expect(callerNames).toEqual([...personNames, 'partner', 'nobody'])
  for (const relation of ['own', 'sibling', 'other group', 'other client', 'missing'])
    expect(counts[`of ${relation}`], relation).toBeGreaterThan(0)
  expect(counts.leaks).toBe(0)
  expect(counts.compared).toBeGreaterThan(amount(5_000, 500))
})

test('every endpoint has invalid inputs', () => {
  const { endpoints, requests } = doneBy('inputs')
  expect(endpoints).toBe(endpointsOf(contract).length)
  expect(requests).toBeGreaterThanOrEqual(amount(100, 5) * endpoints)
})
