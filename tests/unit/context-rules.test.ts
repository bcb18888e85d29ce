import { describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import {
  advertiserSelectionOf,
  type ContextParts,
  contextOf,
  contextState,
  defaultClientOf,
  parseId,
  isInaccessibleStatus,
  setupState,
  singleAdvertiserWords,
} from '../../src/contract/addresses/context.rules.ts'
import { expectedContext, randomRoutes } from '../support/addresses/route-oracle.ts'
import { amount } from '../support/platform/audit.ts'

test.each([
  ['/clients/1/campaigns', { area: 'clients', clientId: 1 }],
  ['clients/1/advertisers/7/campaigns?advertiser_id=9', { area: 'clients', clientId: 1, advertiserId: 7 }],
  ['/clients/1/advertiser/7', { area: 'clients', clientId: 1, advertiserId: 7 }],
  ['/clients/1/dashboard/publisher/advertiser', { area: 'dashboard', clientId: 1 }],
  ['/clients/1/dashboard/publisher/advertiser?advertiser_id=7', { area: 'dashboard', clientId: 1, advertiserId: 7 }],
  ['/admin/clients/4/advertiser-groups/3/advertisers', { area: 'admin', clientId: 4, advertiserGroupId: 3 }],
  ['/admin/clients/4/advertisers/7/users/2', { area: 'admin', clientId: 4, advertiserId: 7 }],
  ['/admin/clients?client_id=4', { area: 'admin', clientId: 4 }],
  ['/embedded/clients/1/reporting', { area: 'embedded', clientId: 1 }],
  ['/clients/1/reporting?advertiser_id=7&advertiser_id=8#?client_id=3', { area: 'reporting', clientId: 1, advertiserId: 7 }],
  ['/fernhill/register/advertisers/12/payment?client_id=3', { area: 'register', advertiserId: 12 }],
  ['/fernhill/register/advertisers/billing?advertiser_id=3', { area: 'register' }],
  ['/clients/x?client_id=2', { area: 'clients' }],
  ['/?client_id=2', { area: 'top', clientId: 2 }],
  ['/?client_id=02', { area: 'top' }],
  ['', { area: 'top' }],
])('%s is about %j', (url, context) => {
  expect(contextOf(url)).toEqual(context)
})

test('random routes give the same context as a second, independent parser', () => {
  const wrong = randomRoutes(amount(10_000, 2_000)).filter((url) => JSON.stringify(contextOf(url)) !== JSON.stringify(expectedContext(url)))
  expect(wrong).toEqual([])
})

// Control: without enough of such routes, the test above would not find these mistakes.
test('random routes expose a parser that reads the query first and one that skips a segment', () => {
  const routes = randomRoutes(10_000)
  const differ = (read: (url: string) => unknown) =>
    routes.filter((url) => JSON.stringify(read(url)) !== JSON.stringify(expectedContext(url))).length
  expect(differ((url) => ({ ...contextOf(url), ...(/[?&]client_id=7\b/.test(url) && { clientId: 7 }) }))).toBeGreaterThan(25)
  expect(differ((url) => contextOf(url.replace('/advertiser/', '/other/')))).toBeGreaterThan(25)
})

test.each(['0', '01', '-1', '1.0', '2147483648', '99999999999', '1e3', ' 1', '', null, undefined])('%j is not an id', (text) => {
  expect(parseId(text)).toBeUndefined()
})

describe('without a client in the address', () => {
  const nothing = { roles: [3], advertiser_member_group: {}, member_group_activities: [] }
  test.each([
    [{ roles: [1], advertiser_member_group: { 4: 2 }, member_group_activities: [3] }, 1],
    [{ ...nothing, advertiser_member_group: { 9: 3, 4: 2 }, member_group_activities: [5] }, 2],
    [{ ...nothing, member_group_activities: [5, 2] }, 5],
    [{ ...nothing, roles: [2] }, undefined],
  ])('the default client of %j is %j', (user, client) => {
    expect(defaultClientOf(user)).toBe(client)
  })
})

describe('the selected advertisers of an address', () => {
  test.each([
    ['/clients/1/campaigns-restaurants', 'first'],
    ['clients/1/advertisers/2/campaigns-single?tab=dashboard', 'first'],
    ['/clients/1/campaigns-storefront', 'first'],
    ['/clients/1/dashboard/publisher', 'all'],
    ['/dashboard', 'all'],
    ['/clients/1/campaigns', 'kept'],
    ['/clients/1/dashboards?x=/dashboard', 'kept'],
  ])('the page %s shows the %s advertisers', (pathname, rule) => {
    expect(advertiserSelectionOf(pathname)).toBe(rule)
  })

  test('every single-advertiser word ends an address of the console', () => {
    expect(singleAdvertiserWords).toEqual(['campaigns-restaurants', 'campaigns-single', 'campaigns-storefront'])
    for (const word of singleAdvertiserWords) expect(addresses.some(({ pattern }) => pattern.endsWith(`/${word}`))).toBe(true)
  })
})

describe('the state of the context', () => {
  const stateOf = (
    memberGroup: ContextParts['memberGroup'],
    advertiserGroup: ContextParts['advertiserGroup'],
    advertiser: ContextParts['advertiser'],
  ) => contextState({ memberGroup, advertiserGroup, advertiser })
  test.each<[parts: Parameters<typeof stateOf>, state: object]>([
    [['none', 'none', 'none'], { state: 'idle' }],
    [['pending', 404, 'there'], { state: 'pending' }],
    [['there', 'pending', 403], { state: 'pending advertiser group' }],
    [['there', 'there', 'pending'], { state: 'pending advertiser' }],
    [[403, 'pending', 'pending'], { state: 'error', status: 403, part: 'memberGroup' }],
    [['there', 'none', 404], { state: 'error', status: 404, part: 'advertiser' }],
    [['there', 'none', 'none'], { state: 'success' }],
    [['none', 'none', 'there'], { state: 'success' }],
  ])('client, advertiser group, advertiser %j: %j', (parts, state) => {
    expect(stateOf(...parts)).toEqual(state)
  })

  test('missing and inaccessible objects count as lost; an unavailable platform does not', () => {
    expect([400, 401, 403, 404, 500, 0, undefined].filter(isInaccessibleStatus)).toEqual([400, 403, 404])
  })

  test('the setup is idle, pending or successful, as its parts are', () => {
    expect([setupState(['idle', 'idle']), setupState(['done', 'pending']), setupState(['done', 'idle'])]).toEqual([
      'idle',
      'pending',
      'success',
    ])
  })
})
