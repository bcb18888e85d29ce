import { array, boolean, enums, type Infer, integer, max, min, nullable, object, optional, string } from 'superstruct'
import { BillingAddress } from '../advertisers/advertisers.ts'
import { get, patch, post, postQuery, put } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Moment } from '../ids.ts'
import { adjustmentKinds } from '../insertion-orders/adjustments.ts'
import { listQueryFields } from '../list.ts'
import { Percent } from '../payments/fees.ts'
import { PositiveAmount } from '../payments/payments.ts'
import { PrintedTaxId } from '../payments/tax-ids.ts'

export const invoiceStatuses = ['open', 'paid', 'partly_paid', 'overdue', 'void', 'uncollectible'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const about = {
  invoice_id: Id,
  number: string(),
  advertiser_id: Id,
  advertiser_name: string(),
  start_date: IsoDay,
  end_date: IsoDay,
  issued_on: IsoDay,
  due_on: IsoDay,
  /** Without tax. */
  amount: Decimal,
  tax: Decimal,
  paid: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  is_wire_transfer: boolean(),
  status: enums(invoiceStatuses),
  days_overdue: integer(),
  version: integer(),
}
export const InvoiceRow = object(about)
export type InvoiceRow = Infer<typeof InvoiceRow>

/** One invoice with its lines, the spend of campaigns by day. */
export const Invoice = object({
  ...about,
  billing_address: nullable(BillingAddress),
  /** The tax id of the advertiser when the invoice was issued. */
  tax_id: nullable(PrintedTaxId),
  /** Spend of the month less credits, to the micro; `amount` is rounded once. */
  exact: Decimal,
  /** The entry that makes the invoiced spend exactly 0. */
  true_up: Decimal,
  lines: array(
    object({
      campaign_id: Id,
      name: string(),
      amount: Decimal,
      /** What the reports show for the campaign in the period of the invoice. Late charges of earlier days are not in it. */
      reported: Decimal,
      days: array(object({ day: IsoDay, amount: Decimal })),
      /** The parts of the amount that were charged to insertion orders. */
      orders: array(object({ insertion_order_id: Id, number: string(), po_number: nullable(string()), amount: Decimal })),
    }),
  ),
  /** Credits and make-goods of insertion orders that reduce the invoice. */
  credits: array(
    object({
      adjustment_id: Id,
      kind: enums(adjustmentKinds),
      insertion_order_id: Id,
      order_number: string(),
      reason: string(),
      day: IsoDay,
      amount: Decimal,
    }),
  ),
  paid_at: nullable(Moment),
})
export type Invoice = Infer<typeof Invoice>

/** How a client invoices its advertisers. */
export const InvoiceTerms = object({
  /** Days after the day of issue until an invoice is due. */
  due_days: integer(),
  tax_percent: Decimal,
  /** An advertiser's spend limit is 0 while one of its invoices is 30 days overdue. */
  stops_when_overdue: boolean(),
  /** Advertisers with an invoice that is 30 days overdue, which stop while `stops_when_overdue` is set; null for callers without the whole client. */
  advertisers_to_stop: nullable(integer()),
  version: integer(),
})
export type InvoiceTerms = Infer<typeof InvoiceTerms>
/** The longest time until an invoice is due. */
export const mostDueDays = 120
const TermsChange = object({
  due_days: optional(max(min(integer(), 1), mostDueDays)),
  tax_percent: optional(Percent),
  stops_when_overdue: optional(boolean()),
})

const client = 'v1/member_groups/:memberGroupId'
const advertiser = `${client}/advertisers/:advertiserId` as const
const list = object({ invoices: array(InvoiceRow), total: integer() })
const Totals = object({ funded: Decimal, spent: Decimal, invoiced: Decimal, outstanding: Decimal })

export const invoices = {
  report: postQuery(`${advertiser}/payment_provider/invoices_report`, {
    may: 'invoices.read',
    body: object(listQueryFields),
    result: list,
  }),
  ofClient: postQuery('v2/member_groups/:memberGroupId/payment_provider/invoices_report', {
    may: 'invoices.read',
    body: object(listQueryFields),
    result: list,
  }),
  /** Records money that was received for an invoice. */
  recordPayment: post(`${advertiser}/invoices/:invoiceId/payments`, {
    may: 'funds.correct',
    idempotent: true,
    versioned: true,
    body: object({ amount: PositiveAmount, is_wire_transfer: boolean() }),
    result: Invoice,
  }),
  /** Cancels an invoice without payments. Within an hour, its month is invoiced again with the terms, the address and the tax id of that time. */
  makeVoid: put(`${advertiser}/invoices/:invoiceId/void`, { may: 'funds.correct', versioned: true, result: Invoice }),
  /** No payment is expected any more. One that arrives after all can still be recorded. */
  makeUncollectible: put(`${advertiser}/invoices/:invoiceId/uncollectible`, { may: 'funds.correct', versioned: true, result: Invoice }),
  one: get(`${advertiser}/invoices/:invoiceId`, { may: 'invoices.read', result: Invoice }),
  terms: get(`${client}/invoice_terms`, { may: 'fees.read', result: InvoiceTerms }),
  changeTerms: patch(`${client}/invoice_terms`, { may: 'fees.change', versioned: true, body: TermsChange, result: InvoiceTerms }),
  /** Money of a client by day, in one currency. */
  aggregates: post(`${client}/aggregates`, {
    may: 'invoices.read',
    reads: true,
    long: true,
    body: object({ start_date: IsoDay, end_date: IsoDay, currency_code: CurrencyCode }),
    result: object({
      ...Totals.schema,
      currency_code: CurrencyCode,
      currency_digits: integer(),
      /** Currencies of other advertisers with money on these days, which the sums leave out. */
      other_currencies: array(CurrencyCode),
      days: array(object({ day: IsoDay, ...Totals.schema })),
    }),
  }),
}
