import { describe, expect, test } from 'vitest'
import { frameConnector } from '../../elements/host-frame.ts'
import { shakeHands } from '../../src/kit/host-bridge.ts'
import { messageErrors } from '../../src/kit/message-errors.ts'
import { type Guard, guards } from '../../src/kit/message-guards.ts'
import { openChannel } from '../../src/kit/message-port.ts'
import { commonVersion, isEnvelope, namespace } from '../../src/kit/messages.ts'

const hostOrigin = 'https://partner.example'
const frameOrigin = 'https://console.example'
const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

/** As much of a window as the protocol touches. */
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

function hostSide(list: readonly Guard[]) {
  const here = new PlainWindow()
  const inner = new PlainWindow()
  const frame = Object.assign(new EventTarget(), {
    contentWindow: inner,
    src: `${frameOrigin}/embedded/clients/1/chart`,
    ownerDocument: { defaultView: here, baseURI: hostOrigin },
  })
  let tokens = 0
  const framed = frame as unknown as HTMLIFrameElement // as much of a frame as is used
  const connection = frameConnector(list)(framed, {
    // as much of a frame as is touched
    timeoutMs: 50,
    getToken: async () => ({ access_token: String(++tokens), expires_at: 0 }),
  })
  const hello = (nonce: string, how: { source?: unknown; origin?: string } = {}, versions = { oldest: 1, newest: 1 }) =>
    here.deliver({ ns: namespace, type: 'hello', ...versions, nonce }, { source: inner, origin: frameOrigin, ...how })
  return { here, inner, frame, connection, hello, tokens: () => tokens }
}

function frameSide(list: readonly Guard[], allowedOrigins: readonly string[] = [hostOrigin]) {
  const here = new PlainWindow()
  here.parent = new PlainWindow()
  const handshake = shakeHands({
    allowedOrigins,
    from: { tag: 'ad-report-chart', instance: '1' },
    guards: list,
    timeoutMs: 60,
    window: here as unknown as Window, // as much of a window as is used
  })
  const outcome = handshake.then(
    (channel) => {
      channel.dispose()
      return 'connected'
    },
    (error) => error.code as string, // whatever the handshake says
  )
  const nonce = String(here.parent.posted[0]?.data.nonce)
  const answer = (change: Record<string, unknown> = {}, how: { source?: unknown; origin?: string } = {}) => {
    const { port1 } = new MessageChannel()
    here.deliver({ ns: namespace, type: 'connect', nonce, version: 1, ...change }, { source: here.parent, ports: [port1], ...how })
  }
  return { here, outcome, answer }
}

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

/** What comes through a port, told by type. */
function portSide(list: readonly Guard[]) {
  const port = { onmessage: null as ((event: { data: unknown }) => void) | null, postMessage: () => undefined, close: () => undefined } // as much of a port as is used
  const heard: string[] = []
  const channel = openChannel({ port: port as unknown as MessagePort, from: { tag: 'host', instance: '1' }, version: 1, guards: list }) // likewise
  channel.on((type) => heard.push(type))
  channel.answer('token', () => {
    heard.push('token')
    return { access_token: 'secret', expires_at: 0 }
  })
  return { channel, heard, receive: (data: unknown) => port.onmessage?.({ data }) }
}

const throughPort =
  (...messages: readonly unknown[]) =>
  (list: readonly Guard[]) => {
    const { heard, receive } = portSide(list)
    for (const message of messages) receive(message)
    return heard.length
  }
const nonce = 'a nonce that nobody guesses'

/** Each attack succeeds exactly when its guard is not there. */
const attacks: Record<string, (list: readonly Guard[]) => Promise<boolean> | boolean> = {
  alive(list) {
    const { channel, heard, receive } = portSide(list)
    channel.dispose()
    receive(envelope({ type: 'token', payload: { reason: 'start' } }))
    return heard.includes('token')
  },
  source(list) {
    const { inner, hello } = hostSide(list)
    hello(nonce, { source: new PlainWindow() })
    return inner.posted.length > 0
  },
  async origin(list) {
    const { outcome, answer } = frameSide(list)
    answer({}, { origin: 'https://partner.example.evil.example' })
    return (await outcome) === 'connected'
  },
  flood: (list) => throughPort(...Array.from({ length: 500 }, (_, index) => envelope({ id: String(index) })))(list) > 200,
  size: (list) => throughPort(envelope({ type: 'ad-said', payload: { text: 'x'.repeat(100_000) } }))(list) > 0,
  'prototype keys': (list) =>
    throughPort(envelope({ type: 'configure', payload: { attributes: JSON.parse('{"__proto__":{"isAdmin":true}}') } }))(list) > 0,
  shape: (list) => throughPort(envelope({ payload: { height: 'tall' } }))(list) > 0,
  version: (list) => throughPort(envelope({ v: 2 }))(list) > 0,
  async nonce(list) {
    const { outcome, answer } = frameSide(list)
    answer({ nonce: 'somebody else’s' })
    return (await outcome) === 'connected'
  },
  once: (list) => throughPort(envelope(), envelope())(list) > 1,
}

describe('each guard is needed', () => {
  test('the list and the attacks name the same', () => {
    expect(Object.keys(attacks).sort()).toEqual(guards.map(({ name }) => name).sort())
  })

  test.each(Object.entries(attacks))('%s: with all guards the attack fails, without this one it succeeds', async (name, attack) => {
    expect(await attack(guards)).toBe(false)
    expect(await attack(guards.filter((guard) => guard.name !== name))).toBe(true)
  })
})

describe('the host refuses', () => {
  test.each([
    'https://console.example.evil.example',
    'https://evil-console.example',
    'http://console.example',
    'https://console.example:8443',
    'null',
    '',
  ])('a hello from %s', (origin) => {
    const { inner, hello } = hostSide(guards)
    hello(nonce, { origin })
    expect(inner.posted).toEqual([])
  })

  test('a second handshake, and a replayed first one after the frame was loaded anew', () => {
    const { inner, frame, hello } = hostSide(guards)
    hello(nonce)
    hello(`${nonce} 2`)
    expect(inner.posted).toHaveLength(1)
    frame.dispatchEvent(new Event('load'))
    hello(nonce)
    expect(inner.posted).toHaveLength(1)
    hello(`${nonce} 3`)
    expect(inner.posted).toHaveLength(2)
  })

  test('a hello after dispose', () => {
    const { inner, connection, hello } = hostSide(guards)
    connection.dispose()
    hello(nonce)
    expect(inner.posted).toEqual([])
  })

  test('a version that it does not speak, and tells both sides so', async () => {
    const { inner, connection, hello } = hostSide(guards)
    hello(nonce, {}, { oldest: 2, newest: 3 })
    expect(inner.posted[0]).toMatchObject({ data: { code: 'version_unsupported' }, to: frameOrigin, ports: [] })
    await expect(connection.ready).rejects.toMatchObject({ code: 'version_unsupported', retryable: false })
  })

  test('to answer any but the exact origin', () => {
    const { inner, hello } = hostSide(guards)
    hello(nonce)
    expect(inner.posted[0]?.to).toBe(frameOrigin)
  })

  test('to give a token to a frame that was navigated away', async () => {
    const { inner, frame, hello, tokens } = hostSide(guards)
    hello(nonce)
    const [port] = inner.posted[0]?.ports ?? []
    frame.dispatchEvent(new Event('load'))
    frame.dispatchEvent(new Event('load'))
    port?.postMessage(envelope({ type: 'token', payload: { reason: 'start' } }))
    await turn()
    expect(tokens()).toBe(0)
  })
})

describe('the frame refuses', () => {
  test.each([
    'https://partner.example.evil.example',
    'https://evilpartner.example',
    'http://partner.example',
    'https://partner.example:444',
    'null',
  ])('a host at %s', async (origin) => {
    const { outcome, answer } = frameSide(guards)
    answer({}, { origin })
    expect(await outcome).toBe('origin_refused')
  })

  test('null, even where the list names it by mistake of nobody', async () => {
    const { outcome, answer } = frameSide(guards, [])
    answer({}, { origin: 'null' })
    expect(await outcome).toBe('origin_refused')
  })

  test('the right origin in the wrong window', async () => {
    const { outcome, answer } = frameSide(guards)
    answer({}, { source: new PlainWindow() })
    expect(await outcome).toBe('timed_out')
  })

  test('a version that it does not speak', async () => {
    const { outcome, answer } = frameSide(guards)
    answer({ version: 9 })
    expect(await outcome).toBe('timed_out')
  })

  test('and hears that there is no common version', async () => {
    const { outcome, answer } = frameSide(guards)
    answer({ version: undefined, code: 'version_unsupported' })
    expect(await outcome).toBe('version_unsupported')
  })

  test('to say more than versions and a nonce to whoever is outside', () => {
    const { here } = frameSide(guards)
    expect(here.parent.posted[0]?.to).toBe('*')
    expect(Object.keys(here.parent.posted[0]?.data ?? {}).sort()).toEqual(['newest', 'nonce', 'ns', 'oldest', 'type'])
  })
})

test.each([
  ['nothing', undefined],
  ['text', 'resized'],
  ['another namespace', envelope({ ns: 'other' })],
  ['no speaker', envelope({ from: {} })],
  ['an unknown type', envelope({ type: 'launch' })],
  ['an error that answers nothing', envelope({ payload: undefined, error: { code: 'x', message: 'x', retryable: true } })],
  ['no payload', envelope({ payload: undefined })],
  ['a number that is none', envelope({ payload: { height: Number.NaN } })],
])('%s is no envelope', (_, data) => {
  expect(isEnvelope(data)).toBe(false)
})

test.each([
  [{ oldest: 1, newest: 3 }, { oldest: 2, newest: 5 }, 3],
  [{ oldest: 1, newest: 1 }, { oldest: 1, newest: 9 }, 1],
  [{ oldest: 1, newest: 1 }, { oldest: 2, newest: 2 }, undefined],
])('the newest version that both speak %#', (ours, theirs, common) => {
  expect(commonVersion(ours, theirs)).toBe(common)
})

test('there are at least twenty codes, each with a meaning and whether to try again', () => {
  const codes = Object.entries(messageErrors)
  expect(codes.length).toBeGreaterThanOrEqual(20)
  for (const [code, { meaning }] of codes)
    expect([code, meaning]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.stringMatching(/\.$/)])
})
