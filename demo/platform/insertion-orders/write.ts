import type { Updateable } from 'kysely'
import {
  type CheckedTerms,
  completeRule,
  lineAmount,
  purchaseOrderRule,
  termsFault,
  totalRule,
} from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type {
  InsertionOrder,
  InsertionOrderChange,
  InsertionOrderConfig,
  NewInsertionOrder,
  NewOrderLine,
  OrderLine,
  OrderTerms,
} from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { beforeAndAfter, fieldChanges, type Fields, recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { noPermission, refuseField, staleVersion } from '../context/refusal.ts'
import { tenant } from '../sql/tenant.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'
import { type OrderState, orderState, requireAction, waitingVersion } from './actions.ts'
import { orderConfig, takeNumber } from './config.ts'
import { linesOf, type OrderRecord, requireOrder } from './read.ts'
import { refuseAction, refuseTerm } from './refusals.ts'
import { termColumns, writeVersion } from './versions.ts'
import { orderById } from './view.ts'

/** The writing user. Partners cannot write orders. */
export function writerOf({ caller }: Context): number {
  if (!caller.person) throw noPermission()
  return caller.person.user_id
}

/** Locks an order for a change. Throws stale if the caller has an older version. */
export async function lockOrder(context: Context, id: number): Promise<OrderState> {
  const order = await requireOrder(context, id, { lock: true })
  if (context.version !== undefined && context.version !== order.version) throw staleVersion('Insertion order')
  return orderState(context, order)
}

/** The largest amount that the database driver reads exactly. */
const largest = BigInt(Number.MAX_SAFE_INTEGER)

function requireAmount(path: string, amount: string | null | undefined, digits: number) {
  const decimals = amount?.split('.')[1]?.length ?? 0
  if (decimals > digits) throw refuseField(path, `Expected at most ${digits} decimals`)
  if (amount && microsOf(amount) > largest) throw refuseField(path, `Expected at most ${decimalOf(largest)}`)
}

/** The lines of a request with their ids and amounts. Ids of earlier lines stay; new lines get ids that the order never had. */
function toLines(lines: readonly NewOrderLine[], knownIds: readonly number[], lastId: number, digits: number): OrderLine[] {
  let newId = lastId
  const ids = new Set<number>()
  return lines.map(({ line_id, name, channel = null, rate = null, quantity = null, amount, is_hard_cap = false, ...line }, index) => {
    if (line_id !== undefined && (!knownIds.includes(line_id) || ids.has(line_id)))
      throw refuseField(`lines.${index}.line_id`, 'Choose a line of the order, each once')
    requireAmount(`lines.${index}.amount`, amount, digits)
    // A price of one impression may be a fraction of the smallest coin.
    requireAmount(`lines.${index}.rate`, rate, 6)
    if (line_id === undefined) newId += 1
    const id = line_id ?? newId
    ids.add(id)
    const micros = lineAmount({ type: line.type, rate, quantity, ...(amount !== undefined && { amount }) }, digits)
    if (micros === undefined) throw refuseTerm(`lines.${index}.amount`, { code: 'line_without_amount', values: {} })
    return { ...line, line_id: id, name: name.trim(), channel, rate, quantity, amount: decimalOf(micros), is_hard_cap }
  })
}

/** Throws for the first fault of the terms. What approval needs is checked when they are submitted. */
function requireValidTerms(terms: CheckedTerms, config: InsertionOrderConfig, digits: number) {
  requireAmount('total', terms.total, digits)
  const fault = termsFault(terms, digits)
  if (fault) throw refuseTerm(fault.path, fault.reason)
  const result = purchaseOrderRule(terms.po_number, config)
  if (result !== true && result.code === 'po_mismatch') throw refuseTerm('po_number', result)
}

/** The fields of an order as its history stores them. */
const fieldsOf = ({ number: _, advertiser_id: __, currency_code: ___, ...terms }: OrderTerms, internal_notes: string): Fields => ({
  ...terms,
  internal_notes,
})

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

async function insertOrder(context: Context, terms: Omit<OrderTerms, 'number'>, internal_notes: string): Promise<InsertionOrder> {
  const author_id = writerOf(context)
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
  await writeVersion(context, key, { versionId: 1, terms: numbered, authorId: author_id, isSubmitted: false })
  const change = beforeAndAfter(fieldChanges({}, fieldsOf(numbered, internal_notes)))
  await recordChange(context, { entity: 'insertion_order', entityId: key.insertion_order_id, kind: 'created', ...change })
  return orderById(context, key.insertion_order_id)
}

/** Creates an open order. Only callers of the whole client create one for all advertisers. */
export async function createOrder(context: Context, body: NewInsertionOrder): Promise<InsertionOrder> {
  if (body.advertiser_id === null) requireWholeClient(context, tenant(context))
  const config = await orderConfig(context)
  if (!config.is_insertion_order_enabled) throw refuseAction({ code: 'orders_disabled', values: {} })
  const { currency_code, digits } = await currencyOf(context, body)
  const { name, start_date, end_date, total, po_number = null, notes = '', internal_notes = '', lines = [] } = body
  const terms = {
    name: name.trim(),
    advertiser_id: body.advertiser_id,
    currency_code,
    start_date,
    end_date,
    total: decimalOf(microsOf(total)),
    po_number: po_number?.trim() || null,
    notes,
    lines: toLines(lines, [], 0, digits),
  }
  requireValidTerms(terms, config, digits)
  return insertOrder(context, terms, internal_notes)
}

/** Creates an open order with the terms of the version in force. */
export async function copyOrder(context: Context, id: number, name: string): Promise<InsertionOrder> {
  const state = await orderState(context, await requireOrder(context, id))
  requireAction(state, 'copy')
  return insertOrder(context, { ...state.current.terms, name: name.trim() }, state.order.internal_notes)
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
    change: { ...change, edited_at: context.now(), edited_by: writerOf(context) },
    subject: 'Insertion order',
  })
}

/** The terms that are changed next: those of the version that waits, with the current number of the purchase order. */
async function changedTerms(context: Context, state: OrderState, change: InsertionOrderChange) {
  const { order } = state
  const before: OrderTerms = { ...waitingVersion(state).terms, po_number: order.po_number }
  const { lines, name, po_number, total, internal_notes: _, ...days } = change
  const stored = lines ? await linesOf(context, order) : []
  const lastId = Math.max(0, ...stored.map(({ line_id }) => line_id))
  const knownIds = stored.map(({ line_id }) => line_id)
  const after: OrderTerms = {
    ...before,
    ...days,
    ...(name !== undefined && { name: name.trim() }),
    ...(total !== undefined && { total: decimalOf(microsOf(total)) }),
    ...(po_number !== undefined && { po_number: po_number?.trim() || null }),
    ...(lines && { lines: toLines(lines, knownIds, lastId, order.currency_digits) }),
  }
  return { before, after }
}

/** Proposes terms as the next version of an approved order, in place of an earlier proposal. It waits for approval at once. */
async function propose(context: Context, { order, config, sums }: OrderState, terms: OrderTerms): Promise<number> {
  const complete = completeRule(terms, config, order.currency_digits)
  if (complete !== true) throw refuseTerm(complete.code.startsWith('po_') ? 'po_number' : 'lines', complete)
  const enough = microsOf(terms.total) < order.total ? totalRule(microsOf(terms.total), sums) : true
  if (enough !== true) throw refuseTerm('total', enough)
  const versionId = order.version_id + 1
  await writeVersion(context, order, { versionId, terms, authorId: writerOf(context), isSubmitted: true })
  return versionId
}

/** Changes an order. An approved one keeps its terms until the changed ones are approved, too. */
export async function changeOrder(context: Context, id: number, change: InsertionOrderChange): Promise<InsertionOrder> {
  const state = await lockOrder(context, id)
  requireAction(state, 'change')
  const { order, config, current } = state
  const { before, after } = await changedTerms(context, state, change)
  requireValidTerms(after, config, order.currency_digits)
  await requireFreeLines(context, order, after.lines, current.terms.lines)
  const internal_notes = change.internal_notes ?? order.internal_notes
  const changes = fieldChanges(fieldsOf(before, order.internal_notes), fieldsOf(after, internal_notes))
  const areTermsChanged = changes.some(({ field }) => field !== 'internal_notes')
  const isNextVersion = changes.some(({ field }) => field !== 'internal_notes' && field !== 'po_number')
  const own = { po_number: after.po_number, internal_notes }
  const statusFields: { before: Fields; after: Fields } = { before: {}, after: {} }
  if (order.status === 'approved') {
    const proposed_version_id = isNextVersion ? await propose(context, state, after) : order.proposed_version_id
    await writeRow(context, order, { ...own, proposed_version_id })
    statusFields.before = { proposed_version_id: order.proposed_version_id }
    statusFields.after = { proposed_version_id }
  } else {
    const status = areTermsChanged ? 'open' : order.status
    if (areTermsChanged)
      await writeVersion(context, order, { versionId: order.version_id, terms: after, authorId: writerOf(context), isSubmitted: false })
    await writeRow(context, order, { ...termColumns(after), ...own, status_id: orderStatusIds[status] })
    statusFields.before = { status: order.status }
    statusFields.after = { status }
  }
  const recorded = beforeAndAfter([...changes, ...fieldChanges(statusFields.before, statusFields.after)])
  if (changes.length > 0) await recordChange(context, { entity: 'insertion_order', entityId: id, kind: 'changed', ...recorded })
  return orderById(context, id)
}
