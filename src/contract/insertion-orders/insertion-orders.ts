import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  literal,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  record,
  refine,
  size,
  string,
} from 'superstruct'
import { changesReport } from '../changes/changes.ts'
import { del, get, patch, post, postQuery, put } from '../endpoint.ts'
import { CurrencyCode, Decimal, Finite, Id, IsoDay, Moment, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { locales } from '../locales.ts'
import { orderStatusIds } from '../statuses.ts'
import { NewOrderAdjustment } from './adjustments.ts'
import { NewOrderAttachment, OrderAttachment, maxAttachmentBodyBytes } from './attachments.ts'
import { NewOrderBilling, OrderBilling } from './billing.ts'
import { Reconciliation } from './reconciliation.ts'

export const orderStatuses = ['open', 'pending', 'approved', 'ended', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What a line pays for: clicks, impressions, or a fixed price, such as one for each day. */
export const lineTypes = ['cpc', 'cpm', 'fixed'] as const
export type LineType = (typeof lineTypes)[number]

export const orderSides = ['client', 'advertiser'] as const
export type OrderSide = (typeof orderSides)[number]

/** Maximum number of lines of an order. */
export const maxOrderLines = 40

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
const PositiveAmount = pattern(string(), /^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,6})?$/)
const Quantity = max(min(integer(), 1), 1_000_000_000_000)

/** One line of an order. A campaign is linked to a line by `line_id`, which a line keeps in all versions. */
export const OrderLine = object({
  line_id: Id,
  name: string(),
  channel: nullable(string()),
  /** The experience of the client, with its name when the line was written; missing without one. */
  experience: optional(object({ experience_id: Id, name: string() })),
  type: enums(lineTypes),
  /** Price of a click, of 1,000 impressions, or of a day; null if the auction sets it, or if a fixed price has none. */
  rate: nullable(Decimal),
  /** Number of clicks, impressions or days; null if only the amount is agreed. */
  quantity: nullable(integer()),
  amount: Decimal,
  start_date: IsoDay,
  end_date: IsoDay,
  /** The line's campaigns stop when they have spent its amount. */
  is_hard_cap: boolean(),
})
export type OrderLine = Infer<typeof OrderLine>

/**
 * A line of a request. Without a `line_id` it is a new line. With a rate and a quantity its amount is their product; another `amount` is
 * refused.
 */
export const NewOrderLine = object({
  line_id: optional(Id),
  name: Name,
  channel: optional(nullable(Text(1, 64))),
  /** Instead of a channel. */
  experience_id: optional(nullable(Id)),
  type: enums(lineTypes),
  rate: optional(nullable(PositiveAmount)),
  quantity: optional(nullable(Quantity)),
  amount: optional(PositiveAmount),
  start_date: IsoDay,
  end_date: IsoDay,
  is_hard_cap: optional(boolean()),
})
export type NewOrderLine = Infer<typeof NewOrderLine>

/** The terms that both sides approve; part of the hash. */
export const OrderTerms = object({
  name: string(),
  number: string(),
  advertiser_id: nullable(Id),
  currency_code: CurrencyCode,
  start_date: IsoDay,
  end_date: IsoDay,
  /** Null for a caller who sees only some of the lines. */
  total: nullable(Decimal),
  po_number: nullable(string()),
  /** Notes to the other side. */
  notes: string(),
  /** Missing in orders without one. */
  billing: optional(OrderBilling),
  lines: array(OrderLine),
})
export type OrderTerms = Infer<typeof OrderTerms>

/** One approval of a version. */
export const OrderApproval = object({
  side: enums(orderSides),
  user_id: Id,
  user: string(),
  /** The name that the approver typed. */
  name: nullable(string()),
  at: Moment,
  /** The IPv4 address or IPv6 network of the approver; null for callers of an advertiser, and if it is not known. */
  address: nullable(string()),
})
export type OrderApproval = Infer<typeof OrderApproval>

/** One version of an order: its terms, its legal text, and its approvals. */
export const OrderVersion = object({
  version_id: Id,
  terms: OrderTerms,
  legal_text: string(),
  locale: string(),
  /** SHA-256 of the terms, the legal text and its locale, as canonical JSON; empty for a caller who sees only some of the lines. */
  hash: string(),
  author: nullable(object({ user_id: Id, name: string() })),
  created_at: Moment,
  submitted_at: nullable(Moment),
  /** Null until all needed approvals are given. */
  approved_at: nullable(Moment),
  /** When a later version replaced it. */
  replaced_at: nullable(Moment),
  approvals: array(OrderApproval),
})
export type OrderVersion = Infer<typeof OrderVersion>

/** Sums of an order. */
export const OrderMoney = object({
  total: Decimal,
  /** Sum of the lines. */
  allocated: Decimal,
  /** What active linked campaigns may still spend until the end of the order. */
  committed: Decimal,
  spent: Decimal,
  remaining: Decimal,
  /** Spend compared with the elapsed share of the order's days; 1 is on plan; null before it starts. */
  pacing: nullable(Finite),
  /** The elapsed share of the order's days, 0 to 1. */
  elapsed_share: Finite,
  /** What has to be spent each day to reach the total at the end; null after the end, and while the order is not approved. */
  needed_per_day: nullable(Decimal),
})
export type OrderMoney = Infer<typeof OrderMoney>

/** What an order waits for. */
export const orderWaits = ['submit', 'client_approval', 'advertiser_approval', 'any_approval', 'campaigns', 'start', 'nothing'] as const

/** The actions on an order, and why the caller cannot do one; null if they can. */
export const orderActions = ['change', 'number', 'submit', 'withdraw', 'approve', 'close', 'link', 'copy'] as const
export type OrderAction = (typeof orderActions)[number]

const about = {
  insertion_order_id: Id,
  member_group_id: Id,
  advertiser_id: nullable(Id),
  advertiser_name: nullable(string()),
  name: string(),
  number: string(),
  status: enums(orderStatuses),
  status_id: enums(Object.values(orderStatusIds)),
  po_number: nullable(string()),
  start_date: IsoDay,
  end_date: IsoDay,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** Null for a caller who sees only some of the advertisers that spend from the order. */
  money: nullable(OrderMoney),
  waits_for: enums(orderWaits),
  /** Whether the order waits for the caller. */
  needs_me: boolean(),
  /** When the version that waits for approval was submitted; null when none waits. */
  waiting_since: nullable(Moment),
  /** The version in force, or the first one while none is approved. */
  version_id: Id,
  /** A version that waits for approval while another one is in force. */
  proposed_version_id: nullable(Id),
  edited_at: Moment,
  edited_by: nullable(object({ user_id: Id, name: string() })),
  /** The version of the record, for If-Match. */
  version: integer(),
}

/** One row of a list. */
export const OrderRow = object(about)
export type OrderRow = Infer<typeof OrderRow>

/** A reason code of `insertion-orders.rules.ts` with its values. */
export const OrderRefusal = object({ code: string(), values: record(string(), string()) })
export type OrderRefusal = Infer<typeof OrderRefusal>

/** One order with all its fields. */
export const InsertionOrder = object({
  ...about,
  notes: string(),
  /** Null for callers of an advertiser. */
  internal_notes: nullable(string()),
  lines: array(OrderLine),
  time_zone: string(),
  /** The version in force with its text and approvals, or the first one while none is approved. */
  current: OrderVersion,
  /** The version that waits for approval while another one is in force. */
  proposed: nullable(OrderVersion),
  author: nullable(object({ user_id: Id, name: string() })),
  closed: nullable(object({ at: Moment, by: nullable(string()), reason: string() })),
  /** Null unless the order has ended. */
  ended_at: nullable(Moment),
  /** Whether its campaigns continue against the advertiser's funds after its end. */
  continues_on_funds: boolean(),
  /** Whether both sides approve the version that waits. A version keeps the setting with which it was submitted. */
  needs_two_approvals: boolean(),
  /** Approval sides that are still missing. */
  missing_approvals: array(enums(orderSides)),
  /** Whether the caller has to sign in again before they approve. */
  needs_sign_in: boolean(),
  /** Documents, the latest first. A caller who sees only some of the lines gets none. */
  attachments: array(OrderAttachment),
  /** Why the caller cannot do an action now; null if they can. */
  actions: object({
    change: nullable(OrderRefusal),
    /** Changing only the purchase order number, which an order may get after its end. */
    number: nullable(OrderRefusal),
    submit: nullable(OrderRefusal),
    withdraw: nullable(OrderRefusal),
    approve: nullable(OrderRefusal),
    close: nullable(OrderRefusal),
    link: nullable(OrderRefusal),
    copy: nullable(OrderRefusal),
  }),
})
export type InsertionOrder = Infer<typeof InsertionOrder>

const terms = {
  name: Name,
  start_date: IsoDay,
  end_date: IsoDay,
  total: PositiveAmount,
  po_number: optional(nullable(Text(1, 60))),
  notes: optional(Text(0, 2000)),
  internal_notes: optional(Text(0, 2000)),
  billing: optional(nullable(NewOrderBilling)),
  lines: optional(size(array(NewOrderLine), 0, maxOrderLines)),
  /** The language of the legal text. Without a text in it, and by default, it is the default language. */
  locale: optional(enums(locales)),
}

/** A new order. Its currency is the advertiser's; an order for all advertisers names its own. */
export const NewInsertionOrder = object({ ...terms, advertiser_id: nullable(Id), currency_code: optional(CurrencyCode) })
export type NewInsertionOrder = Infer<typeof NewInsertionOrder>

/**
 * Changes of an order; missing fields stay. Changing the terms of an approved order proposes its next version. The purchase order number
 * alone can change after the end, too.
 */
export const InsertionOrderChange = object({
  name: optional(terms.name),
  start_date: optional(IsoDay),
  end_date: optional(IsoDay),
  total: optional(PositiveAmount),
  po_number: terms.po_number,
  notes: terms.notes,
  internal_notes: terms.internal_notes,
  billing: terms.billing,
  lines: terms.lines,
  /** Moves the linked campaigns of lines that this change removes; to no line for null. They move at once, also before an approval. */
  moves: optional(size(array(object({ line_id: Id, to_line_id: nullable(Id) })), 0, maxOrderLines)),
  locale: terms.locale,
})
export type InsertionOrderChange = Infer<typeof InsertionOrderChange>

/** Sums of a list in one currency. */
const CurrencyTotals = object({
  currency_code: CurrencyCode,
  currency_digits: integer(),
  orders: integer(),
  total: Decimal,
  spent: Decimal,
  remaining: Decimal,
})

/** A campaign that spends from an order, or did. */
export const OrderCampaign = object({
  campaign_id: Id,
  advertiser_id: Id,
  advertiser_name: string(),
  name: string(),
  status: string(),
  /** False for a campaign that has left the order, and for one that may be linked. */
  is_linked: boolean(),
  line_id: nullable(Id),
  linked_at: nullable(Moment),
  start_date: IsoDay,
  end_date: nullable(IsoDay),
  /** Charged to this order. */
  spent: Decimal,
})
export type OrderCampaign = Infer<typeof OrderCampaign>

/** A campaign that spends from an order or did. */
export const ChargedCampaign = object({
  ...OrderCampaign.schema,
  /** All its clicks in the ledger on the days of the order; also what another order or the funds have paid. */
  in_ledger: Decimal,
})
export type ChargedCampaign = Infer<typeof ChargedCampaign>

/** A campaign that would be linked, and why it cannot be; null if it can. */
const LinkResult = object({
  campaign_id: Id,
  name: string(),
  refusal: nullable(OrderRefusal),
  /** The name and the ID of the other order that it leaves. */
  moves_from: nullable(string()),
  moves_from_id: nullable(Id),
})

/** A legal text in one language; an empty one is removed. */
const LegalText = Text(0, 20_000)

/** Settings of a client's orders. */
export const InsertionOrderConfig = object({
  is_insertion_order_enabled: boolean(),
  is_purchase_order_enabled: boolean(),
  is_purchase_order_required: boolean(),
  /** A pattern that purchase order numbers match: `9` a digit, `A` a letter, `*` anything; other characters match themselves. */
  purchase_order_pattern: nullable(string()),
  /** One approval of any side, or one of each side. */
  needs_two_approvals: boolean(),
  may_author_approve: boolean(),
  /** Whether the lines have to add up to the total before an order is submitted. */
  must_lines_cover_total: boolean(),
  /** Orders above this amount are approved within 15 minutes of a sign-in; in the default currency of the client. Null for none. */
  sign_in_above: nullable(Decimal),
  number_prefix: string(),
  /** At the end of an order its campaigns stop, or continue against the advertiser's funds. */
  at_end: enums(['stop', 'funds']),
  /** The legal text of the default language. */
  legal_text: string(),
  /** Legal texts of other languages, by locale. */
  legal_texts: record(enums(locales), string()),
  /** Number of the text's version; it grows with every change of a text. */
  text_version: integer(),
  version: integer(),
})
export type InsertionOrderConfig = Infer<typeof InsertionOrderConfig>

/** Changes of the settings; missing fields stay. */
export const InsertionOrderConfigChange = object({
  is_insertion_order_enabled: optional(boolean()),
  is_purchase_order_enabled: optional(boolean()),
  is_purchase_order_required: optional(boolean()),
  purchase_order_pattern: optional(nullable(Text(1, 40))),
  needs_two_approvals: optional(boolean()),
  may_author_approve: optional(boolean()),
  must_lines_cover_total: optional(boolean()),
  sign_in_above: optional(nullable(pattern(string(), /^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,6})?$/))),
  number_prefix: optional(pattern(string(), /^[A-Z0-9-]{1,12}$/)),
  at_end: optional(enums(['stop', 'funds'])),
  legal_text: optional(LegalText),
  legal_texts: optional(record(enums(locales), LegalText)),
})
export type InsertionOrderConfigChange = Infer<typeof InsertionOrderConfigChange>

const client = 'v1/member_groups/:memberGroupId'
const all = `${client}/insertion_orders` as const
const one = `${all}/:insertionOrderId` as const
const reading = 'insertion_orders.read'
/** The caller states who edits; another user's id is refused. */
const edited = { last_edited_by: Id }

/** Endpoints of insertion orders. Lists contain only orders that the caller may see. */
export const insertionOrders = {
  report: postQuery(`${client}/insertion_order_report`, {
    may: reading,
    body: object({ ...listQueryFields, advertiser_ids: optional(size(array(Id), 1, 5000)) }),
    result: object({ insertion_orders: array(OrderRow), total: integer(), totals: array(CurrencyTotals) }),
  }),
  one: get(one, { may: reading, result: InsertionOrder }),
  create: post(all, { may: 'insertion_orders.create', idempotent: true, body: NewInsertionOrder, result: InsertionOrder }),
  change: patch(one, { may: 'insertion_orders.change', versioned: true, body: InsertionOrderChange, result: InsertionOrder }),
  submit: put(`${one}/submit`, { may: 'insertion_orders.change', versioned: true, result: InsertionOrder }),
  withdraw: put(`${one}/withdraw`, { may: 'insertion_orders.change', versioned: true, result: InsertionOrder }),
  /** Approves the waiting version. `hash` names the version that the caller has read; another one is refused. */
  approve: put(`${one}/approve`, {
    may: 'insertion_orders.approve',
    versioned: true,
    body: object({ ...edited, hash: optional(pattern(string(), /^[\da-f]{64}$/)), name: optional(Name) }),
    result: InsertionOrder,
  }),
  close: put(`${one}/close`, {
    may: 'insertion_orders.close',
    versioned: true,
    body: object({ ...edited, reason: optional(Text(0, 500)) }),
    result: InsertionOrder,
  }),
  /** What closing the order would stop. */
  closeEffect: get(`${one}/close_effect`, {
    may: reading,
    result: object({
      campaigns: array(object({ campaign_id: Id, name: string() })),
      other_campaigns: integer(),
      unspent: nullable(Decimal),
    }),
  }),
  /** A new open order with the same terms. */
  copy: post(`${one}/copy`, {
    may: 'insertion_orders.create',
    idempotent: 'optional',
    body: object({ name: Name }),
    result: InsertionOrder,
  }),
  versions: get(`${one}/versions`, { may: reading, result: object({ versions: array(OrderVersion) }) }),
  version: get(`${one}/versions/:versionId`, { may: reading, result: OrderVersion }),
  /** Adds a document, also after the end of the order. One that the order has already is returned as it is. */
  attach: post(`${one}/attachments`, {
    may: 'insertion_orders.change',
    maxBodyBytes: maxAttachmentBodyBytes,
    body: NewOrderAttachment,
    result: OrderAttachment,
  }),
  attachment: get(`${one}/attachments/:attachmentId`, { may: reading, file: true }),
  /** Removes a document, unless a version was approved after it was added. */
  detach: del(`${one}/attachments/:attachmentId`, { may: 'insertion_orders.change', result: literal('success') }),
  changes: changesReport(one, reading),
  campaigns: get(`${one}/campaigns`, { may: reading, result: object({ campaigns: array(ChargedCampaign) }) }),
  /** Campaigns that could be linked: of the order's advertisers, in its currency, not over. */
  availableCampaigns: postQuery(`${one}/available_campaigns_report`, {
    may: reading,
    body: object(listQueryFields),
    result: object({ campaigns: array(object({ ...OrderCampaign.schema, current_order: nullable(string()) })), total: integer() }),
  }),
  /**
   * Links and unlinks campaigns. A dry run returns the reasons and writes nothing. A campaign with the `moves_from_id` of the dry run is
   * refused if it has moved to another order since.
   */
  link: put(`${one}/campaigns`, {
    may: 'insertion_orders.link',
    versioned: true,
    body: object({
      link: optional(size(array(object({ campaign_id: Id, line_id: nullable(Id), moves_from_id: optional(nullable(Id)) })), 0, 200)),
      unlink: optional(size(array(Id), 0, 200)),
      dry_run: optional(boolean()),
    }),
    result: object({ results: array(LinkResult), is_dry_run: boolean(), version: integer() }),
  }),
  /** Booked, delivered, charged and invoiced by line, the invoices, and the latest credits and make-goods. */
  reconciliation: get(`${one}/reconciliation`, {
    may: reading,
    long: true,
    result: Reconciliation,
  }),
  /** Records a credit or a make-good of at most what is charged. */
  adjust: post(`${one}/adjustments`, {
    may: 'funds.correct',
    idempotent: true,
    versioned: true,
    body: NewOrderAdjustment,
    result: InsertionOrder,
  }),
  /** Spend by day, for the chart. A make-good is taken from its day, whose amount may be negative. */
  spend: get(`${one}/spend`, { may: reading, result: object({ days: array(object({ day: IsoDay, spent: Decimal })) }) }),
  config: get(`${client}/insertion_order_config`, { may: reading, result: InsertionOrderConfig }),
  /** Who changed the settings. The id of the record is that of the client. */
  configChanges: changesReport(`${client}/insertion_order_config`, 'insertion_orders.configure'),
  createConfig: post(`${client}/insertion_order_config`, {
    may: 'insertion_orders.configure',
    body: InsertionOrderConfigChange,
    result: InsertionOrderConfig,
  }),
  changeConfig: patch(`${client}/insertion_order_config`, {
    may: 'insertion_orders.configure',
    versioned: true,
    body: InsertionOrderConfigChange,
    result: InsertionOrderConfig,
  }),
}
