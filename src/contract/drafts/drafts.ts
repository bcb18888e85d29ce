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
import { budgetTypeIds } from '../budgets/budgets.rules.ts'
import { AdGroupDraftData, CampaignDraftData } from './drafts.data.ts'
import { DraftConstraints } from './constraints.ts'
import { DraftFlow, DraftStep, draftFields, draftLists } from './draft-lists.ts'
import type { DraftFault } from './problems.ts'
import { postQuery, del, get, patch, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Finite, Id, IsoDay, Text, Uuid } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { pclLevels } from '../bids/pcl.rules.ts'
import { spendLimits } from '../serving/serving.ts'
import { competitivenessIds, statuses } from '../statuses.ts'
import { Targeting, TargetingReach } from '../targeting/targetings.ts'

/** An opaque id of the writing tab, so that another tab with the same draft recognises its changes. */
const Tab = optional(Text(1, 64))

const isFault = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  Object.values(value).every((one) => ['string', 'number'].includes(typeof one))
/** The reason of a rule as it is sent: a code, and the values of its message. */
const Fault = define<DraftFault>('Fault', isFault)

/** One ad group of a draft. */
export const AdGroupDraft = object({
  campaign_draft_uuid: Uuid,
  ad_group_draft_uuid: Uuid,
  data: AdGroupDraftData,
  /** Number of its own entities; with 0 the draft's entities apply. */
  entity_count: integer(),
  version: integer(),
})
export type AdGroupDraft = Infer<typeof AdGroupDraft>

/** A campaign that has not been submitted yet. */
export const CampaignDraft = object({
  ...draftFields,
  /** The steps of its flow, template and experience, in order. */
  steps: array(DraftStep),
  /** The furthest step that was ever open. */
  reached: DraftStep,
  data: CampaignDraftData,
  ad_group_drafts: array(AdGroupDraft),
})
export type CampaignDraft = Infer<typeof CampaignDraft>

export const NewCampaignDraft = object({
  flow: DraftFlow,
  experience_id: optional(nullable(Id)),
  campaign_template_id: optional(nullable(Id)),
  data: optional(CampaignDraftData),
  tab: Tab,
})
export type NewCampaignDraft = Infer<typeof NewCampaignDraft>
/** Autosave: the given fields replace those of the draft, the others stay unchanged. */
export const CampaignDraftChange = object({
  data: optional(CampaignDraftData),
  step: optional(DraftStep),
  campaign_template_id: optional(nullable(Id)),
  tab: Tab,
})
export type CampaignDraftChange = Infer<typeof CampaignDraftChange>

/** An entity that a draft advertises. */
export const DraftEntity = object({ entity_id: Id, internal_id: string(), name: string(), category: string(), status: string() })
export type DraftEntity = Infer<typeof DraftEntity>

/** Maximum number of entities in one request. */
export const maxDraftEntities = 5000
/** Why a pasted id adds no entity. */
export const entityLineCodes = ['unknown', 'duplicate', 'inactive'] as const
const EntityLine = object({ line: integer(), internal_id: string(), code: enums(entityLineCodes) })
/** The ad group of the draft; without one, the draft itself. */
const OfGroup = { ad_group_draft_uuid: optional(nullable(Uuid)) }
/** Entities, either by id or by the advertiser's own ids. */
const Named = object({
  ...OfGroup,
  entity_ids: optional(size(array(Id), 0, maxDraftEntities)),
  internal_ids: optional(size(array(Text(0, 200)), 0, maxDraftEntities)),
})
const Matching = object({
  ...OfGroup,
  filters: listQueryFields.filters,
  /** Matching entities that are left out. */
  except: optional(size(array(object({ entity_id: Id })), 0, maxDraftEntities)),
})
const Added = object({
  added: integer(),
  /** How many were there before. */
  already: integer(),
  /** The lines that added nothing, counted from 1. */
  problems: array(EntityLine),
  entity_count: integer(),
})
const Removed = object({ removed: integer(), entity_count: integer() })

/** The live estimate next to the steps, as far as the current input allows it. */
export const DraftEstimate = object({
  currency_code: CurrencyCode,
  /** Approximate number of people; null if it is unknown. */
  reach: nullable(TargetingReach),
  bid: object({
    competitiveness: enums(['Competitive', 'NotCompetitive', 'NoData', 'Disabled']),
    competitiveness_id: enums(Object.values(competitivenessIds)),
    /** The share of other bids that it beats. */
    strength: nullable(Finite),
    recommended_bid: nullable(Decimal),
    min_bid: nullable(Decimal),
    /** The currency whose missing exchange rate prevents the comparison; null if there is another reason. */
    lacks_rate_of: nullable(CurrencyCode),
  }),
  /** Maximum spend on its first day, and in total if it has an end date. */
  spend: object({ per_day: nullable(Decimal), whole: nullable(Decimal) }),
  /** Projected spend from the start to the end of a day, for some of its days in order: the first, the last, and days between. */
  spend_sums: array(object({ day: IsoDay, spend: Decimal })),
  funds_left: Decimal,
  /** The limit that is reached first, and the day; null if no limit is near. */
  run_out: nullable(object({ limit: enums(spendLimits), day: IsoDay })),
  /** The limit that reduces the spend of the first day. */
  binds: nullable(enums(spendLimits)),
  problems: array(object({ step: DraftStep, field: string(), answer: Fault })),
})
export type DraftEstimate = Infer<typeof DraftEstimate>

/** The campaign that was created from a draft. */
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
const read = { may: 'campaigns.read' }
const write = { may: 'campaigns.create' }

/** Campaign drafts: saved on the platform while the user types, and submitted once. */
export const campaignDrafts = {
  ...draftLists,
  create: post(all, { ...write, idempotent: 'optional', body: NewCampaignDraft, result: CampaignDraft }),
  one: get(one, { ...read, result: CampaignDraft }),
  change: patch(one, { ...write, versioned: true, body: CampaignDraftChange, result: CampaignDraft }),
  remove: del('v2/member_groups/:memberGroupId/advertisers/:advertiserId/campaigns/:campaignDraftUuid', {
    ...write,
    /** The versions that the caller has read; a draft that has changed since is not removed. */
    query: object({ version: optional(queryInteger()), held_version: optional(queryInteger()) }),
    result: literal('success'),
  }),
  /** The options and limits that the rules of a draft need. */
  constraints: get(`${one}/constraints`, { ...read, result: DraftConstraints }),
  /** The live estimate. Unsaved input can be sent with it. */
  estimate: postQuery(`${one}/estimate`, { ...read, body: object({ data: optional(CampaignDraftData) }), result: DraftEstimate }),
  /** With `held_version`, the draft is submitted only if its ad groups and entities have not changed since. */
  submit: post(`${one}/submit`, {
    ...write,
    idempotent: true,
    versioned: true,
    query: object({ held_version: optional(queryInteger()) }),
    result: SubmittedCampaign,
  }),
  copy: post(`${ofAdvertiser}/campaigns/:campaignId/copy`, { ...write, idempotent: 'optional', result: CampaignDraft }),
  addEntities: post(`${one}/add_entities`, { ...write, body: Named, result: Added }),
  addAllEntities: post(`${one}/add_all_entities`, { ...write, body: Matching, result: Added }),
  removeEntities: post(`${one}/remove_entities`, { ...write, body: Named, result: Removed }),
  removeAllEntities: post(`${one}/remove_all_entities`, { ...write, body: Matching, result: Removed }),
  entitiesReport: postQuery(`${one}/entities_report`, {
    ...read,
    body: object({ ...listQueryFields, ...OfGroup }),
    result: object({ entities: array(DraftEntity), total: integer() }),
  }),
  availableEntitiesReport: postQuery(`${one}/available_entities_report`, {
    ...read,
    body: object({ ...listQueryFields, ...OfGroup }),
    result: object({
      entities: array(object({ ...DraftEntity.schema, is_added: boolean() })),
      total: integer(),
      /** Number of all matching entities that were added already. */
      added: integer(),
      /** The possible values of a category filter. */
      categories: array(string()),
    }),
  }),
  pcl: get(`${one}/pcl`, {
    ...read,
    long: true,
    result: object({
      campaign_draft_uuid: Uuid,
      /** How thirty days of its planned spend would compare with the campaigns of the client. */
      pcl: nullable(enums(pclLevels)),
      currency_code: CurrencyCode,
      spend: nullable(Decimal),
      start_date: IsoDay,
      end_date: IsoDay,
    }),
  }),
  budgetRecommendations: postQuery(`${ofAdvertiser}/drafts/:campaignDraftUuid/budget_recommendations`, {
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
    idempotent: 'optional',
    body: object({ data: optional(AdGroupDraftData) }),
    result: AdGroupDraft,
  }),
  changeGroup: patch(group, { ...write, versioned: true, body: object({ data: AdGroupDraftData }), result: AdGroupDraft }),
  removeGroup: del(group, { ...write, result: literal('success') }),
}
