import type { Updateable } from 'kysely'
import { addDays, type Days, daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { completeRule, endRule, totalRule } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type {
  InsertionOrder,
  InsertionOrderChange,
  NewInsertionOrder,
  OrderLine,
} from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { defaultLocale } from '../../../src/contract/locales.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { beforeAndAfter, fieldChanges, type Fields, recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { refuseField, staleVersion } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { tenant } from '../sql/tenant.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'
import { type OrderState, orderState, requireAction } from './actions.ts'
import { requireFunding, toBilling } from './billing.ts'
import { orderConfig, takeNumber } from './config.ts'
import { lockLinkedCampaigns, moveCampaigns } from './moves.ts'
import { announce } from './news.ts'
import { type OrderRecord, requireOrder } from './read.ts'
import { refuseAction, refuseTerm } from './refusals.ts'
import { changedTerms, historyOf, noLines, requireValidNumber, requireValidPlan, toLines, toTotal } from './terms.ts'
import { type FullTerms, termColumns, writeVersion } from './versions.ts'
import { orderById } from './view.ts'
import { requireWriterId } from './writer.ts'

/** Locks an order for a change. Throws stale if the caller has an older version. */
export async function lockOrder(context: Context, id: number): Promise<OrderState> {
  const order = await requireOrder(context, id, { lock: true })
  if (context.version !== undefined && context.version !== order.version) throw staleVersion('Insertion order')
  return orderState(context, order)
}

/** The advertiser's currency; for an order for all that of the request, or the client's. */
async function currencyOf(context: Context, { advertiser_id, currency_code }: NewInsertionOrder) {
  const { kysely } = context.database
  const member_group_id = tenant(context)
  const ofClient = kysely.selectFrom('member_groups').select('default_currency_code as code').where('member_group_id', '=', member_group_id)
  const ofAdvertiser = kysely.selectFrom('advertisers').select('currency_code as code').where('member_group_id', '=', member_group_id)
  const owner = advertiser_id === null ? ofClient : ofAdvertiser.where('advertiser_id', '=', advertiser_id)
  const { code } = await owner.executeTakeFirstOrThrow()
  if (advertiser_id !== null && currency_code !== undefined && currency_code !== code)
    throw refuseField('currency_code', `The advertiser’s currency is ${code}`)
  const currency = await kysely
    .selectFrom('member_group_currencies as m')
    .innerJoin('currencies as c', 'c.currency_id', 'm.currency_id')
    .select(['c.currency_code', 'c.digits'])
    .where('m.member_group_id', '=', member_group_id)
    .where('c.currency_code', '=', currency_code ?? code)
    .executeTakeFirst()
  if (!currency) throw refuseField('currency_code', 'Choose a currency of the client')
  return currency
}

/** What an order has besides its terms. */
interface Extras {
  readonly internal_notes: string
  readonly locale: string
}

async function insertOrder(
  context: Context,
  terms: Omit<FullTerms, 'number'>,
  { internal_notes, locale }: Extras,
): Promise<InsertionOrder> {
  const author_id = requireWriterId(context)
  const { database, now } = context
  const numbered = { ...terms, number: await takeNumber(context) }
  const key = await database.kysely
    .insertInto('insertion_orders')
    .values({
      member_group_id: tenant(context),
      advertiser_id: terms.advertiser_id,
      currency_code: terms.currency_code,
      number: numbered.number,
      ...termColumns(numbered),
      internal_notes,
      status_id: orderStatusIds.open,
      author_id,
      created_at: now(),
      edited_at: now(),
      edited_by: author_id,
    })
    .returning(['member_group_id', 'insertion_order_id'])
    .executeTakeFirstOrThrow()
  await writeVersion(context, key, { versionId: 1, terms: numbered, authorId: author_id, isSubmitted: false, locale })
  const { locale: _, ...fields } = historyOf(numbered, { internal_notes, locale })
  const change = beforeAndAfter(fieldChanges({}, fields))
  await recordChange(context, { entity: 'insertion_order', entityId: key.insertion_order_id, kind: 'created', ...change })
  return orderById(context, key.insertion_order_id)
}

/** Creates an open order. Only callers of the whole client create one for all advertisers. */
export async function createOrder(context: Context, body: NewInsertionOrder): Promise<InsertionOrder> {
  if (body.advertiser_id === null) requireWholeClient(context, tenant(context))
  const config = await orderConfig(context)
  if (!config.is_insertion_order_enabled) throw refuseAction({ code: 'orders_disabled', values: {} })
  const { currency_code, digits } = await currencyOf(context, body)
  const { advertiser_id, name, start_date, end_date, total, po_number, notes = '', lines = [] } = body
  const billing = body.billing ? await toBilling(context, advertiser_id, body.billing) : undefined
  const terms = {
    name: name.trim(),
    advertiser_id,
    currency_code,
    start_date,
    end_date,
    total: toTotal(total, digits),
    po_number: po_number?.trim() || null,
    notes,
    ...(billing && { billing }),
    lines: await toLines(context, lines, noLines, digits),
  }
  requireValidPlan(terms, digits)
  await requireFunding(context, advertiser_id, billing)
  requireValidNumber(terms.po_number, { config, isNeeded: false })
  return insertOrder(context, terms, { internal_notes: body.internal_notes ?? '', locale: body.locale ?? defaultLocale })
}

/**
 * Creates an open order with the terms of the version in force, but without its purchase order number, which belongs to one order. Days
 * that are over are moved so that they begin today.
 */
export async function copyOrder(context: Context, id: number, name: string): Promise<InsertionOrder> {
  const state = await orderState(context, await requireOrder(context, id))
  requireAction(state, 'copy')
  const { order, current } = state
  const { terms, locale } = current
  const today = dayIn(context.now(), order.time_zone)
  const shift = terms.end_date < today ? daysIn({ start_date: terms.start_date, end_date: today }) - 1 : 0
  const moved = <T extends Days>(dated: T) => ({
    ...dated,
    start_date: addDays(dated.start_date, shift),
    end_date: addDays(dated.end_date, shift),
  })
  const copy = { ...moved(terms), lines: terms.lines.map(moved), name: name.trim(), po_number: null }
  return insertOrder(context, copy, { internal_notes: order.internal_notes, locale })
}

/** A line with linked campaigns cannot be removed. */
export async function requireFreeLines(context: Context, order: OrderRecord, lines: readonly OrderLine[], earlier: readonly OrderLine[]) {
  const removed = earlier.filter(({ line_id }) => !lines.some((line) => line.line_id === line_id))
  if (removed.length === 0) return
  const linked = await context.database.kysely
    .selectFrom('campaigns')
    .select('insertion_order_line_id')
    .where('member_group_id', '=', order.member_group_id)
    .where('insertion_order_id', '=', order.insertion_order_id)
    .where('deleted_at', 'is', null)
    .execute()
  const used = removed.find(({ line_id }) => linked.some((campaign) => campaign.insertion_order_line_id === line_id))
  if (used) throw refuseTerm('lines', { code: 'line_in_use', values: { line: used.name } })
}

/** Writes the next version of the row of a locked order. */
export async function writeRow(
  context: Context,
  { member_group_id, insertion_order_id, version }: OrderRecord,
  change: Updateable<Tables['insertion_orders']>,
) {
  await updateVersioned({ ...context, version }, 'insertion_orders', {
    key: { member_group_id, insertion_order_id },
    change: { ...change, edited_at: context.now(), edited_by: requireWriterId(context) },
    subject: 'Insertion order',
  })
}

/** Proposes terms as the next version of an approved order, in place of an earlier proposal. It waits for approval at once. */
async function propose(
  context: Context,
  { order, caller, config, sums, today }: OrderState,
  terms: FullTerms,
  locale: string,
): Promise<number> {
  // The pattern may have changed since the order got its number.
  const hasSameNumber = terms.po_number === order.po_number
  const policy = hasSameNumber ? { ...config, purchase_order_pattern: null } : config
  const complete = completeRule(terms, policy, order.currency_digits)
  if (complete !== true) throw refuseTerm(complete.code.startsWith('po_') ? 'po_number' : 'lines', complete)
  const isOpen = endRule(terms, today)
  if (isOpen !== true) throw refuseTerm('end_date', isOpen)
  await requireFunding(context, terms.advertiser_id, terms.billing)
  const enough = microsOf(terms.total) < order.total ? totalRule(microsOf(terms.total), sums) : true
  if (enough !== true) throw refuseTerm('total', enough)
  const versionId = order.version_id + 1
  await writeVersion(context, order, { versionId, terms, authorId: requireWriterId(context), isSubmitted: true, locale })
  await announce(context, order, {
    event: 'submitted',
    version_id: versionId,
    by: requireWriterId(context),
    side: caller.sideAt(order.advertiser_id),
  })
  return versionId
}

const changesNumberOnly = (change: InsertionOrderChange) =>
  Object.entries(change).every(([field, value]) => field === 'po_number' || value === undefined)

/** Changes an order. An approved one keeps its terms until the changed ones are approved, too. */
export async function changeOrder(context: Context, id: number, change: InsertionOrderChange): Promise<InsertionOrder> {
  // Campaigns are locked before their order, as delivery does.
  const linked = change.moves ? await lockLinkedCampaigns(context, id) : []
  const state = await lockOrder(context, id)
  requireAction(state, changesNumberOnly(change) ? 'number' : 'change')
  const { order, current } = state
  const { before, after, locale } = await changedTerms(context, state, change)
  if (change.moves) await moveCampaigns(context, state, { moves: change.moves, linked, lines: after.lines })
  if (change.lines) await requireFreeLines(context, order, after.lines, current.terms.lines)
  const internal_notes = change.internal_notes ?? order.internal_notes
  const changes = fieldChanges(
    historyOf(before, { internal_notes: order.internal_notes, locale: locale.before }),
    historyOf(after, { internal_notes, locale: locale.after }),
  )
  const areTermsChanged = changes.some(({ field }) => field !== 'internal_notes')
  const isNextVersion = changes.some(({ field }) => field !== 'internal_notes' && field !== 'po_number')
  if (change.billing) await requireFunding(context, order.advertiser_id, after.billing)
  const own = { po_number: after.po_number, internal_notes }
  const statusFields: { before: Fields; after: Fields } = { before: {}, after: {} }
  if (order.status !== 'open' && order.status !== 'pending') {
    const proposed_version_id = isNextVersion ? await propose(context, state, after, locale.after) : order.proposed_version_id
    await writeRow(context, order, { ...own, proposed_version_id })
    statusFields.before = { proposed_version_id: order.proposed_version_id }
    statusFields.after = { proposed_version_id }
  } else {
    const status = areTermsChanged ? 'open' : order.status
    const version = {
      versionId: order.version_id,
      terms: after,
      authorId: requireWriterId(context),
      isSubmitted: false,
      locale: locale.after,
    }
    if (areTermsChanged) await writeVersion(context, order, version)
    await writeRow(context, order, { ...termColumns(after), ...own, status_id: orderStatusIds[status] })
    statusFields.before = { status: order.status }
    statusFields.after = { status }
  }
  const recorded = beforeAndAfter([...changes, ...fieldChanges(statusFields.before, statusFields.after)])
  if (changes.length > 0) await recordChange(context, { entity: 'insertion_order', entityId: id, kind: 'changed', ...recorded })
  return orderById(context, id)
}
