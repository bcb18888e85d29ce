import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
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
import { BiddingConfig } from '../bids/bidding-configs.ts'
import { Currency } from '../money/currencies.ts'
import { postQuery, get, patch, post, queryInteger } from '../endpoint.ts'
import { FundingType } from '../money/funding-types.ts'
import { CurrencyCode, Decimal, Id, Text } from '../ids.ts'
import { listQueryFields, maxPageSize, maxPageStart } from '../list.ts'
import { statusChoices } from '../statuses.ts'
import { ThemeValues } from './themes.ts'

export const Label = object({ singular: string(), plural: string() })
/** The label of entities for a client without its own. */
export const defaultLabel = { singular: 'Entity', plural: 'Entities' } as const

/** A client's own label for a kind of entity. */
export const EntityGroup = object({ entity_group_id: Id, label: Label })

export const MemberGroup = object({
  member_group_id: Id,
  name: string(),
  /** The kind of client, such as publisher or retailer. */
  member_group_type_id: nullable(Id),
  status: string(),
  /** Null for a status without a number. */
  status_id: nullable(integer()),
  default_currency: object({ currency_code: CurrencyCode, min_bid: Decimal }),
  currencies: array(Currency),
  /** Currency of its pages: the common currency of all advertisers that the caller has access to, or the default. */
  calculated_page_currency: CurrencyCode,
  bidding_configs: array(BiddingConfig),
  /** The pacing options of its campaigns: the built-in ones, then its own. */
  pacings: array(string()),
  funding_types: array(FundingType),
  host_name: nullable(string()),
  label: Label,
  entity_groups: array(EntityGroup),
  /** Null if it uses the theme of the default group. */
  theme: nullable(ThemeValues),
  registration_enabled: boolean(),
  /** Where its users sign in. The sign-in page needs them, so the login configuration and the theme publish them. */
  sso_organization_id: optional(nullable(string())),
  sso_connection_id: optional(nullable(string())),
  created_at: string(),
  version: integer(),
})
export type MemberGroup = Infer<typeof MemberGroup>

export const Channel = object({ channel_id: Id, name: string() })

/** Host name of a client's sign-in page: lower case, without scheme and port. */
export const HostName = pattern(Text(1, 253), /^(?![\d.]+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/)
/** The client's segment in URLs such as /{loginKey}/login. */
export const LoginKey = pattern(string(), /^[a-z\d]([a-z\d-]{0,58}[a-z\d])?$/)
/** Name of an organization or connection at the identity provider. */
export const SsoName = pattern(string(), /^[\w.-]{1,100}$/)

const named = (minLength: number, maxLength: number) =>
  refine(Text(minLength, maxLength), 'Name', (text) => text.trim().length >= minLength || 'Expected more than spaces')
const NewLabel = object({ singular: named(1, 40), plural: named(1, 40) })
const MinBid = refine(Decimal, 'MinBid', (text) => (!text.startsWith('-') && Number(text) <= 1_000_000) || 'Expected 0 to 1000000')
const DefaultCurrency = object({ currency_code: CurrencyCode, min_bid: MinBid })
const CurrencyCodes = size(array(CurrencyCode), 1, 50)

/** A new client. Its default currency is always one of its currencies. */
export const NewMemberGroup = object({
  name: named(1, 80),
  default_currency: DefaultCurrency,
  currency_codes: optional(CurrencyCodes),
  label: optional(NewLabel),
  member_group_type_id: optional(nullable(Id)),
  host_name: optional(nullable(HostName)),
  login_key: optional(LoginKey),
  registration_enabled: optional(boolean()),
})
export type NewMemberGroup = Infer<typeof NewMemberGroup>

/** Changes of a client. A change of its details sets it to pending. */
export const MemberGroupChange = object({
  name: optional(named(1, 80)),
  status: optional(enums(statusChoices.editClient)),
  default_currency: optional(DefaultCurrency),
  label: optional(NewLabel),
  member_group_type_id: optional(nullable(Id)),
  registration_enabled: optional(boolean()),
  host_name: optional(nullable(HostName)),
  login_key: optional(LoginKey),
  sso_organization_id: optional(nullable(SsoName)),
  sso_connection_id: optional(nullable(SsoName)),
})
export type MemberGroupChange = Infer<typeof MemberGroupChange>

/** A client in the list of a user's clients. */
export const UserMemberGroup = object({
  member_group_id: Id,
  name: string(),
  status: string(),
  host_name: nullable(string()),
  currency_code: CurrencyCode,
  registration_enabled: boolean(),
  /** Its users sign in at an identity provider of their own. */
  has_sso: boolean(),
  /** How many advertisers it has, and how many of their campaigns are active. */
  advertisers: integer(),
  active_campaigns: integer(),
  created_at: string(),
})
export type UserMemberGroup = Infer<typeof UserMemberGroup>

/** A site of a client on which ads are shown. */
export const Site = object({ site_id: Id, name: string(), host_name: string() })
/** A metadata field of a client's advertisers. */
export const MetadataKey = object({ key: string(), label: string() })

const client = 'v1/member_groups/:memberGroupId'

export const memberGroups = {
  list: get('v1/member_groups', {
    may: 'member_groups.read',
    query: object({
      start: optional(max(min(queryInteger(), 0), maxPageStart)),
      count: optional(max(min(queryInteger(), 1), maxPageSize)),
    }),
    result: object({ member_groups: array(MemberGroup), total: integer() }),
  }),
  one: get(client, { may: 'member_groups.read', result: MemberGroup }),
  create: post('v1/member_groups', { may: 'member_groups.create', idempotent: 'optional', body: NewMemberGroup, result: MemberGroup }),
  change: patch(client, { may: 'member_groups.change', versioned: true, body: MemberGroupChange, result: MemberGroup }),
  report: postQuery('v1/users/:userId/member_groups_report', {
    may: 'member_groups.read',
    body: object(listQueryFields),
    result: object({ member_groups: array(UserMemberGroup), total: integer() }),
  }),
  channels: get(`${client}/channels`, { may: 'channels.read', result: object({ channels: array(Channel) }) }),
  currencies: get(`${client}/currencies`, { may: 'currencies.read', result: object({ currencies: array(Currency) }) }),
  entityGroups: get(`${client}/entity_groups`, {
    may: 'member_groups.read',
    result: object({ entity_groups: array(EntityGroup) }),
  }),
  sites: get(`${client}/sites`, { may: 'member_groups.read', result: object({ sites: array(Site) }) }),
  attributes: get(`${client}/attribute_key_values`, {
    may: 'member_groups.read',
    result: object({ attribute_key_values: array(object({ key: string(), values: array(string()) })) }),
  }),
  metadataKeys: get(`${client}/advertiser_metadata_keys`, {
    may: 'member_groups.read',
    result: object({ advertiser_metadata_keys: array(MetadataKey) }),
  }),
}
