import { expressionBuilder, sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'
import type { OrderRecord } from './read.ts'

/** The line of days without a charge of campaigns that have left the order. */
export const uncountedLine = -1

/** Sums of a line, as whole numbers; `last_` sums are those of the last seven days of the line. */
export type LineSums = { readonly line_id: number } & Readonly<
  Record<'spent' | 'invoiced' | 'prepaid' | 'cost' | 'unsettled' | 'clicks' | 'impressions' | 'last_clicks' | 'last_impressions', string>
>

/** SQL: how much of the charge `p` is in an invoice. The lines of an invoice name the order and line of their spend. */
const invoicedSql = sql<number>`coalesce(${expressionBuilder<Tables & { p: Tables['insertion_order_spend'] }, 'p'>()
  .selectFrom('invoice_lines as il')
  .innerJoin('invoices as i', (join) =>
    join.onRef('i.member_group_id', '=', 'il.member_group_id').onRef('i.invoice_id', '=', 'il.invoice_id'),
  )
  .select(({ fn }) => fn.sum('il.micros').as('micros'))
  .whereRef('il.member_group_id', '=', 'p.member_group_id')
  .whereRef('il.campaign_id', '=', 'p.campaign_id')
  .whereRef('il.day', '=', 'p.day')
  .whereRef('il.insertion_order_id', '=', 'p.insertion_order_id')
  .whereRef('il.insertion_order_line_id', '=', 'p.line_id')
  .where('i.status', '!=', 'void')}, 0)`

/** The days of an order by line and campaign: what was charged, and the share of the campaign's facts of the day. */
function lineDays(kysely: Context['database']['kysely'], { member_group_id, insertion_order_id, ...order }: OrderRecord) {
  const { name, start_date, end_date } = order
  // Each campaign has the days of its advertiser; those of an order for all advertisers may differ.
  const movedOn = sql`(h.at at time zone w.time_zone)::date`
  // Entries name the order as it was called then. If it was renamed since, the latest joining of any order counts.
  const joinedBy = (day: 'w.first' | 'w.last') => {
    const isJoining = sql`h.after ->> 'insertion_order' is not null and ${movedOn} <= ${sql.ref(day)}`
    return sql<number | null>`coalesce(
      max(h.change_id) filter (where ${isJoining} and h.after ->> 'insertion_order' = ${name}),
      max(h.change_id) filter (where ${isJoining}))`
  }
  return kysely
    .with('charged', (db) =>
      db
        .selectFrom('insertion_order_spend as p')
        .innerJoinLateral(
          (spend) =>
            spend
              .selectFrom('spend_days as s')
              .select(({ fn }) => fn.sum('s.micros').as('micros'))
              .whereRef('s.member_group_id', '=', 'p.member_group_id')
              .whereRef('s.campaign_id', '=', 'p.campaign_id')
              .whereRef('s.day', '=', 'p.day')
              .as('whole'),
          (join) => join.onTrue(),
        )
        .select(['p.line_id', 'p.campaign_id', 'p.day', 'p.micros', sql<number>`p.micros::numeric / whole.micros`.as('share')])
        .select(invoicedSql.as('invoiced'))
        .where('p.member_group_id', '=', member_group_id)
        .where('p.insertion_order_id', '=', insertion_order_id),
    )
    .with('left', (db) =>
      db
        .selectFrom('charged')
        .innerJoin('campaigns as c', (join) =>
          join.on('c.member_group_id', '=', member_group_id).onRef('c.campaign_id', '=', 'charged.campaign_id'),
        )
        .innerJoin('advertisers as a', sameAdvertiser('a', 'c'))
        .select(['c.campaign_id', 'a.time_zone'])
        .select([sql<string>`min(charged.day)`.as('first'), sql<string>`max(charged.day)`.as('last')])
        .where('c.insertion_order_id', 'is distinct from', insertion_order_id)
        .groupBy(['c.campaign_id', 'a.time_zone']),
    )
    .with('departed', (db) =>
      db
        .selectFrom('left as w')
        .innerJoinLateral(
          (left) =>
            left
              .selectFrom('changes as h')
              .select([joinedBy('w.first').as('joined_by'), joinedBy('w.last').as('last_joined_by')])
              .where('h.member_group_id', '=', member_group_id)
              .whereRef('h.campaign_id', '=', 'w.campaign_id')
              .where('h.entity', '=', 'campaign')
              .as('j'),
          (join) => join.onTrue(),
        )
        .leftJoin('changes as h', (join) =>
          join
            .on('h.member_group_id', '=', member_group_id)
            .onRef('h.campaign_id', '=', 'w.campaign_id')
            .on('h.entity', '=', 'campaign')
            .on(sql<boolean>`h.after ? 'insertion_order'`),
        )
        .select(['w.campaign_id', sql<string | null>`max(${movedOn}) filter (where h.change_id = j.joined_by)`.as('first')])
        // The day on which a campaign moved to another order belongs to that order. Without an entry of its leaving, later days are unknown.
        .select(
          sql<string>`least(${end_date}::date, coalesce(
            min(${movedOn} - (h.after ->> 'insertion_order' is not null)::int)
              filter (where h.change_id > coalesce(j.last_joined_by, 0) and ${movedOn} >= w.last),
            w.last))`.as('last'),
        )
        .groupBy(['w.campaign_id', 'w.last']),
    )
    .with('stays', (db) =>
      db
        .selectFrom('charged')
        .select(['line_id', 'campaign_id', sql<string | null>`min(day)`.as('first'), sql<string>`max(day)`.as('last')])
        .groupBy(['line_id', 'campaign_id'])
        .unionAll(
          db
            .selectFrom('campaigns as c')
            .innerJoin('advertisers as a', sameAdvertiser('a', 'c'))
            .select([sql<number>`coalesce(c.insertion_order_line_id, 0)`.as('line_id'), 'c.campaign_id'])
            .select(sql<string | null>`(c.insertion_order_linked_at at time zone a.time_zone)::date`.as('first'))
            .select(sql<string>`${end_date}::date`.as('last'))
            .where('c.member_group_id', '=', member_group_id)
            .where('c.insertion_order_id', '=', insertion_order_id),
        )
        .unionAll(db.selectFrom('departed').select(({ lit }) => [lit(uncountedLine).as('line_id'), 'campaign_id', 'first', 'last'])),
    )
    .with('uncharged', (db) =>
      db
        .selectFrom('stays as y')
        .innerJoin('campaigns as c', (join) =>
          join.on('c.member_group_id', '=', member_group_id).onRef('c.campaign_id', '=', 'y.campaign_id'),
        )
        .innerJoin('facts_daily as d', (join) =>
          join
            .onRef('d.member_group_id', '=', 'c.member_group_id')
            .onRef('d.advertiser_id', '=', 'c.advertiser_id')
            .onRef('d.campaign_id', '=', 'c.campaign_id')
            .on('d.day', '>=', sql<string>`greatest(y.first, ${start_date}::date)`)
            .on('d.day', '<=', sql<string>`least(y.last, ${end_date}::date)`),
        )
        .distinctOn(['y.campaign_id', 'd.day'])
        .select(['y.line_id', 'y.campaign_id', 'd.day'])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('spend_days as s')
                .select('s.day')
                .whereRef('s.member_group_id', '=', 'd.member_group_id')
                .whereRef('s.campaign_id', '=', 'd.campaign_id')
                .whereRef('s.day', '=', 'd.day'),
            ),
          ),
        )
        .orderBy('y.campaign_id')
        .orderBy('d.day')
        .orderBy('y.first', (order) => order.desc().nullsLast())
        .orderBy('y.line_id', 'desc'),
    )
    .with('days', (db) =>
      db
        .selectFrom('charged')
        .select(['line_id', 'campaign_id', 'day', 'micros', 'share', 'invoiced'])
        .unionAll(
          db
            .selectFrom('uncharged')
            .select(({ lit }) => ['line_id', 'campaign_id', 'day', lit(0).as('micros'), lit(1).as('share'), lit(0).as('invoiced')]),
        ),
    )
}

/**
 * What was charged to each line, and the facts of its campaigns on the days on which they were on it. Facts are per campaign and day: those
 * of a day on which a campaign moved are split by what was charged to each order and line. A day without a charge belongs to the line on
 * which the campaign was charged before and after it, or to the one that it has since then. Such days of a campaign that has left the order,
 * from its joining to its leaving by its history, have a line of their own.
 */
export function lineSums({ database: { kysely } }: Context, order: OrderRecord, settled: string): Promise<LineSums[]> {
  const { member_group_id, insertion_order_id, version_id } = order
  const sumOfShares = (column: 'cost' | 'clicks' | 'impressions', condition = sql<boolean>`true`) =>
    sql<string>`round(coalesce(sum(${sql.ref(`f.${column}`)}::numeric * p.share) filter (where ${condition}), 0))::text`
  const isUnsettled = sql<boolean>`p.day > ${settled}::date`
  const isPrepaid = sql<boolean>`sl.advertiser_id is null or p.day < sl.start_date`
  const isLast = sql<boolean>`l.end_date - p.day between 0 and 6`
  return lineDays(kysely, order)
    .selectFrom('days as p')
    .innerJoin('campaigns as c', (join) => join.on('c.member_group_id', '=', member_group_id).onRef('c.campaign_id', '=', 'p.campaign_id'))
    .leftJoin('insertion_order_lines as l', (join) =>
      join
        .on('l.member_group_id', '=', member_group_id)
        .on('l.insertion_order_id', '=', insertion_order_id)
        .onRef('l.line_id', '=', 'p.line_id')
        .on('l.version_id', '=', version_id),
    )
    .leftJoin('spend_limits as sl', sameAdvertiser('sl', 'c'))
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('facts_daily as d')
          .select(({ fn }) => [fn.sum('d.cost').as('cost'), fn.sum('d.clicks').as('clicks'), fn.sum('d.impressions').as('impressions')])
          .whereRef('d.member_group_id', '=', 'c.member_group_id')
          .whereRef('d.advertiser_id', '=', 'c.advertiser_id')
          .whereRef('d.campaign_id', '=', 'p.campaign_id')
          .whereRef('d.day', '=', 'p.day')
          .as('f'),
      (join) => join.onTrue(),
    )
    .select(['p.line_id', sql<string>`sum(p.micros)::text`.as('spent'), sql<string>`sum(p.invoiced)::text`.as('invoiced')])
    .select(sql<string>`coalesce(sum(p.micros - p.invoiced) filter (where ${isPrepaid}), 0)::text`.as('prepaid'))
    .select([sumOfShares('cost').as('cost'), sumOfShares('cost', isUnsettled).as('unsettled')])
    .select([sumOfShares('clicks').as('clicks'), sumOfShares('impressions').as('impressions')])
    .select([sumOfShares('clicks', isLast).as('last_clicks'), sumOfShares('impressions', isLast).as('last_impressions')])
    .groupBy('p.line_id')
    .execute()
}
