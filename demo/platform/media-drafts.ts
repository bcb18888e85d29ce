import { createHash } from 'node:crypto'
import type { ExperienceAsset } from '../../src/contract/experiences.ts'
import { imageHead } from '../../src/contract/images.rules.ts'
import { type mediaDrafts, type NewPicture, type Picture, pictureBytesMost } from '../../src/contract/media-drafts.ts'
import { draftGround } from './campaign-draft-ground.ts'
import { type DraftPath, draftOf } from './campaign-draft-rows.ts'
import { submittedAlready } from './campaign-draft-writes.ts'
import { replacePictures } from './campaign-pictures.ts'
import type { Context } from './context.ts'
import type { Handlers } from './implement.ts'
import { refuseField } from './refusal.ts'
import { shownPicture, shownPictures } from './shown-pictures.ts'

/** The bytes of a text in base 64, and nothing else. */
function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw refuseField('content', 'Expected base 64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > pictureBytesMost) throw refuseField('content', `A picture may have ${pictureBytesMost} bytes`)
  return bytes
}

/** What the picture is, and that its place takes it. */
function checkedPicture({ width, height, bytes_most, kind, name }: ExperienceAsset, bytes: Buffer) {
  if (kind === 'video') throw refuseField('experience_asset_id', `${name} is a film; films are not taken here`)
  const head = imageHead(bytes)
  if (!head) throw refuseField('content', 'Expected a picture: PNG, JPEG, GIF or WebP')
  if (bytes.length > bytes_most) throw refuseField('content', `Expected at most ${bytes_most} bytes`)
  if (head.width !== width || head.height !== height) throw refuseField('content', `Expected ${width} × ${height} pixels`)
  return { ...head, kind }
}

/** Keeps a picture for a place of the experience of a draft; the draft names it when it is saved. */
async function upload(context: Context, path: DraftPath, { experience_asset_id, file_name, content }: NewPicture): Promise<Picture> {
  const draft = await draftOf(context.database, path)
  if (draft.submitted_campaign_id !== null) throw submittedAlready(draft.submitted_campaign_id)
  const { assets } = await draftGround(context, draft)
  const place = assets.find((one) => one.experience_asset_id === experience_asset_id)
  if (!place) throw refuseField('experience_asset_id', 'Expected a place for pictures of the experience of the draft')
  const bytes = bytesOf(content)
  const { member_group_id, advertiser_id } = draft
  const told = { ...checkedPicture(place, bytes), bytes: bytes.length, file_name: file_name.trim() }
  const { asset_id } = await context.database.kysely
    .insertInto('assets')
    .values({
      ...{ member_group_id, advertiser_id, ...told, content, hash: createHash('sha256').update(bytes).digest('base64url') },
      ...{ created_at: context.now(), created_by: context.caller.person?.user_id ?? null },
    })
    .returning('asset_id')
    .executeTakeFirstOrThrow()
  return { asset_id, experience_asset_id, ...told }
}

/** Pictures of drafts and of campaigns. */
export const mediaDraftHandlers: Handlers<typeof mediaDrafts> = {
  upload: ({ path, body }, context) => upload(context, path, body),
  create: ({ path, body }, context) => replacePictures(context, path, body),
  list: async ({ path }, context) => ({ pictures: await shownPictures(context, path) }),
  one: ({ path }, context) => shownPicture(context, path),
}
