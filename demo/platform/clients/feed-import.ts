import type { Kysely } from 'kysely'
import type { FeedRefusal, FeedRun } from '../../../src/contract/clients/feeds.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

/** A row of a feed, as its source wrote it. */
export interface FeedRow {
  readonly internal_id: string
  readonly name: string
  readonly category: string
}

const longest = 200

function refusalOf({ internal_id, name, category }: FeedRow, seen: ReadonlySet<string>): FeedRefusal['code'] | undefined {
  if (internal_id.trim() === '') return 'no_id'
  if (seen.has(internal_id)) return 'duplicate'
  if (name.trim() === '') return 'no_name'
  if (category.trim() === '') return 'no_category'
  return [internal_id, name, category].some((text) => text.length > longest) ? 'too_long' : undefined
}

/** The valid rows of a feed, and those that are refused with their place. */
export function checkFeed(rows: readonly FeedRow[]): { readonly valid: readonly FeedRow[]; readonly refused: readonly FeedRefusal[] } {
  const seen = new Set<string>()
  const valid: FeedRow[] = []
  const refused: FeedRefusal[] = []
  for (const [index, row] of rows.entries()) {
    const code = refusalOf(row, seen)
    if (code) refused.push({ row: index + 1, internal_id: row.internal_id || null, code })
    else {
      seen.add(row.internal_id)
      valid.push(row)
    }
  }
  return { valid, refused }
}

/** Writes entries of the catalog, and the entities that advertisers have of them. */
async function writeEntry(kysely: Db, member_group_id: number, { internal_id, ...change }: FeedRow & { readonly status: string }) {
  await kysely
    .insertInto('catalog_entities')
    .values({ member_group_id, internal_id, ...change })
    .onConflict((conflict) => conflict.columns(['member_group_id', 'internal_id']).doUpdateSet(change))
    .execute()
  await kysely
    .updateTable('entities')
    .set(change)
    .where('member_group_id', '=', member_group_id)
    .where('internal_id', '=', internal_id)
    .execute()
}

interface Feed {
  readonly source: string
  readonly rows: readonly FeedRow[]
  readonly startedAt: Date
  readonly durationMs: () => number
}

/**
 * Imports a whole catalog: adds new entries, changes others, and makes inactive what the feed no longer has. Campaigns stop serving
 * entities that became inactive. A feed without any valid row changes nothing, because its source has failed.
 */
export async function importFeed(kysely: Db, member_group_id: number, { source, rows, startedAt, durationMs }: Feed): Promise<FeedRun> {
  const { valid, refused } = checkFeed(rows)
  const catalog = await kysely
    .selectFrom('catalog_entities')
    .select(['internal_id', 'name', 'category', 'status'])
    .where('member_group_id', '=', member_group_id)
    .execute()
  const known = new Map(catalog.map((entry) => [entry.internal_id, entry]))
  const sent = new Set(valid.map(({ internal_id }) => internal_id))
  const isNew = ({ internal_id }: FeedRow) => known.get(internal_id)?.status !== 'active'
  const added = valid.filter(isNew)
  const changed = valid.filter((row) => {
    const entry = known.get(row.internal_id)
    return !isNew(row) && (entry?.name !== row.name || entry.category !== row.category)
  })
  const removed = valid.length === 0 ? [] : catalog.filter(({ internal_id, status }) => status === 'active' && !sent.has(internal_id))
  for (const row of [...added, ...changed]) await writeEntry(kysely, member_group_id, { ...row, status: 'active' })
  for (const { internal_id, name, category } of removed)
    await writeEntry(kysely, member_group_id, { internal_id, name, category, status: 'inactive' })
  const status: FeedRun['status'] = valid.length === 0 ? 'failed' : refused.length > 0 ? 'partial' : 'succeeded'
  const counts = { rows: rows.length, added: added.length, changed: changed.length, removed: removed.length, refused: refused.length }
  const run = { source, duration_ms: durationMs(), ...counts, status }
  const { feed_run_id } = await kysely
    .insertInto('feed_runs')
    .values({ member_group_id, started_at: startedAt, ...run })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  if (refused.length > 0)
    await kysely
      .insertInto('feed_refusals')
      .values(refused.map((refusal) => ({ member_group_id, feed_run_id, ...refusal })))
      .execute()
  return { feed_run_id, started_at: startedAt.toISOString(), ...run }
}
