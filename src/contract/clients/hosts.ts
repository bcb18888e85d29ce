import { array, enums, type Infer, integer, nullable, object, size, string } from 'superstruct'
import { get, postQuery, put } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { HostName } from './clients.ts'
import { maxAllowedOrigins } from './origins.rules.ts'

/** Where a client's users sign in. A name that the client itself has chosen is requested until internal staff confirms the client. */
export const ClientHosts = object({
  host_name: nullable(string()),
  login_key: nullable(string()),
  requested_host_name: nullable(string()),
  requested_login_key: nullable(string()),
  version: integer(),
})
export type ClientHosts = Infer<typeof ClientHosts>

/** Whether a host name can be used: `looks_like` means that users could confuse it with that of another client. */
export const hostStates = ['free', 'own', 'taken', 'looks_like'] as const
/** Where the DNS of a host name leads: to this platform, to other addresses, or nowhere. */
export const dnsStates = ['here', 'elsewhere', 'missing', 'unknown'] as const

export const HostCheck = object({
  host_name: string(),
  state: enums(hostStates),
  /** The client that has it; null for callers who may not see that client. */
  taken_by: nullable(object({ member_group_id: Id, name: string() })),
  dns: enums(dnsStates),
  /** The addresses of the name now, and those that it should have. */
  addresses: array(string()),
  expected: array(string()),
})
export type HostCheck = Infer<typeof HostCheck>

/** The origins whose pages may embed the client's pages and elements, with the version of the client. */
export const AllowedOrigins = object({ allowed_origins: array(string()), version: integer() })
export type AllowedOrigins = Infer<typeof AllowedOrigins>

const client = 'v1/member_groups/:memberGroupId'
const origins = `${client}/allowed_origins` as const

/** Host name and login key of a client, and the origins that may embed its pages. A name is changed with the client's details. */
export const hosts = {
  one: get(`${client}/host_name`, { may: 'member_groups.read', result: ClientHosts }),
  check: postQuery(`${client}/host_name/check`, { may: 'hosts.change', body: object({ host_name: HostName }), result: HostCheck }),
  origins: get(origins, { may: 'member_groups.read', result: AllowedOrigins }),
  setOrigins: put(origins, {
    may: 'origins.change',
    versioned: true,
    body: object({ allowed_origins: size(array(Text(1, 300)), 0, maxAllowedOrigins) }),
    result: AllowedOrigins,
  }),
}
