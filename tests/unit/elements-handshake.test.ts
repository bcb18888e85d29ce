import { afterEach, expect, test, vi } from 'vitest'
import { createFrameConnector } from '../../elements/host/connect-frame.ts'
import type { HostOptions } from '../../elements/host/connection.ts'
import { connectToHost } from '../../src/kit/host/bridge.ts'
import { withLimits } from '../../src/kit/host/message-port.ts'

const hostOrigin = 'https://partner.example'
const frameOrigin = 'https://console.example'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Two windows that post messages as in a browser: only to the exact target origin. */
class LinkedWindow extends EventTarget {
  parent: LinkedWindow = this
  sender: LinkedWindow = this
  constructor(readonly origin: string) {
    super()
  }
  postMessage(data: unknown, to: string, ports: MessagePort[] = []) {
    if (to !== '*' && to !== this.origin) return
    const { sender } = this
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data, source: sender, origin: sender.origin, ports })))
  }
}

async function linked(options: HostOptions = {}) {
  const host = new LinkedWindow(hostOrigin)
  const inner = new LinkedWindow(frameOrigin)
  inner.parent = host
  inner.sender = host
  host.sender = inner
  const frame = Object.assign(new EventTarget(), {
    contentWindow: inner,
    src: `${frameOrigin}/embedded`,
    ownerDocument: { defaultView: host, baseURI: hostOrigin },
  })
  const connection = createFrameConnector()(frame as unknown as HTMLIFrameElement, options) // only the parts that are used
  const channel = await connectToHost({
    allowedOrigins: [hostOrigin],
    from: { tag: 'ad-report-chart', instance: '1' },
    window: inner as unknown as Window, // only the parts that are used
  })
  await connection.ready
  ends.push(
    () => connection.dispose(),
    () => channel.dispose(),
  )
  return { connection, channel }
}

test('host and frame connect, and the frame gets its token from the host', async () => {
  const { channel } = await linked({ getToken: async ({ reason }) => ({ access_token: `for ${reason}`, expires_at: 9 }) })
  expect(await channel.request('token', { reason: 'expiring' })).toEqual({ access_token: 'for expiring', expires_at: 9 })
})

test('without getToken the frame gets an immediate answer', async () => {
  const { channel } = await linked()
  await expect(channel.request('token', { reason: 'start' })).rejects.toMatchObject({ code: 'no_token', retryable: false })
})

test('messages of the host reach the frame, and those of the frame arrive as messages and events', async () => {
  const { connection, channel } = await linked()
  const received = new Promise((resolve) => channel.on((type, payload) => resolve({ type, payload })))
  connection.send('configure', { attributes: { locale: 'de' } })
  expect(await received).toEqual({ type: 'configure', payload: { attributes: { locale: 'de' } } })
  const messages: string[] = []
  connection.on('*', (_, { type }) => messages.push(type))
  const last = new Promise((resolve) => connection.on('ad-report-exported', resolve))
  channel.send('ready')
  channel.send('session', { state: 'expired' })
  channel.send('ad-report-exported', { rows: 3 })
  expect(await last).toEqual({ rows: 3 })
  expect(messages).toEqual(['ready', 'ad-ready', 'session', 'ad-session-expired', 'ad-report-exported'])
})

test('a listener of the host can cancel a cancelable event; without a listener it is allowed', async () => {
  const { connection, channel } = await linked()
  const ask = () => channel.request('before', { event: 'ad-notice', detail: { kind: 'info', title: 'Saved', text: '' } })
  expect(await ask()).toEqual({ allowed: true })
  const stop = connection.on('ad-notice', (_, { prevent }) => prevent())
  expect(await ask()).toEqual({ allowed: false })
  stop()
  expect(await ask()).toEqual({ allowed: true })
})

test('a request can be cancelled, and one without an answer times out', async () => {
  const { channel } = await linked({ getToken: () => new Promise(() => undefined) })
  const controller = new AbortController()
  const response = channel.request('token', { reason: 'start' }, { signal: controller.signal })
  controller.abort()
  await expect(response).rejects.toMatchObject({ code: 'aborted' })
  await expect(channel.request('token', { reason: 'start' }, { timeoutMs: 10 })).rejects.toMatchObject({
    code: 'timed_out',
    retryable: true,
  })
})

test('an answer of the wrong shape is refused by the caller', async () => {
  const { channel } = await linked({ getToken: async () => ({ access_token: 7, expires_at: 9 }) as never }) // a careless host's reply
  await expect(channel.request('token', { reason: 'start' })).rejects.toMatchObject({ code: 'answer_malformed' })
})

test('dispose ends running requests', async () => {
  const { connection, channel } = await linked({ getToken: () => new Promise(() => undefined) })
  const response = channel.request('token', { reason: 'start' })
  channel.dispose()
  await expect(response).rejects.toMatchObject({ code: 'disposed' })
  connection.dispose()
  await expect(connection.request('ping', {})).rejects.toMatchObject({ code: 'disposed' })
})

test('either side answers a ping', async () => {
  const { connection, channel } = await linked()
  channel.onRequest('ping', () => ({}))
  expect(await connection.request('ping', {})).toEqual({})
})

test('a request that has ended leaves no timer', async () => {
  vi.useFakeTimers()
  try {
    const { signal } = new AbortController()
    await withLimits<void>((resolve) => resolve(), {}, signal)
    expect(vi.getTimerCount()).toBe(0)
    await expect(withLimits<void>(() => undefined, { signal: AbortSignal.abort() }, signal)).rejects.toMatchObject({ code: 'aborted' })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
