import { type Kysely, sql } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { invoiceTotal, shareOf } from '../../../src/contract/money/funds.rules.ts'
import { minAmount } from '../../../src/contract/money/money.ts'
import { lockBalance, writeEntries } from '../money/ledger.ts'
import { printedTaxId } from '../payments/tax-ids.ts'
import { dayIn } from '../sql/days.ts'
import { bigint } from '../sql/pieces.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { linesOf, missesNumber, type OpenMonth, openMonths } from './months.ts'
import { standardTerms } from './terms.ts'

/**
 * Credits and make-goods of insertion orders since the start of the limit, as far as no earlier invoice that is valid is reduced by them;
 * oldest first.
 */
async function openCredits(kysely: Kysely<Tables>, { member_group_id, advertiser_id, limit_start }: OpenMonth) {
  const rows = await kysely
    .selectFrom('insertion_order_adjustments as j')
    .innerJoin('insertion_orders as o', (join) =>
      join.onRef('o.member_group_id', '=', 'j.member_group_id').onRef('o.insertion_order_id', '=', 'j.insertion_order_id'),
    )
    .select(['j.adjustment_id'])
    .select(({ selectFrom }) => {
      const used = selectFrom('invoice_credits as ic')
        .innerJoin('invoices as i', (join) =>
          join.onRef('i.member_group_id', '=', 'ic.member_group_id').onRef('i.invoice_id', '=', 'ic.invoice_id'),
        )
        .select(({ fn }) => fn.sum('ic.micros').as('micros'))
        .where('i.status', '<>', 'void')
        .whereRef('ic.member_group_id', '=', 'j.member_group_id')
        .whereRef('ic.adjustment_id', '=', 'j.adjustment_id')
      return sql<string>`(j.micros - coalesce(${used}, 0))::text`.as('left')
    })
    .where('j.member_group_id', '=', member_group_id)
    .where('o.advertiser_id', '=', advertiser_id)
    .$if(limit_start !== null, (found) => found.where('j.day', '>=', limit_start ?? ''))
    .orderBy('j.adjustment_id')
    .execute()
  return rows.map(({ adjustment_id, left }) => ({ adjustment_id, left: BigInt(left) }))
}

/** What each credit takes from an invoice; together they take at most its spend. */
function takenCredits(credits: Awaited<ReturnType<typeof openCredits>>, spend: bigint) {
  let rest = spend
  return credits.flatMap(({ adjustment_id, left }) => {
    const micros = minAmount(left, rest)
    rest -= micros
    return micros > 0n ? [{ adjustment_id, micros }] : []
  })
}

/** The month and the advertiser; after a void invoice of the month, also which invoice of it this is. */
async function invoiceNumber(kysely: Kysely<Tables>, { member_group_id, advertiser_id, end_date }: OpenMonth): Promise<string> {
  const { count } = await kysely
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('end_date', '=', end_date)
    .executeTakeFirstOrThrow()
  const number = `${end_date.slice(0, 7)}-${String(advertiser_id).padStart(4, '0')}`
  return count > 0 ? `${number}-${count + 1}` : number
}

/** Closes one month of an advertiser in one transaction: its invoice with the lines. It stays open while an order misses its number. */
export async function closeMonth(kysely: Kysely<Tables>, open: OpenMonth, now: Date): Promise<void> {
  const { member_group_id, advertiser_id, start_date, end_date, digits, due_days } = open
  // Before the limit, as all writers lock it.
  await lockBalance(kysely, open)
  // The limit stays locked, so that servers which close the month at the same time make one invoice.
  const limit = await kysely
    .selectFrom('spend_limits')
    .select('start_date as limit_start')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .forUpdate()
    .executeTakeFirst()
  if (!limit) return
  const month = { ...open, ...limit }
  const lines = linesOf(kysely, month)
  const sum = await lines.select(({ fn }) => sql<string | null>`${fn.sum('n.micros')}::text`.as('exact')).executeTakeFirst()
  const spend = BigInt(sum?.exact ?? 0)
  if (spend === 0n || (await missesNumber(kysely, month, lines))) return
  const credits = takenCredits(await openCredits(kysely, month), spend)
  const exact = credits.reduce((rest, { micros }) => rest - micros, spend)
  const { total, trueUp } = invoiceTotal(exact, digits)
  // Spend below half of the smallest unit cannot be paid, so it waits for the invoice of a later month.
  if (total === 0n && credits.length === 0) return
  const taxId = await printedTaxId(kysely, month)
  const number = await invoiceNumber(kysely, month)
  const issued_on = dayIn(now, month.time_zone)
  const invoice = await kysely
    .insertInto('invoices')
    .values({
      member_group_id,
      advertiser_id,
      number,
      start_date,
      end_date,
      issued_on,
      due_on: addDays(issued_on, due_days ?? standardTerms.due_days),
      exact: bigint(exact),
      amount: bigint(total),
      tax: bigint(shareOf(total, BigInt(month.tax_percent ?? standardTerms.tax_percent), digits)),
      billing_address: month.billing_address,
      tax_id: taxId && JSON.stringify(taxId),
      // Nothing is left to pay.
      ...(total === 0n && { status: 'paid', paid_at: now }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['member_group_id', 'advertiser_id', 'end_date'])
        // As a literal, so that the planner recognizes the index of valid invoices.
        .where('status', '<>', sql.lit('void'))
        .doNothing(),
    )
    .returning('invoice_id')
    .executeTakeFirst()
  if (!invoice) return
  const { invoice_id } = invoice
  await kysely
    .insertInto('invoice_lines')
    .columns(['member_group_id', 'invoice_id', 'campaign_id', 'day', 'insertion_order_id', 'insertion_order_line_id', 'micros'])
    .expression(
      lines
        .select(({ lit }) => [lit(member_group_id).as('member_group_id'), lit(invoice_id).as('invoice_id')])
        .select(['n.campaign_id', 'n.day', 'n.insertion_order_id', 'n.insertion_order_line_id', 'n.micros']),
    )
    .execute()
  await kysely
    .insertInto('invoice_po_numbers')
    .columns(['member_group_id', 'invoice_id', 'insertion_order_id', 'po_number'])
    .expression(({ selectFrom }) =>
      selectFrom('invoice_lines as l')
        .innerJoin('insertion_orders as o', (join) =>
          join.onRef('o.member_group_id', '=', 'l.member_group_id').onRef('o.insertion_order_id', '=', 'l.insertion_order_id'),
        )
        .distinct()
        .select(['l.member_group_id', 'l.invoice_id', 'l.insertion_order_id'])
        .select(({ ref }) => ref('o.po_number').$notNull().as('po_number'))
        .where('l.member_group_id', '=', member_group_id)
        .where('l.invoice_id', '=', invoice_id)
        .where('o.po_number', 'is not', null),
    )
    .execute()
  if (credits.length > 0)
    await kysely
      .insertInto('invoice_credits')
      .values(credits.map(({ adjustment_id, micros }) => ({ member_group_id, invoice_id, adjustment_id, micros: bigint(micros) })))
      .execute()
  if (total === 0n && trueUp !== 0n)
    await writeEntries(kysely, month, [
      {
        event: 'TrueUp',
        micros: trueUp,
        day: issued_on,
        at: now,
        reason: 'Rounding of the invoice',
        reference: `invoice ${number}`,
        unique_key: `invoice ${invoice_id} rounding`,
      },
    ])
}

/** Closes the months that are over. The failure of one advertiser is thrown after the others. */
export async function closeMonths(database: Kysely<Tables>, now: Date): Promise<void> {
  const failures: unknown[] = []
  for (const month of await openMonths(database, now))
    await database
      .transaction()
      .execute((kysely) => closeMonth(kysely, month, now))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} months could not be invoiced`)
}

/** Closes each month in the time zone of its advertiser, once its spend is final. */
export const invoicesJob: JobKind = {
  everyMs: 3_600_000,
  run: (_, { database, now }) => closeMonths(database.kysely, now()),
}
