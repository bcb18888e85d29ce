import { array, type Infer, integer, max, min, nullable, object, optional, string, boolean } from 'superstruct'
import { get, queryInteger } from './endpoint.ts'
import { CurrencyCode, Decimal, Id } from './ids.ts'
import { Currency } from './currencies.ts'
import { pageMost, startMost } from './list.ts'

export const Label = object({ singular: string(), plural: string() })
/** What an entity is called where a client has not said. */
export const defaultLabel = { singular: 'Entity', plural: 'Entities' } as const
/** A client made before this was kept. */
export const defaultCreatedAt = '2018-08-11'

export const MemberGroup = object({
  member_group_id: Id,
  name: string(),
  status: string(),
  default_currency: object({ currency_code: CurrencyCode, min_bid: Decimal }),
  currencies: array(Currency),
  host_name: nullable(string()),
  label: Label,
  registration_enabled: boolean(),
  created_at: string(),
  version: integer(),
})
export type MemberGroup = Infer<typeof MemberGroup>

export const Channel = object({ channel_id: Id, name: string() })

/** Clients. */
export const memberGroups = {
  list: get('v1/member_groups', {
    may: 'member_groups.read',
    query: object({ start: optional(max(min(queryInteger(), 0), startMost)), count: optional(max(min(queryInteger(), 1), pageMost)) }),
    result: object({ member_groups: array(MemberGroup), total: integer() }),
  }),
  one: get('v1/member_groups/:memberGroupId', { may: 'member_groups.read', result: MemberGroup }),
  channels: get('v1/member_groups/:memberGroupId/channels', { may: 'channels.read', result: object({ channels: array(Channel) }) }),
}
