import type { Kysely } from 'kysely'
import { type FeedRow, importFeed } from '../clients/feed-import.ts'
import { SeededRandom } from '../delivery/chance.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

/** The share of a catalog that the simulated source changes each night. */
const changedShare = 0.005

/** The catalog that the simulated source sends on a day: a few entries in another category, and one less that no campaign advertises. */
async function simulatedFeed(kysely: Db, member_group_id: number, day: string): Promise<FeedRow[]> {
  const chance = new SeededRandom(`feed ${member_group_id} ${day}`)
  const rows = await kysely
    .selectFrom('catalog_entities')
    .select(['internal_id', 'name', 'category'])
    .where('member_group_id', '=', member_group_id)
    .where('status', '=', 'active')
    .orderBy('internal_id')
    .execute()
  const advertised = await kysely
    .selectFrom('ad_group_entities as g')
    .innerJoin('entities as e', (join) =>
      join.onRef('e.member_group_id', '=', 'g.member_group_id').onRef('e.entity_id', '=', 'g.entity_id'),
    )
    .select('e.internal_id')
    .distinct()
    .where('g.member_group_id', '=', member_group_id)
    .execute()
  const inCampaigns = new Set(advertised.map(({ internal_id }) => internal_id))
  const categories = [...new Set(rows.map(({ category }) => category))]
  const free = rows.filter(({ internal_id }) => !inCampaigns.has(internal_id))
  const gone = free.length > 0 ? free[chance.integer(0, free.length - 1)]?.internal_id : undefined
  return rows
    .filter(({ internal_id }) => internal_id !== gone)
    .map((row) =>
      chance.next() < changedShare ? { ...row, category: categories[chance.integer(0, categories.length - 1)] ?? row.category } : row,
    )
}

/** The hour of the day, in UTC, after which the simulated sources have sent their catalogs. */
const sentByHour = 3

/** Imports the catalog of each client once a day. Only demonstrations have a source that sends one. */
export const feedsJob: JobKind = {
  everyMs: 3_600_000,
  run: async (_, { database: { kysely }, now }) => {
    const startedAt = now()
    if (startedAt.getUTCHours() < sentByHour) return
    const day = startedAt.toISOString().slice(0, 10)
    const waiting = await kysely
      .selectFrom('member_groups as m')
      .select('m.member_group_id')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('catalog_entities as c').select('c.internal_id').whereRef('c.member_group_id', '=', 'm.member_group_id')),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('feed_runs as f')
              .select('f.feed_run_id')
              .whereRef('f.member_group_id', '=', 'm.member_group_id')
              .where('f.started_at', '>=', new Date(`${day}T00:00:00Z`)),
          ),
        ),
      )
      .orderBy('m.member_group_id')
      .execute()
    for (const { member_group_id } of waiting) {
      const began = performance.now()
      await kysely.transaction().execute(async (transaction) => {
        const rows = await simulatedFeed(transaction, member_group_id, day)
        const durationMs = () => Math.round(performance.now() - began)
        await importFeed(transaction, member_group_id, { source: 'Nightly catalog', rows, startedAt, durationMs })
      })
    }
  },
}
