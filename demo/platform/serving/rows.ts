import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { advertiserStatuses } from '../../../src/contract/statuses.ts'
import { isLineOfCampaignSql } from '../insertion-orders/read.ts'
import { limitInForceSql } from '../spend-limits/raised.ts'
import { type BudgetedDays, periodStart } from './plans.ts'
import { dayIn } from '../sql/days.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { anyOf, recordset } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** Columns that decide whether a campaign serves. Amounts as text, in micros. */
export interface CampaignRow extends BudgetedDays {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly version: number
  readonly name: string
  readonly status: string
  readonly review_status_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly started_at: Date | null
  readonly client_status: string
  readonly advertiser_status: (typeof advertiserStatuses)[number]
  readonly time_zone: string
  readonly currency_code: string
  readonly digits: number
  readonly balance: string
  /** Total charged for clicks; delivery updates it. */
  readonly account_spent: string
  readonly uninvoiced: string
  readonly limit_amount: string | null
  readonly insertion_order_id: number | null
  readonly insertion_order_line_id: number | null
  readonly order_status_id: number | null
  readonly order_start: string | null
  readonly order_end: string | null
  readonly order_continues_on_funds: boolean | null
  /** What the client does at the end of an order; null without settings. */
  readonly order_at_end: 'stop' | 'funds' | null
  /** Null for an order for all advertisers. */
  readonly order_advertiser_id: number | null
  readonly order_total: string | null
  readonly order_spent: string
  readonly line_start: string | null
  readonly line_end: string | null
  /** Amount of the order's line; null without a line or without a hard cap. */
  readonly line_amount: string | null
  readonly line_spent: string
  readonly min_bid: string
  /** Spend of the advertiser, and of the insertion order, in the seven days before today. */
  readonly account_lately: string
  readonly order_lately: string
}
export interface GroupRow {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly version: number
  readonly status: string
  readonly base_bid: string
  readonly budget_period: string | null
  readonly budget: string | null
  readonly pacing: string | null
  /** The curve of its pacing, if it is one of the client's own. */
  readonly pacing_curve: readonly number[] | null
  readonly start_date: string | null
  readonly end_date: string | null
  /** Whether it has active entities, and their highest bid; the base bid without entities. */
  readonly has_entities: boolean
  readonly highest_bid: string
}
/** An entity id with its own bid, or null for the ad group's bid. */
export type ShownEntity = readonly [entity: number, bid: number | null]
/** Spend of an ad group; `period` is the campaign budget's period, `own` the ad group budget's. */
export interface SpendRow {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly today: string
  readonly period: string
  readonly own: string
  readonly total: string
  readonly lately: string
}
export interface PlanRow {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly day: string
  readonly basis: string
  readonly from_minute: number
  readonly from_gone: number
  readonly spent_period: string
  readonly spent_today: string
}

type Db = Kysely<Tables>

type FoundRow = Omit<CampaignRow, 'order_spent' | 'line_spent' | 'account_lately' | 'order_lately'>

/** Campaigns that match the condition on `campaigns c`. Removed campaigns are omitted. */
const foundRows = (kysely: Db, memberGroupId: number, where: Expression<SqlBool>): Promise<FoundRow[]> =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'c'))
    .innerJoin('member_groups as m', 'm.member_group_id', 'c.member_group_id')
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .leftJoin('advertiser_balances as b', sameAdvertiser('b', 'c'))
    .leftJoin('spend_limits as l', sameAdvertiser('l', 'c'))
    .leftJoin('insertion_orders as o', (join) =>
      join.onRef('o.member_group_id', '=', 'c.member_group_id').onRef('o.insertion_order_id', '=', 'c.insertion_order_id'),
    )
    .leftJoin('insertion_order_lines as ol', (join) => join.on(isLineOfCampaignSql))
    .leftJoin('insertion_order_configs as og', 'og.member_group_id', 'o.member_group_id')
    .leftJoin('bidding_configs as bc', (join) =>
      join
        .onRef('bc.member_group_id', '=', 'c.member_group_id')
        .onRef('bc.currency_id', '=', 'cu.currency_id')
        .onRef('bc.bidding_type_id', '=', 'c.bidding_type_id'),
    )
    .leftJoin('pacings as p', (join) => join.onRef('p.member_group_id', '=', 'c.member_group_id').onRef('p.name', '=', 'c.pacing'))
    .select(['c.member_group_id', 'c.advertiser_id', 'c.campaign_id', 'c.version', 'c.name', 'c.status', 'c.review_status_id'])
    .select([
      'c.channel',
      'c.bidding_type_id',
      'c.started_at',
      'c.budget_period',
      'c.pacing',
      'p.curve as pacing_curve',
      'c.start_date',
      'c.end_date',
    ])
    .select(['m.status as client_status', 'a.status as advertiser_status', 'a.time_zone', 'a.currency_code', 'cu.digits'])
    .select(['c.insertion_order_id', 'c.insertion_order_line_id', 'o.status_id as order_status_id'])
    .select(['o.start_date as order_start', 'o.end_date as order_end', 'o.continues_on_funds as order_continues_on_funds'])
    .select([
      'og.at_end as order_at_end',
      'o.advertiser_id as order_advertiser_id',
      'ol.start_date as line_start',
      'ol.end_date as line_end',
    ])
    .select([
      sql<string>`c.budget::text`.as('budget'),
      sql<string>`coalesce(b.balance, 0)::text`.as('balance'),
      sql<string>`coalesce(b.spent, 0)::text`.as('account_spent'),
      sql<string>`coalesce(b.spent - b.invoiced, 0)::text`.as('uninvoiced'),
      sql<string | null>`${limitInForceSql}::text`.as('limit_amount'),
      sql<string | null>`o.total::text`.as('order_total'),
      sql<string | null>`case when ol.is_hard_cap then ol.amount end::text`.as('line_amount'),
      sql<string>`coalesce(bc.min_bid, 0)::text`.as('min_bid'),
    ])
    .where('c.member_group_id', '=', memberGroupId)
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where(where)
    .orderBy('c.advertiser_id')
    .orderBy('c.campaign_id')
    .execute()

interface OrderSpend {
  readonly insertion_order_id: number
  readonly line_id: number
  readonly today: string
  readonly spent: string
  readonly line_spent: string
  readonly lately: string
}

/** The part of an order that a campaign spends from, and its local day. */
const orderDayOf = ({ insertion_order_id, insertion_order_line_id, time_zone }: FoundRow, now: Date) => ({
  insertion_order_id,
  line_id: insertion_order_line_id ?? 0,
  today: dayIn(now, time_zone),
})
const orderDayKey = (orderDay: ReturnType<typeof orderDayOf>) => `${orderDay.insertion_order_id} ${orderDay.line_id} ${orderDay.today}`

/** What was charged to insertion orders and their lines, in total and in seven days. The same order may have several local days. */
async function spentOfOrders(kysely: Db, memberGroupId: number, campaigns: readonly FoundRow[], now: Date) {
  const orderDays = new Map(
    campaigns
      .filter(({ order_status_id }) => order_status_id !== null)
      .map((campaign) => orderDayOf(campaign, now))
      .map((orderDay) => [orderDayKey(orderDay), orderDay] as const),
  )
  if (orderDays.size === 0) return new Map<string, OrderSpend>()
  const orderDayList = [...orderDays.values()]
  const { rows } = await sql<OrderSpend>`
    select asked.insertion_order_id, asked.line_id, asked.today::text as today, sum(l.micros)::text as spent,
      coalesce(sum(l.micros) filter (where l.line_id = asked.line_id), 0)::text as line_spent,
      coalesce((select sum(p.micros) from insertion_order_spend p
        where p.member_group_id = ${memberGroupId} and p.insertion_order_id = asked.insertion_order_id
          and p.day >= asked.today - 7 and p.day < asked.today), 0)::text as lately
    from unnest(${orderDayList.map((orderDay) => orderDay.insertion_order_id)}::int[],
      ${orderDayList.map(({ line_id }) => line_id)}::int[], ${orderDayList.map(({ today }) => today)}::date[])
      as asked (insertion_order_id, line_id, today)
    join insertion_order_line_spend l on l.member_group_id = ${memberGroupId} and l.insertion_order_id = asked.insertion_order_id
    group by asked.insertion_order_id, asked.line_id, asked.today`.execute(kysely)
  return new Map(rows.map((row) => [orderDayKey(row), row] as const))
}

/** Spend of advertisers in the seven days before today, by each advertiser's local day. */
async function spentLately(
  kysely: Db,
  memberGroupId: number,
  campaigns: readonly FoundRow[],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const zones = new Map(campaigns.map(({ advertiser_id, time_zone }) => [advertiser_id, time_zone]))
  const days = [...zones.values()].map((zone) => dayIn(now, zone))
  const { rows } = await sql<{ advertiser_id: number; spent: string }>`
    select s.advertiser_id, sum(s.micros)::text as spent
    from unnest(${[...zones.keys()]}::int[], ${days}::date[]) as asked (advertiser_id, today)
    join spend_days s on s.member_group_id = ${memberGroupId} and s.advertiser_id = asked.advertiser_id
      and s.day >= asked.today - 7 and s.day < asked.today
    group by 1`.execute(kysely)
  return new Map(rows.map(({ advertiser_id, spent }) => [advertiser_id, spent]))
}

/** Campaign rows with the spend of their insertion orders and advertisers. */
export async function campaignRows(kysely: Db, memberGroupId: number, where: Expression<SqlBool>, now: Date): Promise<CampaignRow[]> {
  const campaigns = await foundRows(kysely, memberGroupId, where)
  if (campaigns.length === 0) return []
  const orders = await spentOfOrders(kysely, memberGroupId, campaigns, now)
  const lately = await spentLately(kysely, memberGroupId, campaigns, now)
  return campaigns.map((row) => {
    const order = orders.get(orderDayKey(orderDayOf(row, now)))
    return {
      ...row,
      order_spent: order?.spent ?? '0',
      line_spent: order?.line_spent ?? '0',
      order_lately: order?.lately ?? '0',
      account_lately: lately.get(row.advertiser_id) ?? '0',
    }
  })
}

/** True for an active entity. `offset 0` forces a lookup for each row; without statistics Postgres would read all the client's entities. */
const isActive = (memberGroupId: number) =>
  sql`exists (
    select from entities n
    where n.member_group_id = ${memberGroupId} and n.entity_id = e.entity_id and n.status = 'active' offset 0)`

/**
 * Ad groups of the campaigns, with `has_entities` and the highest bid. No rows are counted: one entity without its own bid is
 * enough, and entities with a bid are found by an index.
 */
export async function groupRows(kysely: Db, memberGroupId: number, campaigns: readonly number[]): Promise<GroupRow[]> {
  const ids = [...campaigns]
  const { rows } = await sql<GroupRow>`
    with asked as materialized (
      select * from ad_groups
      where member_group_id = ${memberGroupId} and campaign_id = any(${ids}::int[]) and deleted_at is null),
    own as (
      select e.ad_group_id, max(e.bid) as bid from ad_group_entities e
      where e.member_group_id = ${memberGroupId} and e.campaign_id = any(${ids}::int[]) and e.bid is not null
        and ${isActive(memberGroupId)} group by 1),
    looked as materialized (
      select asked.*, own.bid as own_bid, exists (
          select from ad_group_entities e
          where e.member_group_id = ${memberGroupId} and e.ad_group_id = asked.ad_group_id and e.bid is null
            and ${isActive(memberGroupId)} offset 0) as is_plain
      from asked left join own using (ad_group_id))
    select g.campaign_id, g.ad_group_id, g.version, g.status, g.base_bid::text as base_bid, g.budget_period,
      g.budget::text as budget, g.pacing, p.curve as pacing_curve, g.start_date, g.end_date,
      g.is_plain or g.own_bid is not null as has_entities,
      coalesce(greatest(g.own_bid, case when g.is_plain then g.base_bid end), g.base_bid)::text as highest_bid
    from looked g
    left join pacings p on p.member_group_id = ${memberGroupId} and p.name = g.pacing
    order by g.ad_group_id`.execute(kysely)
  return rows
}

/**
 * Requests a random selection of an ad group's entities: up to `max_entities`, starting at `chance`, without those that bid less than
 * `min_bid`.
 */
export interface EntitySampleRequest {
  readonly ad_group_id: number
  readonly base_bid: string
  readonly min_bid: string
  readonly max_entities: number
  /** Start position, from 0 up to but not including 1. */
  readonly chance: number
}

const requestColumns = {
  ad_group_id: 'int',
  base_bid: 'bigint',
  min_bid: 'bigint',
  max_entities: 'int',
  chance: 'float8',
} as const
const requestRows = (requests: readonly EntitySampleRequest[]) => recordset('asked', requestColumns, requests)

/** Ad groups with more than `max_entities` entities. The query stops there instead of counting all. */
async function adGroupsAboveLimit(
  kysely: Db,
  memberGroupId: number,
  requests: readonly EntitySampleRequest[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ ad_group_id: number }>`
    select asked.ad_group_id from ${requestRows(requests)}
    where exists (
      select from ad_group_entities e
      where e.member_group_id = ${memberGroupId} and e.ad_group_id = asked.ad_group_id offset asked.max_entities)`.execute(kysely)
  return new Set(rows.map(({ ad_group_id }) => ad_group_id))
}

/** Up to `max_entities` entities of each ad group that can serve. */
export async function sampleEntities(
  kysely: Db,
  memberGroupId: number,
  requests: readonly EntitySampleRequest[],
): Promise<ReadonlyMap<number, readonly ShownEntity[]>> {
  const largeGroups = await adGroupsAboveLimit(kysely, memberGroupId, requests)
  const eligibleEntities = (from: RawBuilder<unknown>) => sql`
    select e.entity_id, e.bid from ad_group_entities e
    where e.member_group_id = ${memberGroupId} and e.ad_group_id = asked.ad_group_id
      and coalesce(e.bid, asked.base_bid) >= asked.min_bid and ${isActive(memberGroupId)} and ${from}`
  const end = (name: 'min' | 'max') => sql`(
    select ${sql.raw(name)}(entity_id) from ad_group_entities
    where member_group_id = ${memberGroupId} and ad_group_id = asked.ad_group_id)`
  const read = async (requests: readonly EntitySampleRequest[], sampled: RawBuilder<unknown>) => {
    if (requests.length === 0) return []
    const { rows } = await sql<{ ad_group_id: number; entities: readonly ShownEntity[] }>`
      select asked.ad_group_id, json_agg(json_build_array(shown.entity_id, shown.bid) order by shown.entity_id) as entities
      from ${requestRows(requests)} cross join lateral ${sampled} group by 1`.execute(kysely)
    return rows.map(({ ad_group_id, entities }) => [ad_group_id, entities] as const)
  }
  const sampleFrom = (part: number, from: RawBuilder<unknown>) =>
    sql`(select ${sql.raw(String(part))} as turn, own.* from (${eligibleEntities(from)} order by e.entity_id limit asked.max_entities) own)`
  const span = sql`(${end('max')} - ${end('min')} + 1)`
  const bothParts = sql`
    ${sampleFrom(0, sql`e.entity_id >= first.entity_id`)} union all ${sampleFrom(1, sql`e.entity_id < first.entity_id`)}`
  const fromRandomStart = sql`
    (select ${end('min')} + floor(${span} * asked.chance)::int as entity_id offset 0) first cross join lateral
    (select * from (${bothParts}) turns order by turn, entity_id limit asked.max_entities) shown`
  const smallGroups = await read(
    requests.filter(({ ad_group_id }) => !largeGroups.has(ad_group_id)),
    // OFFSET 0 keeps PostgreSQL from joining the rows of all ad groups when it has no statistics.
    sql`(${eligibleEntities(sql`true`)} offset 0) shown`,
  )
  return new Map([
    ...smallGroups,
    ...(await read(
      requests.filter(({ ad_group_id }) => largeGroups.has(ad_group_id)),
      fromRandomStart,
    )),
  ])
}

/** A campaign with the current day in its time zone. */
export interface CampaignDay {
  readonly campaign: CampaignRow
  readonly today: string
}

/** Spend by ad group, including removed ad groups. */
export async function spendRows(
  kysely: Db,
  memberGroupId: number,
  campaignDays: readonly CampaignDay[],
  groups: readonly GroupRow[],
): Promise<SpendRow[]> {
  const campaigns = new Map(campaignDays.map((campaignDay) => [campaignDay.campaign.campaign_id, campaignDay]))
  const groupsWithBudget = groups.filter(({ budget }) => budget !== null)
  const periodStarts = groupsWithBudget.map((group) => {
    const campaignDay = campaigns.get(group.campaign_id)
    const start_date = group.start_date ?? campaignDay?.campaign.start_date ?? ''
    return periodStart({ budget_period: group.budget_period ?? '', start_date, end_date: group.end_date }, campaignDay?.today ?? '')
  })
  const { rows } = await sql<SpendRow>`
    select s.campaign_id, s.ad_group_id, sum(s.micros)::text as total,
      coalesce(sum(s.micros) filter (where s.day = asked.today), 0)::text as today,
      coalesce(sum(s.micros) filter (where s.day >= asked.since), 0)::text as period,
      coalesce(sum(s.micros) filter (where s.day >= own.since), 0)::text as own,
      coalesce(sum(s.micros) filter (where s.day < asked.today and s.day >= asked.today - 7), 0)::text as lately
    from unnest(${campaignDays.map(({ campaign }) => campaign.campaign_id)}::int[], ${campaignDays.map(({ today }) => today)}::date[],
      ${campaignDays.map(({ campaign, today }) => periodStart(campaign, today))}::date[]) as asked (campaign_id, today, since)
    join spend_days s on s.member_group_id = ${memberGroupId} and s.campaign_id = asked.campaign_id
    left join unnest(${groupsWithBudget.map(({ ad_group_id }) => ad_group_id)}::int[], ${periodStarts}::date[]) as own (ad_group_id, since)
      on own.ad_group_id = s.ad_group_id
    group by s.campaign_id, s.ad_group_id`.execute(kysely)
  return rows
}

/** Stored plans for today's budgets. */
export const planRows = (kysely: Db, memberGroupId: number, campaigns: readonly number[]): Promise<PlanRow[]> =>
  kysely
    .selectFrom('delivery_plans')
    .select(({ cast }) => [
      'campaign_id',
      'ad_group_id',
      'day',
      'basis',
      'from_minute',
      'from_gone',
      cast<string>('spent_period', 'text').as('spent_period'),
      cast<string>('spent_today', 'text').as('spent_today'),
    ])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf(campaigns))
    .execute()
