import { expect, test } from 'vitest'
import { updateVersioned } from '../../demo/platform/sql/versioned.ts'
import { rehearsed } from '../support/world/rehearsed-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
rehearsed((made) => {
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
