import type { Kysely } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import type { OrderStatus } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf, roundMicros } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { writeAdjustment } from '../insertion-orders/adjustments.ts'
import { type FullTerms, termColumns } from '../insertion-orders/versions.ts'
import { assignInvoicedOrders } from '../tables/069-invoiced-orders.ts'
import { fillInvoicedNumbers } from '../tables/073-invoiced-numbers.ts'
import type { Tables } from '../tables/index.ts'
import { clients } from './clients.ts'
import { perUsd } from './lookups.ts'
import { daysBefore, hoursAfter, momentsOf, orderStory } from './order-story.ts'
import { people } from './people.ts'

interface SeedOrder {
  readonly name: string
  readonly status: OrderStatus
  /** First and last day, in days after today. */
  readonly from: number
  readonly to: number
  /** The total, as a multiple of what was spent in the order's days until today. */
  readonly times: number
  /** The version in force, or the first one. */
  readonly version?: number
  readonly isProposing?: boolean
  readonly hasPurchaseOrder?: boolean
  /** A closed order: how many days ago, why, and which part of its spend was given back. */
  readonly closed?: { readonly ago: number; readonly reason: string; readonly creditPercent: bigint }
}

/** One order of each kind. Its place in the list chooses its advertiser. */
const orders: readonly SeedOrder[] = [
  { name: 'Winter reach', status: 'pending', from: 3, to: 63, times: 1, hasPurchaseOrder: true },
  { name: 'Season launch', status: 'approved', from: -20, to: 70, times: 2.5, hasPurchaseOrder: true },
  { name: 'City breaks', status: 'approved', from: -30, to: 150, times: 6, version: 2, isProposing: true, hasPurchaseOrder: true },
  { name: 'Late summer push', status: 'approved', from: -54, to: 6, times: 1.9, hasPurchaseOrder: true },
  { name: 'Brand search', status: 'approved', from: -40, to: 60, times: 2.6 },
  { name: 'New year draft', status: 'open', from: 20, to: 110, times: 1 },
  { name: 'Spring offers', status: 'ended', from: -120, to: -20, times: 1.05, hasPurchaseOrder: true },
  {
    name: 'Test flight',
    status: 'closed',
    from: -60,
    to: 30,
    times: 4,
    hasPurchaseOrder: true,
    closed: { ago: 20, reason: 'The advertiser stopped the test.', creditPercent: 5n },
  },
]

const legalText = (client: string) =>
  `${client} publishes the campaigns of this order within its days and up to its total. Clicks and impressions are counted by ${client}. Invoices are due after 30 days.`
const legalTextInGerman = (client: string) =>
  `${client} veröffentlicht die Kampagnen dieses Auftrags innerhalb seiner Laufzeit und bis zu seiner Gesamtsumme. Klicks und Impressionen zählt ${client}. Rechnungen sind nach 30 Tagen fällig.`

const million = 1_000_000

/** A user's index and id: the client's own admin, or the super user. */
function authorOf(client: number) {
  const index = people.findIndex((person) => person.role === 3 && person.clients?.includes(client))
  return index < 0 ? 1 : index + 1
}

/** The user who approves for an advertiser: its own admin, or an internal one. */
function signerOf(advertiser: number) {
  const index = people.findIndex((person) => person.role === 5 && person.advertisers?.includes(advertiser))
  return index < 0 ? 2 : index + 1
}

/** An active campaign without an order for each of the client's first advertisers. */
const campaignsOf = (kysely: Kysely<Tables>, client: number) =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .distinctOn('c.advertiser_id')
    .select(['c.advertiser_id', 'c.campaign_id', 'c.name', 'c.channel', 'a.currency_code'])
    .where('c.member_group_id', '=', client)
    .where('c.status', '=', 'active')
    .where('c.end_date', 'is', null)
    .where('c.insertion_order_id', 'is', null)
    .orderBy('c.advertiser_id')
    .orderBy('c.start_date')
    .orderBy('c.campaign_id')
    .limit(orders.length)
    .execute()
type Campaign = Awaited<ReturnType<typeof campaignsOf>>[number]

const spentByDay = (kysely: Kysely<Tables>, client: number, campaign: Campaign, from: string, to: string) =>
  kysely
    .selectFrom('spend_days')
    .select(({ fn }) => ['day', fn.sum<string>('micros').as('micros')])
    .where('member_group_id', '=', client)
    .where('campaign_id', '=', campaign.campaign_id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute()

interface Placed {
  readonly kysely: Kysely<Tables>
  readonly client: number
  readonly campaign: Campaign
  readonly order: SeedOrder
  readonly today: string
  readonly now: Date
}

const isInForce = ({ status }: SeedOrder) => status !== 'open' && status !== 'pending'

/** Two lines: the campaign's, with a hard cap, and a reserve. */
function termsOf({ campaign, order, today }: Placed, number: string, total: bigint): FullTerms {
  const days = { start_date: addDays(today, order.from), end_date: addDays(today, order.to) }
  const line = { ...days, type: 'fixed' as const, rate: null, quantity: null }
  return {
    name: order.name,
    number,
    advertiser_id: campaign.advertiser_id,
    currency_code: campaign.currency_code,
    ...days,
    total: decimalOf(total),
    po_number: order.hasPurchaseOrder ? `PO-${1000 + campaign.advertiser_id}` : null,
    notes: '',
    lines: [
      { ...line, line_id: 1, name: 'Clicks', channel: campaign.channel, amount: decimalOf((total * 9n) / 10n), is_hard_cap: true },
      { ...line, line_id: 2, name: 'Reserve', channel: null, amount: decimalOf(total / 20n), is_hard_cap: false },
    ],
  }
}

async function seedOrder(placed: Placed, number: string) {
  const { kysely, client: member_group_id, campaign, order, today, now } = placed
  const { status, version = 1, closed } = order
  const lastDay = addDays(today, closed ? -closed.ago : order.to)
  const days = await spentByDay(kysely, member_group_id, campaign, addDays(today, order.from), lastDay)
  const spent = days.reduce((sum, { micros }) => sum + BigInt(micros), 0n)
  const step = BigInt(Math.max(1, Math.round(perUsd(campaign.currency_code)))) * BigInt(100 * million)
  const total = spent > 0n ? (BigInt(Math.ceil(Number(spent) * order.times)) / step + 1n) * step : step * 50n
  const terms = termsOf(placed, number, total)
  const moments = momentsOf(terms.start_date, now, isInForce(order))
  const author_id = authorOf(member_group_id)
  const { insertion_order_id } = await kysely
    .insertInto('insertion_orders')
    .values({
      member_group_id,
      number,
      advertiser_id: campaign.advertiser_id,
      currency_code: campaign.currency_code,
      ...termColumns(terms),
      status_id: orderStatusIds[isInForce(order) ? 'approved' : status],
      author_id,
      version_id: version,
      proposed_version_id: order.isProposing ? version + 1 : null,
      created_at: moments.created,
    })
    .returning('insertion_order_id')
    .executeTakeFirstOrThrow()
  const key = { member_group_id, insertion_order_id, name: order.name }
  const story = orderStory(kysely, key, { author: author_id, signer: signerOf(campaign.advertiser_id) })
  // Version 1 of several has four fifths of the total; a proposal raises it by a fifth.
  const first = version > 1 ? termsOf(placed, number, (total * 4n) / 5n) : terms
  await story.create(first, moments.created)
  if (status === 'open') return
  const isApproved = isInForce(order)
  await story.submit(first, moments, isApproved)
  if (!isApproved) return
  await story.link(campaign, null, terms.lines, moments.linked)
  if (version > 1) await story.propose(2, { before: first, after: terms }, { at: daysBefore(now, 10), isApproved })
  if (order.isProposing) {
    const raised = { ...terms, total: decimalOf(total + total / 5n) }
    await story.propose(version + 1, { before: terms, after: raised }, { at: daysBefore(now, 2), isApproved: false })
  }
  const ofOrder = { member_group_id, insertion_order_id, line_id: 1, campaign_id: campaign.campaign_id }
  const spend = days.map(({ day, micros }) => ({ ...ofOrder, day, micros: BigInt(micros) }))
  if (spend.length > 0) await kysely.insertInto('insertion_order_spend').values(spend).execute()
  if (status === 'approved') return
  // The campaign leaves the order before its end, and continues without one.
  const endedAt = closed ? daysBefore(now, closed.ago) : new Date(`${addDays(terms.end_date, 1)}T12:00:00Z`)
  await story.link(campaign, moments.linked, terms.lines, hoursAfter(endedAt, closed ? -1 : -13))
  if (closed) await story.close(endedAt, closed.reason)
  else await story.end(endedAt)
  await creditClosed(placed, insertion_order_id, spent, endedAt)
}

/** A part of what a closed order had spent is given back on its line, in whole units of the currency. */
async function creditClosed(
  { kysely, client, campaign, today, order: { closed } }: Placed,
  insertion_order_id: number,
  spent: bigint,
  at: Date,
) {
  if (!closed) return
  const micros = roundMicros((spent * closed.creditPercent) / 100n, 0)
  if (micros === 0n) return
  await writeAdjustment(
    kysely,
    { member_group_id: client, insertion_order_id, advertiser_id: campaign.advertiser_id },
    {
      kind: 'credit',
      line_id: 1,
      micros,
      reason: 'Credit for an order that was closed early',
      day: addDays(today, -closed.ago),
      at,
      user_id: authorOf(client),
    },
  )
}

/** The history, the versions and the spend of the orders that the ledger's seed has made. */
async function completeEarlier(kysely: Kysely<Tables>, now: Date) {
  const earlier = await kysely.selectFrom('insertion_orders').selectAll().orderBy('insertion_order_id').execute()
  for (const {
    member_group_id,
    insertion_order_id,
    status_id,
    advertiser_id,
    currency_code,
    number,
    po_number,
    notes,
    ...order
  } of earlier) {
    const { name, start_date, end_date } = order
    const total = decimalOf(BigInt(order.total))
    const line = { line_id: 1, name, channel: null, type: 'fixed' as const, rate: null, quantity: null, start_date, end_date }
    const lines = [{ ...line, amount: total, is_hard_cap: false }]
    const terms = { name, number, advertiser_id, currency_code, start_date, end_date, po_number, notes, lines, total }
    const isApproved = status_id === orderStatusIds.approved
    const moments = momentsOf(start_date, now, isApproved)
    const author = authorOf(member_group_id)
    const story = orderStory(kysely, { member_group_id, insertion_order_id, name }, { author, signer: signerOf(advertiser_id ?? 0) })
    await kysely
      .updateTable('insertion_orders')
      .set({ author_id: author, created_at: moments.created })
      .where('member_group_id', '=', member_group_id)
      .where('insertion_order_id', '=', insertion_order_id)
      .execute()
    await story.create(terms, moments.created)
    await story.submit(terms, moments, isApproved)
    const linked = await kysely
      .selectFrom('campaigns')
      .select(['campaign_id', 'name'])
      .where('member_group_id', '=', member_group_id)
      .where('insertion_order_id', '=', insertion_order_id)
      .execute()
    // A campaign of an order without approval stops at once, so it has only just joined.
    for (const campaign of linked) await story.link(campaign, null, lines, isApproved ? moments.linked : hoursAfter(now, -0.1))
    if (!isApproved) continue
    await kysely
      .insertInto('insertion_order_spend')
      .columns(['member_group_id', 'insertion_order_id', 'line_id', 'campaign_id', 'day', 'micros'])
      .expression((eb) =>
        eb
          .selectFrom('spend_days as s')
          .innerJoin('campaigns as c', (join) =>
            join.onRef('c.member_group_id', '=', 's.member_group_id').onRef('c.campaign_id', '=', 's.campaign_id'),
          )
          .select((s) => ['s.member_group_id', s.val(insertion_order_id).as('insertion_order_id'), s.lit(1).as('line_id')])
          .select((s) => ['s.campaign_id', 's.day', s.fn.sum<number>('s.micros').as('micros')])
          .where('c.member_group_id', '=', member_group_id)
          .where('c.insertion_order_id', '=', insertion_order_id)
          .groupBy(['s.member_group_id', 's.campaign_id', 's.day']),
      )
      .execute()
  }
}

/** Insertion orders of the first three clients, in all states, and the texts that they are approved with. */
export async function seedInsertionOrders(kysely: Kysely<Tables>, today: string, now: Date) {
  for (const [index, { name }] of clients.entries()) {
    const client = index + 1
    const number_prefix = name.slice(0, 2).toUpperCase()
    await kysely
      .insertInto('insertion_order_configs')
      .values({
        member_group_id: client,
        number_prefix,
        last_number: orders.length,
        at_end: 'stop',
        legal_text: legalText(name),
        legal_texts: JSON.stringify({ de: legalTextInGerman(name) }),
      })
      .execute()
  }
  await completeEarlier(kysely, now)
  for (const [index, { name }] of clients.entries()) {
    const client = index + 1
    const campaigns = await campaignsOf(kysely, client)
    for (const [nth, order] of orders.entries()) {
      const campaign = campaigns[nth]
      const number = `${name.slice(0, 2).toUpperCase()}-${String(nth + 1).padStart(4, '0')}`
      if (campaign) await seedOrder({ kysely, client, campaign, order, today, now }, number)
    }
  }
  // The invoices were closed before the spend was charged to these orders.
  await assignInvoicedOrders(kysely)
  await fillInvoicedNumbers(kysely)
}
