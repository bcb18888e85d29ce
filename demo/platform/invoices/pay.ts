import type { Kysely } from 'kysely'
import { invoiceStatusRule } from '../../../src/contract/invoices/invoices.rules.ts'
import { decimalOf, minAmount } from '../../../src/contract/money/money.ts'
import { notFound, staleVersion } from '../context/refusal.ts'
import { writeEntries } from '../money/ledger.ts'
import { refuseFunds, refuseFundsField } from '../money/refusals.ts'
import { updateStops } from '../spend-limits/stops.ts'
import { dayIn } from '../sql/days.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { bigint } from '../sql/pieces.ts'
import { nextVersion } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

/** Money that was received for an invoice. */
export interface InvoicePayment {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly invoice_id: number
  readonly amount: bigint
  readonly is_wire_transfer: boolean
  readonly at: Date
  readonly user_id: number | null
  readonly request_id: string
  /** The version that the payer has read. */
  readonly version: number
}

/** Locks the invoice. A limit that refers to it can still be written. */
export async function lockInvoice(
  kysely: Kysely<Tables>,
  {
    member_group_id,
    advertiser_id,
    invoice_id,
    version,
  }: Pick<InvoicePayment, 'member_group_id' | 'advertiser_id' | 'invoice_id' | 'version'>,
) {
  const invoice = await kysely
    .selectFrom('invoices as i')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'i'))
    .select(['i.number', 'i.status', 'i.version', 'i.is_wire_transfer', 'a.time_zone'])
    .select(({ cast }) => [
      cast<string>('i.exact', 'text').as('exact'),
      cast<string>('i.amount', 'text').as('amount'),
      cast<string>('i.tax', 'text').as('tax'),
      cast<string>('i.paid', 'text').as('paid'),
    ])
    .where('i.member_group_id', '=', member_group_id)
    .where('i.advertiser_id', '=', advertiser_id)
    .where('i.invoice_id', '=', invoice_id)
    .forNoKeyUpdate('i')
    .executeTakeFirst()
  if (!invoice) throw notFound('Invoice')
  if (invoice.version !== version) throw staleVersion('Invoice')
  const { exact, amount, tax, paid, ...rest } = invoice
  return { ...rest, exact: BigInt(exact), amount: BigInt(amount), tax: BigInt(tax), paid: BigInt(paid) }
}

/**
 * Writes a payment of an invoice to the ledger. Tax is not part of the ledger, so a payment covers the amount first and then the tax. The
 * payment that completes the amount also writes the correction by which the invoiced spend is exactly 0.
 */
export async function payInvoice(kysely: Kysely<Tables>, payment: InvoicePayment): Promise<void> {
  const { member_group_id, advertiser_id, invoice_id, at, user_id, request_id } = payment
  const invoice = await lockInvoice(kysely, payment)
  const total = invoice.amount + invoice.tax
  const paid = invoice.paid + payment.amount
  const status = paid < total ? 'partly_paid' : 'paid'
  const allowed = invoiceStatusRule(invoice.status, status)
  if (allowed !== true) throw refuseFunds('Invoice', allowed.code)
  if (paid > total) throw refuseFundsField('amount', 'above_unpaid', { limit: decimalOf(total - invoice.paid) })
  const before = minAmount(invoice.paid, invoice.amount)
  const part = minAmount(paid, invoice.amount) - before
  const trueUp = part > 0n && before + part === invoice.amount ? invoice.exact - invoice.amount : 0n
  const entry = { day: dayIn(at, invoice.time_zone), at, user_id, request_id, reference: `invoice ${invoice.number}` }
  const key = `invoice ${invoice_id} payment ${invoice.version}`
  await writeEntries(kysely, { member_group_id, advertiser_id }, [
    ...(part > 0n ? [{ ...entry, event: 'Invoice' as const, micros: part, reason: 'Invoice paid', unique_key: key }] : []),
    ...(trueUp === 0n
      ? []
      : [{ ...entry, event: 'TrueUp' as const, micros: trueUp, reason: 'Rounding of the invoice', unique_key: `${key} rounding` }]),
  ])
  await kysely
    .updateTable('invoices')
    .set({
      paid: bigint(paid),
      status,
      paid_at: paid === total ? at : null,
      is_wire_transfer: invoice.is_wire_transfer || payment.is_wire_transfer,
      version: nextVersion,
    })
    .where('member_group_id', '=', member_group_id)
    .where('invoice_id', '=', invoice_id)
    .execute()
  await updateStops(kysely, at, { member_group_id, advertiser_id })
}
