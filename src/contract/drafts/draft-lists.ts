import { array, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { postQuery } from '../endpoint.ts'
import { CurrencyCode, Id, Moment, Uuid } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { stepKeys, templateFlows } from '../templates/templates.rules.ts'

export const DraftFlow = enums(templateFlows)
export const DraftStep = enums(stepKeys)
/** The user who wrote last; a partner's page has a name and no id. */
const Writer = object({ user_id: nullable(Id), name: string() })

/** The fields of a draft that its rows have, too. */
export const draftFields = {
  campaign_draft_uuid: Uuid,
  member_group_id: Id,
  advertiser_id: Id,
  experience_id: nullable(Id),
  campaign_template_id: nullable(Id),
  flow: DraftFlow,
  /** The current step. */
  step: DraftStep,
  entity_count: integer(),
  version: integer(),
  /** Incremented by each change of its ad groups and of all entities; such changes do not change `version`. */
  held_version: integer(),
  changed_at: Moment,
  changed_by: Writer,
  /** The tab that wrote last. */
  tab: nullable(string()),
  /** Set once the draft has been submitted; from then on it cannot change. */
  submitted_campaign_id: nullable(Id),
  currency_code: CurrencyCode,
}

/** One row in the list of drafts that can be resumed. */
export const CampaignDraftRow = object({ ...draftFields, name: string(), created_at: Moment })
export type CampaignDraftRow = Infer<typeof CampaignDraftRow>

/** A row in the list of all advertisers. */
export const ClientDraftRow = object({ ...CampaignDraftRow.schema, advertiser_name: string() })
export type ClientDraftRow = Infer<typeof ClientDraftRow>

/** The lists of unfinished campaigns, of one advertiser and of a client. The campaign list shows their number, so they need no other struct of a draft. */
export const draftLists = {
  list: postQuery('v1/member_groups/:memberGroupId/advertisers/:advertiserId/campaign_drafts_report', {
    may: 'campaigns.read',
    body: object(listQueryFields),
    result: object({ campaign_drafts: array(CampaignDraftRow), total: integer() }),
  }),
  clientList: postQuery('v1/member_groups/:memberGroupId/campaign_drafts_report', {
    may: 'campaigns.read',
    body: object({ ...listQueryFields, advertiser_ids: optional(size(array(Id), 1, 5000)) }),
    result: object({ campaign_drafts: array(ClientDraftRow), total: integer() }),
  }),
}
