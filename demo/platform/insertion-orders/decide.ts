import type { InsertionOrder, OrderStatus } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { type Fields, recordChange, type Writer } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { nextVersion } from '../sql/versioned.ts'
import { missingSides, type OrderState, requireAction, waitingVersion } from './actions.ts'
import { requireFunding } from './billing.ts'
import { announce, type OrderEnd } from './news.ts'
import type { OrderKey, OrderRecord } from './read.ts'
import { refuseAction } from './refusals.ts'
import { needsSignIn, signInMinutes } from './sign-in.ts'
import { dropVersion, type FullVersion, termColumns, writeVersion } from './versions.ts'
import { orderById } from './view.ts'
import { lockOrder, requireFreeLines, writeRow } from './write.ts'
import { touchOrders, requireWriterId } from './writer.ts'

interface Decision {
  readonly kind: RecordChangeKind
  readonly before: Fields
  readonly after: Fields
  readonly comment?: string | undefined
}

/** Records a decision, and returns the order as it is now. */
async function recorded(context: Context, { order }: OrderState, { comment, ...decision }: Decision): Promise<InsertionOrder> {
  const { insertion_order_id: entityId } = order
  await recordChange(context, { entity: 'insertion_order', entityId, ...decision, comment: comment ?? null })
  return orderById(context, entityId)
}

/** The caller states that they edit; another user's id is a mistake of the page. */
function requireEditor(context: Context, lastEditedBy: number) {
  if (lastEditedBy !== requireWriterId(context)) throw refuseField('last_edited_by', 'Expected the ID of the current user')
}

/** Writes the same terms again, with the client's current legal text and without approvals. */
const rewriteVersion = (
  context: Context,
  order: OrderRecord,
  { terms, author, version_id, created_at, locale }: FullVersion,
  isSubmitted: boolean,
) =>
  writeVersion(context, order, {
    versionId: version_id,
    terms,
    authorId: author?.user_id ?? null,
    isSubmitted,
    createdAt: created_at,
    locale,
  })

/** Submits an open order for approval, with the client's current legal text. */
export async function submitOrder(context: Context, id: number): Promise<InsertionOrder> {
  const state = await lockOrder(context, id)
  requireAction(state, 'submit')
  const { order, current } = state
  await requireFunding(context, order.advertiser_id, current.terms.billing)
  await rewriteVersion(context, order, current, true)
  await writeRow(context, order, { status_id: orderStatusIds.pending })
  const side = state.caller.sideAt(order.advertiser_id)
  await announce(context, order, { event: 'submitted', version_id: current.version_id, by: requireWriterId(context), side })
  return recorded(context, state, { kind: 'submitted', before: { status: 'open' }, after: { status: 'pending' } })
}

/** Opens a pending order again, or drops the version that waits while another one is in force. */
export async function withdrawOrder(context: Context, id: number): Promise<InsertionOrder> {
  const state = await lockOrder(context, id)
  requireAction(state, 'withdraw')
  const { order, current, proposed } = state
  if (proposed) {
    await dropVersion(context, order, proposed.version_id)
    await writeRow(context, order, { proposed_version_id: null })
    const before = { proposed_version_id: proposed.version_id }
    return recorded(context, state, { kind: 'withdrawn', before, after: { proposed_version_id: null } })
  }
  await rewriteVersion(context, order, current, false)
  await writeRow(context, order, { status_id: orderStatusIds.open })
  return recorded(context, state, { kind: 'withdrawn', before: { status: 'pending' }, after: { status: 'open' } })
}

/** Puts the version that waits in force. The version before it is replaced. */
async function applyVersion(context: Context, state: OrderState) {
  const { database, now } = context
  const { order, current, proposed } = state
  const { version_id, terms } = waitingVersion(state)
  await requireFreeLines(context, order, terms.lines, current.terms.lines)
  const versions = (id: number) =>
    database.kysely
      .updateTable('insertion_order_versions')
      .where('member_group_id', '=', order.member_group_id)
      .where('insertion_order_id', '=', order.insertion_order_id)
      .where('version_id', '=', id)
  await versions(version_id).set({ approved_at: now() }).execute()
  if (proposed) await versions(order.version_id).set({ replaced_at: now() }).execute()
  // The number of the purchase order may have changed since, without an approval.
  const { po_number: _, ...columns } = termColumns(terms)
  await writeRow(context, order, { ...columns, status_id: orderStatusIds.approved, version_id, proposed_version_id: null })
}

/** Approves the version that waits, for the caller's side. The last needed approval puts it in force. */
export async function approveOrder(
  context: Context,
  id: number,
  { last_edited_by, hash, name }: { last_edited_by: number; hash?: string | undefined; name?: string | undefined },
): Promise<InsertionOrder> {
  const state = await lockOrder(context, id)
  requireEditor(context, last_edited_by)
  requireAction(state, 'approve')
  const { order, caller, config } = state
  const side = caller.sideAt(order.advertiser_id)
  const version = waitingVersion(state)
  if (hash !== undefined && hash !== version.hash) throw refuseAction({ code: 'terms_changed', values: {} })
  if (await needsSignIn(context, state)) throw refuseAction({ code: 'sign_in_again', values: { minutes: String(signInMinutes) } })
  await context.database.kysely
    .insertInto('insertion_order_approvals')
    .values({
      member_group_id: order.member_group_id,
      insertion_order_id: order.insertion_order_id,
      version_id: version.version_id,
      side,
      user_id: last_edited_by,
      name: name?.trim() ?? null,
      at: context.now(),
      hash: version.hash,
      address: context.address,
    })
    .execute()
  const isLast = missingSides(order, [...version.approvals, { side }], config).length === 0
  await (isLast ? applyVersion(context, state) : touchOrders(context, order, [id]))
  await announce(context, order, { event: 'approved', version_id: version.version_id, by: last_edited_by, side })
  const approval = { side, approved_version_id: version.version_id }
  if (!isLast) return recorded(context, state, { kind: 'approved', before: {}, after: approval })
  const before = { status: order.status, version_id: order.version_id }
  const after = { ...approval, status: 'approved', version_id: version.version_id }
  return recorded(context, state, { kind: 'approved', before, after })
}

/** Closes an order for good. What was spent stays charged. */
export async function closeOrder(
  context: Context,
  id: number,
  { last_edited_by, reason = '' }: { last_edited_by: number; reason?: string | undefined },
): Promise<InsertionOrder> {
  const state = await lockOrder(context, id)
  requireEditor(context, last_edited_by)
  requireAction(state, 'close')
  const { order, proposed } = state
  if (proposed) await dropVersion(context, order, proposed.version_id)
  await writeRow(context, order, {
    status_id: orderStatusIds.closed,
    proposed_version_id: null,
    closed_at: context.now(),
    closed_by: requireWriterId(context),
    close_reason: reason.trim(),
  })
  const side = state.caller.sideAt(order.advertiser_id)
  await announce(context, order, { event: 'closed', version_id: order.version_id, by: last_edited_by, side })
  return recorded(context, state, { kind: 'closed', before: { status: order.status }, after: { status: 'closed' }, comment: reason })
}

interface EndedOrder extends OrderKey {
  readonly status: OrderStatus
  readonly cause: OrderEnd['cause']
  /** Its campaigns continue against the funds of their advertisers. */
  readonly continuesOnFunds: boolean
}

/** Removes the version that waits for approval, and returns what its mail says. */
async function dropProposal({ database: { kysely } }: Writer, { member_group_id, insertion_order_id }: OrderKey) {
  const dropped = await kysely
    .deleteFrom('insertion_order_versions as v')
    .using('insertion_orders as o')
    .whereRef('o.member_group_id', '=', 'v.member_group_id')
    .whereRef('o.insertion_order_id', '=', 'v.insertion_order_id')
    .whereRef('o.proposed_version_id', '=', 'v.version_id')
    .where('v.member_group_id', '=', member_group_id)
    .where('v.insertion_order_id', '=', insertion_order_id)
    .returning(['v.version_id', 'v.total', 'v.end_date', 'v.author_id', 'v.hash', 'o.currency_code'])
    .executeTakeFirst()
  return dropped && { ...dropped, total: decimalOf(BigInt(dropped.total)) }
}

/**
 * Ends an approved order whose days are over or whose total is spent. A version that waits for approval is dropped; its author and
 * those who could approve it get a mail.
 */
export async function applyEnd(writer: Writer, { status, cause, continuesOnFunds, ...order }: EndedOrder): Promise<void> {
  const { member_group_id, insertion_order_id } = order
  const dropped = await dropProposal(writer, order)
  const { version_id } = await writer.database.kysely
    .updateTable('insertion_orders')
    .set({
      status_id: orderStatusIds.ended,
      continues_on_funds: continuesOnFunds,
      proposed_version_id: null,
      edited_at: writer.now(),
      edited_by: null,
      version: nextVersion,
    })
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .returning('version_id')
    .executeTakeFirstOrThrow()
  await recordChange(writer, {
    entity: 'insertion_order',
    entityId: insertion_order_id,
    kind: 'ended',
    before: { status, ...(dropped && { proposed_version_id: dropped.version_id }) },
    after: { status: 'ended', continues_on_funds: continuesOnFunds, ...(dropped && { proposed_version_id: null }) },
  })
  if (dropped) await announce(writer, order, { event: 'ended', version_id, cause, dropped })
}
