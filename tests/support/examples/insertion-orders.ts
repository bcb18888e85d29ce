import type { insertionOrders } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { Target } from '../world/small-ids.ts'
import { ordersOf } from '../world/small-orders.ts'
import type { Examples } from './example-calls.ts'

const days = { start_date: '2026-12-01', end_date: '2026-12-31' }
const line = { name: 'Clicks', channel: null, type: 'cpc' as const, rate: '0.5', quantity: 1000, ...days, is_hard_cap: true }
const terms = { name: 'December', ...days, total: '900.5', po_number: 'PO-7', notes: 'As agreed', internal_notes: 'A good customer' }
const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'name', order: 'asc' as const }],
  filters: [{ field: 'name', operation: 'ILIKE' as const, value: 'mark' }],
}
/** A PDF document without pages, in base64. */
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64')
const notFound = { 404: 'an order of an advertiser that is not theirs is not there' }
const open = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, insertionOrderId: ordersOf(advertiser).open },
  otherStatuses: notFound,
})
const pending = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, insertionOrderId: ordersOf(advertiser).pending },
  otherStatuses: notFound,
})
const approved = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, insertionOrderId: ordersOf(advertiser).approved },
  otherStatuses: notFound,
})
const ofDocument = (target: Target) => ({
  ...open(target),
  path: { ...open(target).path, attachmentId: ordersOf(target.advertiser).attachment },
})
/** The super user edits; for others it is the id of another user. */
const editor = { last_edited_by: 1 }
const ofOther = { ...notFound, 422: 'it names another user as the editor' }
const config = { needs_two_approvals: true, number_prefix: 'IO', legal_text: 'Terms apply.', legal_texts: { de: 'Es gelten Bedingungen.' } }
const settings = { 403: 'the settings are for callers of the whole client' }

export const insertionOrderExamples: Examples<typeof insertionOrders> = {
  report: ({ advertiser }) => ({ body: { ...list, advertiser_ids: [advertiser] } }),
  one: open,
  create: ({ advertiser }) => ({ body: { ...terms, advertiser_id: advertiser, currency_code: 'USD', lines: [line] } }),
  change: (target) => ({ ...open(target), body: { name: 'January', ...days, total: '800', lines: [{ ...line, line_id: 1 }] } }),
  submit: open,
  withdraw: pending,
  approve: (target) => ({ ...pending(target), body: { ...editor, name: 'A. Reader' }, otherStatuses: ofOther }),
  close: (target) => ({ ...open(target), body: { ...editor, reason: 'Not needed' }, otherStatuses: ofOther }),
  closeEffect: open,
  copy: (target) => ({ ...open(target), body: { name: 'Again' } }),
  versions: open,
  version: (target) => ({ ...open(target), path: { ...open(target).path, versionId: 1 } }),
  attach: (target) => ({ ...open(target), body: { name: 'Purchase order.pdf', content: pdf } }),
  attachment: ofDocument,
  detach: ofDocument,
  changes: (target) => ({ ...open(target), body: { pagination: { start: 0, count: 10 } } }),
  campaigns: open,
  availableCampaigns: (target) => ({ ...open(target), body: { pagination: { start: 0, count: 10 } } }),
  link: (target) => ({
    ...open(target),
    body: { link: [{ campaign_id: target.advertiser * 10, line_id: 1, moves_from_id: null }], unlink: [], dry_run: false },
  }),
  reconciliation: open,
  adjust: (target) => ({ ...approved(target), body: { kind: 'credit' as const, line_id: 1, amount: '0.5', reason: 'Shown late' } }),
  spend: open,
  configChanges: () => ({ body: { pagination: { start: 0, count: 10 } }, otherStatuses: settings }),
  createConfig: () => ({ body: config as never, otherStatuses: settings }), // a record of superstruct names all its keys
  changeConfig: () => ({ body: config as never, otherStatuses: settings }), // as above
}
