import { array, type Infer, integer, nullable, object, string } from 'superstruct'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { OrderAdjustment } from './adjustments.ts'

/** Booked, delivered and charged of one line; `line_id` is null for campaigns without a line, and for those that have left the order. */
export const ReconciledLine = object({
  line_id: nullable(Id),
  name: nullable(string()),
  booked: Decimal,
  booked_quantity: nullable(integer()),
  /** Clicks or impressions that the line's campaigns delivered for this order; null without a booked quantity. */
  delivered_quantity: nullable(integer()),
  /** Cost in the reports. */
  delivered: Decimal,
  /** Cost of days that are not settled yet; part of `delivered`. */
  unsettled: Decimal,
  /** Debits of the ledger, less credits and make-goods. */
  charged: Decimal,
  /** The part of the charges that is in an invoice, less the credits and make-goods that reduce one. */
  invoiced: Decimal,
  /** The part of the charges that prepaid funds paid: of advertisers without a spend limit, and of days before it. */
  prepaid: Decimal,
  /** `charged` less `invoiced` and `prepaid`: what the next invoice adds, or takes off for credits if it is negative. */
  not_invoiced: Decimal,
  credits: Decimal,
  /** What make-goods deliver again without a charge. */
  made_good: Decimal,
  true_ups: Decimal,
  /** `booked` less `charged`. */
  difference: Decimal,
  /** `delivered` less `charged`, less what is explained by credits, make-goods and corrections; 0 if everything is explained. */
  unexplained: Decimal,
  /** Offered for a line with a quantity and a rate that ended short. */
  make_good: nullable(object({ shortfall: integer(), days: nullable(integer()), credit: Decimal })),
  /**
   * Only in the row of campaigns that have left the order: what they delivered for it on days without a charge before and after their
   * charged days. Which line they had on these days is not stored, so no line counts it.
   */
  uncounted: nullable(object({ clicks: integer(), impressions: integer() })),
})
export type ReconciledLine = Infer<typeof ReconciledLine>

/** An invoice with charges of an order. */
export const OrderInvoice = object({
  invoice_id: Id,
  advertiser_id: Id,
  number: string(),
  issued_on: IsoDay,
  /** The charges of the order in it, less the credits and make-goods of the order that reduce it. */
  amount: Decimal,
})
export type OrderInvoice = Infer<typeof OrderInvoice>

export const Reconciliation = object({
  lines: array(ReconciledLine),
  invoices: array(OrderInvoice),
  adjustments: array(OrderAdjustment),
  settled_through: IsoDay,
  currency_code: CurrencyCode,
  currency_digits: integer(),
})
