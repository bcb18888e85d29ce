import type { Writer } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { noPermission } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import { nextVersion } from '../sql/versioned.ts'
import type { OrderKey } from './read.ts'

/** The writing user. Partners cannot write orders. */
export function requireWriterId({ caller }: Context): number {
  if (!caller.person) throw noPermission()
  return caller.person.user_id
}

/** Writes the next version of locked orders after a write that changes no column of theirs, such as the links of their campaigns. */
export const touchOrders = ({ database, now, caller }: Writer, { member_group_id }: OrderKey, ids: readonly number[]) =>
  database.kysely
    .updateTable('insertion_orders')
    .set({ version: nextVersion, edited_at: now(), edited_by: caller?.person?.user_id ?? null })
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', anyOf(ids))
    .execute()
