import { describe, expect, test } from 'vitest'
import { metricLabels } from '../../src/contract/reports/metric-labels.ts'
import { columnsOf, defaultGraphMetric, metricOf, metrics, relativeChange } from '../../src/contract/reports/metrics.ts'
import { metricTitles } from '../../src/parts/metrics/format.ts'
import { ratesFrom } from '../../demo/platform/money/rates.ts'
import { changeIn, columnsFor, convertSums, halfEven, metricById, numberOf, wireValue } from '../../demo/platform/reports/sums.ts'

/** One day of one advertiser; the expected numbers are calculated by hand. */
const day = {
  impressions: 20_000n,
  clicks: 150n,
  cost: 120_000_000n,
  revenue: 612_000_000n,
  transactions: 6n,
  units: 9n,
  exposed_revenue: 90_000_000n,
  exposed_transactions: 2n,
  exposed_units: 3n,
  halo_revenue: 0n,
  halo_transactions: 0n,
  halo_units: 0n,
}
const dollars = ratesFrom('USD', new Map())

describe('the metrics of a day', () => {
  test.each([
    ['impressions', 20_000],
    ['clicks', 150],
    ['click_through_rate', 0.0075],
    ['cost', '120'],
    ['cost_per_click', '0.8'],
    ['cost_per_thousand', '6'],
    ['revenue', '612'],
    ['transactions', 6],
    ['units', 9],
    ['return_on_ad_spend', 5.1],
    ['average_basket_size', '102'],
    ['average_conversion_rate', 0.04],
    ['cost_per_transaction', '20'],
    ['exposed_revenue', '90'],
    ['exposed_return_on_ad_spend', 0.75],
    ['exposed_average_basket_size', '45'],
    ['exposed_cost_per_transaction', '60'],
    ['halo_revenue', '0'],
    ['halo_return_on_ad_spend', 0],
    ['halo_average_basket_size', null],
    ['halo_cost_per_transaction', null],
  ])('%s is %s', (id, value) => {
    expect(wireValue(metricById(id), day, dollars)).toBe(value)
  })
})

test('every metric is a sum of its own column, or a ratio of two sums', () => {
  expect(metrics).toHaveLength(27)
  expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length)
  const sums = metrics.filter(({ over }) => !over).map(({ id }) => id)
  expect(sums.sort()).toEqual(Object.keys(day).sort())
  for (const metric of metrics) for (const column of columnsOf(metric)) expect(sums).toContain(column)
  expect(metricLabels[defaultGraphMetric]).toBe('Return on Ad Spend')
  expect(metricOf('constructor')).toBeUndefined()
})

test('direct, exposed and halo are never added together', () => {
  for (const { id, over = [] } of metrics) {
    const kinds = new Set([id, ...over].flatMap((name) => /^(exposed|halo)_/.exec(name)?.[1] ?? []))
    expect(kinds.size, id).toBeLessThanOrEqual(1)
  }
})

test('every metric has a name, translated and in English', () => {
  const ids = metrics.map(({ id }) => id).sort()
  expect(Object.keys(metricTitles).sort()).toEqual(ids)
  expect(Object.keys(metricLabels).sort()).toEqual(ids)
})

test('lower costs are better', () => {
  expect(metrics.filter(({ moreIsBetter }) => moreIsBetter === false).map(({ id }) => id)).toEqual([
    'cost_per_click',
    'cost_per_thousand',
    'exposed_cost_per_transaction',
    'halo_cost_per_transaction',
    'cost_per_transaction',
  ])
})

test('spend is neither good nor bad', () => {
  expect(metrics.filter(({ moreIsBetter }) => moreIsBetter === undefined).map(({ id }) => id)).toEqual(['cost'])
})

describe('the change of a metric', () => {
  test.each([
    [120, 100, 0.2],
    [80, 100, -0.2],
    [0, 100, -1],
    [5, 0, null],
    [null, 100, null],
    [5, null, null],
  ])('from %s, before %s', (now, before, change) => {
    expect(relativeChange(now, before)).toBe(change)
  })

  test('works for sums too large for a number', () => {
    const big = 9_007_199_254_740_993n
    expect(changeIn('revenue', { revenue: big * 3n }, { revenue: big * 2n }, dollars)).toBe(0.5)
    expect(changeIn('return_on_ad_spend', { revenue: big, cost: 1n }, { revenue: big, cost: 2n }, dollars)).toBe(1)
    expect(changeIn('clicks', { clicks: 1n }, { clicks: 0n }, dollars)).toBeNull()
    expect(changeIn('clicks', { clicks: 1n }, undefined, dollars)).toBeNull()
    expect(changeIn('cost_per_click', { cost: 1n, clicks: 0n }, { cost: 1n, clicks: 1n }, dollars)).toBeNull()
  })
})

describe('several currencies', () => {
  // One dollar is 0.8 euros or 160 yen, so 8 euros and 1,600 yen are 10 dollars each.
  const rates = ratesFrom('USD', new Map(Object.entries({ USD: '1', EUR: '0.80000000', JPY: '160' })))
  const parts = new Map([
    ['USD', { cost: 5_000_000n, revenue: 30_000_000n, clicks: 10n }],
    ['EUR', { cost: 8_000_000n, revenue: 16_000_000n, clicks: 4n }],
    ['JPY', { cost: 1_600_000_000n, revenue: 3_200_000_000n, clicks: 11n }],
  ])

  test('are added up in the requested one, then divided', () => {
    const sums = convertSums(rates, ['cost', 'revenue', 'clicks'], parts)
    expect(
      ['cost', 'revenue', 'clicks', 'cost_per_click', 'return_on_ad_spend'].map((id) => wireValue(metricById(id), sums, rates)),
    ).toEqual(['25', '70', 25, '1', 2.8])
  })

  test('lose nothing to rounding: three thirds of a micro are one', () => {
    const third = ratesFrom('USD', new Map(Object.entries({ USD: '1', EUR: '3', JPY: '3' })))
    const tiny = (cost: bigint) =>
      new Map([
        ['EUR', { cost }],
        ['JPY', { cost: 1n }],
      ])
    expect(wireValue(metricById('cost'), convertSums(third, ['cost'], tiny(2n)), third)).toBe('0.000001')
    expect(wireValue(metricById('cost'), convertSums(third, ['cost'], new Map([['EUR', { cost: 1n }]])), third)).toBe('0')
  })

  test('without an exchange rate are not zero', () => {
    expect(() => convertSums(rates, ['cost'], new Map([['GBP', { cost: 1n }]]))).toThrow('GBP')
  })
})

test('each column is summed once', () => {
  expect(columnsFor(['return_on_ad_spend', 'cost', 'cost_per_click'])).toEqual(['revenue', 'cost', 'clicks'])
  expect(() => columnsFor(['nonsense'])).toThrow('nonsense')
})

test.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [5n, -2n, -2n],
  [8n, 3n, 3n],
  [7n, 3n, 2n],
  [0n, 3n, 0n],
])('%d / %d is about %d', (above, below, whole) => {
  expect(halfEven(above, below)).toBe(whole)
})

test('a quotient is the nearest number, however long its parts', () => {
  expect(numberOf(1n, 3n)).toBe(1 / 3)
  expect(numberOf(-2n, 3n)).toBe(-2 / 3)
  expect(numberOf(10n ** 40n, 10n ** 40n * 8n)).toBe(0.125)
  expect(numberOf(12n, 4n)).toBe(3)
})
