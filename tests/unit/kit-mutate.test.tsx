// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { number, object, string } from 'superstruct'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { get, patch, post } from '../../src/contract/endpoint.ts'
import type { Notice } from '../../src/contract/session/notices.ts'
import { useRead } from '../../src/kit/cache.tsx'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { useMutate } from '../../src/kit/mutate.ts'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { startLoopback, success } from '../support/ui/loopback.ts'
import { type Mounted, mount, quiet, until } from '../support/ui/react-page.tsx'

const Order = object({ name: string(), version: number() })
const orders = {
  list: get('v1/orders', { ownOnly: true, result: object({ name: string() }) }),
  create: post('v1/orders', { ownOnly: true, idempotent: true, body: object({ name: string() }), result: Order }),
  change: patch('v1/orders/:orderId', { ownOnly: true, versioned: true, body: object({ name: string() }), result: Order }),
}

let server: Awaited<ReturnType<typeof startLoopback>>
let runtime: Runtime
let page: Mounted
let write: ReturnType<typeof useMutate>
let notices: Notice[]
/** Status of writes. */
let status: number
let headers: { ifMatch: string | undefined; key: string | undefined }[]

function Writer() {
  write = useMutate()
  return <p>{useRead(orders.list, {}).data?.name ?? 'waiting'}</p>
}

const replyFor = (result: unknown) => (status === 200 ? success(result) : refusal(status))
const refusal = (code: number) => (response: Parameters<ReturnType<typeof success>>[0]) =>
  response.writeHead(code, { 'Content-Type': 'application/json' }).end('{"status":"error","error":"No","code":"no"}')

beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())
beforeEach(async () => {
  status = 200
  notices = []
  headers = []
  server.reply((response, request) => {
    if (request.method === 'GET') return success({ name: 'listed' })(response)
    headers.push({ ifMatch: request.headers['if-match'], key: request.headers['idempotency-key']?.toString() })
    return replyFor({ name: 'saved', version: 2 })(response)
  })
  runtime = acquireRuntime({
    apiBase: server.origin,
    getToken: async () => ({ access_token: 'one', expires_at: Date.now() / 1000 + 600 }),
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const guest = { root, notify: (notice: Notice) => notices.push(notice) } as unknown as ElementContext // a write uses only these
  page = await mount(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <RuntimeProvider runtime={runtime}>
        <ElementContextProvider value={guest}>
          <Writer />
        </ElementContextProvider>
      </RuntimeProvider>
    </I18nProvider>,
    root,
  )
  await until(() => page.text() === 'listed')
})
afterEach(async () => {
  await page.unmount()
  releaseRuntime(runtime)
})

const reads = () => server.urls().filter((url) => url.startsWith('GET')).length
const change = { path: { orderId: 7 }, body: { name: 'new' } }

describe('mutate', () => {
  test('sends the version that the user saw', async () => {
    await write.mutate(orders.change, change, { version: 3 })
    expect(headers).toEqual([{ ifMatch: '"3"', key: undefined }])
  })
  test('emits the event, shows the notification, then invalidates the lists', async () => {
    const events: string[] = []
    await write.mutate(orders.change, change, {
      stale: [orders],
      event: ({ name }) => events.push(name),
      title: 'Order saved',
      text: ({ name }) => name,
    })
    expect(events).toEqual(['saved'])
    expect(notices).toEqual([{ kind: 'success', title: 'Order saved', text: 'saved' }])
    await until(() => reads() === 2)
  })
  test('loads the list of stale responses after the write, and invalidates all responses if the list does not load', async () => {
    await write.mutate(orders.change, change, { stale: async () => [orders] })
    await until(() => reads() === 2)
    await write.mutate(orders.change, change, { stale: () => Promise.reject(new Error('offline')) })
    await until(() => reads() === 3)
  })
  test('offers Undo in the notification, unless nothing can be undone', async () => {
    const effects = { title: 'Order saved', undo: () => async () => 'undone' as const }
    await write.mutate(orders.change, change, effects)
    // Its code loads with the first offer.
    await until(() => notices.length > 0)
    expect(notices.map(({ act }) => act?.label)).toEqual(['Undo'])
    await write.mutate(orders.change, change, { ...effects, undo: () => undefined })
    expect(notices).toHaveLength(1)
  })
  test('reads the record again after a version conflict, and the notification says what to do', async () => {
    status = 412
    const showError = write.showError('The order was not saved')
    await write.mutate(orders.change, change, { version: 1, stale: [orders], title: 'Order saved' }).catch(showError)
    const text = 'This has changed since you opened it. Review the latest version, then try again.'
    expect(notices).toEqual([{ kind: 'error', title: 'The order was not saved', text, durationMs: 10_000 }])
    await until(() => reads() === 2)
  })
  test('reads nothing again after rejected values', async () => {
    status = 422
    await expect(write.mutate(orders.change, change, { stale: [orders] })).rejects.toThrow()
    await quiet()
    expect([reads(), notices]).toEqual([1, []])
  })
  test('retries a lost response with the same idempotency key, and uses another for a later call', async () => {
    status = 503
    const create = () => write.mutate(orders.create, { body: { name: 'new' } })
    await expect(create()).rejects.toThrow()
    status = 200
    await create()
    await create()
    const [first, second, third] = headers.map(({ key }) => key)
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
