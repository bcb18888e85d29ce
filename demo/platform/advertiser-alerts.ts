import { sql } from 'kysely'
import {
  accountAlerts,
  type AlertCampaign,
  type AlertCode,
  alertCodes,
  alertSeverity,
  budgetDays,
  campaignAlerts,
  pausedSpendDays,
} from '../../src/contract/advertiser-alerts.rules.ts'
import type { Advertiser, advertisers } from '../../src/contract/advertisers.ts'
import { addDays } from '../../src/contract/date-ranges.ts'
import type { Result } from '../../src/contract/endpoint.ts'
import { decimalOf } from '../../src/contract/money.ts'
import { advertiserInFull } from './advertiser-rows.ts'
import type { Context } from './context.ts'
import { dayIn } from './report-frame.ts'

type Alert = Result<typeof advertisers.alerts>['alerts'][number]
interface Campaign {
  readonly campaign_id: number
  readonly name: string
  readonly status: string
  readonly review_status_id: number
  readonly review_comment: string
  readonly budget_period: string
  readonly budget: string
  readonly start_date: string
  readonly end_date: string | null
}
interface Spend {
  readonly campaign_id: number
  readonly day: string
  readonly cost: string
}
interface Looked extends Omit<Campaign, 'budget'>, AlertCampaign {}

async function campaignsOf({ database: { kysely } }: Context, { member_group_id, advertiser_id }: Advertiser) {
  const { rows } = await sql<Campaign>`
    select campaign_id, c.name, c.status, review_status_id, review_comment, budget_period, budget::text as budget, start_date, end_date
    from campaigns c where member_group_id = ${member_group_id} and advertiser_id = ${advertiser_id} and c.status not in ('ended', 'archived', 'deactivated') order by campaign_id`.execute(
    kysely,
  )
  return rows
}

/** What was spent each day since one, in the advertiser's own currency. */
async function spendsOf({ database: { kysely } }: Context, { member_group_id, advertiser_id, currency_code }: Advertiser, since: string) {
  const { rows } = await sql<Spend>`
    select campaign_id, day, sum(cost)::text as cost from facts_daily
    where member_group_id = ${member_group_id} and advertiser_id = ${advertiser_id} and currency_code = ${currency_code} and day >= ${since}::date and cost > 0
    group by campaign_id, day`.execute(kysely)
  return rows
}

const sumOf = (spends: readonly Spend[]) => spends.reduce((sum, { cost }) => sum + BigInt(cost), 0n)

/** A campaign with what it has spent in the current period of its budget, and lately. */
function looked({ budget, ...campaign }: Campaign, spends: readonly Spend[], today: string): Looked {
  const own = spends.filter(({ campaign_id }) => campaign_id === campaign.campaign_id)
  const { from } = budgetDays(campaign.budget_period, today, campaign)
  const inPeriod = own.filter(({ day }) => day >= from)
  return {
    ...campaign,
    budget: BigInt(budget),
    spent: sumOf(inPeriod),
    spentBefore: sumOf(inPeriod.filter(({ day }) => day < today)),
    spentLately: sumOf(own.filter(({ day }) => day > addDays(today, -pausedSpendDays))),
  }
}

const alertOf = (code: AlertCode, currency_code: string): Alert => ({
  ...{ code, severity: alertSeverity[code], campaign: null, currency_code },
  ...{ spent: null, budget: null, end_date: null, comment: null },
})

const aboutMoney: readonly AlertCode[] = ['budget_used_up', 'budget_running_out', 'spending_slow', 'paused_with_spend']

/** An alert about a campaign, with the figures that it stands on. */
function aboutCampaign(code: AlertCode, campaign: Looked, currency_code: string): Alert {
  const { campaign_id, name, spent, spentLately, budget, end_date, review_comment } = campaign
  return {
    ...alertOf(code, currency_code),
    campaign: { campaign_id, name },
    ...(aboutMoney.includes(code) && { spent: decimalOf(code === 'paused_with_spend' ? spentLately : spent), budget: decimalOf(budget) }),
    ...(code === 'ending_soon' && { end_date }),
    ...(code === 'review_denied' && review_comment && { comment: review_comment }),
  }
}

/** What somebody should look at, the most urgent first. */
export async function advertiserAlerts(context: Context, advertiserId: number): Promise<{ alerts: Alert[] }> {
  const advertiser = await advertiserInFull(context.database, advertiserId)
  const { status, currency_code, time_zone } = advertiser
  const today = dayIn(context.now(), time_zone)
  const found = await campaignsOf(context, advertiser)
  const since = found.map((one) => budgetDays(one.budget_period, today, one).from).concat(addDays(today, -pausedSpendDays))
  const spends = await spendsOf(context, advertiser, since.toSorted()[0] ?? today)
  const campaigns = found.map((one) => looked(one, spends, today))
  const alerts = [
    ...accountAlerts(status, campaigns, today).map((code) => alertOf(code, currency_code)),
    ...campaigns.flatMap((one) => campaignAlerts(one, today).map((code) => aboutCampaign(code, one, currency_code))),
  ]
  return { alerts: alerts.toSorted((one, other) => alertCodes.indexOf(one.code) - alertCodes.indexOf(other.code)) }
}
