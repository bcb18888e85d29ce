import { randomUUID } from 'node:crypto'
import { is } from 'superstruct'
import type { AdGroupDraft, CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { Uuid } from '../../../src/contract/ids.ts'
import { adGroupDraftsOf, type DraftPath } from './read.ts'
import { lockOpenDraft, touchDraft } from './write.ts'
import type { Context } from '../context/context.ts'
import { conflict, notFound, staleVersion } from '../context/refusal.ts'

const maxAdGroupDrafts = 50
type GroupPath = DraftPath & { readonly adGroupDraftUuid: string }

const groupIn = ({ ad_group_drafts }: CampaignDraft, uuid: string): AdGroupDraft => {
  const group = is(uuid, Uuid) ? ad_group_drafts.find((group) => group.ad_group_draft_uuid === uuid) : undefined
  if (!group) throw notFound('Ad group draft')
  return group
}

async function currentGroup({ database }: Context, { member_group_id, campaign_draft_uuid }: CampaignDraft, uuid: string) {
  const group = (await adGroupDraftsOf(database, member_group_id, campaign_draft_uuid)).find((group) => group.ad_group_draft_uuid === uuid)
  if (!group) throw notFound('Ad group draft')
  return group
}

/** Appends an ad group to a draft. */
export async function addGroup(context: Context, path: DraftPath, data: AdGroupDraftData = {}): Promise<AdGroupDraft> {
  const draft = await lockOpenDraft(context, path)
  if (draft.ad_group_drafts.length >= maxAdGroupDrafts)
    throw conflict('Ad group draft', `A draft has at most ${maxAdGroupDrafts} ad groups`)
  const ad_group_draft_uuid = randomUUID()
  const { member_group_id, campaign_draft_uuid } = draft
  await context.database.kysely
    .insertInto('ad_group_drafts')
    .values({ member_group_id, campaign_draft_uuid, ad_group_draft_uuid, data: JSON.stringify(data) })
    .execute()
  await touchDraft(context, draft)
  return currentGroup(context, draft, ad_group_draft_uuid)
}

/** Saves fields of an ad group draft. Throws a `stale` refusal if the caller has an older version. */
export async function changeGroup(context: Context, path: GroupPath, data: AdGroupDraftData): Promise<AdGroupDraft> {
  const draft = await lockOpenDraft(context, path)
  const group = groupIn(draft, path.adGroupDraftUuid)
  if (group.version !== context.version) throw staleVersion('Ad group draft')
  await context.database.kysely
    .updateTable('ad_group_drafts')
    .set({ data: JSON.stringify({ ...group.data, ...data }), version: group.version + 1 })
    .where('member_group_id', '=', draft.member_group_id)
    .where('ad_group_draft_uuid', '=', group.ad_group_draft_uuid)
    .execute()
  await touchDraft(context, draft)
  return currentGroup(context, draft, group.ad_group_draft_uuid)
}

export async function removeGroup(context: Context, path: GroupPath) {
  const draft = await lockOpenDraft(context, path)
  const { ad_group_draft_uuid } = groupIn(draft, path.adGroupDraftUuid)
  const { kysely } = context.database
  const { member_group_id } = draft
  await kysely
    .deleteFrom('campaign_draft_entities')
    .where('member_group_id', '=', member_group_id)
    .where('holder_uuid', '=', ad_group_draft_uuid)
    .execute()
  await kysely
    .deleteFrom('ad_group_drafts')
    .where('member_group_id', '=', member_group_id)
    .where('ad_group_draft_uuid', '=', ad_group_draft_uuid)
    .execute()
  await touchDraft(context, draft)
}
