import { afterAll, beforeAll, expect, test } from 'vitest'
import { rolePermissions } from '../../src/contract/access/permissions.ts'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { examples } from '../support/examples/example-calls.ts'
import { type CallerAccess, verdictFor } from '../support/walks/access-oracle.ts'
import { seedForWalks } from '../support/walks/seed.ts'
import { type Walker, walkContextOn, walkInTest } from '../support/walks/walk.ts'
import { accessibleTenants, people } from '../support/world/people.ts'
import { targets } from '../support/world/small-ids.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { adminAndViewer } from '../support/world/two-roles.ts'

let base: SmallWorld
let ground: Awaited<ReturnType<typeof walkContextOn>>
beforeAll(async () => {
  base = await startSmallWorld()
  await seedForWalks(base.database)
  await adminAndViewer(base.database)
  ground = await walkContextOn(base, { contract, examples })
})
afterAll(async () => {
  await ground.close()
  await base.close()
})

const { userId } = people.clientViewer
const callerAccesses: readonly CallerAccess[] = [
  { permissions: rolePermissions[3], tenants: accessibleTenants.clientAdmin, userId },
  { permissions: rolePermissions[7], tenants: { clients: [2], groups: [], advertisers: [4] }, userId },
]
/** An advertiser of each role, and another one at the client of the second: all of them in the audit, otherwise two that vary by endpoint. */
const walked = [...targets.filter(({ advertiser }) => [1, 4].includes(advertiser)), { client: 2, group: 3, advertiser: 5 }]
const walker: Walker = {
  name: 'two roles',
  covers: () => true,
  walk: async (step) => {
    const findings: string[] = []
    for (const target of step.some(walked, amount(walked.length, 2))) {
      const call = step.call(target)
      const verdicts = callerAccesses.map((access) => verdictFor(access, step.endpoint, call))
      const { status } = await step.send('clientViewer', call)
      await step.undo()
      const isDone = status === 200 || call.otherStatuses?.[status] !== undefined
      const isRefused = status === 403 || status === 404
      const isRight = verdicts.includes('allowed') ? isDone : verdicts.includes('unclear') ? status < 500 : isRefused
      step.count(verdicts.includes('allowed') ? 'allowed' : 'refused')
      if (!isRight) findings.push(`${JSON.stringify(target)} → ${status}, expected ${verdicts.join(' or ')}`)
    }
    return findings
  },
}

test('every endpoint applies each role of a user only where it applies', { timeout: 300_000 }, async (context) => {
  const { findings, counts } = await walkInTest(ground, walker, context)
  expect(findings).toEqual([])
  expect([(counts.allowed ?? 0) > amount(200, 100), (counts.refused ?? 0) > amount(100, 50)]).toEqual([true, true])
})
