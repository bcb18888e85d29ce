import { sql } from 'kysely'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { campaignImageEndpoints, CampaignImage } from '../../../src/contract/images/images.ts'
import { writtenChanges, type WrittenChange } from '../campaigns/history.ts'
import { userName } from '../changes/read.ts'
import { draftConstraintsOf } from '../drafts/constraints.ts'
import { fullCampaign } from '../campaigns/read.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'

interface CampaignPath {
  readonly advertiserId: number
  readonly campaignId: number
}

/** The images of a campaign with their slots. */
const imagesFrom = ({ database: { kysely } }: Context, memberGroupId: number, { campaignId }: CampaignPath) =>
  kysely
    .selectFrom('campaign_assets as c')
    .innerJoin('assets as a', (join) => join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.asset_id', '=', 'c.asset_id'))
    .innerJoin('experience_assets as p', (join) =>
      join.onRef('p.member_group_id', '=', 'c.member_group_id').onRef('p.experience_asset_id', '=', 'c.experience_asset_id'),
    )
    .where('c.member_group_id', '=', memberGroupId)
    .where('c.campaign_id', '=', campaignId)

interface Row extends Omit<CampaignImage, keyof ImageOrigin> {
  readonly created_at: Date
  readonly created_name: string | null
}
/** Version and origin of the image in a slot. */
interface ImageOrigin {
  readonly version: number
  readonly changed_at: string
  readonly changed_by: string | null
  readonly is_replaced: boolean
}

const isReview = ({ kind, undone_by }: WrittenChange) => kind === 'denied' || (kind === 'approved' && undone_by === null)
const assetInSlot = (pictures: unknown, slotId: number): unknown =>
  Array.isArray(pictures) ? pictures.find((image: Row) => image.experience_asset_id === slotId)?.asset_id : undefined

/** Finds when and by whom the image of a slot was last replaced. The first image was created with the campaign. */
function imageOrigin({ experience_asset_id: slotId, created_at, created_name }: Row, changes: readonly WrittenChange[]): ImageOrigin {
  const slotChanges = changes.filter(
    ({ before, after }) => Object.hasOwn(after, 'pictures') && assetInSlot(before.pictures, slotId) !== assetInSlot(after.pictures, slotId),
  )
  const lastChange = slotChanges.at(-1)
  const decided = changes.findLast(isReview)
  const original = { version: 1, changed_at: created_at.toISOString(), changed_by: created_name, is_replaced: false }
  if (!lastChange) return original
  const is_replaced = decided !== undefined ? lastChange.change_id > decided.change_id : true
  return {
    version: slotChanges.length + 1,
    changed_at: lastChange.at.toISOString(),
    changed_by: lastChange.user_name ?? lastChange.partner,
    is_replaced,
  }
}

/** The images of a campaign by slot, and all its slots. Throws not found outside the caller's scope. */
export async function campaignImages(context: Context, path: CampaignPath): Promise<Result<typeof campaignImageEndpoints.list>> {
  const { member_group_id, advertiser_id, experience_id } = await fullCampaign(context, path)
  const rows = await imagesFrom(context, member_group_id, path)
    .leftJoin('users as u', 'u.user_id', 'a.created_by')
    .select(['a.asset_id', 'p.experience_asset_id', 'p.name', 'a.file_name', 'a.kind', 'a.content_type'])
    .select(['a.width', 'a.height', 'a.bytes', 'a.created_at', userName.$castTo<string | null>().as('created_name')])
    .orderBy('p.experience_asset_id')
    .execute()
  const changes =
    rows.length === 0
      ? []
      : await writtenChanges(context)
          .where('h.campaign_id', '=', path.campaignId)
          .where(({ eb, or }) => or([eb('h.kind', 'in', ['approved', 'denied']), sql<boolean>`h.after ? 'pictures'`]))
          .orderBy('h.change_id')
          .execute()
  const { assets } = await draftConstraintsOf(context, { member_group_id, advertiser_id, experience_id })
  const pictures = rows.map((row): CampaignImage => {
    const { created_at: _, created_name: __, ...picture } = row
    return { ...picture, ...imageOrigin(row, changes) }
  })
  return { pictures, places: assets }
}

type Content = Result<typeof campaignImageEndpoints.one>

/** One image of a campaign. Images of other campaigns are not found. */
export async function campaignImage(context: Context, { assetId, ...path }: CampaignPath & { readonly assetId: number }): Promise<Content> {
  const { member_group_id } = await fullCampaign(context, path)
  const picture = await imagesFrom(context, member_group_id, path)
    .select(['a.asset_id', 'a.content_type', 'a.content'])
    .where('a.asset_id', '=', assetId)
    .limit(1)
    .executeTakeFirst()
  if (!picture) throw notFound('Picture')
  return picture
}
