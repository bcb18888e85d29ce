import { describe, expect, test } from 'vitest'
import { hasPurchaseFilter, purchaseFilterRule } from '../../src/contract/reports/purchases.rules.ts'

const ground = {
  dimensions: ['campaign_name'],
  filtered: [],
  days: { start_date: '2026-11-01', end_date: '2026-11-14' },
  before: undefined,
  today: '2026-11-21',
}

describe('filters for buyers and orders', () => {
  test.each([
    [{}, false],
    [{ user_history: 'all', order_values: ['small', 'medium', 'large'] } as const, false],
    [{ user_history: 'new customers' } as const, true],
    [{ order_values: ['large'] } as const, true],
  ])('that are %j limit sales: %s', (request, isLimited) => expect(hasPurchaseFilter(request)).toBe(isLimited))

  test('work by campaign, ad group and day', () => {
    expect(purchaseFilterRule(ground)).toBe(true)
    expect(purchaseFilterRule({ ...ground, dimensions: ['ad_group_name', 'day'] })).toBe(true)
  })

  test.each([
    ['hours', { dimensions: ['hour'] }],
    ['what is advertised', { dimensions: ['entity_name'] }],
    ['a condition on what is advertised', { filtered: ['entity_id'] }],
  ])('do not work by %s', (_, request) => expect(purchaseFilterRule({ ...ground, ...request })).toEqual({ code: 'purchases_by_ad_group' }))

  test('cover sixty days, including the comparison', () => {
    const gone = { code: 'purchases_gone', since: '2026-09-22' }
    const from = (start_date: string) => ({ start_date, end_date: '2026-10-01' })
    expect(purchaseFilterRule({ ...ground, days: from('2026-09-22') })).toBe(true)
    expect(purchaseFilterRule({ ...ground, days: from('2026-09-21') })).toEqual(gone)
    expect(purchaseFilterRule({ ...ground, before: from('2026-09-21') })).toEqual(gone)
    expect(purchaseFilterRule({ ...ground, before: from('2026-09-25') })).toBe(true)
  })
})
