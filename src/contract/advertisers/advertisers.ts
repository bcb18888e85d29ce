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
import { alertCodes, alertSeverities } from '../alerts/advertiser-alerts.rules.ts'
import { postQuery, del, get, post, put, queryInteger } from '../endpoint.ts'
import { postalCode } from '../fields/fields.rules.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Text } from '../ids.ts'
import { listQueryFields, maxPageSize, maxPageStart } from '../list.ts'
import { Channel } from '../clients/clients.ts'
import { pclLevels } from '../bids/pcl.rules.ts'
import { servingGates, spendLimits } from '../serving/serving.ts'
import { advertiserStatuses } from '../statuses.ts'

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
const PostalCode = refine(Text(1, 20), 'PostalCode', (text) => postalCode(text) === true || 'Expected a postal code')

export const BillingAddress = object({
  name: Name,
  line_1: Text(1, 120),
  line_2: Text(0, 120),
  city: Text(1, 80),
  region: Text(0, 80),
  postal_code: PostalCode,
  country_code: pattern(string(), /^[A-Z]{2}$/),
})
export type BillingAddress = Infer<typeof BillingAddress>

/** A client's own key and value about an advertiser. */
const Metadata = object({ key: pattern(string(), /^[a-z][a-z0-9_]{0,39}$/), value: Text(0, 500) })
/** An advertiser's seat at a demand-side platform. */
const Dsp = object({ name: Name, seat: Text(1, 80) })
/** Maximum number of seats of an advertiser. */
export const maxDsps = 20

/** One row of a list. */
export const AdvertiserRow = object({
  advertiser_id: Id,
  member_group_id: Id,
  name: string(),
  status: enums(advertiserStatuses),
  advertiser_group_id: nullable(Id),
  advertiser_group_name: nullable(string()),
  currency_code: CurrencyCode,
  time_zone: string(),
  industry_id: nullable(Id),
  campaigns: integer(),
  active_campaigns: integer(),
  created_at: string(),
  version: integer(),
})
export type AdvertiserRow = Infer<typeof AdvertiserRow>

/** One advertiser with everything except its funds. */
export const Advertiser = object({
  ...AdvertiserRow.schema,
  channels: array(Channel),
  /** The channels of its own; an empty list means all channels of its client. */
  channel_ids: array(Id),
  /** The experiences in which it may advertise; an empty list means all experiences of its client. */
  advertiser_experience_ids: array(Id),
  billing_address: nullable(BillingAddress),
  metadata: array(Metadata),
  dsps: array(Dsp),
})
export type Advertiser = Infer<typeof Advertiser>

const sharedFields = {
  industry_id: optional(nullable(Id)),
  /** The channels in which it may advertise; an empty list means all channels of its client. */
  channel_ids: optional(size(array(Id), 0, 50)),
  /** The experiences in which it may advertise; an empty list means all experiences of its client. */
  advertiser_experience_ids: optional(size(array(Id), 0, 200)),
  billing_address: optional(nullable(BillingAddress)),
  metadata: optional(size(array(Metadata), 0, 50)),
}
const Group = optional(nullable(Id))

/** A new advertiser. Currency and time zone are set only here, because all its amounts and days depend on them. */
export const NewAdvertiser = object({
  name: Name,
  status: optional(enums(advertiserStatuses)),
  currency_code: optional(CurrencyCode),
  time_zone: optional(Text(1, 64)),
  advertiser_group_id: Group,
  ...sharedFields,
})
export type NewAdvertiser = Infer<typeof NewAdvertiser>
/** Changes of an advertiser; missing optional fields stay unchanged. */
export const AdvertiserChange = object({ name: Name, status: enums(advertiserStatuses), advertiser_group_id: Group, ...sharedFields })
export type AdvertiserChange = Infer<typeof AdvertiserChange>

/** An entity that an advertiser offers. */
export const AdvertiserEntity = object({ entity_id: Id, internal_id: string(), name: string(), category: string(), status: string() })

/** An alert of an advertiser; amounts in its currency. */
export const AdvertiserAlert = object({
  code: enums(alertCodes),
  severity: enums(alertSeverities),
  campaign: nullable(object({ campaign_id: Id, name: string() })),
  currency_code: CurrencyCode,
  spent: nullable(Decimal),
  budget: nullable(Decimal),
  end_date: nullable(IsoDay),
  comment: nullable(string()),
  /** For a campaign that does not serve: the gate that stops it. */
  gate: nullable(enums(servingGates)),
  /** For a campaign that runs out early: what runs out first. */
  limit: nullable(enums(spendLimits)),
})

/** How an advertiser's spend of the last thirty days compares with the other advertisers of its client; null with too few of them. */
export const AdvertiserPcl = object({
  advertiser_id: Id,
  pcl: nullable(enums(pclLevels)),
  currency_code: CurrencyCode,
  spend: Decimal,
  start_date: IsoDay,
  end_date: IsoDay,
})
export type AdvertiserPcl = Infer<typeof AdvertiserPcl>

/** Query of a list that is requested with GET. */
export const pageQuery = object({
  start: optional(max(min(queryInteger(), 0), maxPageStart)),
  count: optional(max(min(queryInteger(), 1), maxPageSize)),
})
const page = object({ advertisers: array(AdvertiserRow), total: integer() })
const list = { body: object(listQueryFields), result: page }
const client = 'v1/member_groups/:memberGroupId'
const all = `${client}/advertisers` as const
const one = `${all}/:advertiserId` as const
const Industry = object({ industry_id: nullable(Id), name: nullable(string()), version: integer() })

/** Endpoints of advertisers. Lists contain only advertisers that the caller has access to. */
export const advertisers = {
  list: get(all, { may: 'advertisers.read', query: pageQuery, result: page }),
  mine: get(`${all}/get_user_advertisers`, {
    may: 'advertisers.read',
    query: pageQuery,
    result: object({
      advertisers: array(
        object({ advertiser_id: Id, name: string(), status: enums(advertiserStatuses), advertiser_group_id: nullable(Id) }),
      ),
      total: integer(),
      /** Whether these are all advertisers of the client. */
      is_all: boolean(),
    }),
  }),
  one: get('v1/advertisers/:advertiserId', { may: 'advertisers.read', result: Advertiser }),
  create: post(all, { may: 'advertisers.create', idempotent: 'optional', body: NewAdvertiser, result: Advertiser }),
  change: put(one, { may: 'advertisers.change', versioned: true, body: AdvertiserChange, result: Advertiser }),
  /** Archives the advertiser. */
  remove: del(one, { may: 'advertisers.remove', result: literal('success') }),
  removeGroup: put(`${one}/remove_group`, { may: 'advertiser_groups.change', result: literal('success') }),
  report: postQuery('v2/member_groups/:memberGroupId/advertisers_report', { may: 'advertisers.read', ...list }),
  groupReport: postQuery(`${client}/advertiser_groups/:advertiserGroupId/advertisers_report`, { may: 'advertisers.read', ...list }),
  entitiesReport: postQuery(`${one}/entities_report`, {
    may: 'advertisers.read',
    body: object(listQueryFields),
    result: object({ entities: array(AdvertiserEntity), total: integer() }),
  }),
  industry: get(`${one}/industry`, { may: 'advertisers.read', result: Industry }),
  changeIndustry: put(`${one}/industry`, {
    may: 'advertisers.change',
    versioned: 'optional',
    body: object({ industry_id: nullable(Id) }),
    result: Industry,
  }),
  addDsp: post(`${one}/dsps`, { may: 'advertisers.change', idempotent: 'optional', body: Dsp, result: object({ dsps: array(Dsp) }) }),
  pcl: get(`${one}/pcl`, { may: 'advertisers.read', long: true, result: AdvertiserPcl }),
  pclOfMany: postQuery(`${all}/pcl`, {
    may: 'advertisers.read',
    long: true,
    body: object({ advertiser_ids: size(array(Id), 1, 1000) }),
    result: object({
      advertisers: array(AdvertiserPcl),
      /** The number of advertisers at each level. */
      pcl_sum: object({ player: integer(), competitor: integer(), leader: integer() }),
    }),
  }),
  alerts: get(`${one}/alerts`, { may: 'advertisers.read', result: object({ alerts: array(AdvertiserAlert) }) }),
}
