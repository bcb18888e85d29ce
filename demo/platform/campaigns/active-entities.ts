import { sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'

interface Owner {
  readonly member_group_id: number
  readonly advertiser_id: number
}

/** Refuses `field` when it names an entity of another advertiser, or one that is not active. */
export async function checkActive(
  { database: { kysely } }: Context,
  { member_group_id, advertiser_id }: Owner,
  ids: readonly number[],
  field: string,
) {
  const { rows } = await sql<{ entity_id: number; status: string }>`
    select entity_id, status from entities where member_group_id = ${member_group_id} and advertiser_id = ${advertiser_id}
      and entity_id = any(${[...ids]}::int[])`.execute(kysely)
  if (rows.length < new Set(ids).size) throw refuseField(field, 'Expected entities of the advertiser')
  const closed = rows.find(({ status }) => status !== 'active')
  if (closed) throw refuseField(`${field}.${ids.indexOf(closed.entity_id)}`, 'This entity is not active')
}
