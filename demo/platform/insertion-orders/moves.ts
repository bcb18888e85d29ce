import type { InsertionOrderChange, OrderLine } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { tenant } from '../sql/tenant.ts'
import { type OrderState, requireAction } from './actions.ts'
import { type LinkChange, writeCampaignLinks } from './link-writes.ts'

type LinkedCampaign = LinkChange['campaign']

/** The campaigns of an order, locked. */
export const lockLinkedCampaigns = (context: Context, insertionOrderId: number): Promise<LinkedCampaign[]> =>
  context.database.kysely
    .selectFrom('campaigns as c')
    .innerJoin('insertion_orders as o', (join) =>
      join.onRef('o.member_group_id', '=', 'c.member_group_id').onRef('o.insertion_order_id', '=', 'c.insertion_order_id'),
    )
    .select(['c.campaign_id', 'c.name', 'c.insertion_order_id', 'c.insertion_order_line_id as line_id'])
    .select(['c.insertion_order_linked_at as linked_at', 'o.name as current_order'])
    .where('c.member_group_id', '=', tenant(context))
    .where('c.insertion_order_id', '=', insertionOrderId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.campaign_id')
    .forUpdate('c')
    .execute()

interface Moves {
  readonly moves: NonNullable<InsertionOrderChange['moves']>
  readonly linked: readonly LinkedCampaign[]
  /** The lines after the change. */
  readonly lines: readonly OrderLine[]
}

/** Moves the campaigns of lines to others that are in force and stay, or to none. */
export async function moveCampaigns(context: Context, state: OrderState, { moves, linked, lines }: Moves): Promise<void> {
  requireAction(state, 'link')
  const { order, current } = state
  const inForce = current.terms.lines
  for (const [index, { line_id, to_line_id }] of moves.entries()) {
    if (!inForce.some((line) => line.line_id === line_id)) throw refuseField(`moves.${index}.line_id`, 'Choose a line of this order')
    const stays = [inForce, lines].every((each) => each.some((line) => line.line_id === to_line_id))
    if (to_line_id !== null && !stays) throw refuseField(`moves.${index}.to_line_id`, 'Choose a line that the order has and keeps')
  }
  const targets = new Map(moves.map(({ line_id, to_line_id }) => [line_id, to_line_id]))
  const changes = linked.flatMap((campaign): LinkChange[] => {
    const target = campaign.line_id === null ? undefined : targets.get(campaign.line_id)
    return target === undefined ? [] : [{ campaign, insertion_order_id: order.insertion_order_id, line_id: target }]
  })
  if (changes.length > 0) await writeCampaignLinks(context, order, inForce, changes)
}
