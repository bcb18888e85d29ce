import { addDays, daysIn, detailDays } from '../../../src/contract/dates/date-ranges.ts'
import { SeededRandom, splitByWeight } from '../delivery/chance.ts'
import { countColumns, saleKinds } from '../reports/facts.ts'
import type { SeedClient } from './clients.ts'

/** An ad group with the parameters of its facts. */
export interface SeedAdGroup {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly channel: string
  readonly device: string
  readonly currency_code: string
  readonly perUsd: number
  /** The smallest currency unit, in micros. */
  readonly step: number
  readonly zone: string
  readonly from: string
  readonly to: string
  /** Impressions of a usual day, and the rates that follow from them. */
  readonly size: number
  readonly clickRate: number
  readonly costPerClick: number
  readonly returnOnSpend: number
  readonly entities: readonly number[]
}
/** The clock of an ad group's time zone. */
export interface LocalClock {
  /** The current day and hour. The current hour is not counted yet. */
  readonly day: string
  readonly hour: number
  /** How often each hour occurs on a day; 0 or 2 when clocks change. */
  hoursOf(day: string): readonly number[]
}

type Kind = (typeof saleKinds)[number]
type Column = 'impressions' | 'clicks' | 'cost' | `${Kind}${'revenue' | 'transactions' | 'units'}`
/** Money is in micros. */
type Counts = Record<Column, number>
/** Each column, split into parts. */
type Parts = Record<Column, readonly number[]>

const hourWeights = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 9, 8, 8, 8, 9, 11, 13, 13, 11, 7, 3]
const launchDays = 7
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** A day's performance factor: season, weekday, growth, launch and outage. */
function performanceOf(client: SeedClient, day: string, daysAgo: number, age: number) {
  const season = client.year[Number(day.slice(5, 7)) - 1] ?? 1
  const week = client.week[weekdayOf(day)] ?? 1
  const { from, days, left } = client.dip
  const isDip = daysAgo <= from && daysAgo > from - days
  return season * week * (1 - daysAgo * 0.0007) * (age < launchDays ? 1.6 : 1) * (isDip ? left : 1)
}

/** Sales of one kind, with an average basket each. */
function salesOf(kind: Kind, expected: number, client: SeedClient, group: SeedAdGroup, chance: SeededRandom) {
  const transactions = chance.near(expected * chance.between(0.85, 1.15))
  const amount = transactions * client.basket * chance.between(0.9, 1.12) * group.perUsd * 1_000_000
  return {
    [`${kind}transactions`]: transactions,
    [`${kind}revenue`]: Math.round(amount / group.step) * group.step,
    [`${kind}units`]: transactions + chance.near(transactions * chance.between(0.1, 0.5)),
  }
}

/** The counts of one ad group on one day. */
function countsOf(client: SeedClient, group: SeedAdGroup, mood: number, chance: SeededRandom): Counts {
  const impressions = Math.round(group.size * mood * chance.between(0.85, 1.15))
  const clicks = chance.near(impressions * group.clickRate * chance.between(0.9, 1.1))
  const cost = Math.round(clicks * group.costPerClick * chance.between(0.93, 1.07) * group.perUsd * 1_000_000)
  const expected = (clicks * group.costPerClick * group.returnOnSpend) / client.basket
  return {
    impressions,
    clicks,
    cost,
    ...salesOf('', expected, client, group, chance),
    ...salesOf('exposed_', expected * 0.35, client, group, chance),
    ...salesOf('halo_', expected * 0.22, client, group, chance),
  } as Counts // the compiler widens computed keys to text; the spreads add the nine missing columns
}

/** Splits a day by hour or by entity. The parts add up, and clicks, cost and sales occur only where there is a cause for them. */
function partsOf(whole: Counts, weights: readonly number[], step: number, chance: SeededRandom): Parts {
  const impressions = splitByWeight(whole.impressions, weights, chance)
  const clicks = splitByWeight(whole.clicks, impressions, chance)
  const parts: Partial<Record<Column, readonly number[]>> = { impressions, clicks, cost: splitByWeight(whole.cost, clicks, chance) }
  for (const kind of saleKinds) {
    const transactions = splitByWeight(whole[`${kind}transactions`], kind === 'exposed_' ? impressions : clicks, chance)
    const more = splitByWeight(whole[`${kind}units`] - whole[`${kind}transactions`], transactions, chance)
    parts[`${kind}transactions`] = transactions
    parts[`${kind}revenue`] = splitByWeight(whole[`${kind}revenue`] / step, transactions, chance).map((steps) => steps * step)
    parts[`${kind}units`] = transactions.map((count, index) => count + (more[index] ?? 0))
  }
  return parts as Parts // every column is set above
}

/** The sum of a day's first hours. */
const upTo = (counts: Counts, parts: Parts, hour: number) =>
  Object.fromEntries(
    Object.keys(counts).map((name) => [name, parts[name as Column].slice(0, hour).reduce((sum, part) => sum + part, 0)]), // its columns
  ) as Counts // the same keys

/** Facts as one array per column. */
export interface FactColumns {
  readonly day: string[]
  /** The entity ID in daily facts, the hour in hourly facts. */
  readonly entityIdOrHour: (number | null)[]
  readonly counts: Record<Column, number[]>
}
export interface Delivered {
  readonly daily: FactColumns
  readonly hours: FactColumns
}

const noFacts = (): FactColumns => ({
  day: [],
  entityIdOrHour: [],
  counts: Object.fromEntries(countColumns.map((name) => [name, []])) as unknown as FactColumns['counts'], // countColumns has every column
})

function addFact(to: FactColumns, day: string, entityIdOrHour: number | null, parts: Parts, index: number) {
  if (!parts.impressions[index]) return
  to.day.push(day)
  to.entityIdOrHour.push(entityIdOrHour)
  for (const name of countColumns) to.counts[name].push(parts[name][index] ?? 0)
}

/** One day of an ad group, by hour and by entity within their retention. Today has only completed hours. */
function addDay({ daily, hours }: Delivered, client: SeedClient, group: SeedAdGroup, day: string, now: LocalClock, chance: SeededRandom) {
  const daysAgo = daysIn({ start_date: day, end_date: now.day }) - 1
  const age = daysIn({ start_date: group.from, end_date: day }) - 1
  const whole = countsOf(client, group, performanceOf(client, day, daysAgo, age), chance)
  let counts = whole
  if (daysAgo <= detailDays.hourly) {
    const times = now.hoursOf(day)
    const weights = hourWeights.map((weight, hour) => weight * (times[hour] ?? 1) * chance.between(0.7, 1.3))
    const parts = partsOf(whole, weights, group.step, chance)
    const over = daysAgo === 0 ? now.hour : weights.length
    if (daysAgo === 0) counts = upTo(whole, parts, over)
    for (let hour = 0; hour < over; hour++) addFact(hours, day, hour, parts, hour)
  }
  const isByEntity = daysAgo <= detailDays.byEntity
  const entities = isByEntity ? group.entities : [null]
  const weights = entities.map(() => chance.between(0.4, 1.6))
  const parts = partsOf(counts, weights, group.step, chance)
  entities.forEach((entity, index) => {
    addFact(daily, day, entity, parts, index)
  })
}

/** All facts of one ad group, from its first day to its last, or to the current hour. */
export function factsOf(client: SeedClient, group: SeedAdGroup, now: LocalClock): Delivered {
  const chance = new SeededRandom(`facts ${group.ad_group_id}`)
  const facts: Delivered = { daily: noFacts(), hours: noFacts() }
  for (let day = group.from; day <= group.to && day <= now.day; day = addDays(day, 1)) addDay(facts, client, group, day, now, chance)
  return facts
}
