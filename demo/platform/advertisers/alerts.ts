import { sql } from 'kysely'
import {
  accountAlerts,
  type AlertCampaign,
  type AlertCode,
  type AlertFunds,
  alertCodes,
  alertSeverity,
  campaignAlerts,
  pausedSpendDays,
} from '../../../src/contract/alerts/advertiser-alerts.rules.ts'
import { budgetDays } from '../../../src/contract/budgets/budgets.rules.ts'
import type { Advertiser, advertisers } from '../../../src/contract/advertisers/advertisers.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import { warnedOverdueDays } from '../../../src/contract/invoices/invoices.rules.ts'
import { failuresUntilOff } from '../../../src/contract/money/funds.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { approvalNewsSince, isNewApproval } from '../../../src/contract/alerts/campaign-alerts.rules.ts'
import type { Serving } from '../../../src/contract/serving/serving.ts'
import { type Decision, lastDecision } from '../changes/last-decision.ts'
import { fullAdvertiser } from './read.ts'
import type { Context } from '../context/context.ts'
import { waitingForNumber } from '../invoices/months.ts'
import { daysOverdueSql, payableStatuses } from '../invoices/overdue.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import { dayIn } from '../sql/days.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { servingOf } from '../serving/read.ts'

type Alert = Result<typeof advertisers.alerts>['alerts'][number]
interface Campaign {
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly name: string
  readonly status: string
  readonly review_status_id: number
  readonly review_comment: string
  readonly budget_period: string
  readonly budget: string
  readonly start_date: string
  readonly end_date: string | null
  readonly decision: Decision | null
}
interface Spend {
  readonly campaign_id: number
  readonly day: string
  readonly cost: string
}
interface AlertInput extends Omit<Campaign, 'budget' | 'decision'>, AlertCampaign {}

/** The fields of an advertiser that alerts need. */
export type Account = Pick<Advertiser, 'member_group_id' | 'advertiser_id' | 'name' | 'status' | 'currency_code' | 'time_zone'>

/** Campaigns of the advertisers that have not ended. All advertisers belong to one client. */
const campaignsOf = ({ database: { kysely } }: Context, memberGroupId: number, accounts: readonly Account[]): Promise<Campaign[]> =>
  kysely
    .selectFrom('campaigns as c')
    .select(['c.advertiser_id', 'c.campaign_id', 'c.name', 'c.status', 'c.review_status_id', 'c.review_comment'])
    .select(({ cast }) => [
      'c.budget_period',
      cast<string>('c.budget', 'text').as('budget'),
      'c.start_date',
      'c.end_date',
      lastDecision.$castTo<Decision | null>().as('decision'),
    ])
    .where('c.member_group_id', '=', memberGroupId)
    .where('c.advertiser_id', '=', anyOf(accounts.map((account) => account.advertiser_id)))
    .where('c.deleted_at', 'is', null)
    .where('c.status', 'not in', ['ended', 'archived', 'deactivated'])
    .orderBy('c.campaign_id')
    .execute()

/** Daily spend of each campaign since its own start day, in the advertiser's currency. */
async function spendsOf({ database: { kysely } }: Context, memberGroupId: number, since: ReadonlyMap<number, string>) {
  const { rows } = await sql<Spend>`
    select f.campaign_id, f.day, sum(f.cost)::text as cost
    from unnest(${[...since.keys()]}::int[], ${[...since.values()]}::date[]) as asked (campaign_id, since)
    join campaigns c on c.member_group_id = ${memberGroupId} and c.campaign_id = asked.campaign_id
    join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
    join facts_daily f on f.member_group_id = c.member_group_id
      and f.advertiser_id = c.advertiser_id and f.campaign_id = c.campaign_id
    where f.currency_code = a.currency_code and f.day >= asked.since and f.cost > 0
    group by f.campaign_id, f.day`.execute(kysely)
  return grouped(rows, ({ campaign_id }) => campaign_id)
}

const sumOf = (spends: readonly Spend[]) => spends.reduce((sum, { cost }) => sum + BigInt(cost), 0n)

/** A campaign with its spend in the budget period and in the last days. */
function alertInput(
  { budget, decision, ...campaign }: Campaign,
  spends: readonly Spend[],
  { today, now, serving }: { readonly today: string; readonly now: Date; readonly serving: Serving | undefined },
): AlertInput {
  const { from } = budgetDays(campaign.budget_period, today, campaign)
  const inPeriod = spends.filter(({ day }) => day >= from)
  return {
    ...campaign,
    gate: serving?.gate ?? null,
    run_out: serving?.run_out ?? null,
    isNewlyApproved: isNewApproval(
      decision && { ...decision, at: new Date(decision.at) },
      campaign.review_status_id,
      approvalNewsSince(now),
    ),
    budget: BigInt(budget),
    spent: sumOf(inPeriod),
    spentBefore: sumOf(inPeriod.filter(({ day }) => day < today)),
    spentLately: sumOf(spends.filter(({ day }) => day > addDays(today, -pausedSpendDays))),
  }
}

const alertOf = (code: AlertCode, currency_code: string): Alert => ({
  code,
  severity: alertSeverity[code],
  campaign: null,
  currency_code,
  spent: null,
  budget: null,
  end_date: null,
  comment: null,
  gate: null,
  limit: null,
})

const moneyAlerts: readonly AlertCode[] = ['budget_used_up', 'budget_running_out', 'spending_slow', 'paused_with_spend']

/** An alert about a campaign, with the values that caused it. */
function campaignAlert(code: AlertCode, campaign: AlertInput, currency_code: string): Alert {
  const { campaign_id, name, spent, spentLately, budget, end_date, review_comment } = campaign
  return {
    ...alertOf(code, currency_code),
    campaign: { campaign_id, name },
    ...(moneyAlerts.includes(code) && { spent: decimalOf(code === 'paused_with_spend' ? spentLately : spent), budget: decimalOf(budget) }),
    ...(code === 'campaign_stopped' && { gate: campaign.gate ?? null }),
    ...(code === 'ending_soon' && { end_date }),
    ...(code === 'runs_out_early' && { end_date: campaign.run_out?.day ?? null, limit: campaign.run_out?.limit ?? null }),
    ...(code === 'review_denied' && review_comment && { comment: review_comment }),
  }
}

/** The current day by time zone. Computed once for each zone, because many accounts share one. */
function todayByZone(now: Date, accounts: readonly Account[]) {
  const zones = new Set(accounts.map(({ time_zone }) => time_zone))
  return new Map([...zones].map((zone) => [zone, dayIn(now, zone)]))
}

/** First day of the spend that a campaign's alerts need. */
const firstDay = (campaign: Campaign, today: string) =>
  [budgetDays(campaign.budget_period, today, campaign).from, addDays(today, -pausedSpendDays)].toSorted()[0] ?? today

const activeIds = (campaigns: readonly Campaign[]) =>
  campaigns.filter(({ status }) => status === 'active').map(({ campaign_id }) => campaign_id)

/** Advertisers whose auto-rebill was switched off by declined charges. */
async function rebillsOff({ database: { kysely } }: Context, memberGroupId: number, accounts: readonly Account[]): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('auto_rebills')
    .select('advertiser_id')
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', anyOf(accounts.map(({ advertiser_id }) => advertiser_id)))
    .where('is_on', '=', false)
    .where('failures', '>=', failuresUntilOff)
    .execute()
  return new Set(rows.map(({ advertiser_id }) => advertiser_id))
}

/** Advertisers with an invoice that is overdue for a week. */
async function overdueAccounts(context: Context, memberGroupId: number, accounts: readonly Account[]): Promise<Set<number>> {
  const rows = await context.database.kysely
    .selectFrom('invoices as i')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'i'))
    .select('i.advertiser_id')
    .where('i.member_group_id', '=', memberGroupId)
    .where('i.advertiser_id', '=', anyOf(accounts.map(({ advertiser_id }) => advertiser_id)))
    .where('i.status', 'in', payableStatuses)
    .where(daysOverdueSql(context.now()), '>=', warnedOverdueDays)
    .execute()
  return new Set(rows.map(({ advertiser_id }) => advertiser_id))
}

/** Alerts of advertisers of one client, most urgent first. */
export async function alertsOfAccounts(context: Context, accounts: readonly Account[]): Promise<{ account: Account; alert: Alert }[]> {
  const [firstAccount] = accounts
  if (!firstAccount) return []
  const memberGroupId = firstAccount.member_group_id
  const now = context.now()
  const days = todayByZone(now, accounts)
  const todayOf = ({ time_zone }: Account) => days.get(time_zone) ?? ''
  const campaignsByAdvertiser = grouped(await campaignsOf(context, memberGroupId, accounts), ({ advertiser_id }) => advertiser_id)
  const campaignsOfAccount = (account: Account) => campaignsByAdvertiser.get(account.advertiser_id) ?? []
  const since = accounts.flatMap((account) =>
    campaignsOfAccount(account).map((campaign) => [campaign.campaign_id, firstDay(campaign, todayOf(account))] as const),
  )
  const spends = await spendsOf(context, memberGroupId, new Map(since))
  const serving = await servingOf(context, memberGroupId, activeIds([...campaignsByAdvertiser.values()].flat()))
  const withRebillOff = await rebillsOff(context, memberGroupId, accounts)
  const overdue = await overdueAccounts(context, memberGroupId, accounts)
  const advertiserIds = accounts.map(({ advertiser_id }) => advertiser_id)
  const waiting = await waitingForNumber(context.database.kysely, now, { memberGroupId, advertiserIds })
  const alerts = accounts.flatMap((account) => {
    const today = todayOf(account)
    const campaigns = campaignsOfAccount(account).map((campaign) =>
      alertInput(campaign, spends.get(campaign.campaign_id) ?? [], { today, now, serving: serving.get(campaign.campaign_id) }),
    )
    const { advertiser_id: id } = account
    const funds = { isRebillOff: withRebillOff.has(id), isInvoiceOverdue: overdue.has(id), isInvoiceWaiting: waiting.has(id) }
    return accountAndCampaigns(account, campaigns, { today, funds }).map((alert) => ({ account, alert }))
  })
  return alerts.toSorted((one, other) => alertCodes.indexOf(one.alert.code) - alertCodes.indexOf(other.alert.code))
}

const accountAndCampaigns = (
  { status, currency_code }: Account,
  campaigns: readonly AlertInput[],
  { today, funds }: { readonly today: string; readonly funds: AlertFunds },
): Alert[] => [
  ...accountAlerts(status, campaigns, today, funds).map((code) => alertOf(code, currency_code)),
  ...campaigns.flatMap((campaign) => campaignAlerts(campaign, today).map((code) => campaignAlert(code, campaign, currency_code))),
]

/** Alerts of one advertiser, most urgent first. */
export async function advertiserAlerts(context: Context, advertiserId: number): Promise<{ alerts: Alert[] }> {
  const alerts = await alertsOfAccounts(context, [await fullAdvertiser(context.database, advertiserId)])
  return { alerts: alerts.map(({ alert }) => alert) }
}
