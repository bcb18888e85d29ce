import { readdirSync, readFileSync } from 'node:fs'
import { create, is, mask, object, optional, string } from 'superstruct'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { canAccessAdvertiser, canAccessClient, onlyAdvertiserOf, onlyClientOf } from '../../src/contract/access/access.rules.ts'
import { type Call, type Endpoint, endpointsOf, fillPath, get, oneOf, post, queryInteger } from '../../src/contract/endpoint.ts'
import { Decimal, Id, IsoDay, Moment, Text, Uuid } from '../../src/contract/ids.ts'
import { contract } from '../../src/contract/index.ts'
import { Amount, PositiveAmount } from '../../src/contract/payments/payments.ts'
import { Filter } from '../../src/contract/list.ts'
import { closestLocale, fallbacksOf, intlLocale, locales } from '../../src/contract/locales.ts'
import { hasPermission, permissionMap, permissions, assignableRoles, roles } from '../../src/contract/access/permissions.ts'

const endpoints = endpointsOf(contract)
const source = new URL('../../src/', import.meta.url)
const readme = readFileSync(new URL('contract/README.md', source), 'utf8')
const screenSource = ['surfaces/', 'parts/']
  .flatMap((folder) => readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' }).map((name) => folder + name))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(new URL(path, source), 'utf8'))
  .join('\n')

describe('every endpoint', () => {
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s names its permission, or is open or own-only',
    (_, endpoint) => {
      const ways = [endpoint.may !== undefined, endpoint.open === true, endpoint.ownOnly === true].filter(Boolean)
      expect(ways).toHaveLength(1)
      if (endpoint.may) expect(permissions).toContain(endpoint.may)
      expect(endpoint.path).toMatch(/^(v[\d.]+|users|api|ofrep)\//)
    },
  )

  test.each([
    ['campaigns.hasAdGroups', '`campaigns/has_ad_groups/bulk`'],
    ['campaignFunds.difference', '`calculate_budget_balance_difference`'],
    ['budgetRecommendations.ofAdvertisers', '`advertisers/budget_recommendations`'],
    ['advertisers.alerts', 'alerts'],
    ['advertisers.pcl', '`pcl`'],
  ])('%s has a screen, or the README of the contract says why not', (call, words) => {
    const paragraph = /^\*\*Some calls have no screen yet\.\*\*.*$/m.exec(readme)?.[0]
    if (!screenSource.includes(call)) expect(paragraph).toContain(words)
  })

  const namesOf = (list: readonly Endpoint[]) =>
    list
      .map(
        ({ method, path }) => `${method} ${path.replace(/v[\d.]+\/(member_groups\/:memberGroupId\/)?(advertisers\/:advertiserId\/)?/, '')}`,
      )
      .toSorted()

  // src/contract/README.md has these lists in words.
  test('needs an idempotency key only where a repeat can spend money', () => {
    expect(namesOf(endpoints.filter(({ idempotent }) => idempotent === true))).toEqual([
      'PATCH ad_groups/bulk',
      'PATCH ad_groups/bulk',
      'PATCH campaigns/ad_groups/bulk',
      'POST ad_groups',
      'POST ad_groups',
      'POST ad_groups',
      'POST auto_rebills',
      'POST balances/corrections',
      'POST campaign_drafts/:campaignDraftUuid/submit',
      'POST campaigns',
      'POST campaigns',
      'POST campaigns/sheet',
      'POST insertion_orders',
      'POST insertion_orders/:insertionOrderId/adjustments',
      'POST invoices/:invoiceId/payments',
      'POST payment_provider/payment_intent',
      'POST payment_provider/wire_transfer',
      'POST receipts/:receiptId/assign',
      'POST simple_campaigns',
      'POST spend_limits',
    ])
  })

  test('may omit If-Match only where no change of another user can be lost', () => {
    expect(namesOf(endpoints.filter(({ versioned }) => versioned === 'optional'))).toEqual([
      'DELETE funds/spend_limits',
      'PATCH billing/methods',
      'PATCH funding_types',
      'POST role_permissions',
      'PUT advertiser_groups/:advertiserGroupId',
      'PUT funds/spend_limits',
      'PUT industry',
      'PUT roles/:roleId',
      'PUT users/basic_info',
    ])
  })

  test('has a unique method and path', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('endpoint declarations', () => {
  test('fill a path, and refuse a missing parameter', () => {
    expect(fillPath('v1/users/:userId/notes/:key', { userId: 3, key: 'a/b' })).toBe('v1/users/3/notes/a%2Fb')
    expect(() => fillPath('v1/users/:userId', {})).toThrow('userId')
  })

  test('derive the arguments of a call', () => {
    const one = get('v1/a/:thingId/:key', { query: object({ page: optional(string()) }) })
    expectTypeOf<Call<typeof one>>().toMatchObjectType<{ path: { thingId: number; key: string } }>()
    const send = post('v1/a', { body: object({ name: string() }) })
    expectTypeOf<Call<typeof send>>().toMatchObjectType<{ body: { name: string } }>()
    // @ts-expect-error the body is missing
    const call: Call<typeof send> = {}
    expect(call).toEqual({})
  })

  test('a tagged union reports the invalid field only', () => {
    const Funding = oneOf('kind', { card: object({ last4: string() }), wire: object({ reference: string() }) })
    expect(create({ kind: 'card', last4: '4242' }, Funding)).toEqual({ kind: 'card', last4: '4242' })
    const [error] = object({ by: Funding }).validate({ by: { kind: 'card', last4: 1 } })
    expect(error?.failures().map(({ path }) => path.join('.'))).toEqual(['by.last4'])
    const [other] = object({ by: Funding }).validate({ by: { kind: 'toString' } })
    expect(other?.failures().map(({ path }) => path.join('.'))).toEqual(['by.kind'])
    expect(mask({ kind: 'wire', reference: 'r', later: 1 }, Funding)).toEqual({ kind: 'wire', reference: 'r' })
  })

  test('an integer in a query is digits only', () => {
    expect(create('12', queryInteger())).toBe(12)
    for (const text of ['1.5', '1e3', ' 1', '0x10', '', '9'.repeat(16)]) expect(() => create(text, queryInteger())).toThrow()
  })
})

describe('ids and texts', () => {
  test.each([
    ['Id', Id, [1, 2_147_483_647], [0, -1, 1.5, 2_147_483_648, '1', null, Number.NaN]],
    ['IsoDay', IsoDay, ['2024-02-29', '2026-11-21'], ['2025-02-29', '2026-13-01', '2026-1-1', '20261121', 'x', '2026-11-21T00:00:00Z']],
    ['Decimal', Decimal, ['0', '-1.5', '999999999999999.123456'], ['1.', '.5', '1e3', '1,5', '1.1234567', 'NaN']],
    ['Amount', Amount, ['0', '0.00', '8999999999.999999'], ['-1', '9000000000', '10000000000', '1.1234567', '']],
    ['PositiveAmount', PositiveAmount, ['0.000001', '10', '8999999999.999999'], ['0', '0.00', '-1', '9000000000', '']],
    ['Moment', Moment, ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.123Z'], ['2026-11-21 10:00:00', '2026-11-21T10:00:00+01:00']],
    ['Uuid', Uuid, ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-42661417400', 'x']],
    ['Text(1, 5)', Text(1, 5), ['a', 'äöü', '12345'], ['', '123456', 'a\0b', '\ud800']],
  ] as const)('%s accepts its valid values and refuses others', (_, struct, good, bad) => {
    expect(good.filter((value) => !struct.is(value))).toEqual([])
    expect(bad.filter((value) => struct.is(value))).toEqual([])
  })

  test('each filter operation takes its own kind of value', () => {
    expect(is({ operation: 'IS NULL', field: 'entity_id' }, Filter)).toBe(true)
    expect(is({ operation: 'BETWEEN', field: 'cost', value: [1, 2] }, Filter)).toBe(true)
    for (const bad of [
      { operation: 'BETWEEN', field: 'cost', value: [1] },
      { operation: 'LIKE', field: 'a', value: 'x' },
      { operation: '=', field: 'a', value: { a: 1 } },
      { operation: 'IN', field: 'a', value: [] },
      { operation: '=', field: 'a', value: Number.POSITIVE_INFINITY },
    ])
      expect(is(bad, Filter)).toBe(false)
  })
})

describe('locales', () => {
  test.each([
    ['de-AT', 'de'],
    ['es-LA', 'Es-419'],
    ['ES-419', 'Es-419'],
    ['pt', 'pt-BR'],
    ['ja_JP', 'ja-JP'],
    ['zh-hant', 'zh-Hant-TW'],
    ['ko', 'ko-KR'],
    ['fr', 'fr-FR'],
    ['xx', 'en-US'],
    ['', 'en-US'],
    ['constructor', 'en-US'],
    ['constructor-DE', 'en-US'],
    ['__proto__', 'en-US'],
  ])('%s is read as %s', (requested, locale) => expect(closestLocale(requested)).toBe(locale))

  test('every locale falls back to en-US, and Intl supports it with the Gregorian calendar', () => {
    for (const locale of locales) {
      expect([locale, ...fallbacksOf(locale)].at(-1)).toBe('en-US')
      expect(new Intl.DateTimeFormat(intlLocale(locale)).resolvedOptions().calendar).toBe('gregory')
    }
    expect(fallbacksOf('zh-TW')).toEqual(['zh-Hant-TW', 'en-US'])
  })
})

describe('permissions and access', () => {
  test('a later level outranks an earlier one, and nothing is granted by default', () => {
    const map = permissionMap({
      base: { a: true, b: true, c: false },
      memberGroup: { b: false },
      advertiserGroup: { c: true },
      advertiser: { a: false },
    })
    expect(['a', 'b', 'c', 'd', 'constructor', '__proto__'].filter((permission) => hasPermission(map, permission))).toEqual(['c'])
  })

  test('an advertiser is accessible through an access list with its client, its group or itself', () => {
    const lists = (part: object) => ({ all: false, clients: [], advertiser_groups: [], advertisers: [], ...part })
    const tenant = { member_group_id: 1, advertiser_group_id: 3, advertiser_id: 7 }
    const opening = [{ all: true }, { clients: [1] }, { advertiser_groups: [3] }, { advertisers: [7] }]
    expect(opening.map((part) => canAccessAdvertiser(lists(part), tenant))).toEqual([true, true, true, true])
    const closed = [{}, { clients: [2] }, { advertiser_groups: [1, 7] }, { advertisers: [1, 3] }]
    expect(closed.map((part) => canAccessAdvertiser(lists(part), tenant))).toEqual([false, false, false, false])
    expect(canAccessClient(lists({ advertisers: [7] }), 1)).toBe(false)
    expect([
      onlyClientOf(lists({ clients: [4] })),
      onlyClientOf(lists({ clients: [4, 5] })),
      onlyAdvertiserOf(lists({ advertisers: [7] })),
    ]).toEqual([4, undefined, 7])
  })

  test('each level can assign the roles of the specification', () => {
    expect(roles.map(({ role_id }) => role_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(assignableRoles).toEqual({ internal: [2, 3, 4, 5, 6, 7, 8], client: [3, 4, 5, 6, 7, 8], advertiser: [5, 6, 7, 8] })
  })
})
