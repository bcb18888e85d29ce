import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { machineTime } from '../../demo/platform/context/clock.ts'
import { listen, withTransportSecurity } from '../../demo/platform/http/listen.ts'
import { type Handlers, implement } from '../../demo/platform/http/implement.ts'
import { get } from '../../src/contract/endpoint.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { allowedOrigin } from '../support/world/small-seed.ts'
import { written, writtenHandlers } from '../support/platform/written-contract.ts'

let world: SmallWorld
const { handlers } = writtenHandlers()
beforeAll(async () => {
  world = await startSmallWorld({ contract: written, handlers })
})
afterAll(() => world.close())

const path = { memberGroupId: 1 }
const address = 'v1/member_groups/1/written'
const add = (at: SmallWorld, name: string, headers?: Record<string, string>) =>
  at.as('clientAdmin').send(written.add, { path, body: { name } }, headers)
let number = 0
const newName = () => `probe ${++number}`

describe('pages that may read a reply', () => {
  const preflight = (origin: string) =>
    world.raw(address, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } })
  test('an allowed origin of a client, exactly', async () => {
    const response = await preflight(allowedOrigin)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(allowedOrigin)
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(response.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('access-control-max-age')).toBe('600')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const read = await add(world, newName(), { Origin: allowedOrigin })
    expect([read.headers.get('access-control-allow-origin'), read.headers.get('vary')]).toEqual([allowedOrigin, 'Origin'])
    const refused = await world.raw(address, { method: 'POST', headers: { Origin: allowedOrigin } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, allowedOrigin])
  })

  const strangers = [
    'null',
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://shop.example:8443',
    'http://shop.example',
    'https://SHOP.example',
    'https://sub.shop.example',
    '*',
  ]
  test.each(strangers)('%s may not', async (origin) => {
    for (const response of [await preflight(origin), await add(world, newName(), { Origin: origin })])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('an origin that is allowed after the clock was ahead is allowed within seconds', async () => {
    const fresh = 'https://fresh.example'
    let aheadMs = 10 * 86_400_000
    const moving = await world.startSecondPlatform({ machineNow: () => machineTime(new Date(fixedNow().getTime() + aheadMs)) })
    const allowed = async () => {
      const response = await moving.raw(address, { method: 'OPTIONS', headers: { Origin: fresh } })
      return response.headers.get('access-control-allow-origin')
    }
    expect(await allowed()).toBeNull()
    aheadMs = 0
    await world.database.kysely.insertInto('allowed_origins').values({ member_group_id: 1, origin: fresh }).execute()
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
    expect(await allowed()).toBe(fresh)
    elapsed.mockRestore()
    await world.database.kysely.deleteFrom('allowed_origins').where('origin', '=', fresh).execute()
    await moving.listening.close(1000)
  })

  test('every page may read the health check', async () => {
    for (const name of ['health', 'ready']) {
      const response = await world.raw(name, { headers: { Origin: 'https://evil.example' } })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    }
  })

  test('a refused page gets the reason with its origin, even where every page may ask', async () => {
    const healthFor = async (headers: Record<string, string>) => (await world.raw('health', { headers })).reply
    expect(await healthFor({ Origin: 'https://evil.example' })).toMatchObject({
      refused: { code: 'origin_refused', error: expect.stringContaining('https://evil.example') },
    })
    expect(await healthFor({ Origin: allowedOrigin })).toEqual({ status: 'success', result: 'alive' })
    expect(await healthFor({})).toEqual({ status: 'success', result: 'alive' })
  })

  test('no reply is cached, framed, sniffed or executed as a page', async () => {
    const { headers } = await add(world, newName())
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('a database that falls silent', () => {
  /** Statements of its database are answered only while it is not silent. */
  const hushed = () => {
    let isSilent = true
    let speak = () => {}
    const spoken = new Promise<void>((resolve) => {
      speak = resolve
    })
    const { kysely, ping } = world.database
    const wait = async <T>(result: T) => {
      if (isSilent) await spoken
      return result
    }
    const slow = kysely.withPlugin({ transformQuery: ({ node }) => node, transformResult: ({ result }) => wait(result) })
    const end = () => {
      isSilent = false
      speak()
    }
    return { database: { ...world.database, kysely: slow, ping: async () => wait(await ping()) }, end }
  }
  const soon = () => ({ signal: AbortSignal.timeout(20_000) })

  test('is told to a load balancer, which may ask again and again', async () => {
    const { database, end } = hushed()
    const silent = await world.startSecondPlatform({ database })
    const ready = async () => (await silent.raw('ready', soon())).status
    expect(await Promise.all([ready(), ready(), ready()])).toEqual([503, 503, 503])
    end()
    await expect.poll(ready).toBe(200)
    await silent.listening.close(1000)
  })

  test('leaves the origins that are known', async () => {
    const { database, end } = hushed()
    const silent = await world.startSecondPlatform({ database })
    const preflight = async () => {
      const response = await silent.raw(address, { method: 'OPTIONS', headers: { Origin: allowedOrigin }, ...soon() })
      return [response.status, response.headers.get('access-control-allow-origin')]
    }
    expect(await preflight()).toEqual([204, null])
    end()
    await expect.poll(preflight).toEqual([204, allowedOrigin])
    await silent.listening.close(1000)
  })
})

describe('the server', () => {
  test('finishes open requests before it closes, and accepts no new ones', async () => {
    const leaving = await world.startSecondPlatform({})
    const under = leaving.as('clientAdmin').send(written.wait, { path })
    await pause(100)
    const closed = leaving.listening.close(120_000)
    const refused = await new Promise((resolve) =>
      connect(leaving.listening.port, '127.0.0.1')
        .on('error', () => resolve(true))
        .on('connect', () => resolve(false)),
    )
    expect((await under).status).toBe(200)
    await closed
    expect(refused).toBe(true)
  })

  test('looks for slow request heads every few seconds', async () => {
    const listening = await listen((_, response) => response.end(), 0)
    listening.server.headersTimeout = 200
    const slow = connect(listening.port, '127.0.0.1').on('error', () => undefined)
    slow.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    const closed = new Promise((resolve) => slow.on('close', () => resolve('closed')))
    slow.resume()
    expect(await Promise.race([closed, pause(20_000, 'open')])).toBe('closed')
    await listening.close(100)
  })

  test('tells browsers to use https only where they reach it by https', async () => {
    const transportSecurityOf = async (origin: string) => {
      const listening = await listen(
        withTransportSecurity((_, response) => response.end(), origin),
        0,
      )
      const { headers } = await fetch(`http://127.0.0.1:${listening.port}/`)
      await listening.close(100)
      return headers.get('strict-transport-security')
    }
    expect([await transportSecurityOf('https://ads.example'), await transportSecurityOf('http://localhost:4400')]).toEqual([
      'max-age=63072000',
      null,
    ])
  })

  test('stops waiting after a time limit', async () => {
    const leaving = await world.startSecondPlatform({})
    const under = leaving
      .as('clientAdmin')
      .send(written.wait, { path })
      .catch(() => 'cut off')
    await pause(50)
    await leaving.listening.close(50)
    expect(await under).toBe('cut off')
  })

  test('does not start with an endpoint without permission or handler', () => {
    expect(() => implement({ a: get('v1/a', {}) }, { a: async () => undefined })).toThrow('does not say who may call it')
    // @ts-expect-error the handler is missing
    const none: Handlers<{ a: ReturnType<typeof get<'v1/a'>> }> = {}
    expect(() => implement({ a: get('v1/a', { open: true }) }, none)).toThrow('has no handler')
  })

  test('a literal path matches before one with an id', () => {
    const contract = {
      one: get('v1/a/:aId', { open: true }),
      all: get('v1/a/themes', { open: true }),
      any: get('v1/a/:key', { open: true }),
    }
    const routes = implement(contract, { one: async () => undefined, all: async () => undefined, any: async () => undefined })
    expect(routes.filter(({ pattern }) => pattern.test('/v1/a/themes'))[0]?.endpoint.path).toBe('v1/a/themes')
    expect(routes.filter(({ pattern }) => pattern.test('/v1/a/2147483647'))[0]?.endpoint.path).toBe('v1/a/:aId')
  })
})
