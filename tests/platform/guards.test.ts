import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import { guards } from '../../demo/platform/http/guards/guards.ts'
import { mailLimit } from '../../demo/platform/http/guards/mail-rate.ts'
import { takeSharedToken } from '../../demo/platform/http/shared-limits.ts'
import { authorization, type PlatformResponse, fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { walkContextOn, walkInTest } from '../support/walks/walk.ts'
import { walkable, walkableExamples, walkableHandlers } from '../support/walks/walkable-contract.ts'
import { walkers } from '../support/walks/walkers.ts'
import { innards, written, writtenHandlers } from '../support/platform/written-contract.ts'

let world: SmallWorld
const { handlers } = writtenHandlers()
beforeAll(async () => {
  world = await startSmallWorld({ contract: written, handlers })
})
afterAll(() => world.close())

const path = { memberGroupId: 1 }
const address = 'v1/member_groups/1/written'
const json = { ...authorization('clientAdmin'), 'Content-Type': 'application/json' }
const post = (at: SmallWorld, body: string, headers: Record<string, string> = json, to = address) =>
  at.raw(to, { method: 'POST', headers, body })
const add = (at: SmallWorld, name: string, headers?: Record<string, string>) =>
  at.as('clientAdmin').send(written.add, { path, body: { name } }, headers)
const channelsNamed = (name: string) => world.database.kysely.selectFrom('channels').select('name').where('name', '=', name).execute()
const auditsOf = (requestId: string | null) =>
  world.database.kysely
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', requestId ?? '')
    .execute()

interface Probe {
  readonly guard: string
  readonly limits?: () => Parameters<SmallWorld['startSecondPlatform']>[0]['limits']
  /** Attempts a forbidden action; returns whether it succeeded. */
  readonly isThrough: (at: SmallWorld) => Promise<boolean>
}
let number = 0
const newName = () => `probe ${++number}`
const isDone = async (response: Promise<PlatformResponse>) => (await response).status === 200

const probes: readonly Probe[] = [
  {
    guard: 'length',
    isThrough: (at) => isDone(post(at, '{"name":"long"}', json, `${address}?${'a'.repeat(9000)}`).then(asIfQueryWereFine)),
  },
  { guard: 'authenticate', isThrough: async (at) => (await at.raw(`${address}/wait`)).status === 200 },
  {
    guard: 'rate',
    limits: () => ({ perCaller: new TokenBuckets(1, 0.001) }),
    isThrough: async (at) => (await add(at, newName())).status === 200 && (await add(at, newName())).status === 200,
  },
  {
    guard: 'origin',
    isThrough: async (at) =>
      (await at.raw(`${address}/wait`, { headers: { ...authorization('partner'), Origin: 'https://elsewhere.example' } })).reply?.code !==
      'origin_refused',
  },
  {
    guard: 'scope',
    isThrough: (at) => isDone(at.as('clientAdmin').send(written.add, { path: { memberGroupId: 2 }, body: { name: newName() } })),
  },
  {
    guard: 'permission',
    isThrough: async (at) => {
      const row = { user_id: 3, level: 'base', thing_id: 0, permission: 'channels.read', granted: false }
      await at.database.kysely.insertInto('user_activities').values(row).execute()
      return isDone(add(at, newName())).finally(() => at.database.kysely.deleteFrom('user_activities').execute())
    },
  },
  { guard: 'strict', isThrough: (at) => isDone(post(at, JSON.stringify({ name: newName(), member_group_id: 1, is_admin: true }))) },
  {
    guard: 'version',
    isThrough: async (at) =>
      (await at.as('clientAdmin').send(written.change, { path: { ...path, id: 1 }, body: { name: 'x' } })).status !== 428,
  },
  { guard: 'key', isThrough: (at) => isDone(at.as('clientAdmin').send(written.addOnce, { path, body: { name: newName() } })) },
  {
    guard: 'mails',
    isThrough: async (at) => {
      for (let taken = 0; taken < mailLimit.burst; taken++) await takeSharedToken(at.database, mailLimit, '127.0.0.1', fixedNow())
      return isDone(at.as('nobody').send(written.mail, { path, body: { name: newName() } }))
    },
  },
  {
    guard: 'transaction',
    isThrough: async (at) => {
      const name = newName()
      await at.as('clientAdmin').send(written.addAndFail, { path, body: { name } })
      return (await channelsNamed(name)).length > 0
    },
  },
  {
    guard: 'once',
    isThrough: async (at) => {
      const name = newName()
      const twice = () =>
        at.as('clientAdmin').send(written.addOnce, { path, body: { name } }, { 'Idempotency-Key': `key-of-${name.replace(' ', '-')}` })
      await twice()
      await twice()
      return (await channelsNamed(name)).length > 1
    },
  },
  { guard: 'audit', isThrough: async (at) => (await auditsOf((await add(at, newName())).headers.get('x-request-id'))).length === 0 },
  {
    guard: 'reply',
    isThrough: async (at) =>
      (await at.as('clientAdmin').send(written.addAndBreak, { path, body: { name: newName() } })).text.includes(innards),
  },
]
/** A query that the strict guard refuses has still passed the length guard. */
const asIfQueryWereFine = (response: PlatformResponse): PlatformResponse =>
  response.status === 422 ? { ...response, status: 200 } : response

/** Failures without a guard: of its probe here, and the walker's findings. */
const fallen = new Map<string, { probe?: string; walker?: string }>()
const fell = (guard: string, what: { probe?: string; walker?: string }) => fallen.set(guard, { ...fallen.get(guard), ...what })
const without = (guard: string) => guards.filter(({ name }) => name !== guard)

describe('each guard stops an attack, and without the guard the attack succeeds', () => {
  test.each(probes.map((probe) => [probe.guard, probe] as const))('%s', async (_, { guard, limits, isThrough }) => {
    const change = () => (limits ? { limits: limits() ?? {} } : {})
    const whole = await world.startSecondPlatform(change())
    const lacking = await world.startSecondPlatform({ ...change(), guards: without(guard) })
    expect(await isThrough(whole)).toBe(false)
    expect(await isThrough(lacking)).toBe(true)
    fell(guard, { probe: 'goes through' })
    await Promise.all([whole.close(), lacking.close()])
  })

  test.each(['find', 'read'])('%s is needed for any request to work', async (guard) => {
    const lacking = await world.startSecondPlatform({ guards: without(guard) })
    expect((await add(lacking, newName())).status).not.toBe(200)
    fell(guard, { probe: 'nothing goes' })
    await lacking.close()
  })

  test('every guard has an attack', () => {
    const probed = [...probes.map(({ guard }) => guard), 'find', 'read']
    expect(guards.map(({ name }) => name).sort()).toEqual(probed.sort())
  })
})

/** The walker that fails first when a guard is missing. */
const walkerOf: Readonly<Record<string, string>> = {
  length: 'inputs',
  find: 'examples',
  authenticate: 'tokens',
  rate: 'rates',
  read: 'inputs',
  scope: 'foreign data',
  origin: 'tokens',
  permission: 'permissions',
  strict: 'unknown fields',
  version: 'versions',
  key: 'idempotency keys',
  transaction: 'transactions',
  mails: 'mailings',
  once: 'idempotency keys',
  audit: 'examples',
  reply: 'replies',
}

describe('without a guard, a walk over all endpoints finds the fault', () => {
  let walked: SmallWorld
  let ground: Awaited<ReturnType<typeof walkContextOn>>
  beforeAll(async () => {
    walked = await startSmallWorld({ contract: walkable, handlers: walkableHandlers })
    ground = await walkContextOn(walked, { contract: walkable, examples: walkableExamples })
  })
  afterAll(async () => {
    await ground.close()
    await walked.close()
  })

  test.for(guards.map(({ name }) => name))('%s', async (guard, context) => {
    const walker = walkers({ each: 20, random: 0 }).find(({ name }) => name === walkerOf[guard])
    if (!walker) throw new Error(`Say which walker finds out that the guard ${guard} is missing`)
    const lacking = await ground.world.startSecondPlatform({ guards: without(guard) })
    expect((await walkInTest(ground, walker, context)).findings).toEqual([])
    const { name, findings } = await walkInTest({ ...ground, world: lacking }, walker, context).finally(lacking.close)
    expect(findings).not.toEqual([])
    fell(guard, { walker: `${name}: ${findings.length} findings, such as ${findings[0]?.replace(/^\w+: /, '')}` })
  })

  test('every guard has been removed in an attack test and in a walk', () => {
    const rows = guards.map(({ name }) => ({ name, ...fallen.get(name) }))
    console.log(rows.map(({ name, probe, walker }) => `${name.padEnd(12)} → ${probe}; ${walker}`.slice(0, 180)).join('\n'))
    expect(rows.filter(({ probe, walker }) => !probe || !walker)).toEqual([])
  })
})
