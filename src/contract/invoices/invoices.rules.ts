import type { InvoiceRow, InvoiceStatus } from './invoices.ts'

/** The days until an invoice is due, without terms of the client. */
export const standardDueDays = 30
/** Days after its due date when users are warned of an invoice that is not paid. */
export const warnedOverdueDays = 7
/** Days after its due date when an invoice sets the limit of its advertiser to 0, if its client wants that. */
export const stoppingOverdueDays = 30

/** An invoice is overdue by its day, so this is no status that it is given. */
export type StoredInvoiceStatus = Exclude<InvoiceStatus, 'overdue'>

/** The statuses that may follow each status. Without a payment an invoice can be void; then its month is invoiced again. */
const following: Readonly<Record<StoredInvoiceStatus, readonly StoredInvoiceStatus[]>> = {
  open: ['partly_paid', 'paid', 'void', 'uncollectible'],
  partly_paid: ['partly_paid', 'paid', 'uncollectible'],
  paid: [],
  void: [],
  uncollectible: ['partly_paid', 'paid'],
}

/** Whether an invoice may get a status; otherwise the code names its own. */
export const invoiceStatusRule = (from: StoredInvoiceStatus, to: StoredInvoiceStatus) =>
  following[from].includes(to) || { code: `invoice_${from}` as const }

/** The status of an invoice without regard to its due date. */
export const storedStatusOf = ({ status, paid }: Pick<InvoiceRow, 'status' | 'paid'>): StoredInvoiceStatus =>
  status !== 'overdue' ? status : paid === '0' ? 'open' : 'partly_paid'
