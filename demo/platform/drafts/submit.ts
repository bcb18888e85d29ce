import { sql } from 'kysely'
import type { AdGroupDraft, CampaignDraft, SubmittedCampaign } from '../../../src/contract/drafts/drafts.ts'
import { draftConstraintsOf, requireOfferedExperience } from './constraints.ts'
import { type DraftPath, draftOf, lockDraft } from './read.ts'
import { draftProblems } from './problems.ts'
import { throwProblems } from './sentences.ts'
import { draftEntitiesChanged, draftChanged, alreadySubmitted } from './write.ts'
import { type ValidAdGroup, insertValidCampaign } from '../campaigns/make.ts'
import type { Context } from '../context/context.ts'
import { Refused } from '../context/refusal.ts'

const entityRowsOf = ({ member_group_id }: CampaignDraft, holder: string) =>
  sql`
    select entity_id, bid from campaign_draft_entities
    where member_group_id = ${member_group_id} and holder_uuid = ${holder}::uuid order by entity_id`

/** Without ad groups the campaign gets one with its own name. An ad group without entities gets the draft's entities. */
function groupsOf(draft: CampaignDraft): ValidAdGroup[] {
  const toAdGroup = ({ data, ad_group_draft_uuid, entity_count }: AdGroupDraft): ValidAdGroup => ({
    data,
    entities: entityRowsOf(draft, entity_count > 0 ? ad_group_draft_uuid : draft.campaign_draft_uuid),
  })
  if (draft.ad_group_drafts.length > 0) return draft.ad_group_drafts.map(toAdGroup)
  return [{ data: {}, entities: entityRowsOf(draft, draft.campaign_draft_uuid) }]
}

/** Locks the draft in the version that the caller has reviewed. The error names the campaign if the draft was submitted meanwhile. */
async function lockReviewedDraft(context: Context, path: DraftPath, heldVersion: number | undefined): Promise<CampaignDraft> {
  await lockDraft(context.database, path)
  const draft = await draftOf(context.database, path)
  const { submitted_campaign_id: campaignId } = draft
  if (draft.version !== context.version)
    throw campaignId === null ? draftChanged(draft) : new Refused('stale', alreadySubmitted(campaignId).reason)
  if (campaignId !== null) throw alreadySubmitted(campaignId)
  if (heldVersion !== undefined && heldVersion !== draft.held_version) throw draftEntitiesChanged(draft)
  return draft
}

/** Creates a campaign from a draft, once, after validation with the builder's rules. */
export async function submitDraft(context: Context, path: DraftPath, heldVersion: number | undefined): Promise<SubmittedCampaign> {
  const draft = await lockReviewedDraft(context, path, heldVersion)
  const constraints = await draftConstraintsOf(context, draft)
  requireOfferedExperience(constraints, draft.experience_id)
  throwProblems(await draftProblems(context, draft, constraints))
  const campaign = await insertValidCampaign(context, {
    ...draft,
    groups: groupsOf(draft),
    clientReviewsCampaigns: constraints.reviews_campaigns,
  })
  await context.database.kysely
    .updateTable('campaign_drafts')
    .set({ submitted_at: context.now(), submitted_campaign_id: campaign.campaign_id, version: draft.version + 1 })
    .where('member_group_id', '=', draft.member_group_id)
    .where('campaign_draft_uuid', '=', draft.campaign_draft_uuid)
    .execute()
  return campaign
}
