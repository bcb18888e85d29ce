import { randomUUID } from 'node:crypto'
import type { Expression, SqlBool } from 'kysely'
import { recordChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { nextVersion } from '../sql/versioned.ts'
import { advertisersFrom } from './read.ts'

/** Moves the matching advertisers to a group, or out of theirs. Their versions increase, so that a change based on an older version is refused. */
export async function moveToGroup(context: Context, groupId: number | null, condition: Expression<SqlBool>) {
  const { kysely } = context.database
  const matching = advertisersFrom({ kysely }).where(condition)
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const moved = await matching
    .select(['a.advertiser_id', 'a.advertiser_group_id'])
    .where('a.advertiser_group_id', 'is distinct from', groupId)
    .orderBy('a.advertiser_id')
    .forUpdate('a')
    .execute()
  if (moved.length === 0) return { changed: 0, unchanged: total }
  await kysely
    .updateTable('advertisers')
    .set({ advertiser_group_id: groupId, version: nextVersion })
    .where('advertiser_id', '=', anyOf(moved.map(({ advertiser_id }) => advertiser_id)))
    .execute()
  const batch = moved.length > 1 ? randomUUID() : null
  await recordChanges(
    context,
    moved.map(({ advertiser_id: entityId, advertiser_group_id }) => ({
      entity: 'advertiser' as const,
      entityId,
      kind: 'changed' as const,
      before: { advertiser_group_id },
      after: { advertiser_group_id: groupId },
      batch,
    })),
  )
  return { changed: moved.length, unchanged: total - moved.length }
}
