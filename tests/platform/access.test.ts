import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { things } from '../../demo/platform/scope-things.ts'
import { type AnyCall, exampleOf, nameOf, type Target } from '../support/example-calls.ts'
import { type CallerName, callerNames, opened, people } from '../support/people.ts'
import { marks, places } from '../support/small-seed.ts'
import { type Answer, type SmallWorld, startSmallWorld } from '../support/small-world.ts'

const endpoints = endpointsOf(contract)
const each = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const own: Target = { client: 1, advertiser: 1 }

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

// The calls are right by construction, which their types cannot know after the walk has forgotten them.
const send = (name: CallerName, endpoint: Endpoint, call: AnyCall): Promise<Answer> => world.as(name).send(endpoint, call as never) // see above

/** Every caller × target that a client's console could name, of its own and of others'. */
const targets: readonly Target[] = [
  ...places.map(({ client, advertiser }) => ({ client, advertiser })),
  { client: 1, advertiser: 4 },
  { client: 2, advertiser: 1 },
  { client: 1, advertiser: 99 },
  { client: 99, advertiser: 1 },
  { client: 99, advertiser: 99 },
]
const exists = ({ client, advertiser }: Target) => places.some((place) => place.client === client && place.advertiser === advertiser)

/** Whatever of others a reply carries. */
function leaks(name: CallerName, text: string): string[] {
  const { clients, advertisers } = opened[name]
  const foreign = [
    ...[1, 2, 3].filter((id) => !clients.includes(id)).map(marks.client),
    ...places.filter(({ advertiser }) => !advertisers.includes(advertiser)).map(({ advertiser }) => marks.advertiser(advertiser)),
    ...places.filter(({ advertiser }) => !advertisers.includes(advertiser)).map(({ advertiser }) => marks.campaign(advertiser * 10)),
  ]
  return foreign.filter((mark) => text.includes(mark))
}

/** What each call names, so that the oracle knows what it is about. */
function allowed(name: CallerName, call: AnyCall, target: Target) {
  if (call.path?.userId !== undefined) return name !== 'partner' && name !== 'nobody' && people[name].userId === call.path.userId
  const { clients, advertisers } = opened[name]
  const client = call.path?.memberGroupId ?? call.body?.member_group_id
  if (client === undefined) return true
  if (!clients.includes(target.client)) return false
  return call.body?.advertiser_ids === undefined || (exists(target) && advertisers.includes(target.advertiser))
}

describe('every endpoint', () => {
  test.each(each.filter(([, { open }]) => !open))('%s asks for a token', async (_, endpoint) => {
    const call = exampleOf(endpoint, own)
    const none = await send('nobody', endpoint, call)
    expect(none.status).toBe(401)
    expect(none.reply.code).toBe('not_authenticated')
    expect(none.headers.get('www-authenticate')).toBe('Bearer')
    for (const token of ['Bearer nonsense', 'Bearer', 'Basic dG9tOnRvbQ==', 'Bearer token-of-nobody', `Bearer ${'x'.repeat(5000)}`]) {
      const answer = await world.as('nobody').send(endpoint, call as never, { Authorization: token }) // right by construction
      expect(answer.status).toBe(401)
    }
  })

  test.each(each.filter(([, { open }]) => open))('%s is open, but not to a token that is wrong', async (_, endpoint) => {
    const call = exampleOf(endpoint, own)
    expect((await send('nobody', endpoint, call)).status).toBe(200)
    expect((await world.as('nobody').send(endpoint, call as never, { Authorization: 'Bearer nonsense' })).status).toBe(401) // right by construction
  })

  test.each(each.filter(([, { may }]) => may))('%s asks for its permission', async (_, endpoint) => {
    const call = exampleOf(endpoint, own)
    const { userId } = people.clientAdmin
    const denial = { user_id: userId, level: 'base', thing_id: 0, permission: endpoint.may ?? '', granted: false }
    expect((await send('clientAdmin', endpoint, call)).status).toBe(200)
    await world.database.kysely.insertInto('user_activities').values(denial).execute()
    const answer = await send('clientAdmin', endpoint, call)
    await world.database.kysely.deleteFrom('user_activities').execute()
    expect(answer.status).toBe(403)
    expect(answer.reply.formatting.rule).toBe('You do not have permission to view this information')
  })
})

test('what is not theirs does not exist: every endpoint × every caller × every target', async () => {
  const counts = { calls: 0, allowed: 0, refused: 0 }
  const wrong: string[] = []
  for (const endpoint of endpoints.filter(({ open }) => !open))
    for (const name of callerNames)
      for (const target of targets) {
        const call = exampleOf(endpoint, target)
        const answer = await send(name, endpoint, call)
        const may = name !== 'nobody' && allowed(name, call, target) && !(name === 'partner' && endpoint === contract.sso.login)
        const about = `${name}: ${nameOf(endpoint)} of ${JSON.stringify(target)} → ${answer.status}`
        counts.calls++
        counts[may ? 'allowed' : 'refused']++
        const isFound = endpoint === contract.users.byEmail ? [200, 404].includes(answer.status) : answer.status === 200
        if (name === 'nobody' ? answer.status !== 401 : may ? !isFound : ![403, 404].includes(answer.status)) wrong.push(about)
        wrong.push(...leaks(name, answer.text).map((mark) => `${about} tells ${mark}`))
      }
  console.log(`access: ${counts.calls} calls, ${counts.allowed} allowed, ${counts.refused} refused, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(counts.calls).toBeGreaterThan(1000)
})

describe('ids that a body names beside the client', () => {
  const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
    ['a list that mixes in another client’s advertiser', { advertiser_ids: [1, 4] }],
    ['a list that mixes in another client’s campaign', { campaign_ids: [10, 40] }],
    ['a list that mixes in what is missing', { campaign_ids: [10, 99] }],
    ['an advertiser of another client', { advertiser_ids: [4] }],
    ['a campaign of another client', { campaign_ids: [40] }],
  ]
  test.each(bodies)('%s is not found, by anybody', async (_, body) => {
    for (const name of callerNames.filter((one) => one !== 'nobody'))
      for (const endpoint of endpointsOf(contract.reports)) {
        const call = exampleOf(endpoint, own).body
        const answer = await send(name, endpoint, { body: { ...call, advertiser_ids: undefined, campaign_ids: undefined, ...body } })
        expect([name, answer.status]).toEqual([name, 404])
      }
  })

  test('filters reach no further than the lists', async () => {
    const wrong: string[] = []
    let calls = 0
    for (const name of callerNames.filter((one) => one !== 'nobody'))
      for (const filter of [
        { field: 'advertiser_id', operation: 'IN', value: [1, 2, 3, 4, 5, 6] },
        { field: 'campaign_id', operation: '>', value: 0 },
        { field: 'campaign_name', operation: 'ILIKE', value: 'mark' },
        { field: 'advertiser_name', operation: '!=', value: 'x' },
        { field: 'advertiser_id', operation: 'BETWEEN', value: [1, 6] },
      ]) {
        const { dimensions: _, ...body } = exampleOf(contract.reports.rows, own).body ?? {}
        const question = {
          ...body,
          advertiser_ids: undefined,
          campaign_ids: undefined,
          sort: undefined,
          pagination: undefined,
          filters: [filter],
        }
        const total = await send(name, contract.reports.total, { body: question })
        const rows = await send(name, contract.reports.rows, { body: { ...question, dimensions: ['advertiser_id', 'campaign_name'] } })
        calls += 2
        const mine = opened[name].advertisers.filter((id) => places.find(({ advertiser }) => advertiser === id)?.client === 1)
        const expected = mine.reduce((sum, id) => sum + 2 ** id, 0)
        if (total.reply.result?.kpis[0].total !== expected) wrong.push(`${name} ${JSON.stringify(filter)}: ${total.text}`)
        wrong.push(...leaks(name, rows.text), ...(rows.reply.result?.rows.length === mine.length ? [] : [`${name}: ${rows.text}`]))
      }
    console.log(`filters: ${calls} calls, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
  })

  test('the path and the body may not name two clients', async () => {
    const { query } = contract.memberGroups.list
    expect(query).toBeDefined()
    const answer = await world.raw('v1/member_groups/1?member_group_id=2', { headers: { Authorization: 'Bearer token-of-superUser' } })
    expect(answer.status).toBe(404)
  })
})

test('the scope looks up every kind of id that an endpoint names', () => {
  const known = new Set([...things.flatMap(({ fields }) => fields), 'memberGroupId', 'member_group_id', 'member_group_ids'])
  const pathNames = ({ path, own }: Endpoint) =>
    [...path.matchAll(/:(\w*Id)\b/g)].map(([, name]) => name ?? '').filter((name) => !(own && name === 'userId'))
  const names = endpoints.flatMap((endpoint) => [
    ...pathNames(endpoint),
    ...Object.keys(endpoint.body?.schema ?? {}).filter((name) => /_ids?$/.test(name)),
    ...Object.keys(endpoint.query?.schema ?? {}).filter((name) => /_ids?$|Id$/.test(name)),
  ])
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})
