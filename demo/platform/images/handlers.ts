import type { mediaDrafts, NewPicture, Picture } from '../../../src/contract/images/images.ts'
import { draftGround } from '../drafts/constraints.ts'
import { type DraftPath, draftOf } from '../drafts/read.ts'
import { submittedAlready } from '../drafts/write.ts'
import { addPicture, replacePictures } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { keepPicture } from './store.ts'
import { shownPicture, shownPictures } from './read.ts'

/** Stores an image for a slot of the draft's experience. The draft refers to it only after the next save. */
async function upload(context: Context, path: DraftPath, picture: NewPicture): Promise<Picture> {
  const draft = await draftOf(context.database, path)
  if (draft.submitted_campaign_id !== null) throw submittedAlready(draft.submitted_campaign_id)
  const { assets } = await draftGround(context, draft)
  return keepPicture(context, draft, assets, picture)
}

export const mediaDraftHandlers: Handlers<typeof mediaDrafts> = {
  upload: ({ path, body }, context) => upload(context, path, body),
  create: ({ path, body }, context) => replacePictures(context, path, body),
  add: ({ path, body }, context) => addPicture(context, path, body),
  list: ({ path }, context) => shownPictures(context, path),
  one: ({ path }, context) => shownPicture(context, path),
}
