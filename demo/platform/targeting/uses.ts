import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { conflict } from '../context/refusal.ts'

/** A targeting that has a condition on a dimension, and on one option of it when that is said. */
const withCondition = (targeting_id: number, option?: number) =>
  JSON.stringify({ groups: [{ conditions: [{ targeting_id, ...(option !== undefined && { targeting_option_ids: [option] }) }] }] })

/** Refuses to take away what ad groups and templates choose people by: they would reach others than they say. */
export async function checkUnused(
  { kysely }: Pick<Database, 'kysely'>,
  memberGroupId: number,
  targetingId: number,
  options?: readonly number[],
) {
  const shapes = options ? options.map((id) => withCondition(targetingId, id)) : [withCondition(targetingId)]
  const { rows } = await sql<{ ad_groups: number; templates: number }>`
    select (select count(*)::int from ad_groups where member_group_id = ${memberGroupId} and deleted_at is null
        and targeting @> any(${shapes}::jsonb[])) as ad_groups,
      (select count(*)::int from campaign_templates where member_group_id = ${memberGroupId} and deleted_at is null
        and defaults->'targeting' @> any(${shapes}::jsonb[])) as templates`.execute(kysely)
  const { ad_groups = 0, templates = 0 } = rows[0] ?? {}
  if (ad_groups > 0) throw conflict('Targeting', `Ad groups choose by this (${ad_groups}): hide it instead, or take it out of them first`)
  if (templates > 0) throw conflict('Targeting', `Templates choose by this (${templates}): take it out of them first`)
}
