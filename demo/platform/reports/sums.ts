import { columnsOf, type Metric, metricOf } from '../../../src/contract/reports/metrics.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { MetricValues } from '../../../src/contract/reports/trends.ts'
import { type Rates, missingAmountsRateError } from '../money/rates.ts'

/** Exact sums by column. Money is in parts of a micro, see `Rates.parts`. */
export type Sums = Record<string, bigint>
/** Unconverted sums by currency. */
export type CurrencySums = ReadonlyMap<string, Sums>

/** True for a column with money. */
export const isMoney = (column: string) => metricOf(column)?.format === 'money'

/** Divides and rounds half to even. */
export function halfEven(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const size = numerator < 0n ? -numerator : numerator
  const divisor = denominator < 0n ? -denominator : denominator
  const quotient = size / divisor
  const doubleRemainder = (size % divisor) * 2n
  const rounded = doubleRemainder > divisor || (doubleRemainder === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient
  return isNegative ? -rounded : rounded
}

const digits = 25
const shift = 10n ** BigInt(digits)
/** The quotient as a floating point number. */
export const numberOf = (numerator: bigint, denominator: bigint): number =>
  numerator % denominator === 0n ? Number(numerator / denominator) : Number(`${halfEven(numerator * shift, denominator)}e-${digits}`)

/** Converts each currency and adds them up. */
export function convertSums(rates: Rates, columns: readonly string[], byCurrency: CurrencySums): Sums {
  const total: Sums = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const [code, sums] of byCurrency) {
    const weight = rates.weights.get(code)
    if (weight === undefined && columns.some((column) => isMoney(column) && sums[column])) throw missingAmountsRateError([code])
    for (const column of columns) total[column] = (total[column] ?? 0n) + (sums[column] ?? 0n) * (isMoney(column) ? (weight ?? 0n) : 1n)
  }
  return total
}

/** Columns of the facts that the metrics need, without duplicates. */
export const columnsFor = (metrics: readonly string[]) => [...new Set(metrics.flatMap((id) => columnsOf(metricById(id))))]

/** The metric with this id. The contract has validated the id. */
export function metricById(id: string): Metric {
  const metric = metricOf(id)
  if (!metric) throw new Error(`Unknown metric ${id}`)
  return metric
}

/** A metric as numerator and denominator, money in currency units. Null if the denominator is 0. */
export function fractionOf(metric: Metric, sums: Sums, rates: Rates): readonly [bigint, bigint] | null {
  const perUnit = (column: string) => (isMoney(column) ? rates.parts * 1_000_000n : 1n)
  if (!metric.over) return [sums[metric.id] ?? 0n, perUnit(metric.id)]
  const [above, divisor] = metric.over
  const denominator = (sums[divisor] ?? 0n) * perUnit(above)
  return denominator === 0n ? null : [(sums[above] ?? 0n) * perUnit(divisor) * BigInt(metric.times ?? 1), denominator]
}

/** A metric in the API's format. Money has six decimals, so that parts add up to their total. */
export function wireValue(metric: Metric, sums: Sums, rates: Rates): string | number | null {
  const fraction = fractionOf(metric, sums, rates)
  if (fraction === null) return null
  const [numerator, denominator] = fraction
  return metric.format === 'money' ? decimalOf(halfEven(numerator * 1_000_000n, denominator)) : numberOf(numerator, denominator)
}

/** Values of the metrics. Ratios use `sums`, other metrics `shown`. */
export const wireValues = (metrics: readonly string[], sums: Sums, rates: Rates, shown: Sums = sums): MetricValues =>
  Object.fromEntries(metrics.map((id) => [id, wireValue(metricById(id), metricById(id).over ? sums : shown, rates)]))

/** Relative change against the compared period. Null if that period has no value, or 0. */
export function changeIn(id: string, current: Sums, before: Sums | undefined, rates: Rates): number | null {
  const after = fractionOf(metricById(id), current, rates)
  const compared = before ? fractionOf(metricById(id), before, rates) : null
  if (!after || !compared || compared[0] === 0n) return null
  return numberOf(after[0] * compared[1] - compared[0] * after[1], compared[0] * after[1])
}
