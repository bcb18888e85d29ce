import { describe, expect, test, vi } from 'vitest'
import { createFrameConnector } from '../../elements/host/connect-frame.ts'
import { connectToHost } from '../../src/kit/host/bridge.ts'
import { type MessageError, messageErrors } from '../../src/kit/host/message-errors.ts'
import { commonVersion, isEnvelope, namespace } from '../../src/kit/host/messages.ts'

const hostOrigin = 'https://partner.example'
const frameOrigin = 'https://console.example'

/** The parts of a window that the protocol uses. */
class PlainWindow extends EventTarget {
  readonly posted: { data: Record<string, unknown>; to: string; ports: MessagePort[] }[] = []
  parent: PlainWindow = this
  postMessage(data: Record<string, unknown>, to: string, ports: MessagePort[] = []) {
    this.posted.push({ data, to, ports })
  }
  deliver(data: unknown, given: { source?: unknown; origin?: string; ports?: MessagePort[] } = {}) {
    const { source = this, origin = hostOrigin, ports = [] } = given
    this.dispatchEvent(Object.assign(new Event('message'), { data, source, origin, ports }))
  }
}

function hostSide() {
  const here = new PlainWindow()
  const inner = new PlainWindow()
  const frame = Object.assign(new EventTarget(), {
    contentWindow: inner,
    src: `${frameOrigin}/embedded/clients/1/chart`,
    ownerDocument: { defaultView: here, baseURI: hostOrigin },
  })
  const connection = createFrameConnector()(frame as unknown as HTMLIFrameElement, { timeoutMs: 50 }) // only the parts that are used
  const hello = (versions = { oldest: 1, newest: 1 }, nonce = 'a nonce that nobody guesses') =>
    here.deliver({ ns: namespace, type: 'hello', ...versions, nonce }, { source: inner, origin: frameOrigin })
  return { inner, connection, hello, load: () => frame.dispatchEvent(new Event('load')) }
}

function frameSide(allowedOrigins: readonly string[] = [hostOrigin]) {
  const here = new PlainWindow()
  here.parent = new PlainWindow()
  const handshake = connectToHost({
    allowedOrigins,
    from: { tag: 'ad-report-chart', instance: '1' },
    timeoutMs: 60,
    window: here as unknown as Window, // only the parts that are used
  })
  const outcome = handshake.then(
    (channel) => {
      channel.dispose()
      return 'connected'
    },
    (error: MessageError) => error.code, // connectToHost rejects with no other error
  )
  const nonce = String(here.parent.posted[0]?.data.nonce)
  const respond = (change: Record<string, unknown> = {}, how: { source?: unknown; origin?: string } = {}) => {
    const { port1 } = new MessageChannel()
    here.deliver({ ns: namespace, type: 'connect', nonce, version: 1, ...change }, { source: here.parent, ports: [port1], ...how })
  }
  return { here, outcome, respond }
}

/** Resolves in the next task, when all pending promises have settled. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
/** Resolves when all messages posted so far have arrived, also while timers are faked. */
const delivered = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => {
      port2.close()
      setImmediate(resolve)
    }
    port1.postMessage(undefined)
  })

const envelope = (change: Record<string, unknown> = {}) => ({
  ns: namespace,
  v: 1,
  id: 'one',
  from: { tag: 'ad-report-chart', instance: '1' },
  type: 'resized',
  at: 0,
  payload: { height: 300 },
  ...change,
})

describe('the host refuses', () => {
  test('an unsupported version, and reports it to both sides', async () => {
    const { inner, connection, hello } = hostSide()
    hello({ oldest: 2, newest: 3 })
    expect(inner.posted[0]).toMatchObject({ data: { code: 'version_unsupported' }, to: frameOrigin, ports: [] })
    await expect(connection.ready).rejects.toMatchObject({ code: 'version_unsupported', retryable: false })
  })

  test('to reply to another origin than that of the frame’s URL', () => {
    const { inner, hello } = hostSide()
    hello()
    expect(inner.posted[0]?.to).toBe(frameOrigin)
  })
})

describe('documents in one frame', () => {
  const range = { oldest: 1, newest: 1 }
  const connectionCount = ({ inner }: ReturnType<typeof hostSide>) => inner.posted.filter(({ ports }) => ports.length > 0).length

  test('one document gets one connection, however often it says hello before and after it has loaded', () => {
    const side = hostSide()
    side.hello()
    side.hello(range, 'another nonce of its own')
    side.load()
    side.hello(range, 'one more nonce of its own')
    expect(connectionCount(side)).toBe(1)
    side.connection.dispose()
  })

  test('the next document is ignored before its load event, and connects with the same nonce after it', async () => {
    const side = hostSide()
    side.hello()
    side.load()
    side.hello(range, 'a nonce of the next one')
    expect(connectionCount(side)).toBe(1)
    side.load()
    await nextTask()
    side.hello(range, 'a nonce of the next one')
    expect(connectionCount(side)).toBe(2)
    side.connection.dispose()
  })

  test('after the first load event, a connected document that answers no ping within a second is replaced by the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const side = hostSide()
    side.hello()
    side.load()
    side.hello(range, 'a nonce of the next one')
    expect(connectionCount(side)).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    side.hello(range, 'a nonce of the next one')
    expect(connectionCount(side)).toBe(2)
    side.connection.dispose()
    vi.useRealTimers()
  })

  test('after the first load event, a connected document that answers the ping keeps its connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const side = hostSide()
    side.hello()
    const [port] = side.inner.posted[0]?.ports ?? []
    const requested = new Promise<string>((resolve) => {
      if (port)
        port.onmessage = ({ data }) => {
          port.postMessage({ ...data, id: 'an answer', re: data.id, payload: {} })
          resolve(data.type)
        }
    })
    side.load()
    expect(await requested).toBe('ping')
    await delivered()
    await vi.advanceTimersByTimeAsync(1100)
    side.hello(range, 'a nonce of another')
    expect(connectionCount(side)).toBe(1)
    side.connection.dispose()
    vi.useRealTimers()
  })
})

describe('the frame refuses', () => {
  test('a host whose origin is not on the list, with the code origin_refused', async () => {
    const { outcome, respond } = frameSide()
    respond({}, { origin: 'https://other.example' })
    expect(await outcome).toBe('origin_refused')
  })

  test('the origin null, even if the list contains it', async () => {
    const { outcome, respond } = frameSide(['null', hostOrigin])
    respond({}, { origin: 'null' })
    expect(await outcome).toBe('origin_refused')
  })

  test('a host without a common version', async () => {
    const { outcome, respond } = frameSide()
    respond({ version: undefined, code: 'version_unsupported' })
    expect(await outcome).toBe('version_unsupported')
  })

  test('to send more than versions and a nonce to an unknown parent', () => {
    const { here } = frameSide()
    expect(here.parent.posted[0]?.to).toBe('*')
    expect(Object.keys(here.parent.posted[0]?.data ?? {}).sort()).toEqual(['newest', 'nonce', 'ns', 'oldest', 'type'])
  })
})

test.each([
  ['nothing', undefined],
  ['text', 'resized'],
  ['another namespace', envelope({ ns: 'other' })],
  ['no sender', envelope({ from: {} })],
  ['an unknown type', envelope({ type: 'launch' })],
  ['an error that names no request', envelope({ payload: undefined, error: { code: 'x', message: 'x', retryable: true } })],
  ['no payload', envelope({ payload: undefined })],
  ['NaN instead of a number', envelope({ payload: { height: Number.NaN } })],
])('%s is not an envelope', (_, data) => {
  expect(isEnvelope(data)).toBe(false)
})

test.each([
  [{ oldest: 1, newest: 3 }, { oldest: 2, newest: 5 }, 3],
  [{ oldest: 1, newest: 1 }, { oldest: 1, newest: 9 }, 1],
  [{ oldest: 1, newest: 1 }, { oldest: 2, newest: 2 }, undefined],
])('the newest version that both support is used %#', (ours, theirs, common) => {
  expect(commonVersion(ours, theirs)).toBe(common)
})

test('there are at least twenty error codes, each with a meaning and whether to retry', () => {
  const codes = Object.entries(messageErrors)
  expect(codes.length).toBeGreaterThanOrEqual(20)
  for (const [code, error] of codes)
    expect({ code, ...error }).toEqual({
      code: expect.stringMatching(/^[a-z_]+$/),
      meaning: expect.stringMatching(/\.$/),
      retryable: expect.any(Boolean),
    })
})
