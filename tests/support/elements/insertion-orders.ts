import type { InsertionOrder, InsertionOrderConfig, OrderRow } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { dayAgo } from '../time/days.ts'

/** A request of an element, as the test reads it. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly ifMatch: string | null
  /** The Idempotency-Key. */
  readonly key: string | null
}

/** A reply: a result, or a refusal with its HTTP status. */
export type OrderReply =
  | { readonly result: unknown }
  | { readonly status: number; readonly code: string; readonly fields?: readonly object[] }
  | 'never'
  /** The response does not arrive. */
  | 'lost'

export const success = (result: unknown) => ({ result })
export const refused: OrderReply = { status: 403, code: 'no_permission' }
export const failed: OrderReply = { status: 500, code: 'failed' }

export const orderPermissions = ['read', 'create', 'change', 'approve', 'close', 'link', 'configure'].map(
  (act) => `insertion_orders.${act}`,
)

/** The signed-in user with permissions. */
export const person = (permissions: readonly string[]) => ({
  user_id: 3,
  email: 'ada@example.com',
  user_name: 'ada',
  locale: { id: 1, code: 'en-US' },
  roles: [],
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  permissions: Object.fromEntries([...permissions, 'advertisers.read'].map((permission) => [permission, true])),
  member_group_id: 1,
  advertiser_member_group: {},
  member_group_activities: [],
  created_at: '2025-01-01T00:00:00.000Z',
  funding_types: [],
})

const usd = { currency_id: 1, currency_code: 'USD', name: 'US dollar', symbol: '$', digits: 2 }
export const client = {
  member_group_id: 1,
  name: 'Retailer',
  member_group_type_id: null,
  status: 'active',
  status_id: null,
  default_currency: { currency_code: 'USD', min_bid: '0.10' },
  currencies: [usd, { ...usd, currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€' }],
  calculated_page_currency: 'USD',
  bidding_configs: [],
  pacings: [],
  funding_types: [],
  host_name: null,
  label: { singular: 'Entity', plural: 'Entities' },
  entity_groups: [],
  theme: null,
  registration_enabled: false,
  created_at: '2025-01-01T00:00:00.000Z',
  version: 1,
}

export const config: InsertionOrderConfig = {
  is_insertion_order_enabled: true,
  is_purchase_order_enabled: true,
  is_purchase_order_required: false,
  purchase_order_pattern: 'PO-9999',
  needs_two_approvals: true,
  may_author_approve: true,
  must_lines_cover_total: false,
  sign_in_above: null,
  number_prefix: 'IO',
  at_end: 'stop',
  legal_text: 'The advertiser pays what is charged.',
  legal_texts: { de: 'Der Werbende zahlt, was berechnet wird.' } as InsertionOrderConfig['legal_texts'], // a client has only some of them
  text_version: 3,
  version: 5,
}

/** The advertiser of the orders, which has euros. */
export const advertiser = {
  advertiser_id: 7,
  member_group_id: 1,
  name: 'Fernhill',
  status: 'active',
  advertiser_group_id: null,
  advertiser_group_name: null,
  currency_code: 'EUR',
  time_zone: 'UTC',
  industry_id: null,
  campaigns: 0,
  active_campaigns: 0,
  created_at: '2025-01-01T00:00:00.000Z',
  version: 1,
  channels: [],
  channel_ids: [],
  advertiser_experience_ids: [],
  billing_address: null,
  metadata: [],
  dsps: [],
}

const ada = { user_id: 3, name: 'Ada Lind' }

/** A row of the list. */
export const orderRow = (change: Partial<OrderRow> = {}): OrderRow => ({
  insertion_order_id: 5,
  member_group_id: 1,
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  name: 'Summer shelf',
  number: 'IO-5',
  status: 'approved',
  status_id: 3,
  po_number: 'PO-4711',
  start_date: dayAgo(14),
  end_date: dayAgo(-15),
  currency_code: 'USD',
  currency_digits: 2,
  money: {
    total: '10000',
    allocated: '9500',
    committed: '3000',
    spent: '2250.10',
    remaining: '7749.90',
    pacing: 0.45,
    elapsed_share: 0.5,
    needed_per_day: '516.66',
  },
  waits_for: 'nothing',
  needs_me: false,
  waiting_since: null,
  version_id: 1,
  proposed_version_id: null,
  edited_at: '2026-06-10T08:00:00Z',
  edited_by: ada,
  version: 12,
  ...change,
})

const line = (line_id: number, name: string, amount: string) => ({
  line_id,
  name,
  channel: null,
  type: 'cpc' as const,
  rate: null,
  quantity: null,
  amount,
  start_date: dayAgo(14),
  end_date: dayAgo(-15),
  is_hard_cap: false,
})

/** An order with two lines of 6,000 and 3,500. */
export function order(change: Partial<InsertionOrder> = {}): InsertionOrder {
  const row = orderRow(change)
  const lines = [line(1, 'Clicks', '6000'), line(2, 'Shelf banner', '3500')]
  const { name, number, advertiser_id, currency_code, start_date, end_date, po_number } = row
  return {
    ...row,
    notes: '',
    internal_notes: '',
    lines,
    time_zone: 'UTC',
    current: {
      version_id: 1,
      terms: { name, number, advertiser_id, currency_code, start_date, end_date, total: '10000', po_number, notes: '', lines },
      legal_text: config.legal_text,
      locale: 'en-US',
      hash: '0'.repeat(64),
      author: ada,
      created_at: '2026-05-20T08:00:00Z',
      submitted_at: null,
      approved_at: null,
      replaced_at: null,
      approvals: [],
    },
    proposed: null,
    author: ada,
    ended_at: null,
    continues_on_funds: false,
    needs_two_approvals: true,
    closed: null,
    missing_approvals: [],
    needs_sign_in: false,
    attachments: [],
    actions: { change: null, number: null, submit: null, withdraw: null, approve: null, close: null, link: null, copy: null },
    ...change,
  }
}

/** The list of rows with its totals. */
export const report = (rows: readonly OrderRow[]) =>
  success({
    insertion_orders: rows,
    total: rows.length,
    totals:
      rows.length === 0
        ? []
        : [{ currency_code: 'USD', currency_digits: 2, orders: rows.length, total: '10000', spent: '2250.10', remaining: '7749.90' }],
  })

export type Answer = OrderReply | ((request: SentRequest) => OrderReply)

interface Platform {
  /** Permissions of the user; all of orders by default. */
  readonly permissions?: readonly string[]
  /** Replies by method and path below the client, such as `GET insertion_orders/5`. */
  readonly replies?: Readonly<Record<string, Answer>>
}

const messageOf = (code: string) => ({ status: 'error', error: 'Refused', code, formatting: { subject: '', rule: '' }, request_id: 'r-1' })

/** Answers the requests of the page in place of a platform. `shorten` removes the part of a path that all have. */
export function answerRequests(known: Readonly<Record<string, Answer>>, shorten: (path: string) => string) {
  const sent: SentRequest[] = []
  const browserFetch = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (!/^\/v\d\//.test(pathname)) return browserFetch(input, init)
    const path = shorten(pathname.slice(1))
    const text = await request.text()
    const message = {
      method: request.method,
      path,
      query: Object.fromEntries(searchParams),
      body: text.startsWith('{') ? JSON.parse(text) : {},
      ifMatch: request.headers.get('If-Match'),
      key: request.headers.get('Idempotency-Key'),
    }
    sent.push(message)
    const found = known[`${request.method} ${path}`]
    const reply = typeof found === 'function' ? found(message) : found
    if (reply === 'never') return new Promise(() => undefined)
    if (reply === 'lost') throw new TypeError('The connection broke')
    if (reply === undefined) return Response.json(messageOf('not_found'), { status: 404 })
    if ('result' in reply) return Response.json({ status: 'success', result: reply.result })
    return Response.json({ ...messageOf(reply.code), ...(reply.fields && { fields: reply.fields }) }, { status: reply.status })
  }
  return {
    sent,
    /** The last request of a method and path. */
    last: (method: string, path: string) => sent.findLast((request) => request.method === method && request.path === path),
    stop: () => {
      window.fetch = browserFetch
    },
  }
}

/** Answers the requests of the page as a platform with insertion orders does. Returns what was sent; `stop` ends it. */
export const answerOrders = ({ permissions = orderPermissions, replies = {} }: Platform = {}) =>
  answerRequests(
    {
      'POST v1/sso/login': success(person(permissions)),
      'GET v1/member_groups/1': success(client),
      'GET v1/member_groups/1/channels': success({ channels: [{ channel_id: 1, name: 'onsite' }] }),
      'GET insertion_order_config': success(config),
      'POST insertion_order_config/changes_report': success({ changes: [], total: 0 }),
      'POST insertion_order_report': report([orderRow()]),
      'GET insertion_orders/5': success(order()),
      ...replies,
    },
    (path) => path.replace(/^v1\/member_groups\/1\/(?=insertion_order)/, ''),
  )

/** A host's token that the answers above accept. */
export const token = (..._: readonly unknown[]) => Promise.resolve({ access_token: 'of-orders', expires_at: Date.now() / 1000 + 3600 })
