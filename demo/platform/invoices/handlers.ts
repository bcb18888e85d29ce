import type { invoices } from '../../../src/contract/invoices/invoices.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { staleVersion } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { aggregatesOf } from './aggregates.ts'
import { payInvoice } from './pay.ts'
import { invoiceById, invoicesPage } from './read.ts'
import { setInvoiceStatus } from './status.ts'
import { changeInvoiceTerms, invoiceTermsOf } from './terms.ts'

export const invoiceHandlers: Handlers<typeof invoices> = {
  report: ({ path, body }, context) => invoicesPage(context, body, path.advertiserId),
  ofClient: ({ body }, context) => invoicesPage(context, body),
  one: ({ path }, context) => invoiceById(context, path.advertiserId, path.invoiceId),
  recordPayment: async ({ path, body }, context) => {
    if (context.version === undefined) throw staleVersion('Invoice')
    await payInvoice(context.database.kysely, {
      member_group_id: path.memberGroupId,
      advertiser_id: path.advertiserId,
      invoice_id: path.invoiceId,
      amount: microsOf(body.amount),
      is_wire_transfer: body.is_wire_transfer,
      at: context.now(),
      user_id: context.caller.person?.user_id ?? null,
      request_id: context.requestId,
      version: context.version,
    })
    return invoiceById(context, path.advertiserId, path.invoiceId)
  },
  makeVoid: ({ path }, context) => setInvoiceStatus(context, path, 'void'),
  makeUncollectible: ({ path }, context) => setInvoiceStatus(context, path, 'uncollectible'),
  terms: ({ path }, context) => invoiceTermsOf(context, path.memberGroupId),
  changeTerms: ({ path, body }, context) => changeInvoiceTerms(context, path.memberGroupId, body),
  aggregates: ({ body }, context) => aggregatesOf(context, body),
}
