import { type RawBuilder, sql } from 'kysely'
import type { Result } from '../../src/contract/endpoint.ts'
import type { mediaDrafts, ShownPicture } from '../../src/contract/media-drafts.ts'
import { campaignInFull } from './campaign-rows.ts'
import type { Context } from './context.ts'
import { notFound } from './refusal.ts'

interface CampaignPath {
  readonly advertiserId: number
  readonly campaignId: number
}

/** The pictures of a campaign, and their places. */
const ofCampaign = (member_group_id: number, { campaignId }: CampaignPath): RawBuilder<unknown> => sql`
  from campaign_assets c join assets a on a.member_group_id = c.member_group_id and a.asset_id = c.asset_id
  join experience_assets p on p.member_group_id = c.member_group_id and p.experience_asset_id = c.experience_asset_id
  where c.member_group_id = ${member_group_id} and c.campaign_id = ${campaignId}`

/** What a campaign shows, place by place; a campaign that the caller does not reach is not there. */
export async function shownPictures(context: Context, path: CampaignPath): Promise<ShownPicture[]> {
  const { member_group_id } = await campaignInFull(context, path)
  const { rows } = await sql<ShownPicture>`
    select a.asset_id, p.experience_asset_id, p.name, a.file_name, a.kind, a.content_type, a.width, a.height, a.bytes
    ${ofCampaign(member_group_id, path)} order by p.experience_asset_id`.execute(context.database.kysely)
  return rows
}

type Content = Result<typeof mediaDrafts.one>

/** One picture that a campaign shows; one that it does not show is not there, whoever's it is. */
export async function shownPicture(context: Context, { assetId, ...path }: CampaignPath & { readonly assetId: number }): Promise<Content> {
  const { member_group_id } = await campaignInFull(context, path)
  const { rows } = await sql<Content>`
    select a.asset_id, a.content_type, a.content ${ofCampaign(member_group_id, path)} and a.asset_id = ${assetId} limit 1`.execute(
    context.database.kysely,
  )
  const [picture] = rows
  if (!picture) throw notFound('Picture')
  return picture
}
