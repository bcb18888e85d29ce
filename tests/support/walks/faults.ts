import { array, object, string, type } from 'superstruct'
import { noPermission, Refused } from '../../../demo/platform/context/refusal.ts'
import { type Guard, type RequestState, routeOf } from '../../../demo/platform/http/request-state.ts'
import { get, post } from '../../../src/contract/endpoint.ts'
import { Id, Text } from '../../../src/contract/ids.ts'
import { seededAdvertisers } from '../world/small-seed.ts'
import type { Change } from '../world/small-world.ts'
import { written, writtenHandlers } from '../platform/written-contract.ts'

/** A fault to build into a platform: extra endpoints, or other guards. */
export interface Fault {
  readonly name: string
  /** The walker that must report it, and its message. */
  readonly by: string
  readonly says: RegExp
  readonly contract?: object
  readonly handlers?: object
  readonly examples?: object
  readonly guards?: (right: readonly Guard[]) => readonly Guard[]
  readonly limits?: Change['limits']
}
type Handler = (
  call: { readonly body: { readonly name: string } },
  context: { readonly database: Change['database'] & object },
) => Promise<unknown>

const path = 'v1/member_groups/:memberGroupId/faulty'
const may = 'channels.read'
const named = { body: { name: 'a name' } }
const { handlers } = writtenHandlers()
const faulty = (endpoint: object, handler: unknown, example?: () => object) => ({
  contract: { faulty: endpoint },
  handlers: { faulty: handler },
  ...(example && { examples: { faulty: example } }),
})

const everyName: Handler = async (_, { database }) => ({
  names: (await database.kysely.selectFrom('member_groups').select('name').orderBy('member_group_id').execute()).map(({ name }) => name),
})
const everyCampaign: Handler = async (_, { database }) => ({
  names: (await database.kysely.selectFrom('campaigns').select('name').execute()).map(({ name }) => name),
})
const Names = object({ names: array(string()) })

const without = (right: readonly Guard[], removed: string) => right.filter(({ name }) => name !== removed)

const wrongEndpoints: readonly Fault[] = [
  {
    name: 'a handler that lists every client',
    by: 'foreign data',
    says: /tells Client-mark-2/,
    ...faulty(get(path, { may, result: Names }), everyName),
  },
  {
    name: 'an open endpoint that tells of campaigns',
    by: 'foreign data',
    says: /nobody.* tells Campaign-mark-10/,
    ...faulty(get(path, { open: true, result: Names }), everyCampaign),
  },
  {
    name: 'an id that the scope does not look up',
    by: 'examples',
    says: /names widget_id, of no known kind/,
    ...faulty(
      post(path, { may, body: object({ widget_id: Id }) }),
      async () => undefined,
      () => ({ body: { widget_id: 4 } }),
    ),
  },
  {
    name: 'an endpoint that has no example',
    by: 'examples',
    says: /has no example: give a body/,
    ...faulty(post(path, { may, body: object({ name: Text(1, 9) }) }), async () => undefined),
  },
  {
    name: 'a handler that fails',
    by: 'examples',
    says: /answers its example with 500/,
    ...faulty(written.surprise, handlers.surprise),
  },
  {
    name: 'a handler that fails at some words',
    by: 'inputs',
    says: /answers 500 to name/,
    ...faulty(
      post(path, { may, body: object({ name: Text(0, 100) }) }),
      (async ({ body }) => void new RegExp(decodeURIComponent(body.name), 'u')) satisfies Handler,
      () => named,
    ),
  },
  {
    name: 'a reply with a field that the contract does not name',
    by: 'examples',
    says: /answers its example with 500/,
    ...faulty(written.addAndBreak, handlers.addAndBreak, () => named),
  },
  {
    name: 'such a reply, where nobody asserts it',
    by: 'examples',
    says: /in a form that is not the contract’s/,
    ...faulty(written.addAndBreak, handlers.addAndBreak, () => named),
    guards: (right) => without(right, 'reply'),
  },
  {
    name: 'a body that takes what it does not name',
    by: 'unknown fields',
    says: /answers 200 to fields that it does not name/,
    ...faulty(
      post(path, { may, body: type({ name: Text(1, 100) }) }),
      async () => undefined,
      () => named,
    ),
  },
  {
    name: 'a versioned change that any second one overwrites',
    by: 'versions',
    says: /answers 200 to the second of two changes/,
    ...faulty(written.change, handlers.change, () => ({ path: { id: 1 }, body: { name: 'x' }, version: 7 })),
  },
]

const around = (right: readonly Guard[], name: string, other: (guard: Guard) => Guard) =>
  right.map((guard) => (guard.name === name ? other(guard) : guard))
const checkOf = (guard: Guard) => ('check' in guard ? guard.check : () => undefined)

/** Caches the caller of a token, so later changes to the user have no effect. */
function remembering(guard: Guard): Guard {
  const known = new Map<string, Pick<RequestState, 'caller' | 'identity'>>()
  return {
    name: guard.name,
    check: async (state) => {
      const token = state.request.headers.get('authorization') ?? ''
      const before = known.get(token)
      if (before) return void Object.assign(state, before)
      await checkOf(guard)(state)
      if (state.caller && state.identity) known.set(token, { caller: state.caller, identity: state.identity })
    },
  }
}

const noting: Guard = {
  name: 'noting',
  check: async ({ database }) => {
    await database.kysely.insertInto('channels').values({ member_group_id: 1, name: 'noted' }).execute()
  },
}
/** Stalls at one text, the first that is accepted and is no example: valid calls are as fast as ever. */
function stalling(): Guard {
  let stalled: string | undefined
  return {
    name: 'stalling',
    check: async ({ text }) => {
      if (text && !/a name|a channel|somebody/.test(text)) stalled ??= text
      if (text && text === stalled) await new Promise((resolve) => setTimeout(resolve, 2_000))
    },
  }
}
/** Adds another tenant's advertiser to its refusals. */
const gossip: Guard = {
  name: 'gossip',
  around: async (_, next) => {
    await next().catch((error: Error & { reason?: object }) => {
      throw Object.assign(error, {
        reason: { subject: seededAdvertisers.map(({ advertiser }) => `Advertiser-mark-${advertiser}.`).join(' '), rule: 'No' },
      })
    })
  },
}

/** Answers "forbidden" for ids of other tenants, which reveals that they exist. */
const tellsApart = (guard: Guard): Guard => ({
  name: guard.name,
  check: async (state) => {
    try {
      await checkOf(guard)(state)
    } catch (error) {
      const [, client] = /member_groups\/(\d+)/.exec(state.url.pathname) ?? []
      throw seededAdvertisers.some((tenant) => tenant.client === Number(client)) ? noPermission() : error
    }
  },
})

/** Checks a permission without the client that the call names. */
const forgetsClients = (guard: Guard): Guard => ({
  name: guard.name,
  check: (state) => {
    const { caller } = state
    const anywhere = caller?.permissionsAt({ member_group_id: 0 }) ?? {}
    return checkOf(guard)({ ...state, ...(caller && { caller: { ...caller, permissions: anywhere, permissionsAt: () => anywhere } }) })
  },
})

/** Trusts the client id of a call without checking that the caller can open it. */
const believing = (guard: Guard): Guard => ({
  name: guard.name,
  check: (state) => {
    const [, client] = /member_groups\/(\d+)/.exec(state.url.pathname) ?? []
    state.scope = { ...(client && { memberGroupId: Number(client) }), advertisers: 'all' } as RequestState['scope'] // what a correct guard would have looked up
  },
})

/** Reads no token on open endpoints, so it refuses no wrong one there. */
const readsNoTokenIfOpen = (guard: Guard): Guard => ({
  name: guard.name,
  check: (state) => (routeOf(state).endpoint.open ? undefined : checkOf(guard)(state)),
})

/** Refuses without a header that says how to authenticate. */
const refusesWithoutHeader = (guard: Guard): Guard => ({
  name: guard.name,
  check: async (state) => {
    await Promise.resolve(checkOf(guard)(state)).catch(() => {
      throw new Refused('not_authenticated', { subject: 'Session', rule: 'No' })
    })
  },
})

/** Changes what a guard sees of the request. */
const changing =
  (change: (state: RequestState) => void) =>
  (guard: Guard): Guard => ({
    name: guard.name,
    around: (state, next) => {
      change(state)
      return 'around' in guard ? guard.around(state, next) : next()
    },
  })
const asSameCaller = changing((state) => {
  if (state.caller) state.caller = { ...state.caller, name: 'any caller' }
})
const asSameBody = changing((state) => {
  state.text = ''
})

const wrongGuards: readonly Fault[] = [
  {
    name: 'no guard that asks for a token',
    by: 'tokens',
    says: /answers 403 without a token/,
    guards: (right) => without(right, 'authenticate'),
  },
  {
    name: 'a guard that reads no token on open endpoints',
    by: 'tokens',
    says: /answers 200 to the token "/,
    guards: (right) => around(right, 'authenticate', readsNoTokenIfOpen),
  },
  {
    name: 'a refusal without the way to authenticate',
    by: 'tokens',
    says: /does not say how to authenticate/,
    guards: (right) => around(right, 'authenticate', refusesWithoutHeader),
  },
  {
    name: 'no guard that compares the origin of a page',
    by: 'tokens',
    says: /to a partner's token on a page of elsewhere/,
    guards: (right) => without(right, 'origin'),
  },
  {
    name: 'no guard that stores the reply of a key',
    by: 'idempotency keys',
    says: /did \d times what was asked under one key/,
    guards: (right) => without(right, 'once'),
  },
  {
    name: 'no guard that checks the form of a key',
    by: 'idempotency keys',
    says: /answers 200 to Idempotency-Key/,
    guards: (right) => without(right, 'key'),
  },
  {
    name: 'a key that belongs to every caller',
    by: 'idempotency keys',
    says: /gives one caller the answer that another one had/,
    guards: (right) => around(right, 'once', asSameCaller),
  },
  {
    name: 'a key that belongs to every body',
    by: 'idempotency keys',
    says: /answers 200 to the key of another request/,
    guards: (right) => around(right, 'once', asSameBody),
  },
  {
    name: 'a guard that remembers people',
    by: 'revocations',
    says: /after deactivate/,
    guards: (right) => around(right, 'authenticate', remembering),
  },
  {
    name: 'a guard that writes before anything is refused',
    by: 'inputs',
    says: /changes channels though/,
    guards: (right) => [noting, ...right],
  },
  {
    name: 'no guard that asks for the permission',
    by: 'permissions',
    says: /whose base level denies channels\.read/,
    guards: (right) => without(right, 'permission'),
  },
  {
    name: 'a guard that knows no denial at a client',
    by: 'permissions',
    says: /whose member_group level denies channels\.read/,
    guards: (right) => around(right, 'permission', forgetsClients),
  },
  {
    name: 'a guard that believes which client a call names',
    by: 'foreign data',
    says: /advertiserAdmin with .* → 200/,
    guards: (right) => around(right, 'scope', believing),
  },
  { name: 'a guard that stalls', by: 'inputs', says: /takes \d{3,} times as long/, guards: (right) => [...right, stalling()] },
  {
    name: 'a refusal that tells what is somebody else’s from what is missing',
    by: 'foreign data',
    says: /tells what exists: 40[34]/,
    guards: (right) => around(right, 'scope', tellsApart),
  },
  { name: 'a refusal that tells of others', by: 'foreign data', says: /404 tells Advertiser-mark-/, guards: (right) => [gossip, ...right] },
]

/** Limits that are too high to refuse anything. */
const wrongLimits: readonly Fault[] = [
  {
    name: 'an address of any length',
    by: 'inputs',
    says: /to an address that is too long, where 413 has to come/,
    limits: { urlLength: 1e9 },
  },
  {
    name: 'a body of any number of values',
    by: 'inputs',
    says: /to a body of too many values, where 413 has to come/,
    limits: { jsonValues: 1e9 },
  },
  { name: 'a body of any size', by: 'inputs', says: /to a body that is too large, where 413 has to come/, limits: { bodyBytes: 1e9 } },
  {
    name: 'a body of any depth',
    by: 'inputs',
    says: /to a body that is nested too deep, where 400 has to come/,
    limits: { jsonDepth: 1e9 },
  },
]

export const faults: readonly Fault[] = [...wrongEndpoints, ...wrongGuards, ...wrongLimits]
