import { type Kysely, sql } from 'kysely'
import { addDays, settledThrough } from '../../../src/contract/dates/date-ranges.ts'
import { dayIn } from '../sql/days.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** A month of an advertiser with a spend limit that is over and has no invoice. */
export interface OpenMonth {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly time_zone: string
  readonly digits: number
  /** Null without terms of the client. */
  readonly due_days: number | null
  readonly tax_percent: number | null
  readonly billing_address: string | null
  /** The first day whose spend is invoiced; null for all spend. */
  readonly limit_start: string | null
  /** The first day of the month whose spend is invoiced. */
  readonly start_date: string
  readonly end_date: string
}

interface SomeAdvertisers {
  readonly memberGroupId: number
  readonly advertiserIds: readonly number[]
}

/**
 * Months with spend and without an invoice, oldest first, of all advertisers or of some of one client. It reads only the spend after the
 * last invoice of each advertiser, and that of the days of void invoices, whose months are invoiced again unless later invoices have it.
 */
export async function openMonths(kysely: Kysely<Tables>, now: Date, some?: SomeAdvertisers): Promise<OpenMonth[]> {
  // No month is over that begins later, in any time zone.
  const newestMonth = `${addDays(now.toISOString().slice(0, 10), 1).slice(0, 7)}-01`
  const rows = await kysely
    .selectFrom('spend_limits as l')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'l'))
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('invoices as i')
          .select(({ fn }) => fn.max('i.end_date').as('through'))
          .whereRef('i.member_group_id', '=', 'l.member_group_id')
          .whereRef('i.advertiser_id', '=', 'l.advertiser_id')
          .where('i.status', '<>', 'void')
          .as('invoiced'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('spend_days as s')
          .select(sql<string>`date_trunc('month', s.day)::date`.as('month'))
          .distinct()
          .whereRef('s.member_group_id', '=', 'l.member_group_id')
          .whereRef('s.advertiser_id', '=', 'l.advertiser_id')
          .where('s.day', '>', sql<string>`coalesce(invoiced.through, '-infinity')`)
          .where('s.day', '>=', sql<string>`coalesce(l.start_date, '-infinity')`)
          .where('s.day', '<', newestMonth)
          .union(
            eb
              .selectFrom('invoices as v')
              .innerJoin('invoice_lines as n', (join) =>
                join.onRef('n.member_group_id', '=', 'v.member_group_id').onRef('n.invoice_id', '=', 'v.invoice_id'),
              )
              .select(sql<string>`date_trunc('month', v.end_date)::date`.as('month'))
              .whereRef('v.member_group_id', '=', 'l.member_group_id')
              .whereRef('v.advertiser_id', '=', 'l.advertiser_id')
              .where('v.status', '=', sql.lit('void'))
              .where('n.day', '>=', sql<string>`coalesce(l.start_date, '-infinity')`)
              .where(({ exists, not, selectFrom }) =>
                not(
                  exists(
                    selectFrom('invoices as again')
                      .select('again.invoice_id')
                      .whereRef('again.member_group_id', '=', 'v.member_group_id')
                      .whereRef('again.advertiser_id', '=', 'v.advertiser_id')
                      .whereRef('again.end_date', '=', 'v.end_date')
                      .where('again.status', '<>', sql.lit('void')),
                  ),
                ),
              )
              .where(({ selectFrom }) => {
                // An invoice has all spend that no earlier one has, so the next one has all of the void one, besides later charges.
                const spent = selectFrom('spend_days as d')
                  .select(({ fn }) => fn.sum('d.micros').as('micros'))
                  .whereRef('d.member_group_id', '=', 'n.member_group_id')
                  .whereRef('d.campaign_id', '=', 'n.campaign_id')
                  .whereRef('d.day', '=', 'n.day')
                const invoiced = selectFrom('invoice_lines as o')
                  .innerJoin('invoices as i', (join) =>
                    join.onRef('i.member_group_id', '=', 'o.member_group_id').onRef('i.invoice_id', '=', 'o.invoice_id'),
                  )
                  .select(({ fn }) => fn.sum('o.micros').as('micros'))
                  .where('i.status', '<>', 'void')
                  .whereRef('o.member_group_id', '=', 'n.member_group_id')
                  .whereRef('o.campaign_id', '=', 'n.campaign_id')
                  .whereRef('o.day', '=', 'n.day')
                const ofVoid = selectFrom('invoice_lines as k')
                  .select(({ fn }) => fn.sum('k.micros').as('micros'))
                  .whereRef('k.member_group_id', '=', 'n.member_group_id')
                  .whereRef('k.invoice_id', '=', 'n.invoice_id')
                  .whereRef('k.campaign_id', '=', 'n.campaign_id')
                  .whereRef('k.day', '=', 'n.day')
                return sql<boolean>`${spent} - coalesce(${invoiced}, 0) >= ${ofVoid}`
              }),
          )
          .as('spent'),
      (join) => join.onTrue(),
    )
    .leftJoin('invoice_terms as t', 't.member_group_id', 'l.member_group_id')
    .select(['l.member_group_id', 'l.advertiser_id', 'a.time_zone', 'cu.digits', 't.due_days', 't.tax_percent'])
    .select(['l.start_date as limit_start', sql<string | null>`a.billing_address::text`.as('billing_address')])
    .select(sql<string>`greatest(spent.month, l.start_date)`.as('start_date'))
    .select(sql<string>`(spent.month + interval '1 month - 1 day')::date`.as('end_date'))
    .where(({ and, eb, lit }) =>
      some ? and([eb('l.member_group_id', '=', some.memberGroupId), eb('l.advertiser_id', '=', anyOf(some.advertiserIds))]) : lit(true),
    )
    .orderBy('spent.month')
    .orderBy('l.member_group_id')
    .orderBy('l.advertiser_id')
    .execute()
  return rows.filter(({ end_date, time_zone }) => end_date <= settledThrough(dayIn(now, time_zone)))
}

/** What campaigns of an advertiser spent by day up to the end of the month. */
const spentDays = (kysely: Kysely<Tables>, { member_group_id, advertiser_id, limit_start, end_date }: OpenMonth) =>
  kysely
    .selectFrom('spend_days as s')
    .select(({ fn }) => ['s.member_group_id', 's.campaign_id', 's.day', fn.sum<number>('s.micros').as('micros')])
    .where('s.member_group_id', '=', member_group_id)
    .where('s.advertiser_id', '=', advertiser_id)
    .where('s.day', '<=', end_date)
    .$if(limit_start !== null, (days) => days.where('s.day', '>=', limit_start ?? ''))
    .groupBy(['s.member_group_id', 's.campaign_id', 's.day'])

/**
 * What campaigns spent by day and insertion order up to the end of the month and was not invoiced before; also charges that came after
 * their month was closed, and those of void invoices. What was charged to no order has the order 0.
 */
export function linesOf(kysely: Kysely<Tables>, month: OpenMonth) {
  const days = spentDays(kysely, month)
  const ofOrders = kysely
    .selectFrom(days.as('d'))
    .innerJoin('insertion_order_spend as p', (join) =>
      join.onRef('p.member_group_id', '=', 'd.member_group_id').onRef('p.campaign_id', '=', 'd.campaign_id').onRef('p.day', '=', 'd.day'),
    )
    .select(['d.member_group_id', 'd.campaign_id', 'd.day', 'p.insertion_order_id', 'p.line_id', 'p.micros'])
  const ofNone = kysely
    .selectFrom(days.as('d'))
    .select(({ lit }) => ['d.member_group_id', 'd.campaign_id', 'd.day', lit(0).as('insertion_order_id'), lit(0).as('line_id')])
    .select(({ selectFrom }) => {
      const charged = selectFrom('insertion_order_spend as p')
        .select(({ fn }) => fn.sum('p.micros').as('micros'))
        .whereRef('p.member_group_id', '=', 'd.member_group_id')
        .whereRef('p.campaign_id', '=', 'd.campaign_id')
        .whereRef('p.day', '=', 'd.day')
      return sql<number>`d.micros - coalesce(${charged}, 0)`.as('micros')
    })
  const left = kysely
    .selectFrom(ofOrders.unionAll(ofNone).as('c'))
    .select(['c.campaign_id', 'c.day', 'c.insertion_order_id', 'c.line_id as insertion_order_line_id'])
    .select(({ selectFrom }) => {
      const invoiced = selectFrom('invoice_lines as l')
        .innerJoin('invoices as i', (join) =>
          join.onRef('i.member_group_id', '=', 'l.member_group_id').onRef('i.invoice_id', '=', 'l.invoice_id'),
        )
        .select(({ fn }) => fn.sum('l.micros').as('micros'))
        .where('i.status', '<>', 'void')
        .whereRef('l.member_group_id', '=', 'c.member_group_id')
        .whereRef('l.campaign_id', '=', 'c.campaign_id')
        .whereRef('l.day', '=', 'c.day')
        .whereRef('l.insertion_order_id', '=', 'c.insertion_order_id')
        .whereRef('l.insertion_order_line_id', '=', 'c.line_id')
      return sql<number>`c.micros - coalesce(${invoiced}, 0)`.as('micros')
    })
  return kysely.selectFrom(left.as('n')).where('n.micros', '>', 0)
}

async function requiresNumbers(kysely: Kysely<Tables>, memberGroupId: number): Promise<boolean> {
  const config = await kysely
    .selectFrom('insertion_order_configs')
    .select('member_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where('is_purchase_order_enabled', '=', true)
    .where('is_purchase_order_required', '=', true)
    .executeTakeFirst()
  return config !== undefined
}

/** Whether an order among the lines has no purchase order number although the client requires one. */
export async function missesNumber(
  kysely: Kysely<Tables>,
  { member_group_id }: Pick<OpenMonth, 'member_group_id'>,
  lines: ReturnType<typeof linesOf>,
): Promise<boolean> {
  if (!(await requiresNumbers(kysely, member_group_id))) return false
  const missing = await lines
    .innerJoin('insertion_orders as o', 'o.insertion_order_id', 'n.insertion_order_id')
    .select('o.insertion_order_id')
    .where('o.member_group_id', '=', member_group_id)
    .where('o.po_number', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return missing !== undefined
}

/** The advertisers whose invoice waits for the purchase order number of an order. */
export async function waitingForNumber(kysely: Kysely<Tables>, now: Date, some: SomeAdvertisers): Promise<Set<number>> {
  const waiting = new Set<number>()
  if (!(await requiresNumbers(kysely, some.memberGroupId))) return waiting
  for (const month of await openMonths(kysely, now, some))
    if (await missesNumber(kysely, month, linesOf(kysely, month))) waiting.add(month.advertiser_id)
  return waiting
}
