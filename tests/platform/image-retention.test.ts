import { expect, test } from 'vitest'
import { removeUnusedImages } from '../../demo/platform/images/store.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { shownDraftAt } from '../support/world/small-drafts.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

test('an image that no campaign or open draft uses is deleted after a while', async () => {
  const { kysely } = world.database
  const shown = await kysely.selectFrom('assets').selectAll().where('asset_id', '=', 1).executeTakeFirstOrThrow()
  const at = (asset_id: number, created_at: string) => ({ ...shown, asset_id, created_at })
  await kysely
    .insertInto('assets')
    .values([
      at(501, '2026-11-01T00:00:00Z'),
      at(502, '2026-11-01T00:00:00Z'),
      at(503, '2026-11-20T00:00:00Z'),
      at(504, '2026-11-01T00:00:00Z'),
    ])
    .execute()
  const naming = (asset_id: number) => JSON.stringify({ pictures: [{ experience_asset_id: 1, asset_id }] })
  const draft = kysely.updateTable('campaign_drafts').where('campaign_draft_uuid', '=', shownDraftAt(1))
  await draft.set({ data: naming(502) }).execute()
  await kysely.updateTable('assets').set({ created_at: '2026-11-01T00:00:00Z' }).where('asset_id', '=', 1).execute()
  const kept = async () =>
    (await kysely.selectFrom('assets').select('asset_id').where('advertiser_id', '=', 1).orderBy('asset_id').execute()).map(
      ({ asset_id }) => asset_id,
    )
  await removeUnusedImages(kysely, new Date('2026-11-14T00:00:00Z'))
  expect(await kept()).toEqual([1, 502, 503])
  await draft.set({ submitted_at: '2026-11-10T00:00:00Z', submitted_campaign_id: 10 }).execute()
  await removeUnusedImages(kysely, new Date('2026-11-14T00:00:00Z'))
  expect(await kept()).toEqual([1, 503])
})
