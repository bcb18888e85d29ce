// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { begin, cancelPrefetch } from '../../elements/runtime/prefetch.ts'
import { configure } from '../../elements/runtime/page.ts'
import { acquirePlatformAccess, releasePlatformAccess } from '../../src/kit/access.ts'
import { firstRequests } from '../../src/surfaces/report-chart/prefetch.ts'
import { startLoopback } from '../support/ui/loopback.ts'
import { quiet, until } from '../support/ui/react-page.tsx'

let server: Awaited<ReturnType<typeof startLoopback>>
beforeAll(async () => {
  server = await startLoopback()
  configure({ apiBase: server.origin })
})
afterAll(() => server.close())
beforeEach(() => server.reply(() => undefined))
afterEach(() => {
  for (const element of document.querySelectorAll('ad-report-chart')) cancelPrefetch(element)
  document.body.replaceChildren()
})

const getToken = async () => ({ access_token: 'one', expires_at: Date.now() / 1000 + 600 })
function put(attributes: Record<string, string>, properties: object = { getToken }) {
  const element = document.createElement('ad-report-chart')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(Object.assign(element, properties))
  return element
}
/** The platform's time, read as by another part of the page with the same access. */
function acquiredNow() {
  const access = acquirePlatformAccess({ apiBase: server.origin, getToken })
  const now = access.now().getTime()
  releasePlatformAccess(access)
  return now
}
const bodies = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body || '{}'))
const requestsReceived = (count: number) => until(() => bodies().filter((body) => body.member_group_id).length === count)

describe('a chart whose code is loading', () => {
  test("requests the data of its attributes and early properties, with the locale's weeks", async () => {
    begin(
      put(
        { 'client-id': '1', 'advertiser-id': '7', compare: '', locale: 'de', path: '?granularity=week' },
        { getToken, dateRange: 'last_7_days' },
      ),
      firstRequests,
    )
    await requestsReceived(2)
    const [trend, total] = bodies().toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
    expect(total).toMatchObject({ member_group_id: 1, advertiser_ids: [7], compare: 'previous_period' })
    expect(trend).toEqual({ ...total, week_start: 1, granularity: 'week' })
    expect((Date.parse(total.end_date) - Date.parse(total.start_date)) / 86_400_000).toBe(6)
  })

  test("requests the platform's days as soon as it reports a later date", async () => {
    server.reply((response) =>
      response
        .setHeader('placard-ahead-ms', String(40 * 86_400_000))
        .writeHead(500)
        .end(),
    )
    const first = put({ 'client-id': '1' })
    const second = put({ 'client-id': '2' })
    begin(first, firstRequests)
    await until(() => acquiredNow() > Date.now() + 86_400_000)
    begin(second, firstRequests)
    const endOf = (client: number) => bodies().find((body) => body.member_group_id === client)?.end_date
    await until(() => endOf(2) !== undefined)
    expect((Date.parse(endOf(2)) - Date.parse(endOf(1))) / 86_400_000).toBe(40)
  })

  test('sends its requests once, however often it is started', async () => {
    const element = put({ 'client-id': '1' })
    begin(element, firstRequests)
    begin(element, firstRequests)
    begin(put({ 'client-id': '1' }), firstRequests)
    await requestsReceived(2)
    await quiet()
    expect(bodies()).toHaveLength(2)
  })

  test.each([
    ['nobody gives tokens', { 'client-id': '1' }, {}],
    ['the tag cannot be read', { 'client-id': 'nobody' }, { getToken }],
  ])('requests nothing when %s', async (_, attributes, properties) => {
    begin(put(attributes, properties), firstRequests)
    await quiet()
    expect(server.requests).toEqual([])
    const access = acquirePlatformAccess({ apiBase: server.origin, ...properties })
    expect(access.session.state).toBe('starting')
    releasePlatformAccess(access)
  })

  test('cancels its requests with its session, and another session starts its own', async () => {
    let given = 0
    const count = async () => {
      given += 1
      return getToken()
    }
    for (const times of [1, 2]) {
      const element = put({ 'client-id': '1' }, { getToken: count })
      begin(element, firstRequests)
      begin(element, firstRequests)
      await requestsReceived(times * 2)
      expect(given).toBe(times)
      cancelPrefetch(element)
    }
  })

  test('cancels its requests when it leaves the page, but not when it moves', async () => {
    const element = put({ 'client-id': '1' })
    const other = put({ 'client-id': '2' })
    for (const one of [element, other]) begin(one, firstRequests)
    await requestsReceived(4)
    document.body.append(document.createElement('main'))
    document.querySelector('main')?.append(element)
    await quiet()
    const cancelled = () => server.requests.filter(({ isCancelled }) => isCancelled).map(({ body }) => JSON.parse(body).member_group_id)
    expect(cancelled()).toEqual([])
    element.remove()
    await until(() => cancelled().length > 1)
    await quiet()
    expect(cancelled()).toEqual([1, 1])
  })
})
