import { array, type Infer, nullable, object, optional, record, string, boolean } from 'superstruct'
import { Activity, ScopedActivities } from '../access/activities.ts'
import { post } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { FundingType } from '../money/funding-types.ts'

/** The client, group and advertiser ids that a user's roles give access to. */
export const AccessLists = object({ all: boolean(), clients: array(Id), advertiser_groups: array(Id), advertisers: array(Id) })

/** A role of a user, with the tenants where it applies. A client's own role names its built-in base role. */
export const AssignedRole = object({
  role_id: Id,
  id: Id,
  name: string(),
  base_role_id: optional(Id),
  access: object({ clients: array(Id), advertiser_groups: array(Id), advertisers: array(Id) }),
})
export type AssignedRole = Infer<typeof AssignedRole>
/** A role of a user with its permissions, by activity. */
export const HeldRole = object({ ...AssignedRole.schema, activities: array(Activity) })
export type HeldRole = Infer<typeof HeldRole>

/** The signed-in user with their roles, access and permissions. */
export const CurrentUser = object({
  user_id: Id,
  email: string(),
  user_name: string(),
  /** First and last name; missing without either. */
  full_name: optional(string()),
  locale: object({ id: Id, code: string() }),
  roles: array(HeldRole),
  access: AccessLists,
  permissions: record(string(), boolean()),
  member_group_id: nullable(Id),
})
export type CurrentUser = Infer<typeof CurrentUser>

/** The creation date of a client that is not known: 08/11/2018, with the month first as in the default locale. */
export const defaultCreatedAt = '2018-08-11T00:00:00.000Z'

/** The signed-in user, with the fields that determine their default client. At a tenant, `roles` are those that apply there. */
export const SignInResult = object({
  ...CurrentUser.schema,
  /** The client of each advertiser that the user can access directly or through a group, by advertiser id; at most a thousand. */
  advertiser_member_group: record(string(), Id),
  /** The clients at which the user has any permission: first those with individual permissions, then the others of their access list. */
  member_group_activities: array(ScopedActivities),
  /** When the client was created; without a client, the default. */
  created_at: string(),
  /** The funding types of the client. */
  funding_types: array(FundingType),
})
export type SignInResult = Infer<typeof SignInResult>

/**
 * Signs an identity in at a client. The permissions are those at the given advertiser or group, otherwise at the client, otherwise at the
 * user's default client. Tokens of another user are refused.
 */
export const sso = {
  login: post('v1/sso/login', {
    ownOnly: true,
    reads: true,
    body: object({
      member_group_id: optional(Id),
      advertiser_group_id: optional(Id),
      advertiser_id: optional(Id),
      id_token: optional(Text(1, 8192)),
      access_token: Text(1, 8192),
    }),
    result: SignInResult,
  }),
}
