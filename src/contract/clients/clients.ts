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
import { ask, get, patch, post, queryInteger } from '../endpoint.ts'
import { FundingType } from '../money/funding-types.ts'
import { CurrencyCode, Decimal, Id, Text } from '../ids.ts'
import { listParts, pageMost, startMost } from '../list.ts'
import { statusChoices } from '../statuses.ts'
import { ThemeValues } from './themes.ts'

export const Label = object({ singular: string(), plural: string() })
/** What an entity is called where a client has not said. */
export const defaultLabel = { singular: 'Entity', plural: 'Entities' } as const
/** A client made before this was kept. */
export const defaultCreatedAt = '2018-08-11'

/** What a client calls one kind of what it lets be advertised. */
export const EntityGroup = object({ entity_group_id: Id, label: Label })

export const MemberGroup = object({
  member_group_id: Id,
  name: string(),
  status: string(),
  default_currency: object({ currency_code: CurrencyCode, min_bid: Decimal }),
  currencies: array(Currency),
  /** What its pages count in: the one currency of all advertisers that the reader reaches, or the default. */
  calculated_page_currency: CurrencyCode,
  bidding_configs: array(BiddingConfig),
  funding_types: array(FundingType),
  host_name: nullable(string()),
  label: Label,
  entity_groups: array(EntityGroup),
  /** Its own; nothing where it wears that of the default group. */
  theme: nullable(ThemeValues),
  registration_enabled: boolean(),
  /** Who vouches for its people; only internal staff is told. */
  sso_organization_id: optional(nullable(string())),
  sso_connection_id: optional(nullable(string())),
  created_at: string(),
  version: integer(),
})
export type MemberGroup = Infer<typeof MemberGroup>

export const Channel = object({ channel_id: Id, name: string() })

/** Where a client signs its people in: a name of the web, in small letters, without a scheme or a port. */
export const HostName = pattern(Text(1, 253), /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/)
/** The word of a client in addresses such as /{loginKey}/login. */
export const LoginKey = pattern(string(), /^[a-z\d]([a-z\d-]{0,58}[a-z\d])?$/)
/** What an identity provider calls an organization or a connection. */
export const SsoName = pattern(string(), /^[\w.-]{1,100}$/)

const named = (least: number, most: number) =>
  refine(Text(least, most), 'Name', (text) => text.trim().length >= least || 'Expected more than spaces')
const NewLabel = object({ singular: named(1, 40), plural: named(1, 40) })
const MinBid = refine(Decimal, 'MinBid', (text) => (!text.startsWith('-') && Number(text) <= 1_000_000) || 'Expected 0 to 1000000')
const DefaultCurrency = object({ currency_code: CurrencyCode, min_bid: MinBid })
const CurrencyCodes = size(array(CurrencyCode), 1, 50)

/** Somebody new who runs a marketplace; the default currency is always among the currencies. */
export const NewMemberGroup = object({
  name: named(1, 80),
  default_currency: DefaultCurrency,
  currency_codes: optional(CurrencyCodes),
  label: optional(NewLabel),
  host_name: optional(nullable(HostName)),
  login_key: optional(LoginKey),
  registration_enabled: optional(boolean()),
})
export type NewMemberGroup = Infer<typeof NewMemberGroup>

/** What is said of a client; details send it back to pending. */
export const MemberGroupChange = object({
  name: optional(named(1, 80)),
  status: optional(enums(statusChoices.editClient)),
  default_currency: optional(DefaultCurrency),
  label: optional(NewLabel),
  registration_enabled: optional(boolean()),
  host_name: optional(nullable(HostName)),
  login_key: optional(LoginKey),
  sso_organization_id: optional(nullable(SsoName)),
  sso_connection_id: optional(nullable(SsoName)),
})
export type MemberGroupChange = Infer<typeof MemberGroupChange>

/** A client in the list of what a user reaches. */
export const UserMemberGroup = object({
  member_group_id: Id,
  name: string(),
  status: string(),
  host_name: nullable(string()),
  currency_code: CurrencyCode,
  created_at: string(),
})

/** A place of a client's on which adverts are shown. */
export const Site = object({ site_id: Id, name: string(), host_name: string() })
/** A field that a client keeps about its advertisers. */
export const MetadataKey = object({ key: string(), label: string() })

const client = 'v1/member_groups/:memberGroupId'

/** Clients. */
export const memberGroups = {
  list: get('v1/member_groups', {
    may: 'member_groups.read',
    query: object({ start: optional(max(min(queryInteger(), 0), startMost)), count: optional(max(min(queryInteger(), 1), pageMost)) }),
    result: object({ member_groups: array(MemberGroup), total: integer() }),
  }),
  one: get(client, { may: 'member_groups.read', result: MemberGroup }),
  create: post('v1/member_groups', { may: 'member_groups.create', idempotent: true, body: NewMemberGroup, result: MemberGroup }),
  change: patch(client, { may: 'member_groups.change', versioned: true, body: MemberGroupChange, result: MemberGroup }),
  report: ask('v1/users/:userId/member_groups_report', {
    may: 'member_groups.read',
    body: object(listParts),
    result: object({ member_groups: array(UserMemberGroup), total: integer() }),
  }),
  channels: get(`${client}/channels`, { may: 'channels.read', result: object({ channels: array(Channel) }) }),
  currencies: get(`${client}/currencies`, { may: 'currencies.read', result: object({ currencies: array(Currency) }) }),
  hostName: get(`${client}/host_name`, { may: 'member_groups.read', result: object({ host_name: nullable(string()) }) }),
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
