// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupI18n } from '@lingui/core'
import { object, string } from 'superstruct'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postQuery, get, post } from '../../src/contract/endpoint.ts'
import { createApi } from '../../src/kit/api.ts'
import { asProblem, Problem, problemText } from '../../src/kit/problem.ts'
import type { Session } from '../../src/kit/session/session.ts'
import { isWorthReporting, withoutSecrets } from '../../src/kit/telemetry.ts'
import { joinPath, splitPath } from '../../src/kit/split-path.ts'
import { sameOriginRoute } from '../../src/kit/session/return-route.ts'

/** A real server whose response each test sets. */
let act: (request: IncomingMessage, response: ServerResponse, body: string) => void
let seen: IncomingMessage[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    seen.push(request)
    act(request, response, body)
  })
})
let apiBase = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is no pipe
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => (seen = []))

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
const success = (result: unknown) => ({ status: 'success', result })
let refreshed = 0
const session: Session = {
  state: 'active',
  held: 'old',
  token: async () => 'old',
  refused: async () => {
    refreshed += 1
    return 'new'
  },
  accepted: () => undefined,
  end: () => undefined,
  onState: () => () => undefined,
  dispose: () => undefined,
}
const send = () => createApi({ apiBase, session, applicationName: 'placard', environment: 'development' })
const Thing = object({ name: string() })
const one = get('v1/things/:thingId', { may: 'reports.read', result: Thing })
const search = postQuery('v1/things/report', { may: 'reports.read', body: object({ text: string() }), result: Thing })
const write = post('v1/things', { may: 'reports.read', idempotent: true, body: Thing, result: Thing })
const funds = get('v1/advertisers/:advertiserId/funds', {
  may: 'reports.read',
  query: object({ advertiser_id: string(), page: string() }),
  result: Thing,
})
const path = { path: { thingId: 3 } }
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it should have failed'),
    (error: Problem) => error,
  )

describe('an API call', () => {
  test('sends its token, application and environment, and drops unknown fields of a newer server', async () => {
    act = (_, response) => json(response, 200, success({ name: 'a', later: 1 }))
    expect(await send()(one, path)).toEqual({ name: 'a' })
    expect(seen[0]).toMatchObject({
      url: '/v1/things/3',
      headers: { authorization: 'Bearer old', 'x-application-name': 'placard', 'x-environment': 'development' },
    })
  })

  test('refuses a response that breaks the contract', async () => {
    act = (_, response) => json(response, 200, success({ name: 1 }))
    expect(await failure(send()(one, path))).toMatchObject({ kind: 'broken' })
  })

  test('reports the refusal of a fresh token, and an unknown user without requesting a fresh token', async () => {
    const refusalCodes: unknown[] = []
    const onRefused = (code: string | undefined) => refusalCodes.push(code)
    const sent = () =>
      createApi({ apiBase, session, applicationName: 'placard', environment: 'development', onRefused })(one, { path: { thingId: 1 } })
    const outcomes: unknown[] = []
    for (const refusal of [{ code: 'not_authenticated' }, { code: 'user_not_found' }, {}, undefined]) {
      refreshed = 0
      act = (request, response) => {
        if (refusal) json(response, 401, refusal)
        else if (request.headers.authorization === 'Bearer new') json(response, 200, success({ name: 'a' }))
        else json(response, 401, {})
      }
      await sent().catch((error: unknown) => error)
      outcomes.push([refreshed, refusalCodes.splice(0)])
    }
    expect(outcomes).toEqual([
      [1, ['not_authenticated']],
      [0, ['user_not_found']],
      [1, [undefined]],
      [1, []],
    ])
  })

  test('is repeated once with a fresh token after a 401', async () => {
    refreshed = 0
    act = (request, response) =>
      request.headers.authorization === 'Bearer new'
        ? json(response, 200, success({ name: 'a' }))
        : json(response, 401, { status: 'error' })
    expect(await send()(one, path)).toEqual({ name: 'a' })
    expect([refreshed, seen.length]).toEqual([1, 2])
  })

  test.each([502, 503, 504, 429])('that only reads is retried after a %i', async (status) => {
    let times = 0
    act = (_, response) => (++times < 3 ? json(response, status, {}) : json(response, 200, success({ name: 'a' })))
    expect(await send()(search, { body: { text: 'x' } })).toEqual({ name: 'a' })
    expect(times).toBe(3)
  })

  test('that writes is not retried after a 503, and has an idempotency key', async () => {
    act = (_, response) => json(response, 503, {})
    expect(await failure(send()(write, { body: { name: 'a' } }))).toMatchObject({ status: 503, retryable: true })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
  })

  test('times out', async () => {
    act = () => undefined
    const controller = new AbortController()
    let isLongerOver = false
    const longer = failure(send()(write, { body: { name: 'a' } }, { timeoutMs: 25_000, signal: controller.signal })).finally(
      () => (isLongerOver = true),
    )
    expect(await failure(send()(write, { body: { name: 'a' } }, { timeoutMs: 120 }))).toMatchObject({ kind: 'unreachable' })
    expect(isLongerOver).toBe(false)
    controller.abort()
    await longer
  })

  test('reports no error when it is cancelled', async () => {
    act = () => undefined
    const controller = new AbortController()
    const failed = failure(send()(one, path, { signal: controller.signal }))
    setTimeout(() => controller.abort(), 50)
    expect(await failed).toMatchObject({ name: 'AbortError' })
  })

  test('encodes advertiser_id at the start of a query, because ad blockers block it', async () => {
    act = (_, response) => json(response, 200, success({ name: 'a' }))
    await send()(funds, { path: { advertiserId: 7 }, query: { advertiser_id: '7', page: '2' } })
    expect(seen[0]?.url).toBe('/v1/advertisers/7/funds?%61dvertiser_id=7&page=2')
  })

  test('from a page that is not allowed is reported with a remedy, and not retried', async () => {
    const refused = { code: 'origin_refused', error: 'Ask whoever runs it.' }
    act = (request, response) => (request.url === '/health' ? json(response, 200, { refused }) : response.socket?.destroy())
    const failed = await failure(send()(one, path))
    expect(failed).toMatchObject({ kind: 'invalid', code: 'origin_refused', retryable: false, message: 'Ask whoever runs it.' })
  }, 20_000)

  test('counts as blocked only if the platform responds otherwise; an outage is not a blocker', async () => {
    let isUp = true
    act = (request, response) => (request.url === '/health' && isUp ? json(response, 200, {}) : response.socket?.destroy())
    const query = { path: { advertiserId: 7 }, query: { advertiser_id: '7', page: '2' } }
    expect(await failure(send()(funds, query))).toMatchObject({ kind: 'blocked' })
    isUp = false
    expect(await failure(send()(funds, query))).toMatchObject({ kind: 'unreachable' })
    expect(await failure(send()(one, path))).toMatchObject({ kind: 'unreachable' })
  }, 20_000)
})

test.each([
  ['slow', () => undefined],
  ['no JSON', (response: ServerResponse) => response.end('<p>')],
])('a response that is %s is not counted as blocked', async (_, respond) => {
  act = (request, response) => (request.url === '/health' ? json(response, 200, {}) : respond(response))
  expect(await failure(send()(write, { body: { name: 'a' } }, { timeoutMs: 120 }))).toMatchObject({ kind: 'unreachable' })
})

test.each(['{"status":"success","result":{"name":"a"}', 'undefined', "{'status':'success'}"])(
  'a response with the malformed JSON %s is a failed connection',
  async (text) => {
    act = (request, response) =>
      request.url === '/health' ? json(response, 200, {}) : response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
    const failed = await failure(send()(write, { body: { name: 'a' } }))
    expect(failed).toMatchObject({ kind: 'unreachable', cause: expect.any(SyntaxError) })
  },
)

test.each([408, 409, 425, 500])('a read that gets %i is one request, and its error is kept', async (status) => {
  act = (_, response) => json(response, status, { status: 'error', code: 'some_code', error: 'Some reason' })
  expect(await failure(send()(one, path))).toMatchObject({ status, code: 'some_code', message: 'Some reason' })
  expect(seen).toHaveLength(1)
})

test('a blocked call is reported once, also if only the second health check succeeds', async () => {
  const blockedKinds: string[] = []
  act = (request, response) => (request.url === '/ready' ? json(response, 200, {}) : response.socket?.destroy())
  const blocked = createApi({
    apiBase,
    session,
    applicationName: 'placard',
    environment: 'development',
    onBlocked: ({ kind }) => blockedKinds.push(kind),
  })
  await failure(blocked(write, { body: { name: 'a' } }))
  expect(blockedKinds).toEqual(['blocked'])
})

describe('the list of errors', () => {
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const text = (parts: ConstructorParameters<typeof Problem>[0]) => problemText(new Problem(parts), i18n)

  test('has the texts of the specification', () => {
    expect(text({ kind: 'invalid', status: 422, reply: { error: 'x', formatting: { subject: 'Budget', rule: 'Too low' } } })).toBe(
      'Budget: Too low',
    )
    expect(text({ kind: 'invalid', status: 422, reply: { error: 'Just this' } })).toBe('Just this')
    expect(text({ kind: 'broken', status: 500 })).toBe('There was an processing your request.')
    expect(text({ kind: 'unreachable' })).toBe('An error has occurred')
    expect(text({ kind: 'broken' })).toBe('An error has occurred')
    expect(text({ kind: 'refused', status: 403, reply: { formatting: { subject: 'a', rule: 'b' } } })).toBe(
      'You do not have permission to view this information',
    )
    expect(text({ kind: 'blocked' })).toBe('Please disable your ad blocker to view all details on this page.')
    expect(text({ kind: 'ended', status: 401 })).toBe('Your session has expired.')
    expect(text({ kind: 'ended', code: 'session_expired' })).toBe(
      'Your session has expired. Copy any unsaved text, sign in again, then reload this page.',
    )
    expect(text({ kind: 'conflict', status: 409, reply: { error: 'No', code: 'conflict' } })).toBe('No (conflict)')
  })

  test('shows an internal error as a broken screen', () => expect(asProblem(new TypeError('x'))).toMatchObject({ kind: 'broken' }))
})

describe('error reports', () => {
  test.each([
    [new Problem({ kind: 'invalid', status: 400 }), false],
    [new Problem({ kind: 'ended', status: 401 }), false],
    [new Problem({ kind: 'refused', status: 403 }), false],
    [new Problem({ kind: 'broken', status: 500 }), true],
    [new DOMException('x', 'AbortError'), false],
    [new TypeError('Failed to fetch dynamically imported module: a.js'), false],
    [Object.assign(new Error('x'), { isHandled: true }), false],
    [new TypeError('x is not a function'), true],
  ])('%s is worth reporting: %s', (error, is) => expect(isWorthReporting(error, 'shop.example')).toBe(is))

  test('send nothing from a local host, and no secrets', () => {
    expect(['localhost', '127.0.0.1', '[::1]'].map((host) => isWorthReporting(new Error('x'), host))).toEqual([false, false, false])
    expect(withoutSecrets('GET https://a.example/b?token=s3cret eyJhbGciOiJFUzI1.eyJzdWIiOiIxMjM0.c2lnbmF0dXJlMTIz failed')).toBe(
      'GET https://a.example/b?… … failed',
    )
  })
})

test('a path is split from its query, without slashes at its ends and without the fragment, and joined again', () => {
  expect(splitPath('/12/edit/?tab=x#top')).toMatchObject({ pathname: '12/edit' })
  expect(joinPath('12/edit', splitPath('12/edit?tab=x y').query)).toBe('12/edit?tab=x+y')
  expect(joinPath('', new URLSearchParams())).toBe('')
})

test('a return address stays on this origin', () => {
  const origin = 'https://console.example'
  const bad = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    'evil',
    '\\/evil.example',
    ' //evil.example',
    '/\t/evil.example',
    'data:text/html,x',
    '/..//evil.example',
  ]
  expect(bad.map((route) => new URL(sameOriginRoute(route, origin), origin).origin)).toEqual(bad.map(() => origin))
  expect(sameOriginRoute('/clients/1?a=b#c', origin)).toBe('/clients/1?a=b#c')
  expect(sameOriginRoute(null, origin)).toBe('/')
})
