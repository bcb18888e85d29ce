import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { groupRows, sampleEntities } from '../../demo/platform/serving/rows.ts'
import type { Tables } from '../../demo/platform/tables/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

const count = 5000
const few = 10
let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

beforeEach(async () => {
  const { kysely } = world.database
  await sql`insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
    select 1, 1, 'M-' || n, 'Many ' || n, 'Many', 'active' from generate_series(1, ${count}::int) n`.execute(kysely)
  await sql`insert into ad_groups (member_group_id, advertiser_id, campaign_id, ad_group_id, name, status, base_bid)
    values (1, 1, 10, 9100, 'Crowded', 'paused', 500000)`.execute(kysely)
  await sql`insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id)
    select 1, 1, 10, 9100, entity_id from entities where member_group_id = 1 and category = 'Many'`.execute(kysely)
})

async function readSoFar(kysely: Kysely<Tables>) {
  const { rows } = await sql<{ read: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname = 'entities'`.execute(kysely)
  return rows[0]?.read ?? 0
}
/** Number of entity rows that an action reads, by index or by sequential scan. */
const entitiesRead = (work: (kysely: Kysely<Tables>) => Promise<unknown>) =>
  world.database.kysely.transaction().execute(async (kysely) => {
    const before = await readSoFar(kysely)
    await work(kysely)
    return (await readSoFar(kysely)) - before
  })

const group = { ad_group_id: 100, base_bid: '500000', min_bid: '100000', max_entities: 50, chance: 0.5 }

test('what an ad group serves is found among many entities without statistics, reading its own rows only', async () => {
  let shown: Awaited<ReturnType<typeof sampleEntities>> | undefined
  const read = await entitiesRead(async (kysely) => {
    shown = await sampleEntities(kysely, 1, [group])
  })
  expect(shown?.get(100)).toEqual([[1000, null]])
  expect(read).toBeLessThan(few)
})

test('whether an ad group serves anything is found the same way, with entity bids', async () => {
  await world.database.kysely.updateTable('ad_group_entities').set({ bid: 700_000 }).where('ad_group_id', '=', 100).execute()
  let found: Awaited<ReturnType<typeof groupRows>> = []
  const read = await entitiesRead(async (kysely) => {
    found = await groupRows(kysely, 1, [10])
  })
  expect(found.map(({ ad_group_id, has_entities, highest_bid }) => [ad_group_id, has_entities, highest_bid])).toEqual([
    [100, true, '700000'],
    [9100, true, '500000'],
  ])
  expect(read).toBeLessThan(few)
})

test('an inactive entity is not served', async () => {
  await world.database.kysely.updateTable('entities').set({ status: 'closed' }).where('entity_id', '=', 1000).execute()
  const { kysely } = world.database
  expect([(await sampleEntities(kysely, 1, [group])).size, (await groupRows(kysely, 1, [10]))[0]?.has_entities]).toEqual([0, false])
})
