import { addDays, detailDays } from '../../../src/contract/date-ranges.ts'
import { Chance, split } from './chance.ts'
import type { SeedClient } from './clients.ts'

/** An ad group as the facts see it. */
export interface Delivering {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly channel: string
  readonly currency_code: string
  readonly perUsd: number
  readonly from: string
  readonly to: string
  readonly size: number
  readonly entities: readonly number[]
}
type Row = Record<string, string | number | null>

const numbers = [
  'impressions',
  'clicks',
  'cost',
  'revenue',
  'transactions',
  'units',
  'exposed_revenue',
  'exposed_transactions',
  'exposed_units',
  'halo_revenue',
  'halo_transactions',
  'halo_units',
] as const
type Counts = Record<(typeof numbers)[number], number>

const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
const hourly = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 9, 8, 8, 8, 9, 11, 13, 13, 11, 7, 3]

/** How well a day goes: its season, its weekday, the growth of the house, and the dip that somebody can explain. */
function moodOf(client: SeedClient, day: string, daysAgo: number) {
  const season = client.year[Number(day.slice(5, 7)) - 1] ?? 1
  const week = client.week[weekdayOf(day)] ?? 1
  const growth = 1 - daysAgo * 0.0007
  const { from, days, left } = client.dip
  return season * week * growth * (daysAgo <= from && daysAgo > from - days ? left : 1)
}

/** One day of one ad group. */
function countsOf(client: SeedClient, group: Delivering, mood: number, chance: Chance, isLaunch: boolean): Counts {
  const impressions = Math.round(group.size * mood * chance.between(0.85, 1.15) * (isLaunch ? 1.6 : 1))
  const clicks = Math.round(impressions * chance.between(0.0058, 0.0076))
  const cost = Math.round(clicks * client.costPerClick * chance.between(0.9, 1.1) * group.perUsd * 1_000_000)
  const transactions = Math.round(clicks * chance.between(0.9, 1.1) * ((client.costPerClick * 5.6) / client.basket))
  const money = (count: number) => Math.round(count * client.basket * chance.between(0.9, 1.12) * group.perUsd * 100) * 10_000
  const exposed = Math.round(transactions * 0.35)
  const halo = Math.round(transactions * 0.22)
  return {
    impressions,
    clicks,
    cost,
    transactions,
    revenue: money(transactions),
    units: Math.round(transactions * chance.between(1.1, 1.5)),
    exposed_transactions: exposed,
    exposed_revenue: money(exposed),
    exposed_units: Math.round(exposed * 1.2),
    halo_transactions: halo,
    halo_revenue: money(halo),
    halo_units: Math.round(halo * 1.1),
  }
}

const splitCounts = (counts: Counts, weights: readonly number[]): Counts[] => {
  const parts = numbers.map((name) => split(counts[name], weights))
  return weights.map((_, index) => Object.fromEntries(numbers.map((name, at) => [name, parts[at]?.[index] ?? 0])) as Counts) // every name is given
}

/** Every fact of one ad group, from its first day to its last. */
export function factsOf(client: SeedClient, group: Delivering, today: string): { daily: Row[]; hours: Row[] } {
  const chance = new Chance(`facts ${group.ad_group_id}`)
  const { size: _, entities, perUsd: __, from, to, ...place } = group
  const daily: Row[] = []
  const hours: Row[] = []
  const device = chance.pick(['desktop', 'mobile', 'mobile', 'app'])
  for (let day = from, index = 0; day <= to; day = addDays(day, 1), index++) {
    const daysAgo = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
    const counts = countsOf(client, group, moodOf(client, day, daysAgo), chance, index < 7)
    const at = { ...place, device, day }
    if (daysAgo < detailDays.byEntity) {
      const weights = entities.map(() => chance.between(0.4, 1.6))
      splitCounts(counts, weights).forEach((part, number) => {
        daily.push({ ...at, entity_id: entities[number] ?? null, ...part })
      })
    } else daily.push({ ...at, entity_id: null, ...counts })
    if (daysAgo < detailDays.hourly)
      splitCounts(
        counts,
        hourly.map((weight) => weight * chance.between(0.7, 1.3)),
      ).forEach((part, hour) => {
        hours.push({ ...at, hour, ...part })
      })
  }
  return { daily, hours }
}
