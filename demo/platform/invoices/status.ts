import type { Invoice } from '../../../src/contract/invoices/invoices.ts'
import { invoiceStatusRule } from '../../../src/contract/invoices/invoices.rules.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { staleVersion } from '../context/refusal.ts'
import { refuseFunds } from '../money/refusals.ts'
import { updateStops } from '../spend-limits/stops.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { lockInvoice } from './pay.ts'
import { invoiceById } from './read.ts'

interface InvoicePath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly invoiceId: number
}

/** Makes an invoice void, or writes down that no payment is expected. Neither moves money: the spend is still not paid. */
export async function setInvoiceStatus(context: Context, path: InvoicePath, status: 'void' | 'uncollectible'): Promise<Invoice> {
  const { database, now, version } = context
  if (version === undefined) throw staleVersion('Invoice')
  const account = { member_group_id: path.memberGroupId, advertiser_id: path.advertiserId }
  const key = { ...account, invoice_id: path.invoiceId }
  const before = await lockInvoice(database.kysely, { ...key, version })
  const allowed = invoiceStatusRule(before.status, status)
  if (allowed !== true) throw refuseFunds('Invoice', allowed.code)
  await updateVersioned(context, 'invoices', { key, change: { status }, subject: 'Invoice' })
  const change = { entity: 'invoice', entityId: path.invoiceId, kind: 'changed' } as const
  await recordChange(context, { ...change, before: { status: before.status }, after: { status, number: before.number } })
  await updateStops(database.kysely, now(), account)
  return invoiceById(context, path.advertiserId, path.invoiceId)
}
