import { type LinkedCampaign, type LinkingOrder, linkRule } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type { OrderLine } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { recordChanges, type RecordedChange, type Writer } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import { updateManyVersioned } from '../sql/versioned.ts'
import { orderConfig } from './config.ts'
import { type OrderKey, type OrderRecord, requireOrder } from './read.ts'
import { refuseTerm } from './refusals.ts'
import { orderSums } from './sums.ts'
import { touchOrders } from './writer.ts'

/** A locked campaign that gets another order or line. */
export interface LinkChange {
  readonly campaign: {
    readonly campaign_id: number
    readonly name: string
    readonly insertion_order_id: number | null
    readonly line_id: number | null
    readonly linked_at: Date | null
    /** The name of its order. */
    readonly current_order: string | null
  }
  readonly insertion_order_id: number | null
  readonly line_id: number | null
}

type NamedOrder = OrderKey & Pick<OrderRecord, 'name'>

export async function remainingOf(context: Context, order: OrderRecord): Promise<bigint> {
  const sums = await orderSums(context, [order.insertion_order_id])
  return order.total - (sums.get(order.insertion_order_id)?.spent ?? 0n)
}

/** Locks orders in the order of their ids, as delivery does. */
export const lockOrders = ({ database }: Context, memberGroupId: number, ids: readonly number[]) =>
  database.kysely
    .selectFrom('insertion_orders')
    .select('insertion_order_id')
    .where('member_group_id', '=', memberGroupId)
    .where('insertion_order_id', '=', anyOf(ids))
    .orderBy('insertion_order_id')
    .forUpdate()
    .execute()

const isArrival = ({ campaign, insertion_order_id }: LinkChange) =>
  insertion_order_id !== null && campaign.insertion_order_id !== insertion_order_id
const isDeparture = ({ campaign, insertion_order_id }: LinkChange) =>
  campaign.insertion_order_id !== null && campaign.insertion_order_id !== insertion_order_id
const isLineMove = ({ campaign, insertion_order_id }: LinkChange) =>
  insertion_order_id !== null && campaign.insertion_order_id === insertion_order_id

/** The history entries of this order and of the orders that campaigns leave. */
function entriesOfOrders(order: NamedOrder, lines: readonly OrderLine[], changes: readonly LinkChange[]): RecordedChange[] {
  const lineName = (id: number | null) => lines.find(({ line_id }) => line_id === id)?.name ?? null
  const entry = (entityId: number, kind: 'linked' | 'unlinked', ofEntry: readonly LinkChange[], more: object = {}): RecordedChange => {
    const campaigns = ofEntry.map(({ campaign }) => campaign.name)
    const isLinked = kind === 'linked'
    return {
      entity: 'insertion_order',
      entityId,
      kind,
      before: { campaigns: isLinked ? null : campaigns, ...(isLinked && { line: null }), ...more },
      after: { campaigns: isLinked ? campaigns : null, ...(isLinked && { line: lineName(ofEntry[0]?.line_id ?? null) }) },
    }
  }
  const { insertion_order_id: id } = order
  const byLine = grouped(changes.filter(isArrival), ({ line_id }) => line_id)
  const byLines = grouped(changes.filter(isLineMove), ({ campaign, line_id }) => `${campaign.line_id} ${line_id}`)
  const byOrder = grouped(changes.filter(isDeparture), ({ campaign }) => campaign.insertion_order_id ?? 0)
  return [
    ...[...byLine.values()].map((ofLine) => entry(id, 'linked', ofLine)),
    ...[...byLines.values()].map((moved) => entry(id, 'linked', moved, { line: lineName(moved[0]?.campaign.line_id ?? null) })),
    ...[...byOrder].map(([left, ofOrder]) => entry(left, 'unlinked', ofOrder)),
  ]
}

/** The history entries of campaigns whose order changes. */
const entriesOfCampaigns = (order: NamedOrder, changes: readonly LinkChange[]): RecordedChange[] =>
  changes
    .filter((change) => !isLineMove(change))
    .map(({ campaign, insertion_order_id }) => ({
      entity: 'campaign',
      entityId: campaign.campaign_id,
      kind: 'changed',
      before: { insertion_order: campaign.current_order },
      after: { insertion_order: insertion_order_id === null ? null : order.name },
    }))

/** Writes orders and lines of locked campaigns, with the history. */
export async function writeCampaignLinks(context: Writer, order: NamedOrder, lines: readonly OrderLine[], changes: readonly LinkChange[]) {
  await updateManyVersioned(context, 'campaigns', {
    columns: { insertion_order_id: 'int?', insertion_order_line_id: 'int?', insertion_order_linked_at: 'timestamptz?' },
    flags: {},
    rows: changes.map((change) => ({
      id: change.campaign.campaign_id,
      insertion_order_id: change.insertion_order_id,
      insertion_order_line_id: change.line_id,
      insertion_order_linked_at: change.insertion_order_id === null ? null : isLineMove(change) ? change.campaign.linked_at : context.now(),
    })),
  })
  await recordChanges(context, [...entriesOfOrders(order, lines, changes), ...entriesOfCampaigns(order, changes)])
}

/** Links and unlinks locked campaigns. This order and those that campaigns leave get a new version. */
export async function writeLinks(context: Writer, order: NamedOrder, lines: readonly OrderLine[], changes: readonly LinkChange[]) {
  await writeCampaignLinks(context, order, lines, changes)
  const left = changes.filter(isDeparture).flatMap(({ campaign }) => campaign.insertion_order_id ?? [])
  await touchOrders(context, order, [order.insertion_order_id, ...left])
}

/** A locked order with what decides whether campaigns can be linked to it. */
export const linkingOrder = async (context: Context, order: OrderRecord): Promise<LinkingOrder> => ({
  ...order,
  remaining: await remainingOf(context, order),
  isEnabled: (await orderConfig(context)).is_insertion_order_enabled,
})

type NewCampaign = Omit<LinkedCampaign, 'currency_code' | 'is_linked'>

/** Locks the order of a new campaign, for which the rules of links apply. The campaign's author may not see all of the order. */
export async function lockOrderOfNew(context: Context, id: number, campaign: NewCampaign): Promise<OrderRecord> {
  const whole: Context = { ...context, scope: { ...context.scope, advertisers: 'all' } }
  const order = await requireOrder(whole, id, { lock: true })
  const { currency_code } = await context.database.kysely
    .selectFrom('advertisers')
    .select('currency_code')
    .where('member_group_id', '=', order.member_group_id)
    .where('advertiser_id', '=', campaign.advertiser_id)
    .executeTakeFirstOrThrow()
  const result = linkRule(await linkingOrder(context, order), { ...campaign, currency_code, is_linked: false })
  if (result !== true) throw refuseTerm('data.insertion_order_id', result)
  return order
}

/** Records a new campaign in the history of its locked order, which gets a new version. */
export async function recordNewLink(context: Context, order: OrderRecord, name: string) {
  await touchOrders(context, order, [order.insertion_order_id])
  const link = { entity: 'insertion_order', entityId: order.insertion_order_id, kind: 'linked' } as const
  await recordChanges(context, [{ ...link, before: { campaigns: null }, after: { campaigns: [name] } }])
}
