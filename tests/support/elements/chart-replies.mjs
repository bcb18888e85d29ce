const days = { start_date: '2025-10-01', end_date: '2025-10-30' }
const before = { start_date: '2025-09-01', end_date: '2025-09-30' }
const dayAt = (index) => `2025-10-${String(index + 1).padStart(2, '0')}`
const valuesOf = (metrics) => Object.fromEntries(metrics.map((id) => [id, id === 'cost' || id === 'revenue' ? '116944.65' : 3.25]))

/** The replies to the two requests of a chart, so that a test can measure a finished one. Journeys test the real replies. */
export function chartReply(path, { metrics, compare = 'none' }) {
  const isCompared = compare !== 'none'
  const head = {
    currency_code: 'USD',
    currency_symbol: '$',
    currency_digits: 2,
    rates_of: null,
    settled_through: dayAt(27),
    entities_since: null,
    time_zones: ['UTC'],
    ...days,
    before: isCompared ? before : null,
  }
  const buckets = Array.from({ length: 30 }, (_, index) => ({
    start: dayAt(index),
    metrics: valuesOf(metrics),
    before: isCompared ? { start: dayAt(index).replace('-10-', '-09-'), metrics: valuesOf(metrics) } : null,
    settled: index < 28,
  }))
  const kpis = metrics.map((metric) => ({
    metric,
    total: valuesOf([metric])[metric],
    before: isCompared ? valuesOf([metric])[metric] : null,
    percentage: isCompared ? 0.125 : null,
  }))
  const result = path.endsWith('/trend') ? { ...head, granularity: 'day', buckets } : { ...head, kpis }
  return { status: 'success', result }
}
