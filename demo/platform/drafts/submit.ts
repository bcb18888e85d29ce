import { sql } from 'kysely'
import type { AdGroupDraft, CampaignDraft, SubmittedCampaign } from '../../../src/contract/drafts/drafts.ts'
import { draftGround } from './constraints.ts'
import { type DraftPath, draftOf, lockDraft } from './read.ts'
import { draftProblems } from './problems.ts'
import { refuseProblems } from './sentences.ts'
import { heldOther, overtaken, submittedAlready } from './write.ts'
import { type MadeGroup, makeCampaign } from '../campaigns/make.ts'
import type { Context } from '../context/context.ts'
import { Refused } from '../context/refusal.ts'

const heldBy = ({ member_group_id }: CampaignDraft, holder: string) =>
  sql`select entity_id, bid from campaign_draft_entities where member_group_id = ${member_group_id} and holder_uuid = ${holder}::uuid order by entity_id`

/** Without ad groups the campaign gets one with its own name. An ad group without entities gets the draft's entities. */
function groupsOf(draft: CampaignDraft): MadeGroup[] {
  const made = ({ data, ad_group_draft_uuid, entity_count }: AdGroupDraft): MadeGroup => ({
    data,
    entities: heldBy(draft, entity_count > 0 ? ad_group_draft_uuid : draft.campaign_draft_uuid),
  })
  if (draft.ad_group_drafts.length > 0) return draft.ad_group_drafts.map(made)
  return [{ data: {}, entities: heldBy(draft, draft.campaign_draft_uuid) }]
}

/** Locks the draft in the version that the caller has reviewed. The error names the campaign if the draft was submitted meanwhile. */
async function seenDraft(context: Context, path: DraftPath, heldVersion: number | undefined): Promise<CampaignDraft> {
  await lockDraft(context.database, path)
  const draft = await draftOf(context.database, path)
  const { submitted_campaign_id: campaignId } = draft
  if (draft.version !== context.version)
    throw campaignId === null ? overtaken(draft) : new Refused('stale', submittedAlready(campaignId).reason)
  if (campaignId !== null) throw submittedAlready(campaignId)
  if (heldVersion !== undefined && heldVersion !== draft.held_version) throw heldOther(draft)
  return draft
}

/** Creates a campaign from a draft, once, after validation with the builder's rules. */
export async function submitDraft(context: Context, path: DraftPath, heldVersion: number | undefined): Promise<SubmittedCampaign> {
  const draft = await seenDraft(context, path, heldVersion)
  const ground = await draftGround(context, draft)
  refuseProblems(await draftProblems(context, draft, ground))
  const campaign = await makeCampaign(context, { ...draft, groups: groupsOf(draft), isReviewed: ground.reviews_campaigns })
  await context.database.kysely
    .updateTable('campaign_drafts')
    .set({ submitted_at: context.now(), submitted_campaign_id: campaign.campaign_id, version: draft.version + 1 })
    .where('member_group_id', '=', draft.member_group_id)
    .where('campaign_draft_uuid', '=', draft.campaign_draft_uuid)
    .execute()
  return campaign
}
