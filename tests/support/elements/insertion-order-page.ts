import type { InsertionOrder, OrderLine, OrderVersion } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { config } from './insertion-orders.ts'

const dayMs = 86_400_000
export const day = (from: number) => new Date(Date.now() + from * dayMs).toISOString().slice(0, 10)
export const moment = (from: number) => new Date(Date.now() + from * dayMs).toISOString()

export const longText = Array.from({ length: 60 }, (_, index) => `${index + 1}. The advertiser pays for delivered clicks.`).join('\n')

const line = (line_id: number, name: string, amount: string): OrderLine => ({
  line_id,
  name,
  channel: null,
  type: 'cpc',
  rate: '0.125',
  quantity: 48_000,
  amount,
  start_date: day(-14),
  end_date: day(15),
  is_hard_cap: line_id === 2,
})

const lines = [line(1, 'Search', '6000'), line(2, 'Display', '3500')]

const terms = {
  name: 'Spring at Fernhill',
  number: 'HS-0042',
  advertiser_id: 7,
  currency_code: 'USD',
  start_date: day(-14),
  end_date: day(15),
  total: '10000',
  po_number: null,
  notes: '',
  lines,
}

export const firstVersion: OrderVersion = {
  version_id: 1,
  terms,
  legal_text: 'The advertiser pays within 30 days.',
  locale: 'en-US',
  hash: '1'.repeat(64),
  author: { user_id: 5, name: 'Ada Park' },
  created_at: moment(-16),
  submitted_at: moment(-16),
  approved_at: moment(-15),
  replaced_at: null,
  approvals: [{ side: 'client', user_id: 6, user: 'Bo Chen', name: 'Bo Y. Chen', at: moment(-15), address: '203.0.113.7' }],
}

/** A longer text, a larger total and one more line. */
export const secondVersion: OrderVersion = {
  ...firstVersion,
  version_id: 2,
  terms: { ...terms, total: '12000', lines: [...lines, line(3, 'Video', '2000')] },
  legal_text: 'The advertiser pays within 60 days.',
  hash: '2'.repeat(64),
  submitted_at: moment(-2),
  approved_at: null,
  approvals: [],
}

/** An approved order without a proposal, on which the caller may do everything that its status allows. */
export const approvedOrder: InsertionOrder = {
  insertion_order_id: 42,
  member_group_id: 1,
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  name: terms.name,
  number: terms.number,
  status: 'approved',
  status_id: 3,
  po_number: null,
  start_date: terms.start_date,
  end_date: terms.end_date,
  currency_code: 'USD',
  currency_digits: 2,
  money: {
    total: '10000',
    allocated: '9500',
    committed: '1200',
    spent: '2250.1',
    remaining: '7749.9',
    pacing: 0.45,
    elapsed_share: 0.5,
    needed_per_day: '484.36',
  },
  waits_for: 'nothing',
  needs_me: false,
  waiting_since: null,
  version_id: 1,
  proposed_version_id: null,
  edited_at: moment(-2),
  edited_by: { user_id: 5, name: 'Ada Park' },
  version: 3,
  notes: 'Call before the launch.',
  internal_notes: 'Margin is 12 %.',
  lines,
  time_zone: 'UTC',
  current: firstVersion,
  proposed: null,
  author: { user_id: 5, name: 'Ada Park' },
  closed: null,
  ended_at: null,
  continues_on_funds: false,
  needs_two_approvals: true,
  missing_approvals: [],
  needs_sign_in: false,
  attachments: [],
  actions: {
    change: null,
    number: null,
    submit: { code: 'wrong_status', values: { status: 'approved' } },
    withdraw: { code: 'nothing_to_approve', values: {} },
    approve: { code: 'nothing_to_approve', values: {} },
    close: null,
    link: null,
    copy: null,
  },
}

const mayApprove = { ...approvedOrder.actions, approve: null, withdraw: null }

/** An order that waits for its first approval. */
export const pendingOrder: InsertionOrder = {
  ...approvedOrder,
  status: 'pending',
  status_id: 2,
  waits_for: 'advertiser_approval',
  current: { ...firstVersion, approved_at: null, approvals: [], submitted_at: moment(-2) },
  missing_approvals: ['advertiser'],
  actions: mayApprove,
}

/** An order in force with a second version that waits for approval. */
export const revisedOrder: InsertionOrder = {
  ...approvedOrder,
  waits_for: 'any_approval',
  proposed_version_id: 2,
  proposed: secondVersion,
  missing_approvals: ['client', 'advertiser'],
  actions: mayApprove,
}

const campaign = {
  campaign_id: 11,
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  name: 'Spring search',
  status: 'active',
  line_id: 1,
  is_linked: true,
  linked_at: moment(-10),
  start_date: day(-10),
  end_date: null,
  spent: '2250.1',
  in_ledger: '2250.1',
}

/** A campaign that spent from the order and has another one now. */
const leftCampaign = {
  ...campaign,
  campaign_id: 14,
  name: 'Winter search',
  is_linked: false,
  line_id: null,
  linked_at: null,
  spent: '310.5',
  in_ledger: '400',
}

const reconciled = {
  line_id: 1,
  name: 'Search',
  booked: '6000',
  booked_quantity: 48_000,
  delivered_quantity: 18_000,
  delivered: '2260.1',
  unsettled: '10',
  charged: '2250.1',
  credits: '0',
  made_good: '0',
  true_ups: '0',
  invoiced: '0',
  prepaid: '0',
  not_invoiced: '2250.1',
  difference: '3749.9',
  unexplained: '0',
  make_good: null,
  uncounted: null,
}

const short = {
  ...reconciled,
  line_id: 2,
  name: 'Display',
  booked: '3500',
  credits: '44',
  invoiced: '1000',
  not_invoiced: '1250.1',
  unexplained: '1.5',
  make_good: { shortfall: 18_000, days: 1, credit: '144' },
}

/** A line that is not in the order any more. */
const removed = {
  ...reconciled,
  line_id: 9,
  name: 'Audio',
  booked: '0',
  booked_quantity: null,
  delivered: '20',
  charged: '20',
  not_invoiced: '20',
  difference: '-20',
  unsettled: '0',
}
const withoutLine = {
  ...removed,
  line_id: null,
  name: null,
  booked: '500',
  delivered: '620',
  charged: '620',
  difference: '-120',
  prepaid: '620',
  not_invoiced: '0',
}
/** Campaigns that have left the order. */
const departed = {
  ...withoutLine,
  booked: '0',
  delivered: '0',
  charged: '0',
  difference: '0',
  prepaid: '0',
  uncounted: { clicks: 12, impressions: 3000 },
}

/** A credit of a line that the order still has. */
const adjustments = [
  { adjustment_id: 3, kind: 'credit', line_id: 2, amount: '44', reason: 'Shown next to a rival', day: day(-3), user: 'Ada Park' },
]

const change = {
  change_id: 9,
  entity: 'insertion_order',
  entity_id: 42,
  at: moment(-2),
  user: { user_id: 5, name: 'Ada Park' },
  partner: null,
  kind: 'changed',
  fields: [
    { field: 'total', before: '9000', after: '10000' },
    { field: 'lines', before: [lines[0], { ...lines[1], rate: '0.100', is_hard_cap: false }], after: lines },
  ],
  comment: null,
  batch: null,
  undo_of: null,
  undone_by: null,
  is_undoable: false,
}

const availableCampaigns = [
  { ...campaign, campaign_id: 12, name: 'Summer search', is_linked: false, line_id: null, linked_at: null, current_order: 'Winter order' },
  { ...campaign, campaign_id: 13, name: 'Autumn search', is_linked: false, line_id: null, linked_at: null, current_order: null },
]

export const linkResults = [
  { campaign_id: 12, name: 'Summer search', refusal: null, moves_from: 'Winter order', moves_from_id: 9 },
  {
    campaign_id: 13,
    name: 'Autumn search',
    refusal: { code: 'campaign_over', values: { status: 'ended' } },
    moves_from: null,
    moves_from_id: null,
  },
]

const viewer = {
  user_id: 5,
  email: 'ada@example.com',
  user_name: 'ada@example.com',
  full_name: 'Ada Park',
  locale: { id: 1, code: 'en-US' },
  roles: [],
  access: { all: true, clients: [], advertiser_groups: [], advertisers: [] },
  permissions: { 'insertion_orders.change': true, 'funds.correct': true, 'funds.read': true, 'invoices.read': true },
  member_group_id: 1,
  advertiser_member_group: {},
  member_group_activities: [],
  created_at: moment(-400),
  funding_types: [],
}

/** A request that wrote or checked something. */
interface SentRequest {
  readonly method: string
  /** The part of the path after the order. */
  readonly action: string
  readonly body: unknown
  readonly ifMatch: string | null
}

/** The replies to the requests of one order's page. */
export interface OrderReplies {
  order: InsertionOrder
  /** The code of the refusal that the next write gets, and the order that later reads return. */
  refusal?: { readonly status: number; readonly code?: string; readonly order: InsertionOrder } | undefined
  /** Reads that fail, by the part of the path after the order. */
  readonly failing: Set<string>
  /** Campaigns that closing stops and that the caller does not see. */
  otherCampaigns: number
  /** The campaigns that match any search. */
  available: readonly object[]
  /** What linking returns; a dry run and the real request can differ. */
  linkResults: { readonly dryRun: readonly object[]; readonly real: readonly object[] }
  readonly sent: SentRequest[]
}

function resultOf({ order, otherCampaigns, available }: OrderReplies, action: string): unknown {
  const campaigns = { campaigns: [campaign, leftCampaign] }
  const reads: Readonly<Record<string, unknown>> = {
    spend: { days: Array.from({ length: 14 }, (_, index) => ({ day: day(index - 14), spent: '160.72' })) },
    versions: { versions: order.proposed ? [secondVersion, firstVersion] : [firstVersion] },
    changes_report: { changes: [change], total: 1 },
    reconciliation: {
      lines: [reconciled, short, removed, withoutLine, departed],
      invoices: [{ invoice_id: 5, advertiser_id: 7, number: 'R-0007', issued_on: day(-20), amount: '1000' }],
      adjustments,
      settled_through: day(-4),
      currency_code: 'USD',
      currency_digits: 2,
    },
    close_effect: { campaigns: [{ campaign_id: 11, name: 'Spring search' }], other_campaigns: otherCampaigns, unspent: '7749.9' },
    available_campaigns_report: { campaigns: available, total: available.length },
    campaigns,
    copy: { ...order, insertion_order_id: 43, name: 'Autumn at Fernhill', status: 'open', status_id: 1 },
  }
  return reads[action] ?? order
}

/** Answers the requests of the page of one order in place of a platform. */
export function answerWith(order: InsertionOrder, hasPoNumbers = true): OrderReplies {
  const accepted = linkResults.filter(({ refusal }) => refusal === null)
  const replies: OrderReplies = {
    order,
    failing: new Set(),
    otherCampaigns: 0,
    available: availableCampaigns,
    linkResults: { dryRun: linkResults, real: accepted },
    sent: [],
  }
  const success = (result: unknown) => Response.json({ status: 'success', result })
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/v1/sso/login')) return success(viewer)
    if (pathname.endsWith('/insertion_order_config')) return success({ ...config, is_purchase_order_enabled: hasPoNumbers })
    const [, id, action = ''] = /\/insertion_orders\/(\d+)\/?(.*)$/.exec(pathname) ?? []
    if (id === undefined) return Response.json({ status: 'error', error: 'Not found', code: 'not_found' }, { status: 404 })
    const body: unknown = request.method === 'GET' ? undefined : await request.json().catch(() => undefined)
    const isWrite = request.method !== 'GET' && !action.endsWith('_report')
    if (isWrite) replies.sent.push({ method: request.method, action, body, ifMatch: request.headers.get('if-match') })
    const { refusal } = replies
    if (isWrite && refusal) {
      const { status, code } = refusal
      replies.order = refusal.order
      replies.refusal = undefined
      const fields = [{ path: 'status', rule: 'A reason in English', code, values: {} }]
      return Response.json({ status: 'error', error: 'A reason in English', code: 'conflict', ...(code && { fields }) }, { status })
    }
    if (!isWrite && replies.failing.has(action)) return Response.json({ status: 'error', error: 'Broken', code: 'broken' }, { status: 500 })
    if (isWrite && action === 'campaigns') {
      const isDryRun = typeof body === 'object' && body !== null && 'dry_run' in body
      const { dryRun, real } = replies.linkResults
      return success({ results: isDryRun ? dryRun : real, is_dry_run: isDryRun, version: 4 })
    }
    const shown = id === '43' && action === '' ? resultOf(replies, 'copy') : resultOf(replies, action)
    return success(shown)
  }
  return replies
}
