import type { Database } from '../../../demo/platform/database/database.ts'
import { SeededRandom, splitByWeight } from '../../../demo/platform/delivery/chance.ts'
import { insertRows } from '../../../demo/platform/seed/insert.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { orderValues, purchaseColumns } from '../../../src/contract/reports/purchases.rules.ts'

/** The time of the queries; in the month before it clocks changed in Europe and America. */
export const reportNow = () => new Date('2026-11-21T10:00:00Z')
export const reportToday = '2026-11-21'

/** A fact as stored in the tables. */
export type Fact = Record<string, string | number | null>
export interface ReportWorld {
  readonly daily: Fact[]
  readonly hourly: Fact[]
  /** The sales of the last sixty days by buyer. */
  readonly purchases: Fact[]
  readonly tables: Record<'advertisers' | 'campaigns' | 'ad_groups' | 'entities', Fact[]>
  readonly rates: { currency_code: string; day: string; per_usd: string }[]
}

const currencies = [
  ['USD', '$', 2],
  ['EUR', '€', 2],
  ['JPY', '¥', 0],
  ['KWD', 'KD', 3],
] as const
const accounts = [
  [1, 'America/Los_Angeles', 'USD', 'Anchor'],
  [1, 'Europe/Berlin', 'EUR', 'Bell & Sons'],
  [1, 'Asia/Tokyo', 'JPY', '100%_\\ sure'],
  [1, 'America/New_York', 'USD', 'anchor'],
  [2, 'Asia/Kolkata', 'EUR', 'Anchor'],
] as const
const kinds = ['', 'exposed_', 'halo_']
const columns = ['impressions', 'clicks', 'cost', ...kinds.flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`])]

function things() {
  const advertisers = accounts.map(([member_group_id, time_zone, currency_code, name], index) => ({
    member_group_id,
    advertiser_id: index + 1,
    advertiser_group_id: null,
    name,
    status: 'active',
    time_zone,
    currency_code,
  }))
  const below = advertisers.map(({ member_group_id, advertiser_id }) => ({ member_group_id, advertiser_id }))
  const campaigns = below.flatMap((advertiser) =>
    ['onsite', 'media', 'onsite'].map((channel, index) => ({
      ...advertiser,
      campaign_id: advertiser.advertiser_id * 10 + index,
      channel,
      name: ['Brand terms', 'Autumn', 'brand TERMS'][index] ?? '',
      status: ['active', 'paused', 'ended'][index] ?? '',
      budget_period: 'Daily',
      budget: 25_000_000,
      start_date: '2026-01-01',
      end_date: null,
    })),
  )
  const ad_groups = campaigns.flatMap(({ member_group_id, advertiser_id, campaign_id }) =>
    [0, 1].map((index) => ({
      member_group_id,
      advertiser_id,
      campaign_id,
      ad_group_id: campaign_id * 10 + index,
      name: `Group ${index}`,
      status: 'active',
      base_bid: 100_000,
    })),
  )
  const entities = below.flatMap((advertiser) =>
    Array.from({ length: 6 }, (_, index) => ({
      ...advertiser,
      entity_id: advertiser.advertiser_id * 100 + index,
      internal_id: `E-${index}`,
      name: `Room ${index % 4}`,
      category: 'City',
      status: 'active',
    })),
  )
  return { advertisers, campaigns, ad_groups, entities }
}

/** Random counts with some zeros, so that some denominators are zero. */
function counts(chance: SeededRandom): Fact {
  const some = (max: number) => (chance.next() < 0.25 ? 0 : chance.integer(0, max))
  return Object.fromEntries(
    columns.map((name) => [name, some(/cost|revenue/.test(name) ? 9_999_999_999 : name === 'impressions' ? 9000 : 40)]),
  )
}

/** One day of one ad group: its hours, where stored, add up to its entities. */
function dayOf(at: Fact, day: string, daysAgo: number, entities: readonly Fact[], chance: SeededRandom): { daily: Fact[]; hourly: Fact[] } {
  const hourly =
    daysAgo > 35
      ? []
      : Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) =>
          chance.next() < 0.12 ? [{ ...at, day, hour, ...counts(chance) }] : [],
        )
  const whole =
    daysAgo > 35
      ? counts(chance)
      : Object.fromEntries(columns.map((name) => [name, hourly.reduce((sum: number, row: Fact) => sum + Number(row[name]), 0)]))
  if (daysAgo > 60) return { hourly, daily: [{ ...at, day, entity_id: null, ...whole }] }
  const some = entities.filter(() => chance.next() < 0.5).slice(0, 3)
  const parts = some.length > 0 ? some : entities.slice(0, 1)
  const splits = Object.fromEntries(
    columns.map((name) => [
      name,
      splitByWeight(
        Number(whole[name]),
        parts.map(() => chance.next()),
        chance,
      ),
    ]),
  )
  return {
    hourly,
    daily: parts.map(({ entity_id }, index) => ({
      ...at,
      day,
      entity_id: entity_id ?? null,
      ...Object.fromEntries(columns.map((name) => [name, splits[name]?.[index] ?? 0])),
    })),
  }
}

function factsOf({ advertisers, campaigns, ad_groups, entities }: ReturnType<typeof things>, chance: SeededRandom) {
  const daily: Fact[] = []
  const hourly: Fact[] = []
  for (const { member_group_id, advertiser_id, campaign_id, ad_group_id } of ad_groups) {
    const { channel } = campaigns.find((row) => row.campaign_id === campaign_id) ?? { channel: '' }
    const { currency_code } = advertisers.find((row) => row.advertiser_id === advertiser_id) ?? { currency_code: '' }
    const own = entities.filter((row) => row.advertiser_id === advertiser_id)
    for (let daysAgo = 100; daysAgo >= 0; daysAgo--) {
      if (chance.next() < 0.45) continue
      const device = chance.pick(['desktop', 'mobile', 'app'])
      const at = { member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code }
      const made = dayOf(at, addDays(reportToday, -daysAgo), daysAgo, own, chance)
      daily.push(...made.daily)
      hourly.push(...made.hourly)
    }
  }
  return { daily, hourly }
}

/** The sales of each day, ad group and device, split by buyer and order size. */
function purchasesOf(daily: readonly Fact[], chance: SeededRandom): Fact[] {
  const totalsByKey = new Map<string, Fact>()
  for (const { entity_id: _, ...row } of daily.filter(({ day }) => String(day) >= addDays(reportToday, -60))) {
    const name = [row.ad_group_id, row.device, row.day].join()
    const whole = totalsByKey.get(name)
    totalsByKey.set(
      name,
      whole
        ? { ...row, ...Object.fromEntries(purchaseColumns.map((column) => [column, Number(whole[column]) + Number(row[column])])) }
        : row,
    )
  }
  const cells = [true, false].flatMap((is_new) => orderValues.map((order_value) => ({ is_new: Number(is_new), order_value })))
  return [...totalsByKey.values()].flatMap((row) => {
    const { impressions: _, clicks: __, cost: ___, ...keys } = row
    const weights = cells.map(() => (chance.next() < 0.4 ? 0 : chance.next()))
    const parts = Object.fromEntries(
      purchaseColumns.map((column) => [column, splitByWeight(Number(row[column]), [...weights, 0.1], chance)]),
    )
    return cells.map((cell, index) => ({
      ...keys,
      ...cell,
      ...Object.fromEntries(
        purchaseColumns.map((column) => [column, (parts[column]?.[index] ?? 0) + (index === 0 ? (parts[column]?.[cells.length] ?? 0) : 0)]),
      ),
    }))
  })
}

/** Exchange rates of every day; the yen has none at weekends. */
function ratesOf(chance: SeededRandom) {
  const usual = { USD: 1, EUR: 0.92, JPY: 151.3, KWD: 0.307 }
  return Array.from({ length: 420 }, (_, index) => addDays(reportToday, index - 419)).flatMap((day, index) =>
    Object.entries(usual).flatMap(([currency_code, rate]) =>
      currency_code === 'JPY' && index % 7 > 4
        ? []
        : [{ currency_code, day, per_usd: currency_code === 'USD' ? '1' : (rate * chance.between(0.9, 1.1)).toFixed(8) }],
    ),
  )
}

/** A small world for reports: five advertisers in five zones and three currencies, with names that are hard to filter. */
export async function reportWorld({ kysely }: Database, seed = 'reports'): Promise<ReportWorld> {
  const chance = new SeededRandom(seed)
  const tables = things()
  const rates = ratesOf(chance)
  const { daily, hourly } = factsOf(tables, chance)
  const purchases = purchasesOf(daily, chance)
  const known = currencies.map(([currency_code, symbol, digits], index) => ({
    currency_id: index + 1,
    currency_code,
    name: currency_code,
    symbol,
    digits,
  }))
  await insertRows(kysely, 'currencies', known)
  await insertRows(kysely, 'exchange_rates', rates)
  const client = {
    status: 'active',
    min_bid: 0,
    label_singular: 'Hotel',
    label_plural: 'Hotels',
    registration_enabled: false,
    created_at: reportNow(),
  }
  const clients = ['USD', 'EUR'].map((default_currency_code, index) => ({
    ...client,
    member_group_id: index + 1,
    name: `Client ${index}`,
    default_currency_code,
    version: 1,
  }))
  await insertRows(kysely, 'member_groups', clients)
  for (const [name, rows] of Object.entries(tables)) await insertRows(kysely, name as keyof typeof tables, rows) // its keys are these
  await insertRows(kysely, 'facts_daily', daily)
  await insertRows(kysely, 'facts_hourly', hourly)
  await insertRows(
    kysely,
    'facts_purchases',
    purchases.map(({ is_new, ...row }) => ({ ...row, is_new: is_new === 1 })),
  )
  return { daily, hourly, purchases, tables, rates }
}
