import { columnsOf, type Metric, metricOf } from '../../../src/contract/reports/metrics.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { MetricValues } from '../../../src/contract/reports/trends.ts'
import { type Rates, refuseAmounts } from '../money/rates.ts'

/** Sums by column, exact: counts as they are, money in parts of a micro as the rates say. */
export type Sums = Record<string, bigint>
/** Sums by currency, as they come from the facts. */
export type CurrencySums = ReadonlyMap<string, Sums>

/** Whether a column holds money. */
export const isMoney = (column: string) => metricOf(column)?.format === 'money'

/** A quotient as a whole number, halves to even. */
export function halfEven(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const [size, below] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const [whole, twice] = [size / below, (size % below) * 2n]
  const rounded = twice > below || (twice === below && whole % 2n === 1n) ? whole + 1n : whole
  return isNegative ? -rounded : rounded
}

const digits = 25
const shift = 10n ** BigInt(digits)
/** A quotient as the nearest number. */
export const numberOf = (numerator: bigint, denominator: bigint): number =>
  numerator % denominator === 0n ? Number(numerator / denominator) : Number(`${halfEven(numerator * shift, denominator)}e-${digits}`)

/** Adds the currencies up, each by its weight. */
export function weighed(rates: Rates, columns: readonly string[], byCurrency: CurrencySums): Sums {
  const total: Sums = Object.fromEntries(columns.map((column) => [column, 0n]))
  for (const [code, sums] of byCurrency) {
    const weight = rates.weights.get(code)
    if (weight === undefined && columns.some((column) => isMoney(column) && sums[column])) throw refuseAmounts([code])
    for (const column of columns) total[column] = (total[column] ?? 0n) + (sums[column] ?? 0n) * (isMoney(column) ? (weight ?? 0n) : 1n)
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

/** A metric as a fraction, money in units; nothing where its denominator is nothing. */
export function fractionOf(metric: Metric, sums: Sums, rates: Rates): readonly [bigint, bigint] | null {
  const perUnit = (column: string) => (isMoney(column) ? rates.parts * 1_000_000n : 1n)
  if (!metric.over) return [sums[metric.id] ?? 0n, perUnit(metric.id)]
  const [above, below] = metric.over
  const denominator = (sums[below] ?? 0n) * perUnit(above)
  return denominator === 0n ? null : [(sums[above] ?? 0n) * perUnit(below) * BigInt(metric.times ?? 1), denominator]
}

/** A metric as it goes over the wire: money to the micro, so that parts add up to their whole. */
export function wireValue(metric: Metric, sums: Sums, rates: Rates): string | number | null {
  const fraction = fractionOf(metric, sums, rates)
  if (fraction === null) return null
  const [numerator, denominator] = fraction
  return metric.format === 'money' ? decimalOf(halfEven(numerator * 1_000_000n, denominator)) : numberOf(numerator, denominator)
}

/** Every metric that was asked for; sums may be shown otherwise than ratios are made of them. */
export const wireValues = (metrics: readonly string[], sums: Sums, rates: Rates, shown: Sums = sums): MetricValues =>
  Object.fromEntries(metrics.map((id) => [id, wireValue(known(id), known(id).over ? sums : shown, rates)]))

/** The change against the period before; nothing where there was nothing before. */
export function changeIn(id: string, now: Sums, before: Sums | undefined, rates: Rates): number | null {
  const [after, was] = [fractionOf(known(id), now, rates), before ? fractionOf(known(id), before, rates) : null]
  if (!after || !was || was[0] === 0n) return null
  return numberOf(after[0] * was[1] - was[0] * after[1], was[0] * after[1])
}
