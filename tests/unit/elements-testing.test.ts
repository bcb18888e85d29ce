// @vitest-environment jsdom
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { connect } from '../../elements/host/host.ts'
import { declarations, type ElementEvents } from '../../elements/index.ts'
import { attacks, fakeElement, fakeFrame, fixtures, fuzzed, lookAlikes, runAttacks } from '../../elements/testing/testing.ts'
import { messageErrors } from '../../src/kit/host/message-errors.ts'
import { isEnvelope, messages, requests } from '../../src/kit/host/messages.ts'
import { isAudit } from '../support/platform/audit.ts'

const ends: { dispose(): void }[] = []
const kept = <T extends { dispose(): void }>(one: T) => {
  ends.push(one)
  return one
}
afterEach(() => {
  for (const end of ends.splice(0)) end.dispose()
})

describe('test fixtures', () => {
  const events = declarations.flatMap((declaration) => Object.entries(declaration.events))
  const names = (table: object) => Object.keys(table).sort()

  test('cover every message', () => {
    expect(names(fixtures.messages)).toEqual(names(messages))
    expect(names(fixtures.requests)).toEqual(names(requests))
    expect(names(fixtures.answers)).toEqual(names(requests))
    expect(names(fixtures.errors)).toEqual(names(messageErrors))
    expect(names(fixtures.events)).toEqual([...new Set(events.map(([name]) => name))].sort())
  })

  test('are envelopes with unique ids', () => {
    const all = Object.values(fixtures).flatMap((table) => Object.values(table))
    for (const fixture of all) expect([fixture.id, isEnvelope(fixture)]).toEqual([fixture.id, true])
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('have the event details that the tags declare', () => {
    for (const [name, { detail }] of events)
      expect([name, detail.is(fixtures.events[name as keyof ElementEvents].payload)]).toEqual([name, true]) // a declared name
  })
})

test('there are at least 200 look-alike origins, all different, and the same in every call', () => {
  for (const origin of ['https://console.example', 'http://localhost:3000', 'https://a.io']) {
    const found = lookAlikes(origin)
    expect(found.length).toBeGreaterThanOrEqual(200)
    expect(new Set(found).size).toBe(found.length)
    expect(found).not.toContain(origin)
    expect(lookAlikes(origin)).toEqual(found)
  }
})

test('fuzzed messages depend on the seed only, and there are as many as requested', () => {
  expect(fuzzed(7, 300)).toEqual(fuzzed(7, 300))
  expect(fuzzed(8, 300)).not.toEqual(fuzzed(7, 300))
  expect(fuzzed(7, 300)).toHaveLength(300)
})

describe('a fake element', () => {
  test('records the attributes and properties that the page sets and the methods that it calls', () => {
    const { element, received } = fakeElement('ad-report-chart')
    const connection = kept(connect(element))
    connection.send('configure', { attributes: { 'client-id': 7, locale: null } })
    connection.send('navigate', { path: 'table' })
    connection.send('refresh')
    connection.send('sign-out')
    element.metrics = 'cost'
    expect(received).toEqual([
      { what: 'attribute', name: 'client-id', value: '7' },
      { what: 'attribute', name: 'path', value: 'table' },
      { what: 'call', name: 'refresh' },
      { what: 'call', name: 'signOut' },
      { what: 'property', name: 'metrics', value: 'cost' },
    ])
    expect(element.metrics).toBe('cost')
  })

  test('emits events to listeners, and on the window as a message', async () => {
    const fake = fakeElement('ad-report-chart')
    const connection = kept(connect(fake.element))
    await connection.ready
    const posted = new Promise((resolve) => window.addEventListener('message', ({ data }) => resolve(data), { once: true }))
    const events: unknown[] = []
    connection.on('ad-report-exported', (detail) => events.push(detail))
    expect(fake.emit('ad-report-exported', { rows: 3 })).toBe(true)
    expect(events).toEqual([{ rows: 3 }])
    expect(await posted).toSatisfy(isEnvelope)
    expectTypeOf(fake.emit<'ad-report-exported'>)
      .parameter(1)
      .toEqualTypeOf<{ rows: number }>()
  })

  test('emits a before-event for cancelable actions only', async () => {
    const fake = fakeElement('ad-report-chart')
    const notice = { kind: 'info', title: 'Saved', text: '' }
    expect(await fake.ask('ad-notice', notice)).toBe(true)
    kept(connect(fake.element)).on('ad-notice', (_, { prevent }) => prevent())
    expect(await fake.ask('ad-notice', notice)).toBe(false)
    await expect(fake.ask('ad-ready', {})).rejects.toThrow('Nobody can stop ad-ready')
  })

  test('uses the token of the page, and reports a missing one', async () => {
    const fake = fakeElement('ad-report-chart')
    await expect(fake.needToken()).rejects.toMatchObject({ code: 'no_token' })
    kept(connect(fake.element, { getToken: async ({ reason }) => ({ access_token: `for ${reason}`, expires_at: 9 }) }))
    expect(await fake.needToken('refused')).toEqual({ access_token: 'for refused', expires_at: 9 })
  })

  test('can be a node created by the page, with properties set before', () => {
    const made = Object.assign(document.createElement('ad-frame'), { minHeight: 400 })
    expect(fakeElement('ad-frame', made)).toMatchObject({ element: made, received: [{ name: 'minHeight', value: 400 }] })
  })

  test('refuses a tag that is already defined', () => {
    const known = customElements.get('ad-frame')
    customElements.define('x-other', class extends HTMLElement {})
    const other = document.createElement('x-other') as never // no type allows this
    expect(known).toBeDefined()
    expect(() => fakeElement('ad-frame', other)).toThrow('is defined by something else already')
  })
})

describe('a fake frame', () => {
  const token = { access_token: 'secret', expires_at: 9 }

  test('completes the handshake, sends requests and events, and receives messages', async () => {
    const fake = kept(fakeFrame())
    const connection = kept(connect(fake.element, { getToken: async () => token }))
    const heights: number[] = []
    connection.on('resized', ({ height }) => heights.push(height))
    fake.send('resized', { height: 480 })
    connection.send('configure', { attributes: { locale: 'de' } })
    fake.answer('confirm-leave', () => ({ allowed: false }))
    expect(await fake.request('token', { reason: 'start' })).toEqual(token)
    expect(await connection.request('confirm-leave', {})).toEqual({ allowed: false })
    expect(heights).toEqual([480])
    expect(fake.received).toEqual([{ type: 'configure', payload: { attributes: { locale: 'de' } } }])
  })

  test('can be a frame created by the page', async () => {
    const element = document.createElement('iframe')
    element.src = 'https://console.example/embedded/clients/1/chart'
    document.body.append(element)
    const fake = kept(fakeFrame({ element }))
    await kept(connect(element)).ready
    await fake.ready
    fake.dispose()
    expect(Object.hasOwn(element, 'contentWindow')).toBe(false)
  })

  test('with another origin than expected is ignored', async () => {
    const fake = kept(fakeFrame({ origin: 'https://evil.example' }))
    const refused: string[] = []
    const connection = kept(
      connect(fake.element, { origin: 'https://console.example', timeoutMs: 50, onRefused: (guard) => refused.push(guard) }),
    )
    await expect(connection.ready).rejects.toMatchObject({ code: 'timed_out' })
    expect(refused).toContain('origin')
  })

  test('without a common version is refused, and both sides report it', async () => {
    const fake = kept(fakeFrame({ versions: { oldest: 7, newest: 9 } }))
    const connection = kept(connect(fake.element))
    await expect(connection.ready).rejects.toMatchObject({ code: 'version_unsupported' })
    await expect(fake.ready).rejects.toMatchObject({ code: 'version_unsupported' })
  })

  test('can leave before the token arrives', async () => {
    const fake = kept(fakeFrame())
    let give: (given: typeof token) => void = () => undefined
    const requested = new Promise<void>((resolve) => {
      kept(
        connect(fake.element, {
          getToken: () =>
            new Promise((giveToken) => {
              give = giveToken
              resolve()
            }),
        }),
      )
    })
    const waiting = fake.request('token', { reason: 'start' })
    await requested
    fake.navigateAway()
    give(token)
    await expect(waiting).rejects.toMatchObject({ code: 'disposed' })
    await expect(fake.request('token', { reason: 'start' })).rejects.toMatchObject({ code: 'disposed' })
  })
})

describe('the attacks detect a host that', () => {
  /** Without the attacks of hundreds of messages, which the guide's example in package.test.ts runs too; all of them in the audit. */
  const list = attacks.filter(({ name }) => isAudit || !/look-alike|fuzzed/.test(name))
  const failures = async (connectHost: Parameters<typeof runAttacks>[0]) => (await runAttacks(connectHost, list)).map(({ name }) => name)

  test('trusts every sender', async () => {
    const found = await failures((frame) => {
      const open = ({ data }: MessageEvent) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data: request }) =>
          port1.postMessage({ ...request, re: request.id, payload: { access_token: 'secret', expires_at: 9 } })
        frame.contentWindow?.postMessage({ ns: 'placard', type: 'connect', nonce: data?.nonce, version: 1 }, '*', [port2])
      }
      window.addEventListener('message', open)
      return { dispose: () => window.removeEventListener('message', open) }
    })
    expect(found).not.toEqual([])
  }, 60_000)
})

test('every attack has a name and a sentence that describes it', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(13)
  for (const { name, what } of attacks) expect([name, what]).toEqual([expect.stringMatching(/^[a-z -]+$/), expect.stringMatching(/\.$/)])
})
