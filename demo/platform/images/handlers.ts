import type { campaignImageEndpoints, NewImage, UploadedImage } from '../../../src/contract/images/images.ts'
import { draftConstraintsOf } from '../drafts/constraints.ts'
import { type DraftPath, draftOf } from '../drafts/read.ts'
import { alreadySubmitted } from '../drafts/write.ts'
import { addImage, replaceImages } from './write.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { storeImage } from './store.ts'
import { campaignImage, campaignImages } from './read.ts'

/** Stores an image for a slot of the draft's experience. The draft refers to it only after the next save. */
async function uploadForDraft(context: Context, path: DraftPath, picture: NewImage): Promise<UploadedImage> {
  const draft = await draftOf(context.database, path)
  if (draft.submitted_campaign_id !== null) throw alreadySubmitted(draft.submitted_campaign_id)
  const { assets } = await draftConstraintsOf(context, draft)
  return storeImage(context, draft, assets, picture)
}

export const mediaDraftHandlers: Handlers<typeof campaignImageEndpoints> = {
  upload: ({ path, body }, context) => uploadForDraft(context, path, body),
  create: ({ path, body }, context) => replaceImages(context, path, body),
  add: ({ path, body }, context) => addImage(context, path, body),
  list: ({ path }, context) => campaignImages(context, path),
  one: ({ path }, context) => campaignImage(context, path),
}
