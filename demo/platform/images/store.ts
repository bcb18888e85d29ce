import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { ExperienceAsset } from '../../../src/contract/clients/experiences.ts'
import { imageHead } from '../../../src/contract/images/images.rules.ts'
import { maxAdvertiserImageBytes, type NewImage, type UploadedImage, maxImageBytes } from '../../../src/contract/images/images.ts'
import type { Context } from '../context/context.ts'
import { conflict, refuseField } from '../context/refusal.ts'
import { lockRow } from '../sql/lock.ts'

export interface ImageOwner {
  readonly member_group_id: number
  readonly advertiser_id: number
}

/** Decodes base64, and refuses any other text. */
function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw refuseField('content', 'Expected base 64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxImageBytes) throw refuseField('content', `A picture may have ${maxImageBytes} bytes`)
  return bytes
}

/** The image's properties. Refuses an image that does not fit its slot. */
function imageInSlot({ width, height, bytes_most, kind, name }: ExperienceAsset, bytes: Buffer) {
  if (kind === 'video') throw refuseField('experience_asset_id', `${name} is a film; films are not taken here`)
  const head = imageHead(bytes)
  if (!head) throw refuseField('content', 'Send an image: PNG, JPEG, GIF or WebP')
  if (bytes.length > bytes_most) throw refuseField('content', `Expected at most ${bytes_most} bytes`)
  if (head.width !== width || head.height !== height) throw refuseField('content', `Expected ${width} × ${height} pixels`)
  return { ...head, kind }
}

/** Checks the advertiser's storage limit. The lock stops concurrent uploads from exceeding it. */
async function requireStorage({ database: { kysely } }: Context, { member_group_id, advertiser_id }: ImageOwner, bytes: number) {
  await lockRow(kysely, 'imagesOfAdvertiser', advertiser_id)
  const { kept: usedBytes } = await kysely
    .selectFrom('assets')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('kept'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()
  if ((usedBytes ?? 0) + bytes > maxAdvertiserImageBytes)
    throw conflict(
      'Picture',
      `An advertiser can store at most ${Math.round(maxAdvertiserImageBytes / 1_000_000)} MB of images; unused images are deleted after a week`,
    )
}

/** Stores an image after checking it against its slot. */
export async function storeImage(
  context: Context,
  owner: ImageOwner,
  slots: readonly ExperienceAsset[],
  { experience_asset_id, file_name, content }: NewImage,
): Promise<UploadedImage> {
  const slot = slots.find((candidate) => candidate.experience_asset_id === experience_asset_id)
  if (!slot) throw refuseField('experience_asset_id', 'Choose an image slot of the experience')
  const bytes = bytesOf(content)
  const image = { ...imageInSlot(slot, bytes), bytes: bytes.length, file_name: file_name.trim() }
  const { member_group_id, advertiser_id } = owner
  await requireStorage(context, owner, bytes.length)
  const { asset_id } = await context.database.kysely
    .insertInto('assets')
    .values({
      member_group_id,
      advertiser_id,
      ...image,
      content,
      hash: createHash('sha256').update(bytes).digest('base64url'),
      created_at: context.now(),
      created_by: context.caller.person?.user_id ?? null,
    })
    .returning('asset_id')
    .executeTakeFirstOrThrow()
  return { asset_id, experience_asset_id, ...image }
}

/** Deletes images that neither a campaign nor an open draft uses. */
export async function removeUnusedImages(kysely: Context['database']['kysely'], createdBefore: Date) {
  await kysely
    .deleteFrom('assets as a')
    .where('a.created_at', '<', createdBefore)
    .where(({ not, exists, selectFrom }) => {
      const inCampaigns = selectFrom('campaign_assets as c')
        .whereRef('c.member_group_id', '=', 'a.member_group_id')
        .whereRef('c.asset_id', '=', 'a.asset_id')
      return not(exists(inCampaigns))
    })
    .where(({ not, exists, selectFrom }) => {
      const inDrafts = selectFrom('campaign_drafts as d')
        .whereRef('d.member_group_id', '=', 'a.member_group_id')
        .whereRef('d.advertiser_id', '=', 'a.advertiser_id')
        .where('d.submitted_at', 'is', null)
        .where(sql<SqlBool>`d.data->'pictures' @> jsonb_build_array(jsonb_build_object('asset_id', a.asset_id))`)
      return not(exists(inDrafts))
    })
    .execute()
}
