import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { amount, isAudit } from '../support/platform/audit.ts'
import { type Fault, faults } from '../support/walks/faults.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { type WalkContext, walkContextOn, summaryOf, type Walked, type Walker, walk, walkInTest } from '../support/walks/walk.ts'
import { walkable, walkableExamples, walkableHandlers } from '../support/walks/walkable-contract.ts'
import { walkers } from '../support/walks/walkers.ts'

let world: SmallWorld
let ground: Awaited<ReturnType<typeof walkContextOn>>
beforeAll(async () => {
  world = await startSmallWorld({ contract: walkable, handlers: walkableHandlers })
  ground = await walkContextOn(world, { contract: walkable, examples: walkableExamples })
})
afterAll(async () => {
  await ground.close()
  await world.close()
})

/** Walkers that send only a sample in `npm test` must find their faults with that sample too. */
const sampled = ['tokens', 'permissions', 'revocations', 'foreign data', 'unknown fields', 'inputs', 'versions', 'idempotency keys']
const isWalked = (name: string) => isAudit || sampled.includes(name)
const small = walkers({ each: amount(60, 0), random: 0 }).filter(({ name }) => isWalked(name))
/** The sampled inputs are only those beyond a limit. */
const isSought = ({ by, limits }: Fault) => isAudit || (by === 'inputs' ? limits !== undefined : sampled.includes(by))
const sought = faults.filter(isSought)
const named = (name: string): Walker => {
  const walker = small.find((one) => one.name === name)
  if (!walker) throw new Error(`There is no walker ${name}`)
  return walker
}

describe('without faults', () => {
  test.for(small)('$name finds nothing', async (walker, context) => {
    const walked = await walkInTest(ground, walker, context)
    console.log(summaryOf(walked))
    expect(walked.findings).toEqual([])
    expect(walked.endpoints).toBeGreaterThan(0)
  })
})

/** Walks over a faulty platform on the same database as the correct one. */
async function walkWith(fault: Fault, context: TestContext): Promise<Walked> {
  const { by, contract = {}, handlers = {}, examples = {}, guards, limits = {} } = fault
  const served = { contract: { ...walkable, ...contract }, handlers: { ...walkableHandlers, ...handlers } }
  const faulty = await ground.world.startSecondPlatform({ ...served, limits, ...(guards && { guards: guards(ground.world.guards) }) })
  const there: WalkContext = { ...ground, world: faulty, contract: served.contract, examples: { ...walkableExamples, ...examples } }
  return walkInTest(there, named(by), context).finally(faulty.close)
}

describe('with a fault', () => {
  test('each sampled walker has a fault to find', () => {
    expect(sampled.filter((name) => !sought.some(({ by }) => by === name))).toEqual([])
  })

  test.for(sought)('$name is reported by $by', async (fault, context) => {
    const { findings } = await walkWith(fault, context)
    const reported = findings.filter((finding) => fault.says.test(finding))
    console.log(`${fault.name}: ${reported.length} of ${findings.length} findings, such as ${reported[0]}`.slice(0, 220))
    expect(reported, findings.join('\n')).not.toEqual([])
  })
})

test('a walk past its time limit ends before its next request, and the next walk is not disturbed', async () => {
  const limit = new AbortController()
  let requests = 0
  const endless: Walker = {
    name: 'endless',
    covers: () => true,
    walk: async ({ send }) => {
      for (;;) {
        await send('superUser')
        requests++
        if (requests === 3) limit.abort()
      }
    },
  }
  await expect(walk(ground, endless, { signal: limit.signal })).rejects.toThrow(
    /^The walk "endless" reached its time limit at .+, endpoint 1 of \d+, after 3 requests and was ended\.$/,
  )
  expect(requests).toBe(3)
  expect((await walk(ground, named('unknown fields'))).findings).toEqual([])
})
