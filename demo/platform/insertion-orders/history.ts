import type { OrderVersion } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { recordHistory } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import type { ListQuery } from '../sql/list.ts'
import { tenant } from '../sql/tenant.ts'
import { seesInternalNotes } from './actions.ts'
import { type OrderRecord, requireWholeOrder } from './read.ts'
import { versionsOf, withoutAddresses } from './versions.ts'

/** When an order ended; null while it has not. */
export async function endOf({ database }: Pick<Context, 'database'>, order: OrderRecord): Promise<string | null> {
  if (order.status !== 'ended') return null
  const { at } = await database.kysely
    .selectFrom('changes')
    .select(({ fn }) => fn.max<Date | null>('at').as('at'))
    .where('member_group_id', '=', order.member_group_id)
    .where('entity', '=', 'insertion_order')
    .where('entity_id', '=', order.insertion_order_id)
    .where('kind', '=', 'ended')
    .executeTakeFirstOrThrow()
  // Orders from before the history have no entry.
  return (at ?? order.edited_at).toISOString()
}

/** The versions of an order, the first one first. */
async function visibleVersions(context: Context, id: number): Promise<OrderVersion[]> {
  const versions = await versionsOf(context, await requireWholeOrder(context, id))
  return seesInternalNotes(context) ? versions : versions.map(withoutAddresses)
}

/** All versions of an order, the latest first. */
export const orderVersions = async (context: Context, id: number) => ({ versions: (await visibleVersions(context, id)).toReversed() })

export async function orderVersion(context: Context, id: number, versionId: number): Promise<OrderVersion> {
  const version = (await visibleVersions(context, id)).find(({ version_id }) => version_id === versionId)
  if (!version) throw notFound('Version')
  return version
}

/** Fields that only the client sees. */
const hiddenFields: readonly string[] = ['internal_notes']

/** A page of the changes of the client's settings. */
export async function configChanges(context: Context, query: ListQuery) {
  const memberGroupId = tenant(context)
  requireWholeClient(context, memberGroupId)
  return recordHistory(context, { memberGroupId, entities: ['insertion_order_config'], entityId: memberGroupId }, query)
}

/** A page of the changes of an order. */
export async function orderChanges(context: Context, id: number, query: ListQuery) {
  const { member_group_id: memberGroupId } = await requireWholeOrder(context, id)
  const history = { memberGroupId, entities: ['insertion_order'], entityId: id } as const
  return recordHistory(context, { ...history, hiddenFields: seesInternalNotes(context) ? [] : hiddenFields }, query)
}
