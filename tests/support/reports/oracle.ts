import type { Filter, Sort } from '../../../src/contract/list.ts'
import { isAmount, expectedRatios, expectedSums } from './expected-metrics.ts'
import type { Fact, ReportWorld } from './facts.ts'

/** A number as a numerator and a denominator, so that only the final result is rounded. */
export type Fraction = readonly [above: bigint, below: bigint]
export type Value = string | number | null

const money = /cost$|revenue$/
const positive = ([above, below]: Fraction): Fraction => (below < 0n ? [-above, -below] : [above, below])
export const compare = (one: Fraction, other: Fraction) => {
  const far = positive(one)[0] * positive(other)[1] - positive(other)[0] * positive(one)[1]
  return far > 0n ? 1 : far < 0n ? -1 : 0
}
export const plus = (one: Fraction, other: Fraction): Fraction => [one[0] * other[1] + other[0] * one[1], one[1] * other[1]]

/** A decimal as a fraction. */
export const fractionOf = (decimal: string | number): Fraction => {
  const text = typeof decimal === 'number' ? decimal.toFixed(12) : decimal
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + part)
  return [text.startsWith('-') ? -size : size, 10n ** BigInt(part.length)]
}

/** The nearest integer; ties go to the even one. */
export function nearest(fraction: Fraction): bigint {
  const [above, below] = positive(fraction)
  let floor = above / below
  if (above % below < 0n) floor -= 1n
  const over = (above - floor * below) * 2n - below
  return over > 0n || (over === 0n && floor % 2n !== 0n) ? floor + 1n : floor
}

/** The value of a fraction, rounded at 30 decimal digits. */
export const number = (fraction: Fraction) => Number(nearest([fraction[0] * 10n ** 30n, fraction[1]])) / 1e30

/** Micros as the API writes amounts. */
export function written(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/0+$/, '').replace(/\.$/, '')
  return micros < 0n ? `-${text}` : text
}

/** Whether a text matches an ILIKE value: it contains the value, or begins and ends with it on the sides without a %. */
function isLike(text: string, value: string): boolean {
  const isOpenAtStart = value.startsWith('%')
  const isOpenAtEnd = value.length > 1 && value.endsWith('%')
  if (!isOpenAtStart && !isOpenAtEnd) return text.includes(value)
  const part = value.slice(isOpenAtStart ? 1 : 0, isOpenAtEnd ? -1 : undefined)
  if (isOpenAtStart && isOpenAtEnd) return text.includes(part)
  return isOpenAtStart ? text.endsWith(part) : text.startsWith(part)
}

/** Computes results from raw facts, independently of the platform's statements. */
export class Oracle {
  constructor(
    readonly world: ReportWorld,
    readonly target: string,
    readonly rateDay: string,
  ) {}

  #perUsd(code: string): Fraction {
    const known = this.world.rates.filter(({ currency_code, day }) => currency_code === code && day <= this.rateDay)
    return fractionOf(known.sort((one, other) => (one.day < other.day ? 1 : -1))[0]?.per_usd ?? '')
  }

  /** The sum of one column; amounts in units of the target currency, exact. */
  sum(rows: readonly Fact[], column: string): Fraction {
    if (!money.test(column)) return [rows.reduce((all, row) => all + BigInt(row[column] ?? 0), 0n), 1n]
    let total: Fraction = [0n, 1n]
    for (const code of new Set(rows.map((row) => String(row.currency_code)))) {
      const own = rows.filter((row) => row.currency_code === code).reduce((all, row) => all + BigInt(row[column] ?? 0), 0n)
      const [to, from] =
        code === this.target
          ? ([
              [1n, 1n],
              [1n, 1n],
            ] as const)
          : [this.#perUsd(this.target), this.#perUsd(code)]
      total = plus(total, [own * to[0] * from[1], to[1] * from[0] * 1_000_000n])
    }
    return total
  }

  /** A metric of some facts; null when the divisor is zero. */
  metric(rows: readonly Fact[], id: string): Fraction | null {
    const [over, under, times = 1n] = expectedRatios[id] ?? []
    if (!over || !under) {
      if (!expectedSums.includes(id)) throw new Error(`The oracle does not know ${id}`)
      return this.sum(rows, id)
    }
    const above = this.sum(rows, over)
    const below = this.sum(rows, under)
    return below[0] === 0n ? null : [above[0] * below[1] * times, above[1] * below[0]]
  }

  /** The value of a dimension for a fact. */
  dimension(row: Fact, id: string): Value {
    const { advertisers, campaigns, ad_groups, entities } = this.world.tables
    const find = (table: readonly Fact[], key: string, column: string) => table.find((one) => one[key] === row[key])?.[column] ?? null
    const day = String(row.day)
    const monday = () => {
      const at = new Date(`${day}T12:00:00Z`)
      at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
      return at.toISOString().slice(0, 10)
    }
    const values: Record<string, () => Value> = {
      advertiser_name: () => find(advertisers, 'advertiser_id', 'name'),
      campaign_name: () => find(campaigns, 'campaign_id', 'name'),
      campaign_status: () => find(campaigns, 'campaign_id', 'status'),
      ad_group_name: () => find(ad_groups, 'ad_group_id', 'name'),
      entity_name: () => find(entities, 'entity_id', 'name'),
      hour: () => `${day}T${String(row.hour).padStart(2, '0')}`,
      week: monday,
      month: () => `${day.slice(0, 7)}-01`,
    }
    return values[id]?.() ?? row[id] ?? null
  }

  /** Whether a fact passes a filter on a dimension. */
  passes(row: Fact, filter: Filter): boolean {
    const value = this.dimension(row, filter.field)
    if (filter.operation === 'IS NULL') return value === null
    if (filter.operation === '!=') return value !== filter.value
    if (value === null) return false
    if (filter.operation === 'ILIKE') return isLike(String(value).toLowerCase(), filter.value.toLowerCase())
    if (filter.operation === 'IN') return filter.value.includes(value)
    if (filter.operation === 'BETWEEN') return value >= (filter.value[0] ?? '') && value <= (filter.value[1] ?? '')
    return filter.operation === '=' ? value === filter.value : value > filter.value
  }

  /** Whether a group passes a filter on a metric. */
  keeps(rows: readonly Fact[], filter: Filter): boolean {
    const value = this.metric(rows, filter.field)
    if (filter.operation === 'IS NULL') return value === null
    const far = (other: unknown) => (value === null ? Number.NaN : compare(value, fractionOf(other as string | number))) // metric filters compare numbers
    if (filter.operation === 'IN') return filter.value.some((other) => far(other) === 0)
    if (filter.operation === 'BETWEEN') return far(filter.value[0]) >= 0 && far(filter.value[1]) <= 0
    if (filter.operation === '!=') return far(filter.value) !== 0
    return filter.operation === '=' ? far(filter.value) === 0 : far(filter.value) > 0
  }

  /** Sorts groups: missing values last in either direction, ties by their dimensions. */
  inOrder<G extends { key: Record<string, Value>; rows: readonly Fact[] }>(
    groups: readonly G[],
    sort: readonly Sort[],
    dimensions: readonly string[],
  ): G[] {
    const isMetric = (id: string) => expectedSums.includes(id) || expectedRatios[id] !== undefined
    const fields = [...sort, ...dimensions.map((field) => ({ field, order: 'asc' as const }))]
    const sign = (one: G, other: G, { field, order }: Sort): number => {
      const [a, b] = [one, other].map(({ key, rows }) => (isMetric(field) ? this.metric(rows, field) : (key[field] ?? null)))
      if (a === null || b === null || a === undefined || b === undefined) return Number(a === null) - Number(b === null)
      const far = Array.isArray(a) ? compare(a as unknown as Fraction, b as unknown as Fraction) : a < b ? -1 : a > b ? 1 : 0 // both are metrics then
      return order === 'desc' ? -far : far
    }
    return groups.toSorted((one, other) => fields.map((field) => sign(one, other, field)).find((far) => far !== 0) ?? 0)
  }

  /** The value of a metric in the API. */
  wire(rows: readonly Fact[], id: string): Value {
    const value = this.metric(rows, id)
    if (value === null) return null
    return isAmount(id) ? written(nearest([value[0] * 1_000_000n, value[1]])) : number(value)
  }
}
