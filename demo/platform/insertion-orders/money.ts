import { sql } from 'kysely'
import { settledThrough } from '../../../src/contract/dates/date-ranges.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { insertionOrders, OrderLine, ReconciledLine } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { makeGoodOf } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { grouped } from '../sql/group-by.ts'
import { anyOf } from '../sql/pieces.ts'
import { orderLines, requireOrder, type OrderRecord } from './read.ts'

/** An order whose money the caller may see as a whole. */
async function wholeOrder(context: Context, insertionOrderId: number): Promise<OrderRecord> {
  const order = await requireOrder(context, insertionOrderId)
  if (!order.seesWhole) throw notFound('Insertion order')
  return order
}

/** What was charged to an order by day. */
export async function spendByDay(context: Context, insertionOrderId: number): Promise<Result<typeof insertionOrders.spend>> {
  const { member_group_id } = await wholeOrder(context, insertionOrderId)
  const days = await context.database.kysely
    .selectFrom('insertion_order_spend')
    .select(({ fn }) => ['day', fn.sum<string>('micros').as('micros')])
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertionOrderId)
    .groupBy('day')
    .orderBy('day')
    .execute()
  return { days: days.map(({ day, micros }) => ({ day, spent: decimalOf(BigInt(micros)) })) }
}

/** Sums of a line, as whole numbers; `last_` sums are those of the last seven days of the line. */
type LineSums = { readonly line_id: number } & Readonly<
  Record<'spent' | 'cost' | 'unsettled' | 'clicks' | 'impressions' | 'last_clicks' | 'last_impressions', string>
>

/**
 * What was charged to each line, and the facts of its campaigns on the days on which they spent from it. Facts are per campaign and
 * day: those of a day on which a campaign moved are split by what was charged to each order and line.
 */
function lineSums({ database: { kysely } }: Context, order: OrderRecord, settled: string): Promise<LineSums[]> {
  const { member_group_id, insertion_order_id, version_id } = order
  const sumOfShares = (column: 'cost' | 'clicks' | 'impressions', condition = sql<boolean>`true`) =>
    sql<string>`round(coalesce(sum(${sql.ref(`f.${column}`)}::numeric * p.micros / charged.micros) filter (where ${condition}), 0))::text`
  const isUnsettled = sql<boolean>`p.day > ${settled}::date`
  const isLast = sql<boolean>`l.end_date - p.day between 0 and 6`
  return kysely
    .selectFrom('insertion_order_spend as p')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'p.member_group_id').onRef('c.campaign_id', '=', 'p.campaign_id'),
    )
    .leftJoin('insertion_order_lines as l', (join) =>
      join
        .onRef('l.member_group_id', '=', 'p.member_group_id')
        .onRef('l.insertion_order_id', '=', 'p.insertion_order_id')
        .onRef('l.line_id', '=', 'p.line_id')
        .on('l.version_id', '=', version_id),
    )
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('spend_days as s')
          .select(({ fn }) => fn.sum('s.micros').as('micros'))
          .whereRef('s.member_group_id', '=', 'p.member_group_id')
          .whereRef('s.campaign_id', '=', 'p.campaign_id')
          .whereRef('s.day', '=', 'p.day')
          .as('charged'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('facts_daily as d')
          .select(({ fn }) => [fn.sum('d.cost').as('cost'), fn.sum('d.clicks').as('clicks'), fn.sum('d.impressions').as('impressions')])
          .whereRef('d.member_group_id', '=', 'p.member_group_id')
          .whereRef('d.advertiser_id', '=', 'c.advertiser_id')
          .whereRef('d.campaign_id', '=', 'p.campaign_id')
          .whereRef('d.day', '=', 'p.day')
          .as('f'),
      (join) => join.onTrue(),
    )
    .select(['p.line_id', sql<string>`sum(p.micros)::text`.as('spent')])
    .select([sumOfShares('cost').as('cost'), sumOfShares('cost', isUnsettled).as('unsettled')])
    .select([sumOfShares('clicks').as('clicks'), sumOfShares('impressions').as('impressions')])
    .select([sumOfShares('clicks', isLast).as('last_clicks'), sumOfShares('impressions', isLast).as('last_impressions')])
    .where('p.member_group_id', '=', member_group_id)
    .where('p.insertion_order_id', '=', insertion_order_id)
    .groupBy('p.line_id')
    .execute()
}

/** Credits and corrections of an order or of one of its lines name it in their reference. */
const referenceOf = (insertionOrderId: number, lineId: number | null) =>
  lineId === null ? `insertion-order ${insertionOrderId}` : `insertion-order ${insertionOrderId} line ${lineId}`

interface Adjustment {
  readonly event_type_id: number
  readonly reference: string | null
  readonly micros: string
}

/** Credits and corrections that name the order or one of its lines. */
const adjustmentsOf = ({ database: { kysely } }: Context, { member_group_id, insertion_order_id, advertiser_id }: OrderRecord) =>
  kysely
    .selectFrom('balance_events as e')
    .select(({ fn }) => ['e.event_type_id', 'e.reference', fn.sum<string>('e.micros').as('micros')])
    .where('e.member_group_id', '=', member_group_id)
    .where('e.event_type_id', '=', anyOf([fundingEvents.TrueUp, fundingEvents.BalanceRefill]))
    .where(({ eb, or }) =>
      or([
        eb('e.reference', '=', referenceOf(insertion_order_id, null)),
        eb('e.reference', 'like', `${referenceOf(insertion_order_id, null)} line %`),
      ]),
    )
    .$if(advertiser_id !== null, (entries) => entries.where('e.advertiser_id', '=', advertiser_id))
    .groupBy(['e.event_type_id', 'e.reference'])
    .execute()

/** Sum of the adjustments of one event, in micros; positive amounts were given back. */
const sumOf = (adjustments: readonly Adjustment[], event: number) =>
  adjustments.reduce((sum, { event_type_id, micros }) => (event_type_id === event ? sum + BigInt(micros) : sum), 0n)

/** The amounts that are the same for lines and for campaigns without a line. */
function amountsOf(booked: bigint, sums: LineSums | undefined, adjustments: readonly Adjustment[]) {
  const credits = sumOf(adjustments, fundingEvents.BalanceRefill)
  const trueUps = sumOf(adjustments, fundingEvents.TrueUp)
  const delivered = BigInt(sums?.cost ?? 0)
  const charged = BigInt(sums?.spent ?? 0) - credits - trueUps
  return {
    booked: decimalOf(booked),
    delivered: decimalOf(delivered),
    unsettled: decimalOf(BigInt(sums?.unsettled ?? 0)),
    charged: decimalOf(charged),
    credits: decimalOf(credits),
    true_ups: decimalOf(trueUps),
    difference: decimalOf(booked - charged),
    // A correction brings the charges to what was delivered, a credit takes them below it.
    unexplained: decimalOf(delivered - charged - credits),
  }
}

const quantities = { cpc: ['clicks', 'last_clicks'], cpm: ['impressions', 'last_impressions'], fixed: null } as const

interface ReconciledDay {
  readonly today: string
  readonly digits: number
}

function reconciledLine(
  line: OrderLine,
  sums: LineSums | undefined,
  adjustments: readonly Adjustment[],
  { today, digits }: ReconciledDay,
): ReconciledLine {
  const { line_id, name, type, rate, quantity } = line
  const columns = quantities[type]
  const [delivered, last] = columns ? columns.map((column) => Number(sums?.[column] ?? 0)) : []
  const isOver = line.end_date < today
  const makeGood =
    isOver && rate !== null && quantity !== null && delivered !== undefined && last !== undefined
      ? makeGoodOf({ type, rate, quantity }, delivered, last / 7, digits)
      : undefined
  return {
    line_id,
    name,
    booked_quantity: quantity,
    delivered_quantity: quantity === null ? null : (delivered ?? null),
    ...amountsOf(microsOf(line.amount), sums, adjustments),
    make_good: makeGood ? { ...makeGood, credit: decimalOf(makeGood.credit) } : null,
  }
}

/** Booked, delivered and charged by line. What no line names is one row without a line: its booked amount is what the lines leave. */
export async function reconciliationOf(context: Context, insertionOrderId: number): Promise<Result<typeof insertionOrders.reconciliation>> {
  const order = await wholeOrder(context, insertionOrderId)
  const today = dayIn(context.now(), order.time_zone)
  const settled_through = settledThrough(today)
  const lines = await orderLines(context, order)
  const sums = new Map((await lineSums(context, order, settled_through)).map((row) => [row.line_id, row]))
  const adjustments = grouped(await adjustmentsOf(context, order), ({ reference }) => reference)
  const day = { today, digits: order.currency_digits }
  const reconciled = lines.map((line) =>
    reconciledLine(line, sums.get(line.line_id), adjustments.get(referenceOf(insertionOrderId, line.line_id)) ?? [], day),
  )
  const unallocated = order.total - lines.reduce((sum, { amount }) => sum + microsOf(amount), 0n)
  const otherSums = sums.get(0)
  const otherAdjustments = adjustments.get(referenceOf(insertionOrderId, null)) ?? []
  const withoutLine: ReconciledLine = {
    line_id: null,
    name: null,
    booked_quantity: null,
    delivered_quantity: null,
    ...amountsOf(unallocated, otherSums, otherAdjustments),
    make_good: null,
  }
  const hasOthers = unallocated > 0n || otherSums !== undefined || otherAdjustments.length > 0
  return {
    lines: hasOthers ? [...reconciled, withoutLine] : reconciled,
    settled_through,
    currency_code: order.currency_code,
    currency_digits: order.currency_digits,
  }
}
