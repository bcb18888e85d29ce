import { array, type Infer, nullable, object, optional, record, string, boolean } from 'superstruct'
import { ActivitiesAt } from '../access/activities.ts'
import { post } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'

/** The lists of a person's roles. */
export const AccessLists = object({ all: boolean(), clients: array(Id), advertiser_groups: array(Id), advertisers: array(Id) })

/** A role that somebody has; one that a client has made says on which of the eight it stands. */
export const HeldRole = object({ role_id: Id, name: string(), base_role_id: optional(Id) })
export type HeldRole = Infer<typeof HeldRole>

/** The signed-in person: who, where and what they may. */
export const Person = object({
  user_id: Id,
  email: string(),
  user_name: string(),
  locale: object({ id: Id, code: string() }),
  roles: array(HeldRole),
  access: AccessLists,
  permissions: record(string(), boolean()),
  member_group_id: nullable(Id),
})
export type Person = Infer<typeof Person>

/** The person with what says at which client they begin. */
export const SignedIn = object({
  ...Person.schema,
  /** The client of each advertiser that their lists open one by one or by its group, by the advertiser's id; the first thousand. */
  advertiser_member_group: record(string(), Id),
  /** The clients at which they may do anything: those at which something was given to them alone, then the others of their lists. */
  member_group_activities: array(ActivitiesAt),
})
export type SignedIn = Infer<typeof SignedIn>

/**
 * Binds an identity to a client: what somebody may is said at the advertiser or the group that is named, else at the client,
 * and without any at the one that they begin with. Tokens of anybody else are refused.
 */
export const sso = {
  login: post('v1/sso/login', {
    own: true,
    reads: true,
    body: object({
      member_group_id: optional(Id),
      advertiser_group_id: optional(Id),
      advertiser_id: optional(Id),
      id_token: optional(Text(1, 8192)),
      access_token: Text(1, 8192),
    }),
    result: SignedIn,
  }),
}
