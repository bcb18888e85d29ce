// @vitest-environment jsdom
import type { ServerResponse } from 'node:http'
import { object, string } from 'superstruct'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpointName, get } from '../../src/contract/endpoint.ts'
import { type PlatformAccess, acquirePlatformAccess, releasePlatformAccess } from '../../src/kit/access.ts'
import { cacheKeyText } from '../../src/kit/prefetch.ts'
import { useRead } from '../../src/kit/cache.tsx'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { failure, startLoopback, success } from '../support/ui/loopback.ts'
import { type Mounted, mount, quiet, until } from '../support/ui/react-page.tsx'

const things = { one: get('v1/things/:thingId', { ownOnly: true, result: object({ name: string() }) }) }
const request = (thingId: number) => ({ endpoint: things.one, call: { path: { thingId } } })
const element = {}

let server: Awaited<ReturnType<typeof startLoopback>>
let access: PlatformAccess
const runtimes: Runtime[] = []
const pages: Mounted[] = []
/** A token function; each call creates a separate identity. */
const identity = (...tokens: string[]) => {
  let at = 0
  return async () => ({ access_token: tokens[Math.min(at++, tokens.length - 1)] ?? '', expires_at: Date.now() / 1000 + 600 })
}
let getToken = identity('mine')
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())
const begin = (...tokens: string[]) => {
  getToken = identity(...tokens)
  access = acquirePlatformAccess({ apiBase: server.origin, getToken })
}
beforeEach(() => {
  server.reply(success({ name: 'early' }))
  begin('mine')
})
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
  for (const runtime of runtimes.splice(0)) releaseRuntime(runtime)
  releasePlatformAccess(access)
})

function Thing({ id = 1 }: { id?: number }) {
  const { data, error } = useRead(things.one, { path: { thingId: id } })
  return <p>{error?.kind ?? data?.name ?? 'waiting'}</p>
}
/** Texts that a page has shown since its first render. */
const shown: (string | undefined)[] = []
function Watched() {
  const { data } = useRead(things.one, { path: { thingId: 1 } })
  shown.push(data?.name)
  return null
}
/** Mounts a tree as an element does, with the runtime of the given token function. */
async function mountThing(id = 1, whose = getToken, drawn = <Thing id={id} />) {
  const runtime = acquireRuntime({ apiBase: server.origin, getToken: whose })
  runtimes.push(runtime)
  const page = await mount(<RuntimeProvider runtime={runtime}>{drawn}</RuntimeProvider>)
  pages.push(page)
  return page
}
/** Holds all responses until the returned function is called. */
function held() {
  const waiting: ServerResponse[] = []
  server.reply((response) => waiting.push(response))
  return () => {
    for (const response of waiting.splice(0)) success({ name: 'late' })(response)
  }
}

describe('a prefetched request', () => {
  test('is sent at once, and the tree that reads it sends none', async () => {
    const release = held()
    access.prefetcher.ask(element, request(1))
    await until(() => server.requests.length === 1)
    const page = await mountThing()
    expect(page.text()).toBe('waiting')
    release()
    await until(() => page.text() === 'late')
    await quiet()
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.token).toBe('Bearer mine')
  })

  test('with a complete response is as fresh as any other', async () => {
    access.prefetcher.ask(element, request(1))
    await until(() => server.requests.length === 1)
    await quiet()
    const page = await mountThing()
    await until(() => page.text() === 'early')
    await mountThing()
    await quiet()
    expect(server.requests).toHaveLength(1)
  })

  test('is shared by equal requests', async () => {
    access.prefetcher.ask(element, request(1))
    access.prefetcher.ask({}, request(1))
    const one = await mountThing()
    const two = await mountThing()
    await until(() => one.text() === 'early' && two.text() === 'early')
    await quiet()
    expect(server.requests).toHaveLength(1)
  })

  test('is not shared with another identity, which uses its own token', async () => {
    access.prefetcher.ask(element, request(1))
    await quiet()
    const page = await mountThing(1, identity('other'))
    await until(() => page.text() === 'early')
    expect(server.requests.map(({ token }) => token)).toEqual(['Bearer mine', 'Bearer other'])
  })

  test('is not used for other requests, and is cancelled when its element leaves', async () => {
    held()
    access.prefetcher.ask(element, request(1))
    await until(() => server.requests.length === 1)
    await mountThing(2)
    access.prefetcher.leave(element)
    await until(() => server.requests[0]?.isCancelled === true)
    expect(server.requests.map(({ url, isCancelled }) => [url, isCancelled])).toEqual([
      ['/v1/things/1', true],
      ['/v1/things/2', false],
    ])
  })

  test('continues while another element or a mounted tree uses it', async () => {
    const release = held()
    access.prefetcher.ask(element, request(1))
    const other = {}
    access.prefetcher.ask(other, request(1))
    await until(() => server.requests.length === 1)
    access.prefetcher.leave(element)
    const page = await mountThing()
    access.prefetcher.leave(other)
    await quiet()
    expect(server.requests[0]?.isCancelled).toBe(false)
    release()
    await until(() => page.text() === 'late')
  })

  test('is cancelled with the tree that took it over', async () => {
    held()
    access.prefetcher.ask(element, request(1))
    await until(() => server.requests.length === 1)
    await (await mountThing()).unmount()
    await until(() => server.requests[0]?.isCancelled === true)
  })

  test('is cancelled with its identity', async () => {
    held()
    const own = acquirePlatformAccess({ apiBase: server.origin, getToken: identity('gone') })
    own.prefetcher.ask(element, request(1))
    await until(() => server.requests.length === 1)
    releasePlatformAccess(own)
    await until(() => server.requests[0]?.isCancelled === true)
  })

  test('that is refused is sent once more with a fresh token', async () => {
    releasePlatformAccess(access)
    begin('old', 'new')
    server.reply((response, { headers }) => (headers.authorization === 'Bearer old' ? failure(401) : success({ name: 'early' }))(response))
    access.prefetcher.ask(element, request(1))
    const page = await mountThing()
    await until(() => page.text() === 'early')
    expect(server.requests.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer new'])
  })

  test('that fails shows the usual error', async () => {
    server.reply(failure(403))
    access.prefetcher.ask(element, request(1))
    await quiet()
    const page = await mountThing()
    await until(() => page.text() === 'refused')
    expect(server.requests).toHaveLength(1)
  })

  test('that is blocked is reported to the first listener, even a later one', async () => {
    server.reply((response, { url = '' }) =>
      url.startsWith('/v1/things')
        ? void response.destroy()
        : void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    )
    access.prefetcher.ask(element, request(1))
    const keyText = cacheKeyText([endpointName(things.one), request(1).call])
    await expect(access.prefetcher.take(keyText, new AbortController().signal)).rejects.toMatchObject({ kind: 'blocked' })
    const blockedKinds: string[] = []
    access.onBlocked(({ kind }) => blockedKinds.push(kind))
    access.onBlocked(({ kind }) => blockedKinds.push(`${kind} again`))
    expect(blockedKinds).toEqual(['blocked'])
  })

  describe('an element with a prefetched request', () => {
    const settle = async (owner: object = element) => {
      const runtime = acquireRuntime({ apiBase: server.origin, getToken })
      runtimes.push(runtime)
      await runtime.prefetcher.settle(owner, runtime.responseCache.storePrefetched)
    }
    const watch = () => {
      shown.length = 0
      return mountThing(1, getToken, <Watched />)
    }

    test('renders with the response from the start, without another request', async () => {
      access.prefetcher.ask(element, request(1))
      await settle()
      await watch()
      await quiet()
      expect(new Set(shown)).toEqual(new Set(['early']))
      expect(server.requests).toHaveLength(1)
    })

    test('does not wait for a slow response, which the tree takes over', async () => {
      const release = held()
      access.prefetcher.ask(element, request(1))
      await settle()
      await watch()
      expect(shown.at(-1)).toBe(undefined)
      release()
      await until(() => shown.at(-1) === 'late')
      expect(server.requests).toHaveLength(1)
    })

    test('does not wait without a request', async () => {
      held()
      access.prefetcher.ask(element, request(1))
      const mine = settle({}).then(() => 'without a request')
      const theirs = settle().then(() => 'with a request')
      expect(await Promise.race([theirs, mine])).toBe('without a request')
      await theirs
    })

    test('shows the error of a failed request', async () => {
      server.reply(failure(403))
      access.prefetcher.ask(element, request(1))
      await settle()
      const page = await mountThing()
      await until(() => page.text() === 'refused')
      expect(server.requests).toHaveLength(1)
    })

    test('leaves an unused response to the identity', async () => {
      access.prefetcher.ask(element, request(1))
      await settle()
      const page = await mountThing(1, identity('other'))
      await until(() => page.text() === 'early')
      expect(server.requests.map(({ token }) => token)).toEqual(['Bearer mine', 'Bearer other'])
    })
  })
})
