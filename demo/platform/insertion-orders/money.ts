import { sql } from 'kysely'
import { daysIn, settledThrough } from '../../../src/contract/dates/date-ranges.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { insertionOrders, OrderLine } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { makeGoodOf } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type { ReconciledLine } from '../../../src/contract/insertion-orders/reconciliation.ts'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import { invoicesOf } from './invoiced.ts'
import { type LineSums, lineSums, uncountedLine } from './line-sums.ts'
import { endingDay, linesOf, orderLines, type OrderKey, type OrderRecord, requireWholeOrder, toLine } from './read.ts'

/** What was charged to an order by day. A make-good is taken from its day, as from what the order has spent. */
export async function spendByDay(context: Context, insertionOrderId: number): Promise<Result<typeof insertionOrders.spend>> {
  const { member_group_id } = await requireWholeOrder(context, insertionOrderId)
  const { kysely } = context.database
  const madeGood = kysely
    .selectFrom('insertion_order_adjustments')
    .select(({ neg, ref }) => ['day', neg(ref('micros')).as('micros')])
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertionOrderId)
    .where('kind', '=', 'make_good')
  const charges = kysely
    .selectFrom('insertion_order_spend')
    .select(['day', 'micros'])
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertionOrderId)
    .unionAll(madeGood)
  const days = await kysely
    .selectFrom(charges.as('s'))
    .select(({ fn }) => ['day', fn.sum<string>('micros').as('micros')])
    .groupBy('day')
    .orderBy('day')
    .execute()
  return { days: days.map(({ day, micros }) => ({ day, spent: decimalOf(BigInt(micros)) })) }
}

/** Credits and corrections of an order or of one of its lines name it in their reference. */
export const orderReference = (insertionOrderId: number, lineId: number | null) =>
  lineId === null ? `insertion-order ${insertionOrderId}` : `insertion-order ${insertionOrderId} line ${lineId}`

interface Entry {
  readonly event_type_id: number
  readonly reference: string | null
  readonly micros: string
}

/** Ledger entries of credits, make-goods and corrections that name the order or one of its lines. */
const entriesOf = ({ database: { kysely } }: Context, { member_group_id, insertion_order_id, advertiser_id }: OrderRecord) =>
  kysely
    .selectFrom('balance_events as e')
    .select(({ fn }) => ['e.event_type_id', 'e.reference', fn.sum<string>('e.micros').as('micros')])
    .where('e.member_group_id', '=', member_group_id)
    .where('e.event_type_id', '=', anyOf([fundingEvents.TrueUp, fundingEvents.BalanceRefill]))
    // As a literal, so that the planner recognizes the index of entries that name an order.
    .where('e.reference', 'like', sql.lit('insertion-order %'))
    .where(({ eb, or }) =>
      or([
        eb('e.reference', '=', orderReference(insertion_order_id, null)),
        eb('e.reference', 'like', `${orderReference(insertion_order_id, null)} line %`),
      ]),
    )
    .$if(advertiser_id !== null, (entries) => entries.where('e.advertiser_id', '=', advertiser_id))
    .groupBy(['e.event_type_id', 'e.reference'])
    .execute()

/** The stored credits and make-goods of an order, the latest first, and how much of each reduces an invoice. */
const adjustmentsOf = ({ database: { kysely } }: Context, { member_group_id, insertion_order_id }: OrderKey) =>
  kysely
    .selectFrom('insertion_order_adjustments as j')
    .leftJoin('users as u', 'u.user_id', 'j.user_id')
    .select(['j.adjustment_id', 'j.kind', 'j.line_id', 'j.reason', 'j.day', userName.as('user')])
    .select(({ cast, fn, selectFrom }) => {
      const invoiced = selectFrom('invoice_credits as ic')
        .innerJoin('invoices as i', (join) =>
          join.onRef('i.member_group_id', '=', 'ic.member_group_id').onRef('i.invoice_id', '=', 'ic.invoice_id'),
        )
        .select(({ fn: { sum } }) => sum('ic.micros').as('micros'))
        .whereRef('ic.member_group_id', '=', 'j.member_group_id')
        .whereRef('ic.adjustment_id', '=', 'j.adjustment_id')
        .where('i.status', '!=', 'void')
      return [cast<string>('j.micros', 'text').as('micros'), cast<string>(fn.coalesce(invoiced, sql.lit(0)), 'text').as('invoiced')]
    })
    .where('j.member_group_id', '=', member_group_id)
    .where('j.insertion_order_id', '=', insertion_order_id)
    .orderBy('j.adjustment_id', 'desc')
    .execute()

type StoredAdjustment = Awaited<ReturnType<typeof adjustmentsOf>>[number]

/** What was given back on a line: the entries of the ledger, and the stored adjustments among them. */
interface GivenBack {
  readonly entries: readonly Entry[]
  readonly adjustments: readonly StoredAdjustment[]
  /** The part of the entries that went to prepaid funds, in micros. */
  readonly prepaid: bigint
}

/** The spend limit of an order's advertiser, from whose first day credits reduce invoices; undefined without one. */
const limitOf = ({ database: { kysely } }: Context, { member_group_id, advertiser_id }: OrderRecord) =>
  kysely
    .selectFrom('spend_limits')
    .select('start_date')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id ?? 0)
    .executeTakeFirst()

/** What was given back on a line to prepaid funds: what no invoice is reduced by, without a limit or before it. */
function prepaidOf({ entries, adjustments }: Omit<GivenBack, 'prepaid'>, limit: Awaited<ReturnType<typeof limitOf>>): bigint {
  const open = ({ micros, invoiced }: StoredAdjustment) => String(BigInt(micros) - BigInt(invoiced))
  if (limit) return sumOf(adjustments, (one) => one.day < (limit.start_date ?? '') && open(one))
  return sumOf(entries, ({ micros }) => micros) - sumOf(adjustments, ({ invoiced }) => invoiced)
}

const sumOf = <T>(rows: readonly T[], micros: (row: T) => string | false) => rows.reduce((sum, row) => sum + BigInt(micros(row) || 0), 0n)

/** Sum of the entries of one event, in micros; positive amounts were given back. */
const sumOfEvent = (entries: readonly Entry[], event: number) =>
  sumOf(entries, ({ event_type_id, micros }) => event_type_id === event && micros)

/** The charges of a line less its credits, make-goods and corrections, in micros. */
export async function chargedOf(context: Context, order: OrderRecord, lineId: number | null): Promise<bigint> {
  const { micros } = await context.database.kysely
    .selectFrom('insertion_order_spend')
    .select(({ fn }) => fn.sum<string | null>('micros').as('micros'))
    .where('member_group_id', '=', order.member_group_id)
    .where('insertion_order_id', '=', order.insertion_order_id)
    .where('line_id', '=', lineId ?? 0)
    .executeTakeFirstOrThrow()
  const entries = await entriesOf(context, order)
  const own = orderReference(order.insertion_order_id, lineId)
  return BigInt(micros ?? 0) - sumOf(entries, (entry) => entry.reference === own && entry.micros)
}

/** The amounts that are the same for lines and for campaigns without a line. */
function amountsOf(booked: bigint, sums: LineSums | undefined, { entries, adjustments, ...given }: GivenBack) {
  const madeGood = sumOf(adjustments, ({ kind, micros }) => kind === 'make_good' && micros)
  const credits = sumOfEvent(entries, fundingEvents.BalanceRefill) - madeGood
  const trueUps = sumOfEvent(entries, fundingEvents.TrueUp)
  const delivered = BigInt(sums?.cost ?? 0)
  const charged = BigInt(sums?.spent ?? 0) - credits - madeGood - trueUps
  const invoiced = BigInt(sums?.invoiced ?? 0) - sumOf(adjustments, (adjustment) => adjustment.invoiced)
  const prepaid = BigInt(sums?.prepaid ?? 0) - given.prepaid
  return {
    booked: decimalOf(booked),
    delivered: decimalOf(delivered),
    unsettled: decimalOf(BigInt(sums?.unsettled ?? 0)),
    charged: decimalOf(charged),
    invoiced: decimalOf(invoiced),
    prepaid: decimalOf(prepaid),
    not_invoiced: decimalOf(charged - invoiced - prepaid),
    credits: decimalOf(credits),
    made_good: decimalOf(madeGood),
    true_ups: decimalOf(trueUps),
    difference: decimalOf(booked - charged),
    // A correction brings the charges to what was delivered, a credit or a make-good takes them below it.
    unexplained: decimalOf(delivered - charged - credits - madeGood),
  }
}

const quantities = { cpc: ['clicks', 'last_clicks'], cpm: ['impressions', 'last_impressions'], fixed: null } as const

interface ReconciledDay {
  readonly today: string
  readonly digits: number
}

function reconciledLine(line: OrderLine, sums: LineSums | undefined, given: GivenBack, { today, digits }: ReconciledDay): ReconciledLine {
  const { line_id, name, type, rate, quantity } = line
  const columns = quantities[type]
  const [delivered, last] = columns ? columns.map((column) => Number(sums?.[column] ?? 0)) : []
  const isOver = line.end_date < today
  const makeGood =
    isOver && rate !== null && quantity !== null && delivered !== undefined && last !== undefined
      ? makeGoodOf({ type, rate, quantity }, delivered, last / Math.min(daysIn(line), 7), digits)
      : undefined
  return {
    line_id,
    name,
    booked_quantity: quantity,
    delivered_quantity: quantity === null ? null : (delivered ?? null),
    ...amountsOf(microsOf(line.amount), sums, given),
    make_good: makeGood ? { ...makeGood, credit: decimalOf(makeGood.credit) } : null,
    uncounted: null,
  }
}

/** A row for what no line names. */
const rowWithoutLine = (booked: bigint, sums: LineSums | undefined, given: GivenBack): ReconciledLine => ({
  line_id: null,
  name: null,
  booked_quantity: null,
  delivered_quantity: null,
  ...amountsOf(booked, sums, given),
  make_good: null,
  uncounted: null,
})

/** The row of campaigns that have left the order, if they delivered something on days without a charge. */
function uncountedRows(sums: LineSums | undefined): ReconciledLine[] {
  const [clicks, impressions] = [Number(sums?.clicks ?? 0), Number(sums?.impressions ?? 0)]
  return clicks + impressions === 0
    ? []
    : [{ ...rowWithoutLine(0n, sums, { entries: [], adjustments: [], prepaid: 0n }), uncounted: { clicks, impressions } }]
}

/** The lines of earlier versions, with their last names. Nothing is booked on them. */
async function removedLines(context: Context, order: OrderRecord, lines: readonly OrderLine[]): Promise<OrderLine[]> {
  const stored = (await linesOf(context, order)).filter(({ version_id }) => version_id < order.version_id)
  const last = new Map(stored.toSorted((one, other) => one.version_id - other.version_id).map((line) => [line.line_id, toLine(line)]))
  return [...last.values()]
    .filter(({ line_id }) => !lines.some((line) => line.line_id === line_id))
    .map((line) => ({ ...line, rate: null, quantity: null, amount: '0' }))
}

/**
 * Booked, delivered and charged by line. What no line names is one row without a line: its booked amount is what the lines leave. What
 * campaigns delivered before they left the order without a charge is another row.
 */
export async function reconciliationOf(context: Context, insertionOrderId: number): Promise<Result<typeof insertionOrders.reconciliation>> {
  const order = await requireWholeOrder(context, insertionOrderId)
  const today = endingDay(context.now(), order)
  const settled_through = settledThrough(today)
  const lines = await orderLines(context, order)
  const sums = new Map((await lineSums(context, order, settled_through)).map((row) => [row.line_id, row]))
  const entries = grouped(await entriesOf(context, order), ({ reference }) => reference)
  const adjustments = await adjustmentsOf(context, order)
  const day = { today, digits: order.currency_digits }
  const limit = await limitOf(context, order)
  const givenOn = (lineId: number | null): GivenBack => {
    const given = {
      entries: entries.get(orderReference(insertionOrderId, lineId)) ?? [],
      adjustments: adjustments.filter(({ line_id }) => line_id === (lineId ?? 0)),
    }
    return { ...given, prepaid: prepaidOf(given, limit) }
  }
  const removed = (await removedLines(context, order, lines)).filter(
    ({ line_id }) => sums.has(line_id) || givenOn(line_id).entries.length > 0,
  )
  const reconciled = [...lines, ...removed].map((line) => reconciledLine(line, sums.get(line.line_id), givenOn(line.line_id), day))
  const unallocated = order.total - lines.reduce((sum, { amount }) => sum + microsOf(amount), 0n)
  const otherSums = sums.get(0)
  const otherGiven = givenOn(null)
  const hasOthers = unallocated > 0n || otherSums !== undefined || otherGiven.entries.length > 0
  const others = hasOthers ? [rowWithoutLine(unallocated, otherSums, otherGiven)] : []
  return {
    lines: [...reconciled, ...others, ...uncountedRows(sums.get(uncountedLine))],
    invoices: await invoicesOf(context, order),
    adjustments: adjustments.map(({ line_id, micros, invoiced: _, ...adjustment }) => ({
      ...adjustment,
      line_id: line_id === 0 ? null : line_id,
      amount: decimalOf(BigInt(micros)),
    })),
    settled_through,
    currency_code: order.currency_code,
    currency_digits: order.currency_digits,
  }
}
