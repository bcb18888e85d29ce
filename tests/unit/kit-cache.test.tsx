// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { object, string } from 'superstruct'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { get } from '../../src/contract/endpoint.ts'
import { cacheTimes } from '../../src/kit/session/times.ts'
import { type ReadOptions, type Staleness, useRead, useRefresh, useStaleness } from '../../src/kit/cache.tsx'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { failure, startLoopback, success } from '../support/ui/loopback.ts'
import { type Mounted, mount, quiet, until } from '../support/ui/react-page.tsx'

const Thing = object({ name: string() })
const things = {
  one: get('v1/things/:thingId', { ownOnly: true, result: Thing }),
}
const others = { one: get('v1/others/:otherId', { ownOnly: true, result: Thing }) }

let server: Awaited<ReturnType<typeof startLoopback>>
let runtime: Runtime
const pages: Mounted[] = []
const getToken = async () => ({ access_token: 'one', expires_at: Date.now() / 1000 + 600 })
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())
beforeEach(() => {
  server.reply(success({ name: 'first' }))
  runtime = acquireRuntime({ apiBase: server.origin, getToken })
})
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
  releaseRuntime(runtime)
  vi.useRealTimers()
})

const Thing1 = ({ id = 1, ...options }: { id?: number | null } & ReadOptions) => {
  const { data, error } = useRead(things.one, id === null ? null : { path: { thingId: id } }, options)
  return <p>{error?.kind ?? data?.name ?? 'waiting'}</p>
}
let goTo: (id: number) => void
/** A component that switches to another id without re-rendering its parent. */
function Changing() {
  const [id, setId] = useState(1)
  goTo = setId
  return <Thing1 id={id} />
}
const Other = () => <p>{useRead(others.one, { path: { otherId: 1 } }).data?.name ?? 'waiting'}</p>

/** Results of a tree's hooks, for the test to call. */
interface Acts {
  refresh: (...branches: object[]) => void
}
let acts: Acts
function Actor() {
  acts = { refresh: useRefresh() }
  return null
}

const over = (node: ReactNode) => <RuntimeProvider runtime={runtime}>{node}</RuntimeProvider>
/** Each element of a page has its own tree and shares one runtime. */
async function mountAll(...nodes: ReactNode[]) {
  const mounted: Mounted[] = []
  for (const node of nodes) mounted.push(await mount(over(node)))
  pages.push(...mounted)
  return mounted
}
const show = (page: Mounted | undefined, node: ReactNode) => page?.render(over(node))
const all = (mounted: readonly Mounted[], text: string) => until(() => mounted.every((page) => page.text() === text))
const requestsReceived = (count: number) => until(() => server.requests.length === count)

describe('a cached read', () => {
  test('by three elements at once is one request', async () => {
    await all(await mountAll(<Thing1 />, <Thing1 />, <Thing1 />), 'first')
    expect(server.urls()).toEqual(['GET /v1/things/1'])
    expect(server.requests[0]?.token).toBe('Bearer one')
  })

  test('without arguments sends nothing', async () => {
    await mountAll(<Thing1 id={null} />)
    await quiet()
    expect(server.urls()).toEqual([])
  })

  test('continues for the others when the first element is removed', async () => {
    const [first, ...rest] = await mountAll(<Thing1 />, <Thing1 />, <Thing1 />)
    await all(rest, 'first')
    await first?.unmount()
    for (const page of rest) await show(page, <Thing1 id={2} />)
    await all(rest, 'first')
    expect(server.urls()).toEqual(['GET /v1/things/1', 'GET /v1/things/2'])
  })

  test('is cancelled when no element needs it any more', async () => {
    server.reply(() => undefined)
    const [one, two] = await mountAll(<Thing1 />, <Thing1 />)
    await requestsReceived(1)
    await one?.unmount()
    await quiet()
    expect(server.requests[0]?.isCancelled).toBe(false)
    await two?.unmount()
    await until(() => server.requests[0]?.isCancelled === true)
    expect(runtime.responseCache.activeQueries.size).toBe(0)
  })

  test('for other arguments cancels the one before, without an error', async () => {
    server.reply((response, { url }) => url?.endsWith('/2') && success({ name: 'second' })(response))
    const mounted = await mountAll(<Thing1 />)
    await requestsReceived(1)
    await show(mounted[0], <Thing1 id={2} />)
    await all(mounted, 'second')
    expect(server.requests.map(({ isCancelled }) => isCancelled)).toEqual([true, false])
  })

  test('that was cancelled is sent again when needed', async () => {
    server.reply(() => undefined)
    const [one] = await mountAll(<Thing1 />)
    await requestsReceived(1)
    await one?.unmount()
    await until(() => server.requests[0]?.isCancelled === true)
    server.reply(success({ name: 'again' }))
    await all(await mountAll(<Thing1 />), 'again')
  })

  test('that is repeated before its cancellation ended gets a response', async () => {
    server.reply(() => undefined)
    const mounted = await mountAll(<Changing />)
    await requestsReceived(1)
    server.reply((response, { url }) => url?.endsWith('/1') && success({ name: 'again' })(response))
    const [query] = runtime.responseCache.activeQueries.values()
    const cancelled = new Promise((resolve) => query?.controller.signal.addEventListener('abort', resolve))
    await act(async () => {
      flushSync(() => goTo(2))
      await cancelled
      flushSync(() => goTo(1))
    })
    await all(mounted, 'again')
  })

  test('shows the previous response meanwhile, if requested', async () => {
    server.reply((response, { url }) => url?.endsWith('/1') && success({ name: 'first' })(response))
    const [keeping, waiting] = await mountAll(<Thing1 keepPreviousData />, <Thing1 />)
    await until(() => keeping?.text() === 'first' && waiting?.text() === 'first')
    for (const page of [keeping, waiting]) await show(page, <Thing1 id={2} keepPreviousData={page === keeping} />)
    expect([keeping?.text(), waiting?.text()]).toEqual(['first', 'waiting'])
  })

  test('that failed is not repeated endlessly', async () => {
    server.reply(failure(404))
    await all(await mountAll(<Thing1 />, <Thing1 />), 'missing')
    await quiet()
    expect(server.requests).toHaveLength(1)
  })
})

describe('a response stays fresh', () => {
  const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000)
  const ask = async (options: ReadOptions = {}) => {
    const [page] = await mountAll(<Thing1 {...options} />)
    await until(() => page?.text() === 'first')
    await quiet()
    await page?.unmount()
    return server.requests.length
  }

  test.each([
    ['five minutes by default', {}, 5],
    ['ten minutes for the list of clients', { freshForMs: cacheTimes.memberGroups }, 10],
    ['ten minutes for the theme', { freshForMs: cacheTimes.theme }, 10],
  ] as const)('%s', async (_, options, fresh) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await ask(options)).toBe(1)
    minutes(fresh - 0.1)
    expect(await ask(options)).toBe(1)
    minutes(0.2)
    expect(await ask(options)).toBe(2)
  })

  test('while offline, and is loaded again afterwards if it is old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await all(await mountAll(<Thing1 />), 'first')
    window.dispatchEvent(new Event('online'))
    await quiet()
    expect(server.requests).toHaveLength(1)
    minutes(6)
    window.dispatchEvent(new Event('online'))
    await requestsReceived(2)
  })

  test('without a timer that outlives its readers', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    await ask()
    expect(set.mock.calls.map(([, ms]) => ms)).not.toContain(cacheTimes.default)
    set.mockRestore()
  })
})

describe('invalidating', () => {
  test('reloads one branch of the contract once for all elements, and no other branch', async () => {
    const mounted = await mountAll(<Thing1 />, <Thing1 />, <Thing1 id={2} />, <Other />, <Actor />)
    await all(mounted.slice(0, 4), 'first')
    server.reply(success({ name: 'second' }))
    acts.refresh(things)
    await all(mounted.slice(0, 3), 'second')
    await quiet()
    expect(server.urls().sort()).toEqual(['GET /v1/things/1', 'GET /v1/things/2'])
    expect(mounted[3]?.text()).toBe('first')
  })

  test('also makes responses stale that are not on screen', async () => {
    const [page] = await mountAll(<Thing1 />, <Actor />)
    await until(() => page?.text() === 'first')
    await show(page, null)
    acts.refresh(things.one)
    server.reply(success({ name: 'second' }))
    await show(page, <Thing1 />)
    await until(() => page?.text() === 'second')
  })
})

const lists: Staleness[] = []
function List({ at, of }: { readonly at: number; readonly of: object }) {
  lists[at] = useStaleness(of)
  return null
}

describe('the stale counter of a list', () => {
  beforeEach(() => {
    lists.length = 0
  })
  const counts = () => lists.map(({ count }) => count)

  test('rises in every element of the page when an endpoint of its branches is invalidated', async () => {
    await mountAll(<List at={0} of={things} />, <List at={1} of={things.one} />, <List at={2} of={others} />, <Actor />)
    await act(async () => acts.refresh(things.one))
    expect(counts()).toEqual([1, 1, 0])
  })

  test('rises when all responses are invalidated, and when another tab says so', async () => {
    await mountAll(<List at={0} of={things.one} />, <List at={1} of={others} />)
    await act(async () => runtime.responseCache.refresh())
    expect(counts()).toEqual([1, 1])
    const newValue = '[1,["GET v1/things/:thingId"]]'
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'placard-stale', newValue })))
    expect(counts()).toEqual([2, 1])
  })

  test('does not rise in the list that already shows the change', async () => {
    await mountAll(<List at={0} of={things} />, <List at={1} of={things} />, <Actor />)
    await act(async () => lists[0]?.exceptHere(() => acts.refresh(things.one)))
    expect(counts()).toEqual([0, 1])
    await act(async () => acts.refresh(things.one))
    expect(counts()).toEqual([1, 2])
  })
})

describe('another tab', () => {
  /** The event that a tab receives when another tab writes to the shared storage. */
  const fromTab = (newValue: string | null, key = 'placard-stale') => window.dispatchEvent(new StorageEvent('storage', { key, newValue }))

  test('is told by local storage to reload, once for all its elements', async () => {
    const mounted = await mountAll(<Thing1 />, <Thing1 />, <Other />, <Actor />)
    await all(mounted.slice(0, 3), 'first')
    acts.refresh(things)
    await requestsReceived(3)
    const written = localStorage.getItem('placard-stale')
    expect(written).toContain('GET v1/things/:thingId')
    server.reply(success({ name: 'theirs' }))
    fromTab(written)
    await all(mounted.slice(0, 2), 'theirs')
    await quiet()
    expect(server.urls()).toEqual(['GET /v1/things/1'])
  })

  test.each([null, '', '{', '7', '[1]', '[1,"GET v1/things/:thingId"]', '[1,[{}]]'])('that writes %j changes nothing', async (text) => {
    await all(await mountAll(<Thing1 />), 'first')
    fromTab(text)
    fromTab('[1,["GET v1/things/:thingId"]]', 'something else')
    await quiet()
    expect(server.requests).toHaveLength(1)
  })
})
