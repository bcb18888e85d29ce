import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seed } from '../../../demo/platform/seed/seed.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { demonstrationDay, demonstrationOptions } from '../../support/seed/demonstration.ts'
import { freshDatabase } from '../../support/database/fresh-database.ts'

test('seeding without a given time ends with the previous day, and creates no partner without a secret', async () => {
  const { database, close } = await freshDatabase()
  const { now: _, ...without } = demonstrationOptions
  await seed(database, { ...without, secretHashes: {} })
  const { rows } = await sql`select max(day) as last from facts_daily join advertisers using (member_group_id, advertiser_id)
    where time_zone = 'America/New_York'`.execute(database.kysely)
  expect(rows).toEqual([{ last: addDays(demonstrationDay, -1) }])
  expect(await database.kysely.selectFrom('partner_clients').selectAll().execute()).toEqual([])
  await close()
})
