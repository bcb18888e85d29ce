import { BlockList } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import { addressReader, proxyList } from '../../demo/platform/http/client-address.ts'
import { configurationOf } from '../../demo/platform/configuration.ts'
import { makeLink } from '../../demo/platform/identity/account-links.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import { authorizeUrl, browser, formOf, toSignIn, verifierOf } from '../support/identity/sign-in-by-http.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

const listOf = (text: string) => configurationOf([], { TRUSTED_PROXIES: text }).trustedProxies
const seen = (trusted: string, near: string, said?: string) => {
  const headers = said === undefined ? {} : { 'x-forwarded-for': said }
  return addressReader(listOf(trusted))({ headers, socket: { remoteAddress: near } } as never) // only these parts are read
}

describe('the address of a client', () => {
  const proxies = 'loopback, 10.0.0.0/8, 2001:db8::/32'
  test.each([
    ['nobody is trusted', '', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['somebody else is trusted', '192.0.2.1', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['there is no header', proxies, '127.0.0.1', undefined, '127.0.0.1'],
    ['one proxy', proxies, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['the proxy comes over IPv6', proxies, '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['two proxies, and words that the client put before them', proxies, '::1', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['another spelling of the same', proxies, '::1', '2A00:0:0::0001', '2a00:0:0:0::/64'],
    ['an IPv4 address in IPv6, in either spelling', proxies, '::1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv4 address in IPv6, in hexadecimal', proxies, '::1', '::ffff:cb00:7109', '203.0.113.9'],
    ['a port behind it', proxies, '2001:db8::7', '203.0.113.9:4711', '203.0.113.9'],
    ['a port behind brackets', proxies, '::1', '[2a00::1]:4711', '2a00:0:0:0::/64'],
    ['the network of an IPv6 address', proxies, '::1', '2a00:1:2:3:4:5:6:7', '2a00:1:2:3::/64'],
    ['the network of an IPv6 address with zeros', proxies, '::1', '2a00:1::3:4:5:6:7', '2a00:1:0:3::/64'],
    ['an IPv6 connection', '', '2a00:1:2:3::9', '203.0.113.9', '2a00:1:2:3::/64'],
    ['a trusted IPv6 proxy', '2a00:1:2:3::9', '2a00:1:2:3::9', '203.0.113.9', '203.0.113.9'],
    ['a neighbor of a trusted IPv6 proxy', '2a00:1:2:3::9', '2a00:1:2:3::8', '203.0.113.9', '2a00:1:2:3::/64'],
    ['everybody on the way is trusted', proxies, '::1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['no address', proxies, '127.0.0.1', 'garbage', '127.0.0.1'],
    ['no address nearest to us', proxies, '127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
    ['no address beyond a trusted one', proxies, '127.0.0.1', '<script>, 10.0.0.1', '127.0.0.1'],
    ['nothing between commas', proxies, '127.0.0.1', ' , ', '127.0.0.1'],
    ['a network instead of an address', proxies, '127.0.0.1', '203.0.113.0/24', '127.0.0.1'],
  ])('%s', (_, trusted, near, said, address) => {
    expect(seen(trusted, near, said)).toBe(address)
  })

  test.each(['somewhere', '10.0.0.0/33', '::1/129', '10.0.0.0/', '/8', '1.2.3'])('%s is not accepted as a proxy', (name) => {
    expect(proxyList([name])).toBeUndefined()
    expect(() => listOf(`loopback,${name}`)).toThrow('TRUSTED_PROXIES must be')
  })
})

type Ask = (from: string) => Promise<number>
const worlds: IdentityWorld[] = []
afterEach(() => vi.useRealTimers())
afterAll(() => Promise.all(worlds.map((world) => world.close())))
const worldWith = async (trusted: BlockList) => {
  const limits = { perCaller: new TokenBuckets(1e9, 1e9), perAddress: new TokenBuckets(5, 0.001) }
  const world = await startIdentity({ addressOf: addressReader(trusted), limits, requestsByAddress: new TokenBuckets(30, 60) })
  worlds.push(world)
  return world
}

/** Each limit per address: the allowed burst, and a request that counts against it. identity-limits.test.ts has the product's 600 for tokens. */
const limited: [string, number, (world: IdentityWorld) => Promise<Ask>][] = [
  [
    'guesses at a password',
    10,
    async ({ origin }) => {
      const go = browser()
      const form = await toSignIn(go, authorizeUrl(origin, verifierOf()))
      const guess = formOf({ email: 'ghost@placard.example', password: 'a guess' })
      return async (from) => (await go(form, { ...guess, headers: { 'X-Forwarded-For': from } })).response.status
    },
  ],
  ['forgotten passwords', 20, async (world) => posts(world, 'forgot-password', { email: 'ghost@placard.example' })],
  [
    'guesses at a link',
    40,
    async (world) =>
      posts(world, 'reset-password', { token: await makeLink(world.database.kysely, 3, 'reset', machineTime(new Date())), password: 'x' }),
  ],
  ['tokens', 30, async (world) => posts(world, 'token', { grant_type: 'refresh_token' })],
  [
    'calls of nobody',
    5,
    async ({ origin }) =>
      async (from) =>
        (await fetch(`${origin}/users/user_by_email`, { headers: { 'X-Forwarded-For': from, Authorization: 'Bearer x' } })).status,
  ],
]
const posts =
  ({ origin }: IdentityWorld, path: string, fields: Record<string, string>): Ask =>
  async (from) => {
    const response = await fetch(`${origin}/idp/${path}`, { ...formOf(fields), headers: { 'X-Forwarded-For': from } })
    await response.text()
    return response.status
  }

describe('each rate limit by address', () => {
  let [believing, doubting]: IdentityWorld[] = []
  beforeAll(async () => {
    ;[believing, doubting] = [await worldWith(listOf('loopback')), await worldWith(new BlockList())]
  }, 60_000)
  const at = async (world: IdentityWorld | undefined, make: (world: IdentityWorld) => Promise<Ask>) => {
    if (!world) throw new Error('There is no world')
    vi.useFakeTimers({ toFake: ['Date'] })
    return make(world)
  }
  const spent = async (ask: Ask, count: number, from: (number: number) => string) => {
    for (let number = 0; number < count; number++) expect(await ask(from(number))).not.toBe(429)
  }

  test.each(limited)('on %s counts each client behind a trusted proxy separately', { timeout: 60_000 }, async (_, count, make) => {
    const ask = await at(believing, make)
    await spent(ask, count, () => '203.0.113.1')
    const same = await ask('203.0.113.1')
    const other = await ask('203.0.113.2')
    expect([same === 429, other === 429]).toEqual([true, false])
  })

  test.each(limited)('on %s counts the addresses of an IPv6 network together', { timeout: 60_000 }, async (_, count, make) => {
    const ask = await at(believing, make)
    await spent(ask, count, (number) => `2a00:1:2:3::${number.toString(16)}`)
    const same = await ask('2a00:1:2:3:ffff::1')
    const other = await ask('2a00:1:2:4::1')
    expect([same === 429, other === 429]).toEqual([true, false])
  })

  test.each(limited)('on %s cannot be avoided with a forged header', { timeout: 60_000 }, async (_, count, make) => {
    const ask = await at(doubting, make)
    await spent(ask, count, (number) => `203.0.113.${number % 250}`)
    expect(await ask('198.51.100.1')).toBe(429)
  })
})
