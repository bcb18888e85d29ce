import type { Database } from '../../../demo/platform/database/database.ts'
import type { CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { fitting } from './small-images.ts'
import { leakMarkers, seededAdvertisers } from './small-seed.ts'

const uuid = (kind: string, advertiser: number) => `00000000-0000-4000-8000-${kind}${String(advertiser).padStart(11, '0')}`
/** The draft of an advertiser of the small platform, and its ad group. */
export const draftAt = (advertiser: number) => uuid('1', advertiser)
export const groupDraftAt = (advertiser: number) => uuid('2', advertiser)
/** A draft without pictures yet, in the experience with its client's id. */
export const shownDraftAt = (advertiser: number) => uuid('3', advertiser)

/** The data of a complete draft. */
export const rightData = (client: number, advertiser: number): CampaignDraftData => ({
  name: `Draft ${leakMarkers.campaign(advertiser * 10)}`,
  channel: `onsite ${leakMarkers.client(client)}`,
  budget_period: 'Daily',
  budget: '20',
  pacing: 'Evenly',
  bidding_type_id: 1,
  base_bid: '0.5',
  start_date: '2026-12-01',
  end_date: '2026-12-31',
  always_on: false,
  attribution: { click_days: '14', view_days: '1', user_history: 'all', order_value: 'medium' },
})

/** The project of each image. */
const project_id = 'summer-2026'

/** A draft of an experience, an image that fits it, and a campaign that shows it. */
async function seedPictures({ kysely }: Pick<Database, 'kysely'>, member_group_id: number, advertiser_id: number) {
  const at = '2026-11-19T09:00:00Z'
  const draft = { member_group_id, advertiser_id, campaign_draft_uuid: shownDraftAt(advertiser_id), experience_id: member_group_id }
  const where = { flow: 'custom', step: 'step-basic-info', reached: 'step-basic-info' }
  await kysely
    .insertInto('campaign_drafts')
    .values({ ...draft, ...where, created_at: at, changed_at: at, changed_name: 'somebody', data: '{}' })
    .execute()
  const head = { kind: 'image', content_type: 'image/png', width: 1200, height: 628, bytes: 900, hash: 'none' }
  await kysely
    .insertInto('assets')
    .values({ member_group_id, advertiser_id, asset_id: advertiser_id, project_id, file_name: 'small.png', ...head, content: fitting })
    .execute()
  await kysely
    .updateTable('campaigns')
    .set({ experience_id: member_group_id })
    .where('campaign_id', '=', advertiser_id * 10)
    .execute()
  await kysely
    .insertInto('campaign_assets')
    .values({ member_group_id, campaign_id: advertiser_id * 10, experience_asset_id: member_group_id, asset_id: advertiser_id })
    .execute()
}

/** One draft for each advertiser, with an ad group and an entity, ready to submit. */
export async function seedDrafts({ kysely }: Pick<Database, 'kysely'>) {
  for (const { advertiser, client: member_group_id } of seededAdvertisers) {
    const campaign_draft_uuid = draftAt(advertiser)
    const when = { created_at: '2026-11-20T09:00:00Z', changed_at: '2026-11-20T10:00:00Z', changed_by: null, changed_name: 'somebody' }
    await kysely
      .insertInto('campaign_drafts')
      .values({
        member_group_id,
        advertiser_id: advertiser,
        campaign_draft_uuid,
        flow: 'custom',
        step: 'step-basic-info',
        reached: 'budget-step',
        ...when,
        data: JSON.stringify(rightData(member_group_id, advertiser)),
      })
      .execute()
    await kysely
      .insertInto('ad_group_drafts')
      .values({
        member_group_id,
        campaign_draft_uuid,
        ad_group_draft_uuid: groupDraftAt(advertiser),
        data: JSON.stringify({ name: `Group ${leakMarkers.campaign(advertiser * 10)}` }),
      })
      .execute()
    await kysely
      .insertInto('campaign_draft_entities')
      .values({ member_group_id, campaign_draft_uuid, holder_uuid: campaign_draft_uuid, entity_id: advertiser * 1000 })
      .execute()
    await seedPictures({ kysely }, member_group_id, advertiser)
  }
}
