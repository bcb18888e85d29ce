// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://shop.example/" }
import { object, string } from 'superstruct'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
// The console imports it on demand; here it is there already, so that no wait depends on its loading.
import '../../src/kit/session/console-session.ts'
import { get, post } from '../../src/contract/endpoint.ts'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import type { RuntimeOptions } from '../../src/kit/runtime-options.ts'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import type { Token } from '../../src/kit/session/token.ts'
import { createTelemetry, type Report, sessionSampling } from '../../src/kit/telemetry.ts'
import { type Identity, useIdentity } from '../../src/surfaces/console/identity.ts'
import { startLoopback, success } from '../support/ui/loopback.ts'
import { mount, quiet, until } from '../support/ui/react-page.tsx'

const things = get('v1/things/:thingId', { ownOnly: true, result: object({ name: string() }) })
const save = post('v1/things', { ownOnly: true, body: object({ name: string() }), result: object({ name: string() }) })
const call = { path: { thingId: 7 } }
let server: Awaited<ReturnType<typeof startLoopback>>
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())

/** The identities that a console had, in order. */
const found: Identity[] = []
function Probe() {
  found.push(useIdentity(false))
  return null
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
let reports: Report[] = []
beforeEach(() => {
  reports = []
})
function runtimeWith(options: Partial<RuntimeOptions> = {}): Runtime {
  const getToken = async (): Promise<Token> => ({ access_token: 'a', expires_at: 4_102_444_800 })
  const runtime = acquireRuntime({ apiBase: server.origin, getToken, report: (one) => reports.push(one), ...options })
  ends.push(() => releaseRuntime(runtime))
  return runtime
}
const refuseWith = (status: number) =>
  server.reply((response) => {
    const reply = { status: 'error', error: `No ${status}`, code: 'some_code', request_id: `request-${status}` }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
  })
const failure = (sent: Promise<unknown>) =>
  sent.then(
    () => 'no error',
    (error: unknown) => error,
  )

describe('a failed call', () => {
  test.each([404, 409, 412, 422, 500])(
    'with status %i is reported with its text, the call, the environment and the application',
    async (status) => {
      refuseWith(status)
      const { send } = runtimeWith({ environment: 'uat', applicationName: 'a shop' })
      await failure(send(things, call))
      await quiet()
      const said = { message: `Problem: No ${status}`, where: 'GET v1/things/:thingId', status, requestId: `request-${status}` }
      expect(reports).toEqual([{ ...said, environment: 'uat', application: 'a shop' }])
    },
  )

  test('of a write is reported too', async () => {
    refuseWith(500)
    await failure(runtimeWith().send(save, { body: { name: 'x' } }))
    await quiet()
    expect(reports).toMatchObject([{ where: 'POST v1/things', status: 500, environment: 'production', application: 'placard' }])
  })

  test.each([400, 401, 403])('with status %i is not reported', async (status) => {
    refuseWith(status)
    await failure(runtimeWith().send(things, call))
    await quiet()
    expect(reports).toEqual([])
  })

  test('that was cancelled is not reported, and a call that succeeds neither', async () => {
    server.reply(success({ name: 'a' }))
    const { send } = runtimeWith()
    await send(things, call)
    await failure(send(things, call, { signal: AbortSignal.abort() }))
    await quiet()
    expect(reports).toEqual([])
  })

  test('is reported once, if it breaks the screen as well', async () => {
    refuseWith(500)
    const { send, telemetry } = runtimeWith()
    telemetry.report(await failure(send(things, call)), 'ad-campaigns')
    await quiet()
    expect(reports).toHaveLength(1)
  })
})

describe('on a page of the platform', () => {
  test('a failed call is sent to the platform, and a failed report is not reported', async () => {
    refuseWith(500)
    const { send } = runtimeWith({ report: undefined, reportsToPlatform: true, environment: 'uat' })
    await failure(send(things, call))
    const sent = () => server.requests.filter(({ url }) => url === '/v1/error_reports')
    await expect.poll(() => sent().length).toBe(1)
    await quiet()
    expect(sent().map(({ method, token }) => [method, token])).toEqual([['POST', undefined]])
    expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
      message: 'Problem: No 500',
      where: 'GET v1/things/:thingId',
      status: 500,
      request_id: 'request-500',
      environment: 'uat',
      application: 'placard',
    })
  })

  test.each([429, 503])('a call that the platform refuses with status %i is not sent to it', async (status) => {
    refuseWith(status)
    await failure(runtimeWith({ report: undefined, reportsToPlatform: true }).send(things, call))
    await quiet()
    expect(server.requests.filter(({ url }) => url === '/v1/error_reports')).toEqual([])
  })

  test('the console’s own session reports to the same destination under the same name', async () => {
    const settings = {
      environment: 'uat',
      cloud_provider: '',
      is_provider_embedded: true,
      flags_url: 'x',
      other_origin: 'x',
      client_id: 'x',
    }
    server.reply(success({ ...settings, issuer: `${server.origin}/idp` }))
    const outer = runtimeWith({ getToken: undefined, applicationName: 'a console', reportsToPlatform: true })
    const root = document.createElement('div').attachShadow({ mode: 'open' })
    const nothing = () => undefined
    const element = { tag: 'ad-console', locale: 'en-US', linkBase: '', isInheriting: false, root, path: '', revision: 0 }
    const acts = { ask: async () => true, emit: () => true, notify: nothing, navigate: nothing, leaving: createLeaveGuards() }
    const page = await mount(
      <RuntimeProvider runtime={outer}>
        <ElementContextProvider value={{ ...element, ...acts }}>
          <Probe />
        </ElementContextProvider>
      </RuntimeProvider>,
    )
    await until(() => found.at(-1)?.state === 'there')
    const last = found.at(-1)
    const own = last?.state === 'there' ? last.runtime : undefined
    expect(own).not.toBe(outer)
    refuseWith(500)
    own?.telemetry.report(new Error('It broke'), 'ad-campaigns')
    await quiet()
    expect(reports).toEqual([{ message: 'Error: It broke', where: 'ad-campaigns', environment: 'uat', application: 'a console' }])
    await page.unmount()
  })
})

test('every session reports its errors', () => {
  expect(sessionSampling).toBe(1)
  for (let count = 0; count < 100; count++) {
    const about = { apiBase: server.origin, host: 'shop.example', environment: 'uat', application: 'x' }
    createTelemetry({ report: (one) => reports.push(one), ...about }).report(new Error('x'), 'here')
  }
  expect(reports).toHaveLength(100)
})
