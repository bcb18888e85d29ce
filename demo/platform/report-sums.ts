import { changeOf, columnsOf, type Metric, metricOf, quotient } from '../../src/contract/metrics.ts'
import { decimalOf } from '../../src/contract/money.ts'
import type { MetricValues } from '../../src/contract/reports.ts'
import type { Frame } from './report-frame.ts'

/** Sums by column, exact; money in micros of the asked currency. */
export type Sums = Record<string, bigint>
/** Sums by currency, as they come from the facts. */
export type CurrencySums = ReadonlyMap<string, Sums>

const scale = 10n ** 8n
const digitsOf = (decimal: string) => {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole) * scale + BigInt(part.padEnd(8, '0').slice(0, 8))
}

/** Whether a column holds money. */
export const isMoney = (column: string) => metricOf(column)?.format === 'money'

const divideRounded = (numerator: bigint, denominator: bigint) => {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (size * 2n + denominator) / (denominator * 2n)
  return numerator < 0n ? -rounded : rounded
}

/** Adds the currencies up in the asked one, each converted once. */
export function inCurrency(frame: Frame, columns: readonly string[], parts: CurrencySums): Sums {
  const total: Sums = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const [code, sums] of parts) {
    const rate = code === frame.currency.currency_code ? undefined : frame.rates.get(code)
    for (const column of columns) {
      const value = sums[column] ?? 0n
      const converted = rate && isMoney(column) ? divideRounded(value * digitsOf(rate.to), digitsOf(rate.from)) : value
      total[column] = (total[column] ?? 0n) + converted
    }
  }
  return total
}

/** The columns that some metrics need, each once. */
export const columnsFor = (metrics: readonly string[]) => [...new Set(metrics.flatMap((id) => columnsOf(known(id))))]

/** A metric of the registry; the contract has refused any other. */
export function known(id: string): Metric {
  const metric = metricOf(id)
  if (!metric) throw new Error(`There is no metric ${id}`)
  return metric
}

/** A metric as a number in units, for changes and order. */
export function numberOf(metric: Metric, sums: Sums): number | null {
  const unit = (column: string) => (isMoney(column) ? Number(sums[column] ?? 0n) / 1e6 : Number(sums[column] ?? 0n))
  return metric.over ? quotient(unit(metric.over[0]), unit(metric.over[1]), metric.times) : unit(metric.id)
}

/** A metric as it goes over the wire. */
export function wireValue(metric: Metric, sums: Sums): string | number | null {
  if (metric.format !== 'money') return numberOf(metric, sums)
  if (!metric.over) return decimalOf(sums[metric.id] ?? 0n)
  const [numerator, denominator] = metric.over
  const below = sums[denominator] ?? 0n
  return below === 0n ? null : decimalOf(divideRounded((sums[numerator] ?? 0n) * BigInt(metric.times ?? 1), below))
}

/** Every metric that was asked for. */
export const wireValues = (metrics: readonly string[], sums: Sums): MetricValues =>
  Object.fromEntries(metrics.map((id) => [id, wireValue(known(id), sums)]))

/** The change against the period before. */
export const changeIn = (id: string, now: Sums, before: Sums | undefined) =>
  before && changeOf(numberOf(known(id), now), numberOf(known(id), before))
