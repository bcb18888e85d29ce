// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../elements/host/host.ts'
import type { Connection, HostOptions } from '../../elements/host/connection.ts'
import type { ElementEvents } from '../../elements/index.ts'
import { fakeElement, fakeFrame } from '../../elements/testing/testing.ts'

/** The other side of a connection, for any transport. */
interface Other {
  readonly connection: Connection
  tell(type: 'ad-ready' | 'ad-session-expired' | 'ad-report-exported', detail: object): void
  ask(notice: ElementEvents['ad-notice']['detail']): Promise<boolean>
  mayLeave(isAllowed: () => Promise<boolean>): void
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
const kept = (connection: Connection) => {
  ends.push(() => connection.dispose())
  return connection
}

function acrossFrame(options: HostOptions = {}): Other {
  const fake = fakeFrame()
  ends.push(() => fake.dispose())
  return {
    connection: kept(connect(fake.element, options)),
    tell(type, detail) {
      if (type === 'ad-ready') fake.send('ready')
      else if (type === 'ad-session-expired') fake.send('session', { state: 'expired' })
      else fake.send(type, detail as { rows: number }) // as the tests below tell it
    },
    ask: async (detail) => (await fake.request('before', { event: 'ad-notice', detail })).allowed,
    mayLeave: (isAllowed) => fake.answer('confirm-leave', async () => ({ allowed: await isAllowed() })),
  }
}

function inPage(options: HostOptions = {}): Other {
  const fake = fakeElement('ad-report-chart')
  return {
    connection: kept(connect(fake.element, options)),
    tell: (type, detail) => fake.emit(type, detail as never), // as the tests below tell it
    ask: (detail) => fake.ask('ad-notice', detail),
    mayLeave(isAllowed) {
      fake.element.confirmLeave = isAllowed
    },
  }
}

const nobody = {
  'across a frame': () => Object.assign(document.createElement('iframe'), { src: 'https://console.example/embedded' }),
  'in the page': () => document.createElement('ad-nobody'),
}
const never = () => new Promise<boolean>(() => undefined)
const notice = { kind: 'info', title: 'Saved', text: '' }

describe.each([
  ['across a frame', acrossFrame],
  ['in the page', inPage],
] as const)('%s', (name, open) => {
  test('a message is received by its name, by its type, and by the star listener', async () => {
    const { connection, tell } = open()
    await connection.ready
    const messages: [string, unknown][] = []
    const ready = new Promise((resolve) => connection.on('ready', resolve))
    const states: string[] = []
    connection.on('session', ({ state }) => states.push(state))
    connection.on('*', (detail, { type }) => messages.push([type, detail]))
    const last = new Promise((resolve) => connection.on('ad-report-exported', resolve))
    tell('ad-ready', {})
    tell('ad-session-expired', {})
    tell('ad-report-exported', { rows: 3 })
    expect(await last).toEqual({ rows: 3 })
    await ready
    expect(states).toEqual(['expired'])
    expect(messages).toEqual([
      ['ready', {}],
      ['ad-ready', {}],
      ['session', { state: 'expired' }],
      ['ad-session-expired', {}],
      ['ad-report-exported', { rows: 3 }],
    ])
  })

  test('a removed listener receives nothing', async () => {
    const { connection, tell } = open()
    const events: unknown[] = []
    const stop = connection.on('ad-ready', (detail) => events.push(detail))
    stop()
    const last = new Promise((resolve) => connection.on('ad-report-exported', resolve))
    tell('ad-ready', {})
    tell('ad-report-exported', { rows: 1 })
    await last
    expect(events).toEqual([])
  })

  test('a cancelable event is cancelled at once, or after an asynchronous answer', async () => {
    const { connection, ask } = open()
    expect(await ask(notice)).toBe(true)
    const later = connection.on('ad-notice', (_, { waitUntil }) => waitUntil(new Promise((resolve) => setTimeout(resolve, 5, false))))
    expect(await ask(notice)).toBe(false)
    later()
    const yes = connection.on('ad-notice', (_, { waitUntil }) => waitUntil(Promise.resolve(true)))
    expect(await ask(notice)).toBe(true)
    yes()
    connection.on('*', (_, { prevent }) => prevent())
    expect(await ask(notice)).toBe(false)
  })

  test('a ping is answered, and so is the question whether the user may leave', async () => {
    const { connection, mayLeave } = open()
    expect(await connection.request('ping', {})).toEqual({})
    mayLeave(async () => false)
    expect(await connection.request('confirm-leave', {})).toEqual({ allowed: false })
    mayLeave(async () => true)
    expect(await connection.request('confirm-leave', {})).toEqual({ allowed: true })
  })

  test('a request that only elements send is not answered', async () => {
    const { connection } = open()
    await expect(connection.request('token', { reason: 'start' })).rejects.toMatchObject({ code: 'no_answer' })
  })

  test('a request ends by timeout, by cancelling, and with the connection', async () => {
    const { connection, mayLeave } = open()
    mayLeave(never)
    await expect(connection.request('confirm-leave', {}, { timeoutMs: 10 })).rejects.toMatchObject({ code: 'timed_out', retryable: true })
    await expect(connection.request('confirm-leave', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    const back = new AbortController()
    const taken = connection.request('confirm-leave', {}, { signal: back.signal })
    back.abort()
    await expect(taken).rejects.toMatchObject({ code: 'aborted', retryable: true })
    const response = connection.request('confirm-leave', {})
    connection.dispose()
    await expect(response).rejects.toMatchObject({ code: 'disposed', retryable: false })
  })

  test('a connection to an element or frame that does not answer times out, and so does a request', async () => {
    const connection = kept(connect(nobody[name](), { timeoutMs: 60 }))
    await expect(connection.request('ping', {}, { timeoutMs: 10 })).rejects.toMatchObject({ code: 'timed_out' })
    await expect(connection.ready).rejects.toMatchObject({ code: 'timed_out', retryable: true })
  })

  test('a connection closed before it is ready fails with the code disposed', async () => {
    const connection = kept(connect(nobody[name]()))
    connection.dispose()
    await expect(connection.ready).rejects.toMatchObject({ code: 'disposed' })
  })
})

test('a connection fails if the code of its element does not load', async () => {
  const element = document.createElement('ad-nobody')
  const connection = kept(connect(element))
  const event = new CustomEvent('ad-error', { detail: { code: 'load_failed', retryable: true } })
  element.dispatchEvent(new CustomEvent('placard', { detail: event }))
  await expect(connection.ready).rejects.toMatchObject({ code: 'load_failed', retryable: true })
})

test('a frame that answers after the timeout is connected', async () => {
  const element = Object.assign(document.createElement('iframe'), { src: 'https://console.example/embedded' })
  let times = 0
  const connection = kept(
    connect(element, {
      timeoutMs: 5,
      onConnected: () => {
        times += 1
      },
    }),
  )
  await expect(connection.ready).rejects.toMatchObject({ code: 'timed_out' })
  const fake = fakeFrame({ element })
  ends.push(() => fake.dispose())
  await fake.ready
  await connection.ready
  expect(times).toBe(1)
  expect(await connection.request('ping', {})).toEqual({})
})
