import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateManyVersioned, updateVersioned } from '../../demo/platform/sql/versioned.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const rename = async (version: number, name: string) => {
  const { database } = world
  const { advertiser_id } = await database.kysely
    .selectFrom('advertisers')
    .select('advertiser_id')
    .orderBy('advertiser_id')
    .executeTakeFirstOrThrow()
  await updateVersioned({ database, version }, 'advertisers', { key: { advertiser_id }, change: { name }, subject: 'Advertiser' })
  return database.kysely
    .selectFrom('advertisers')
    .select(['name', 'version'])
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()
}

test('updateVersioned writes the change and the next version, and refuses an older version', async () => {
  expect(await rename(1, 'Renamed')).toEqual({ name: 'Renamed', version: 2 })
  await expect(rename(1, 'Renamed again')).rejects.toMatchObject({ code: 'stale' })
  expect(await rename(2, 'Third name')).toEqual({ name: 'Third name', version: 3 })
})

test('updateVersioned refuses a deleted row in its own version', async () => {
  await world.database.kysely.updateTable('advertisers').set({ deleted_at: new Date(), version: 9 }).execute()
  await expect(rename(9, 'Renamed')).rejects.toMatchObject({ code: 'stale' })
})

test('updateManyVersioned: each row of the client gets its own values and its next version; rows of other clients stay', async () => {
  const { database } = world
  const campaigns = () =>
    database.kysely
      .selectFrom('campaigns')
      .select(['member_group_id', 'campaign_id as id', 'name', 'version'])
      .orderBy('campaign_id')
      .execute()
  const before = await campaigns()
  const rows = before.map(({ id }) => ({ id, name: `Campaign ${id}`, is_renamed: id % 2 === 0 }))
  await updateManyVersioned({ database, scope: { memberGroupId: 1, advertisers: 'all' } }, 'campaigns', {
    columns: { name: 'text' },
    flags: { is_renamed: 'boolean' },
    rows,
    computed: { review_comment: sql`case when r.is_renamed then 'Renamed' else t.review_comment end` },
  })
  expect(await campaigns()).toEqual(
    before.map((row) => (row.member_group_id === 1 ? { ...row, name: `Campaign ${row.id}`, version: row.version + 1 } : row)),
  )
  expect(new Set(before.map(({ member_group_id }) => member_group_id)).size).toBeGreaterThan(1)
  const renamed = await database.kysely.selectFrom('campaigns').select('campaign_id').where('review_comment', '=', 'Renamed').execute()
  expect(renamed.map(({ campaign_id }) => campaign_id).sort((one, other) => one - other)).toEqual(
    before.filter(({ member_group_id, id }) => member_group_id === 1 && id % 2 === 0).map(({ id }) => id),
  )
})
