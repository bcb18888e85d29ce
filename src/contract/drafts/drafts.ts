import {
  array,
  boolean,
  define,
  enums,
  type Infer,
  integer,
  literal,
  max,
  min,
  nullable,
  object,
  optional,
  size,
  string,
} from 'superstruct'
import { BudgetRecommendation } from '../budgets/recommendations.ts'
import { budgetTypeIds } from '../budgets/budgets.ts'
import { AdGroupDraftData, CampaignDraftData } from './drafts.data.ts'
import { DraftGround } from './constraints.ts'
import type { DraftFault } from './drafts.rules.ts'
import { ask, del, get, patch, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Finite, Id, IsoDay, Moment, Text, Uuid } from '../ids.ts'
import { listParts } from '../list.ts'
import { pclStands } from '../bids/pcl.rules.ts'
import { spendLimits } from '../serving/serving.ts'
import { competitivenessIds, statuses } from '../statuses.ts'
import { Targeting, TargetingReach } from '../targeting/targetings.ts'
import { stepKeys, templateFlows } from '../templates/templates.rules.ts'

const Flow = enums(templateFlows)
const Step = enums(stepKeys)
/** Who wrote last; a page of a partner's has a name and no id. */
const Writer = object({ user_id: nullable(Id), name: string() })
/** An opaque word of the tab that writes, so that another tab on the same draft can tell. */
const Tab = optional(Text(1, 64))

const isFault = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  Object.values(value).every((one) => ['string', 'number'].includes(typeof one))
/** A rule's answer on the wire: a code, and the values that its sentence needs. */
const Fault = define<DraftFault>('Fault', isFault)

/** One ad group that is being written. */
export const AdGroupDraft = object({
  campaign_draft_uuid: Uuid,
  ad_group_draft_uuid: Uuid,
  data: AdGroupDraftData,
  /** Of its own; with none it has those of the draft. */
  entity_count: integer(),
  version: integer(),
})
export type AdGroupDraft = Infer<typeof AdGroupDraft>

const said = {
  campaign_draft_uuid: Uuid,
  member_group_id: Id,
  advertiser_id: Id,
  experience_id: nullable(Id),
  campaign_template_id: nullable(Id),
  flow: Flow,
  /** Where one is. */
  step: Step,
  entity_count: integer(),
  version: integer(),
  /** Counts every change of its ad groups and of what it and they advertise, which leaves its version alone. */
  held_version: integer(),
  changed_at: Moment,
  changed_by: Writer,
  /** The tab that wrote last. */
  tab: nullable(string()),
  /** Said once it was submitted; from then on nothing of it changes. */
  submitted_campaign_id: nullable(Id),
  currency_code: CurrencyCode,
}
/** A campaign that is being written. */
export const CampaignDraft = object({
  ...said,
  /** The steps of its way, its template and its experience, in their order. */
  steps: array(Step),
  /** The furthest step that was ever open. */
  reached: Step,
  data: CampaignDraftData,
  ad_group_drafts: array(AdGroupDraft),
})
export type CampaignDraft = Infer<typeof CampaignDraft>

/** A draft in the list of those that can be resumed. */
export const CampaignDraftRow = object({ ...said, name: string(), created_at: Moment })
export type CampaignDraftRow = Infer<typeof CampaignDraftRow>

export const NewCampaignDraft = object({
  flow: Flow,
  experience_id: optional(nullable(Id)),
  campaign_template_id: optional(nullable(Id)),
  data: optional(CampaignDraftData),
  tab: Tab,
})
export type NewCampaignDraft = Infer<typeof NewCampaignDraft>
/** What is saved as one types: the fields that are given replace those of the draft, the others stay. */
export const CampaignDraftChange = object({
  data: optional(CampaignDraftData),
  step: optional(Step),
  campaign_template_id: optional(nullable(Id)),
  tab: Tab,
})
export type CampaignDraftChange = Infer<typeof CampaignDraftChange>

/** Something that a draft advertises. */
export const DraftEntity = object({ entity_id: Id, internal_id: string(), name: string(), category: string(), status: string() })
export type DraftEntity = Infer<typeof DraftEntity>

/** No call names more entities than this. */
export const draftEntitiesMost = 5000
/** Why a line of pasted ids adds nothing. */
export const entityLineCodes = ['unknown', 'duplicate', 'inactive'] as const
const EntityLine = object({ line: integer(), internal_id: string(), code: enums(entityLineCodes) })
/** Of which ad group of the draft; without one, of the draft itself. */
const OfGroup = { ad_group_draft_uuid: optional(nullable(Uuid)) }
/** Entities by our ids or by the advertiser's own, one of the two. */
const Named = object({
  ...OfGroup,
  entity_ids: optional(size(array(Id), 0, draftEntitiesMost)),
  internal_ids: optional(size(array(Text(0, 200)), 0, draftEntitiesMost)),
})
const Matching = object({
  ...OfGroup,
  filters: listParts.filters,
  /** Those that fit and are not meant. */
  except: optional(size(array(object({ entity_id: Id })), 0, draftEntitiesMost)),
})
const Added = object({
  added: integer(),
  /** How many were there before. */
  already: integer(),
  /** The lines that added nothing, the first one being 1. */
  problems: array(EntityLine),
  entity_count: integer(),
})
const Removed = object({ removed: integer(), entity_count: integer() })

/** What the panel beside the steps says: of what is typed so far, as far as it can be said. */
export const DraftEstimate = object({
  currency_code: CurrencyCode,
  /** About how many people; nothing where nothing is known of them. */
  reach: nullable(TargetingReach),
  bid: object({
    competitiveness: enums(['Competitive', 'NotCompetitive', 'NoData', 'Disabled']),
    competitiveness_id: enums(Object.values(competitivenessIds)),
    /** The share of the others that it beats. */
    strength: nullable(Finite),
    recommended_bid: nullable(Decimal),
    min_bid: nullable(Decimal),
    /** The currency without whose rate of exchange nothing is known of it; nothing where that is not why. */
    lacks_rate_of: nullable(CurrencyCode),
  }),
  /** On its first day at most, and in all where there is an end. */
  spend: object({ per_day: nullable(Decimal), whole: nullable(Decimal) }),
  funds_left: Decimal,
  /** Which limit ends the money first, and on which day; nothing where no limit is near. */
  run_out: nullable(object({ limit: enums(spendLimits), day: IsoDay })),
  /** The limit that holds the spend of the first day down. */
  binds: nullable(enums(spendLimits)),
  problems: array(object({ step: Step, field: string(), answer: Fault })),
})
export type DraftEstimate = Infer<typeof DraftEstimate>

/** What was made of a draft. */
export const SubmittedCampaign = object({
  campaign_id: Id,
  member_group_id: Id,
  advertiser_id: Id,
  name: string(),
  status: enums(statuses),
  review_status_id: max(min(integer(), 1), 3),
  ad_groups: integer(),
  entities: integer(),
})
export type SubmittedCampaign = Infer<typeof SubmittedCampaign>

const ofAdvertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId'
const all = `${ofAdvertiser}/campaign_drafts` as const
const one = `${all}/:campaignDraftUuid` as const
const group = `${one}/ad_group_drafts/:adGroupDraftUuid` as const
const [read, write] = [{ may: 'campaigns.read' }, { may: 'campaigns.create' }]

/** Campaigns on their way: written on the platform as one types, and submitted once. */
export const campaignDrafts = {
  list: ask(`${ofAdvertiser}/campaign_drafts_report`, {
    ...read,
    body: object(listParts),
    result: object({ campaign_drafts: array(CampaignDraftRow), total: integer() }),
  }),
  create: post(all, { ...write, idempotent: true, body: NewCampaignDraft, result: CampaignDraft }),
  one: get(one, { ...read, result: CampaignDraft }),
  change: patch(one, { ...write, versioned: true, body: CampaignDraftChange, result: CampaignDraft }),
  remove: del('v2/member_groups/:memberGroupId/advertisers/:advertiserId/campaigns/:campaignDraftUuid', {
    ...write,
    /** Both as whoever removes it has seen them; what somebody has written since is not removed. */
    query: object({ version: optional(queryInteger()), held_version: optional(queryInteger()) }),
    result: literal('success'),
  }),
  /** What the rules of a draft are asked with. */
  ground: get(`${one}/ground`, { ...read, result: DraftGround }),
  /** The live panel; what is typed and not yet saved may be said with it. */
  estimate: ask(`${one}/estimate`, { ...read, body: object({ data: optional(CampaignDraftData) }), result: DraftEstimate }),
  /** With the `held_version` that was seen, what is submitted is no other than that. */
  submit: post(`${one}/submit`, {
    ...write,
    idempotent: true,
    versioned: true,
    query: object({ held_version: optional(queryInteger()) }),
    result: SubmittedCampaign,
  }),
  copy: post(`${ofAdvertiser}/campaigns/:campaignId/copy`, { ...write, idempotent: true, result: CampaignDraft }),
  addEntities: post(`${one}/add_entities`, { ...write, body: Named, result: Added }),
  addAllEntities: post(`${one}/add_all_entities`, { ...write, body: Matching, result: Added }),
  removeEntities: post(`${one}/remove_entities`, { ...write, body: Named, result: Removed }),
  removeAllEntities: post(`${one}/remove_all_entities`, { ...write, body: Matching, result: Removed }),
  entitiesReport: ask(`${one}/entities_report`, {
    ...read,
    body: object({ ...listParts, ...OfGroup }),
    result: object({ entities: array(DraftEntity), total: integer() }),
  }),
  availableEntitiesReport: ask(`${one}/available_entities_report`, {
    ...read,
    body: object({ ...listParts, ...OfGroup }),
    result: object({
      entities: array(object({ ...DraftEntity.schema, is_added: boolean() })),
      total: integer(),
      /** How many of all that fit are in already. */
      added: integer(),
      /** What the category can be filtered by. */
      categories: array(string()),
    }),
  }),
  pcl: get(`${one}/pcl`, {
    ...read,
    long: true,
    result: object({
      campaign_draft_uuid: Uuid,
      /** Where thirty days of its planned spend would stand among the campaigns of the client. */
      pcl: nullable(enums(pclStands)),
      currency_code: CurrencyCode,
      spend: nullable(Decimal),
      start_date: IsoDay,
      end_date: IsoDay,
    }),
  }),
  budgetRecommendations: ask(`${ofAdvertiser}/drafts/:campaignDraftUuid/budget_recommendations`, {
    ...read,
    long: true,
    body: object({
      experience_id: optional(nullable(Id)),
      budget_type_id: enums(Object.values(budgetTypeIds)),
      start_date: IsoDay,
      end_date: optional(nullable(IsoDay)),
      targeting: optional(nullable(Targeting)),
    }),
    result: object({ ...BudgetRecommendation.schema, experience_id: nullable(Id) }),
  }),
  addGroup: post(`${one}/ad_group_drafts`, {
    ...write,
    idempotent: true,
    body: object({ data: optional(AdGroupDraftData) }),
    result: AdGroupDraft,
  }),
  changeGroup: patch(group, { ...write, versioned: true, body: object({ data: AdGroupDraftData }), result: AdGroupDraft }),
  removeGroup: del(group, { ...write, result: literal('success') }),
}
