import type { Balance, BalanceDays, BalanceEvent, FundingTypeBalance } from '../../../src/contract/money/balances.ts'
import { dayAgo } from '../time/days.ts'

/** A reply: a result, a refusal with its HTTP status, or no answer. */
export type FundsReply =
  | { readonly result: unknown }
  | { readonly status: number; readonly code: string; readonly fields?: readonly object[] }
  | 'never'

const success = (result: unknown) => ({ result })
export const refused: FundsReply = { status: 403, code: 'no_permission' }
export const failed: FundsReply = { status: 500, code: 'failed' }

const usd = { currency_code: 'USD', currency_digits: 2 }

export const balance = (change: Partial<Balance> = {}): Balance => ({
  advertiser_id: 7,
  ...usd,
  available: '1250.5',
  spendable: '1250.5',
  credit_left: '200',
  pending_wire: '500',
  orders_left: '400',
  limit_left: '1800',
  total_funding: '3750.5',
  has_funds: true,
  owed: '0',
  committed: '300',
  days_of_cover: 13,
  lasts_until: '2025-12-04',
  active_campaigns: 6,
  ...change,
})

export const types: FundingTypeBalance[] = [
  { funding_type_id: 1, balance: '1000.5', expiring: [], ...usd },
  { funding_type_id: 3, balance: '250', expiring: [{ left: '200', expires_on: '2025-12-01' }], ...usd },
]

export const balanceDays: BalanceDays = {
  ...usd,
  days: [2, 1, 0].map((ago) => ({ day: dayAgo(ago), balance: String(1250.5 + ago * 100) })),
  projected: [1, 2].map((days) => ({ day: dayAgo(-days), balance: String(1250.5 - days * 100) })),
}

export const entry = (change: Partial<BalanceEvent> = {}): BalanceEvent => ({
  balance_event_id: 41,
  event_type_id: 2,
  event_type: 'FundingUIForm',
  amount: '500',
  currency_code: 'USD',
  day: '2025-11-20',
  at: '2025-11-20T09:30:00.000Z',
  campaign: null,
  ad_group: null,
  user: 'Ada Lind',
  reason: 'Funds for December',
  reference: 'payment 7',
  sources: [{ kind: 'payment', id: 7, name: '7' }],
  request_id: 'req-41',
  provider_id: 'ch_7',
  balance: '1252.75',
  lot: { funding_type_id: 1, left: '480', expires_on: null },
  ...change,
})

export const click = entry({
  balance_event_id: 42,
  event_type_id: 7,
  event_type: 'Click',
  amount: '-2.25',
  campaign: { campaign_id: 10, name: 'Summer shelf' },
  user: null,
  reason: 'Delivery',
  reference: null,
  sources: [{ kind: 'insertion_order', id: 3, name: 'Winter order' }],
  request_id: null,
  provider_id: null,
  balance: '1250.5',
  lot: null,
})

/** A page of the ledger with its sums. */
export const ledger = (entries: readonly BalanceEvent[]) =>
  success({
    balance_events: entries,
    total: entries.length,
    sums: entries.length === 0 ? [] : [{ currency_code: 'USD', amount: '497.75' }],
    type_sums: entries.map(({ event_type, currency_code, amount }) => ({ event_type, currency_code, amount, count: 1 })),
  })

export const fundsPermissions = ['funds.read', 'funds.add']

const person = (permissions: readonly string[]) => ({
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

interface Platform {
  readonly permissions?: readonly string[]
  /** Replies by method and path below the advertiser, such as `GET balances`. */
  readonly replies?: Readonly<Record<string, FundsReply>>
}

const messageOf = (code: string) => ({ status: 'error', error: 'Refused', code, formatting: { subject: '', rule: '' }, request_id: 'r-1' })

/** Answers the requests of the page as a platform with funds does. Returns what was sent; `stop` ends it. */
export function answerFunds({ permissions = fundsPermissions, replies = {} }: Platform = {}) {
  const sent: { readonly method: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = []
  const browserFetch = window.fetch
  const known: Readonly<Record<string, FundsReply>> = {
    'POST v1/sso/login': success(person(permissions)),
    'GET balances': success(balance()),
    'GET balances_by_funding_type': success(types),
    'GET balance_days': success(balanceDays),
    'POST balance_events_report': ledger([click, entry()]),
    ...replies,
  }
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!/^\/v\d\//.test(pathname)) return browserFetch(input, init)
    const path = pathname.slice(1).replace(/^v1\/member_groups\/1\/advertisers\/7\//, '')
    const text = await request.text()
    sent.push({ method: request.method, path, body: text.startsWith('{') ? JSON.parse(text) : {} })
    const reply = known[`${request.method} ${path}`]
    if (reply === 'never') return new Promise(() => undefined)
    if (reply === undefined) return Response.json(messageOf('not_found'), { status: 404 })
    if ('result' in reply) return Response.json({ status: 'success', result: reply.result })
    return Response.json({ ...messageOf(reply.code), ...(reply.fields && { fields: reply.fields }) }, { status: reply.status })
  }
  return {
    /** The last request of a method and path. */
    last: (method: string, path: string) => sent.findLast((request) => request.method === method && request.path === path),
    stop: () => {
      window.fetch = browserFetch
    },
  }
}

/** A host's token that the answers above accept. */
export const token = (..._: readonly unknown[]) => Promise.resolve({ access_token: 'of-funds', expires_at: Date.now() / 1000 + 3600 })
