// @vitest-environment jsdom
import { object, string } from 'superstruct'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { get } from '../../src/contract/endpoint.ts'
import { storageKeys } from '../../src/kit/session/times.ts'
import { useRead } from '../../src/kit/cache.tsx'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { startLoopback, success } from '../support/ui/loopback.ts'
import { mount, quiet, until } from '../support/ui/react-page.tsx'
import type { GetToken } from '../../src/kit/session/token.ts'

const me = get('v1/me', { ownOnly: true, result: object({ name: string() }) })
let server: Awaited<ReturnType<typeof startLoopback>>
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())
beforeEach(() => server.reply((response, { headers }) => success({ name: headers.authorization ?? 'nobody' })(response)))

const Me = () => <p>{useRead(me, {}).data?.name}</p>
const held: Runtime[] = []
const acquire = (getToken?: GetToken, apiBase = server.origin) => {
  const runtime = acquireRuntime({ apiBase, getToken })
  held.push(runtime)
  return runtime
}
afterEach(() => {
  for (const runtime of held.splice(0)) releaseRuntime(runtime)
})
const identity =
  (name: string, lifeSeconds = 600): GetToken =>
  async () => ({ access_token: name, expires_at: Date.now() / 1000 + lifeSeconds })

describe('a runtime', () => {
  test('is shared by elements with the same platform and getToken', () => {
    const getToken = identity('a')
    expect(acquire(getToken)).toBe(acquire(getToken))
    expect(acquire()).toBe(acquire(undefined))
  })

  test('is never shared by two identities or two platforms', () => {
    const getToken = identity('a')
    const runtimes = [acquire(getToken), acquire(identity('a')), acquire(), acquire(getToken, 'http://127.0.0.1:1')]
    expect(new Set(runtimes).size).toBe(4)
    expect(new Set(runtimes.map(({ responseCache }) => responseCache.config)).size).toBe(4)
    expect(new Set(runtimes.map(({ session }) => session)).size).toBe(4)
    expect(new Set(runtimes.map(({ translationStore }) => translationStore)).size).toBe(4)
  })

  test('gives each identity its own responses for the same request', async () => {
    const page = (runtime: Runtime) =>
      mount(
        <RuntimeProvider runtime={runtime}>
          <Me />
        </RuntimeProvider>,
      )
    const a = await page(acquire(identity('a')))
    const b = await page(acquire(identity('b')))
    await until(() => a.text() === 'Bearer a' && b.text() === 'Bearer b')
    expect(server.urls()).toEqual(['GET /v1/me', 'GET /v1/me'])
    for (const one of [a, b]) await one.unmount()
  })

  test('requests one token from its host for all elements', async () => {
    let tokenRequests = 0
    const getToken: GetToken = async () => {
      tokenRequests += 1
      return { access_token: 'a', expires_at: Date.now() / 1000 + 600 }
    }
    const runtimes = [acquire(getToken), acquire(getToken), acquire(getToken)]
    await Promise.all(runtimes.map(({ send }) => send(me, {})))
    expect([tokenRequests, server.requests.length]).toEqual([1, 3])
  })

  test('explains missing access to the author of the page', async () => {
    await expect(acquire().send(me, {})).rejects.toMatchObject({ kind: 'ended', cause: { message: expect.stringContaining('getToken') } })
    expect(server.requests).toEqual([])
  })

  test('counts user input as activity, and not responses to background requests', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const runtime = acquire(identity('a'))
    const noted = () => Number(localStorage.getItem(storageKeys.lastActivity))
    const began = Date.now()
    document.dispatchEvent(new Event('pointerdown'))
    expect(noted()).toBe(began)
    vi.setSystemTime(began + 10_000)
    await runtime.send(me, {})
    expect(noted()).toBe(began + 10_000)
    vi.setSystemTime(began + 70_000)
    await runtime.send(me, {})
    expect(noted()).toBe(began + 10_000)
    vi.useRealTimers()
  })
})

/** Listeners left on window and document, by event name. */
function ledger() {
  const kept = new Map<number, string>()
  const watch = (target: Window | Document) => {
    const add = target.addEventListener.bind(target)
    return vi.spyOn(target, 'addEventListener').mockImplementation((type: string, ...rest: unknown[]) => {
      const [, options] = rest
      const number = kept.size
      kept.set(number, type)
      const signal = typeof options === 'object' && options !== null && 'signal' in options ? options.signal : undefined
      if (signal instanceof AbortSignal) signal.addEventListener('abort', () => kept.delete(number))
      Reflect.apply(add, target, [type, ...rest])
    })
  }
  const spies = [watch(window), watch(document)]
  return { kept: () => [...kept.values()].sort(), end: () => spies.map((spy) => spy.mockRestore()) }
}

describe('removing the last element', () => {
  test('removes all listeners, which are needed until then', () => {
    const { kept, end } = ledger()
    const getToken = identity('a')
    const one = acquireRuntime({ apiBase: server.origin, getToken })
    const two = acquireRuntime({ apiBase: server.origin, getToken })
    const needed = ['keydown', 'online', 'online', 'pageshow', 'pointerdown', 'storage', 'visibilitychange']
    expect(kept()).toEqual(needed)
    releaseRuntime(one)
    expect(kept()).toEqual(needed)
    releaseRuntime(two)
    expect(kept()).toEqual([])
    end()
  })

  test('stops all timers: the token is no longer renewed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    let tokenRequests = 0
    const getToken: GetToken = async () => ({ access_token: `${++tokenRequests}`, expires_at: Date.now() / 1000 + 600 })
    const runtime = acquireRuntime({ apiBase: server.origin, getToken })
    await runtime.session.token()
    await vi.advanceTimersByTimeAsync(500_000)
    expect(tokenRequests).toBe(2)
    releaseRuntime(runtime)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tokenRequests).toBe(2)
    vi.useRealTimers()
  })

  test('cancels running API and token requests', async () => {
    server.reply(() => undefined)
    const runtime = acquireRuntime({ apiBase: server.origin, getToken: identity('a') })
    const calling = runtime.send(me, {}).then(
      () => 'answered',
      (error: Error) => error.name,
    )
    await until(() => server.requests.length === 1)
    releaseRuntime(runtime)
    expect(await calling).toBe('AbortError')
    await until(() => server.requests[0]?.isCancelled === true)

    let signal: AbortSignal | undefined
    const asking = acquireRuntime({
      apiBase: server.origin,
      getToken: ({ signal: given }) => {
        signal = given
        return new Promise(() => undefined)
      },
    })
    void asking.session.token().catch(() => undefined)
    await until(() => signal !== undefined)
    releaseRuntime(asking)
    expect(signal?.aborted).toBe(true)
  })

  test('ends the runtime: a later element gets a new one, and a second release does nothing', () => {
    const getToken = identity('a')
    const first = acquireRuntime({ apiBase: server.origin, getToken })
    releaseRuntime(first)
    const second = acquire(getToken)
    releaseRuntime(first)
    expect([second === first, acquire(getToken) === second]).toEqual([false, true])
  })
})

describe('the flags of a runtime', () => {
  test('are those of the host, and are not requested', async () => {
    server.reply(() => undefined)
    const flags = { getBooleanValue: () => false }
    const [runtime, other] = [flags, undefined].map((own) =>
      acquireRuntime({ apiBase: server.origin, getToken: identity('a'), ...(own && { flags: own }) }),
    )
    await quiet()
    expect(server.urls()).toEqual([])
    expect([runtime?.options.flags, other?.options.flags]).toEqual([flags, undefined])
    for (const one of [runtime, other]) if (one) releaseRuntime(one)
  })
})
