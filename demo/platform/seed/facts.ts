import { addDays, daysIn, detailDays } from '../../../src/contract/date-ranges.ts'
import { Chance, split } from './chance.ts'
import type { SeedClient } from './clients.ts'
import { hoursOf } from './local-time.ts'

/** An ad group as the facts see it. */
export interface Delivering {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly channel: string
  readonly device: string
  readonly currency_code: string
  readonly perUsd: number
  /** The smallest amount that a sale can differ by, in micros. */
  readonly step: number
  readonly zone: string
  readonly from: string
  readonly to: string
  /** Impressions of a usual day, and what becomes of them. */
  readonly size: number
  readonly clickRate: number
  readonly costPerClick: number
  readonly returnOnSpend: number
  readonly entities: readonly number[]
}
/** The day and hour that it is where the ad group delivers; what is under way is not counted yet. */
export interface LocalNow {
  readonly day: string
  readonly hour: number
}
type Row = Record<string, string | number | null>

interface Attributed {
  revenue: number
  transactions: number
  units: number
}
/** Money in micros. */
interface Counts {
  impressions: number
  clicks: number
  cost: number
  direct: Attributed
  exposed: Attributed
  halo: Attributed
}

const columnsOf = ({ impressions, clicks, cost, direct, exposed, halo }: Counts) => ({
  impressions,
  clicks,
  cost,
  ...direct,
  exposed_revenue: exposed.revenue,
  exposed_transactions: exposed.transactions,
  exposed_units: exposed.units,
  halo_revenue: halo.revenue,
  halo_transactions: halo.transactions,
  halo_units: halo.units,
})

const hourWeights = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 9, 8, 8, 8, 9, 11, 13, 13, 11, 7, 3]
const launchDays = 7
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** How well a day goes: its season, its weekday, the growth of the house, a launch, and the dip that somebody can explain. */
function moodOf(client: SeedClient, day: string, daysAgo: number, age: number) {
  const season = client.year[Number(day.slice(5, 7)) - 1] ?? 1
  const week = client.week[weekdayOf(day)] ?? 1
  const { from, days, left } = client.dip
  const isDip = daysAgo <= from && daysAgo > from - days
  return season * week * (1 - daysAgo * 0.0007) * (age < launchDays ? 1.6 : 1) * (isDip ? left : 1)
}

/** Sales of some number, each about a basket. */
function sales(transactions: number, client: SeedClient, group: Delivering, chance: Chance): Attributed {
  const amount = transactions * client.basket * chance.between(0.9, 1.12) * group.perUsd * 1_000_000
  return {
    transactions,
    revenue: Math.round(amount / group.step) * group.step,
    units: transactions + chance.near(transactions * chance.between(0.1, 0.5)),
  }
}

/** One day of one ad group. */
function countsOf(client: SeedClient, group: Delivering, mood: number, chance: Chance): Counts {
  const impressions = Math.round(group.size * mood * chance.between(0.85, 1.15))
  const clicks = chance.near(impressions * group.clickRate * chance.between(0.9, 1.1))
  const cost = Math.round(clicks * group.costPerClick * chance.between(0.93, 1.07) * group.perUsd * 1_000_000)
  const expected = (clicks * group.costPerClick * group.returnOnSpend) / client.basket
  const sold = (share: number) => sales(chance.near(expected * share * chance.between(0.85, 1.15)), client, group, chance)
  return { impressions, clicks, cost, direct: sold(1), exposed: sold(0.35), halo: sold(0.22) }
}

/** Sales fall where they can: money and units only where something was sold. */
function splitSales(whole: Attributed, weights: readonly number[], step: number, chance: Chance): Attributed[] {
  const transactions = split(whole.transactions, weights, chance)
  const revenue = split(whole.revenue / step, transactions, chance)
  const more = split(whole.units - whole.transactions, transactions, chance)
  return transactions.map((count, index) => ({
    transactions: count,
    revenue: (revenue[index] ?? 0) * step,
    units: count + (more[index] ?? 0),
  }))
}

/** Parts of a day, by hour or by entity; every column of theirs adds up to the day's. */
function splitCounts(whole: Counts, weights: readonly number[], step: number, chance: Chance): Counts[] {
  const impressions = split(whole.impressions, weights, chance)
  const clicks = split(whole.clicks, impressions, chance)
  const cost = split(whole.cost, clicks, chance)
  const [direct, exposed, halo] = [
    splitSales(whole.direct, clicks, step, chance),
    splitSales(whole.exposed, impressions, step, chance),
    splitSales(whole.halo, clicks, step, chance),
  ]
  const none = { transactions: 0, revenue: 0, units: 0 }
  return weights.map((_, index) => ({
    impressions: impressions[index] ?? 0,
    clicks: clicks[index] ?? 0,
    cost: cost[index] ?? 0,
    direct: direct[index] ?? none,
    exposed: exposed[index] ?? none,
    halo: halo[index] ?? none,
  }))
}

const addSales = (one: Attributed, other: Attributed): Attributed => ({
  revenue: one.revenue + other.revenue,
  transactions: one.transactions + other.transactions,
  units: one.units + other.units,
})
const add = (one: Counts, other: Counts): Counts => ({
  impressions: one.impressions + other.impressions,
  clicks: one.clicks + other.clicks,
  cost: one.cost + other.cost,
  direct: addSales(one.direct, other.direct),
  exposed: addSales(one.exposed, other.exposed),
  halo: addSales(one.halo, other.halo),
})

interface Delivered {
  readonly daily: Row[]
  readonly hours: Row[]
}

/** One day of an ad group: by hour and by entity while they are kept; of today, the hours that are over. */
function dayOf(client: SeedClient, group: Delivering, day: string, now: LocalNow, chance: Chance): Delivered {
  const { member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code } = group
  const at = { member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day }
  const daysAgo = daysIn({ start_date: day, end_date: now.day }) - 1
  const age = daysIn({ start_date: group.from, end_date: day }) - 1
  let counts = countsOf(client, group, moodOf(client, day, daysAgo, age), chance)
  let hours: Row[] = []
  if (daysAgo <= detailDays.hourly) {
    const times = hoursOf(day, group.zone)
    const weights = hourWeights.map((weight, hour) => weight * (times[hour] ?? 1) * chance.between(0.7, 1.3))
    const all = splitCounts(counts, weights, group.step, chance)
    const over = daysAgo === 0 ? all.slice(0, now.hour) : all
    const [first, ...rest] = over
    if (!first) return { daily: [], hours: [] }
    if (daysAgo === 0) counts = rest.reduce(add, first)
    hours = over.map((part, hour) => ({ ...at, hour, ...columnsOf(part) })).filter(({ impressions }) => impressions > 0)
  }
  if (daysAgo > detailDays.byEntity) return { daily: [{ ...at, entity_id: null, ...columnsOf(counts) }], hours }
  const weights = group.entities.map(() => chance.between(0.4, 1.6))
  const parts = splitCounts(counts, weights, group.step, chance)
  const daily = parts.map((part, index) => ({ ...at, entity_id: group.entities[index] ?? null, ...columnsOf(part) }))
  return { daily: daily.filter(({ impressions }) => impressions > 0), hours }
}

/** Every fact of one ad group, from its first day to its last, or to this hour. */
export function factsOf(client: SeedClient, group: Delivering, now: LocalNow): Delivered {
  const chance = new Chance(`facts ${group.ad_group_id}`)
  const last = group.to < now.day ? group.to : now.day
  const days: Delivered[] = []
  for (let day = group.from; day <= last; day = addDays(day, 1)) days.push(dayOf(client, group, day, now, chance))
  return { daily: days.flatMap(({ daily }) => daily), hours: days.flatMap(({ hours }) => hours) }
}
