import { sql } from 'kysely'
import { assert } from 'superstruct'
import { type CampaignQuery, type CampaignReport, sparklineDays } from '../../../src/contract/campaigns/campaigns.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { RowMetrics, rowMetrics } from '../../../src/contract/reports/row-metrics.ts'
import { resolveListing, pageOfCampaigns } from './list-query.ts'
import { campaignsById } from './read.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../collections/grouped.ts'
import { ratesDayOf } from '../reports/scope.ts'
import { dayIn } from '../sql/days.ts'
import { knownRates, type Rates } from '../money/rates.ts'
import { metricChanges, requireComparable } from '../reports/row-metrics.ts'
import { columnsFor, type Sums, convertSums, wireValues } from '../reports/sums.ts'

const metricIds = rowMetrics.map(({ id }) => id)

export function rowMetricsOf(sums: Sums, rates: Rates): RowMetrics {
  const values = wireValues(metricIds, sums, rates)
  assert(values, RowMetrics)
  return values
}

interface Spent {
  readonly campaign_id: number
  readonly day: string
  readonly cost: string
}
type CampaignRows = Awaited<ReturnType<typeof campaignsById>>

/** Daily cost of campaigns in their advertiser's currency. Facts in other currencies are left out. */
async function spentByDay({ database }: Context, memberGroupId: number, campaigns: CampaignRows, since: string) {
  const { rows } = await sql<Spent>`
    select f.campaign_id, f.day, sum(f.cost)::text as cost from facts_daily f
    join advertisers a on a.member_group_id = f.member_group_id and a.advertiser_id = f.advertiser_id and a.currency_code = f.currency_code
    where f.member_group_id = ${memberGroupId} and f.day >= ${since}::date
      and f.advertiser_id = any(${[...new Set(campaigns.map(({ base }) => base.advertiser_id))]}::int[])
      and f.campaign_id = any(${campaigns.map(({ base }) => base.campaign_id)}::int[]) group by f.campaign_id, f.day`.execute(
    database.reports,
  )
  return grouped(rows, ({ campaign_id }) => campaign_id)
}

/** Days of the sparkline; the last one is today in the advertiser's time zone. */
function daysUntil(today: string) {
  return Array.from({ length: sparklineDays }, (_, index) => addDays(today, index + 1 - sparklineDays))
}

async function sparksOf(context: Context, memberGroupId: number, campaigns: CampaignRows) {
  const todays = new Map(campaigns.map(({ zone }) => [zone, dayIn(context.now(), zone)] as const))
  const first = [...todays.values()].toSorted()[0]
  if (first === undefined) return () => []
  const spent = await spentByDay(context, memberGroupId, campaigns, addDays(first, 1 - sparklineDays))
  return ({ base, zone }: CampaignRows[number]) => {
    const costs = new Map(spent.get(base.campaign_id)?.map(({ day, cost }) => [day, cost] as const))
    return daysUntil(todays.get(zone) ?? first).map((day) => decimalOf(BigInt(costs.get(day) ?? 0)))
  }
}

/** Metrics of a row in the campaign's own currency. Facts in other currencies are converted; amounts without a rate are refused. */
async function ownMetrics(
  { database }: Context,
  currency: string,
  sums: readonly { currency_code: string; sums: Sums }[],
  day: string,
): Promise<RowMetrics> {
  const currencies = sums.map(({ currency_code }) => currency_code)
  const { rates } = await knownRates(database, currencies, currency, day)
  const byCurrency = new Map(sums.map(({ currency_code, sums }) => [currency_code, sums] as const))
  return rowMetricsOf(convertSums(rates, columnsFor(metricIds), byCurrency), rates)
}

/** A page of campaigns with metrics and sparklines, and the totals of all matching campaigns. */
export async function campaignReport(context: Context, memberGroupId: number, query: CampaignQuery): Promise<CampaignReport> {
  requireComparable(query)
  const listing = await resolveListing(context, memberGroupId, query)
  const { reportScope } = listing
  const { compared_to: days } = query
  const [{ ids, own, total, totals }, before] = await Promise.all([
    pageOfCampaigns(context, listing),
    // The compared days use the exchange rates of the list's days, like reports.
    days &&
      pageOfCampaigns(context, {
        ...listing,
        query: { ...query, pagination: { start: 0, count: 0 } },
        reportScope: { ...reportScope, days },
      }),
  ])
  const rows = await campaignsById(context, memberGroupId, ids)
  const spark = await sparksOf(context, memberGroupId, rows)
  const sums = grouped(own, ({ campaign_id }) => campaign_id)
  const campaigns = []
  for (const row of rows) {
    const metrics = await ownMetrics(context, row.base.currency_code, sums.get(row.base.campaign_id) ?? [], reportScope.days.end_date)
    campaigns.push({ ...row.base, metrics, spark: spark(row) })
  }
  return {
    campaigns,
    total,
    totals: rowMetricsOf(totals, reportScope.rates),
    ...(before && { changes: metricChanges(totals, before.totals, reportScope.rates) }),
    currency_code: reportScope.currency.currency_code,
    currency_digits: reportScope.currency.digits,
    rates_of: ratesDayOf(reportScope, false),
    settled_through: reportScope.settledThrough,
  }
}
