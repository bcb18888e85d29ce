import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'

interface Owner {
  readonly member_group_id: number
  readonly advertiser_id: number
}

/** Refuses `field` when it names an entity of another advertiser, or one that is not active. */
export async function requireActiveEntities(
  { database: { kysely } }: Context,
  { member_group_id, advertiser_id }: Owner,
  ids: readonly number[],
  field: string,
) {
  const rows = await kysely
    .selectFrom('entities')
    .select(['entity_id', 'status'])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('entity_id', '=', anyOf(ids))
    .execute()
  if (rows.length < new Set(ids).size) throw refuseField(field, 'Choose entities of this advertiser')
  const closed = rows.find(({ status }) => status !== 'active')
  if (closed) throw refuseField(`${field}.${ids.indexOf(closed.entity_id)}`, 'This entity is not active')
}
