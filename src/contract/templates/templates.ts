import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  literal,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
} from 'superstruct'
import { Bid, biddingTypes } from '../bids/bidding-configs.ts'
import { budgetPeriods, goalTypes } from '../budgets/budgets.rules.ts'
import { orderValues, userHistories } from '../reports/purchases.rules.ts'
import { channelNames } from '../reports/dimensions.ts'
import { postQuery, del, get, patch, post, put, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, Text } from '../ids.ts'
import { Targeting } from '../targeting/targetings.ts'
import { stepKeys, templateFlows } from './templates.rules.ts'

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
/** A number of days as typed, up to 30. */
const Days = pattern(string(), /^([0-9]|[12][0-9]|30)$/)
const Positive = refine(Decimal, 'Amount', (text) => (!text.startsWith('-') && Number(text) > 0) || 'Expected an amount above 0')

export const TemplateStep = object({ step: enums(stepKeys), is_permanent: boolean() })
export type TemplateStep = Infer<typeof TemplateStep>

/** Default values of a template's campaigns; the builder asks for the others. */
export const TemplateDefaults = object({
  name: optional(Name),
  channel: optional(enums(channelNames)),
  goal_type: optional(enums(goalTypes)),
  goal_roas: optional(Positive),
  budget_period: optional(enums(budgetPeriods)),
  budget: optional(Positive),
  base_bid: optional(Bid),
  /** Currency of the budget and the bid. */
  currency_code: optional(CurrencyCode),
  pacing: optional(Text(1, 60)),
  always_on: optional(boolean()),
  bidding_type_id: optional(enums(Object.values(biddingTypes))),
  targeting: optional(Targeting),
  attribution: optional(
    object({
      click_days: optional(Days),
      view_days: optional(Days),
      user_history: optional(enums(userHistories)),
      order_value: optional(enums(orderValues)),
    }),
  ),
})
export type TemplateDefaults = Infer<typeof TemplateDefaults>

/** A template for the campaigns of a client. */
export const CampaignTemplate = object({
  campaign_template_id: Id,
  member_group_id: Id,
  /** The experience that offers it; null for all of them. */
  experience_id: nullable(Id),
  name: string(),
  description: string(),
  is_active: boolean(),
  flow: enums(templateFlows),
  steps: array(TemplateStep),
  defaults: TemplateDefaults,
  created_at: string(),
  changed_at: string(),
  version: integer(),
})
export type CampaignTemplate = Infer<typeof CampaignTemplate>

const Steps = size(array(TemplateStep), 1, stepKeys.length)
const titled = { name: Name, description: optional(Text(0, 500)), is_active: optional(boolean()) }

/** A new template; without steps it has those of its flow. */
export const NewCampaignTemplate = object({
  ...titled,
  flow: enums(templateFlows),
  experience_id: optional(nullable(Id)),
  steps: optional(Steps),
  defaults: optional(TemplateDefaults),
})
export type NewCampaignTemplate = Infer<typeof NewCampaignTemplate>

const Titles = object({ ...titled, name: optional(Name) })
/** Changes of a template; missing fields stay unchanged. */
export const CampaignTemplateChange = object({
  ...Titles.schema,
  experience_id: optional(nullable(Id)),
  steps: optional(Steps),
  defaults: optional(TemplateDefaults),
})
export type CampaignTemplateChange = Infer<typeof CampaignTemplateChange>

const many = object({ campaign_templates: array(CampaignTemplate) })

/** The endpoints that both versions have in common. */
const callsAt = <const P extends string>(all: P) => ({
  create: post(all, { may: 'templates.create', idempotent: 'optional', body: NewCampaignTemplate, result: CampaignTemplate }),
  one: get(`${all}/:templateId` as const, { may: 'templates.read', result: CampaignTemplate }),
  remove: del(`${all}/:templateId` as const, { may: 'templates.remove', result: literal('success') }),
})
const first = 'v1/member_groups/:memberGroupId/templates'
const second = 'v2/member_groups/:memberGroupId/templates'
const changes = { may: 'templates.change', versioned: true, result: CampaignTemplate } as const

export const templates = {
  active: get(`${first}/active_templates`, {
    may: 'templates.read',
    /** Returns only the templates that this experience offers. */
    query: object({ experience_id: optional(max(min(queryInteger(), 1), 2_147_483_647)) }),
    result: many,
  }),
  nonActive: postQuery(`${first}/non_active_templates_report`, { may: 'templates.read', result: many }),
  ...callsAt(first),
  /** Changes only the name, the description and whether it is offered. */
  retitle: patch(`${first}/:templateId`, { ...changes, body: Titles }),
  change: patch(`${second}/:templateId`, { ...changes, body: CampaignTemplateChange }),
  second: callsAt(second),
  /** How many campaigns and open drafts have each template. */
  uses: get(`${first}/uses`, {
    may: 'templates.read',
    result: object({ uses: array(object({ campaign_template_id: Id, campaigns: integer(), drafts: integer() })) }),
  }),
  /** The order in which the builder offers the active templates; names all of them. */
  order: put(`${first}/order`, {
    may: 'templates.change',
    body: object({ campaign_template_ids: size(array(Id), 0, 500) }),
    result: many,
  }),
}
