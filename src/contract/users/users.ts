import { array, boolean, enums, type Infer, integer, literal, nullable, object, optional, refine, size, string } from 'superstruct'
import { ScopedActivities, Activity } from '../access/activities.ts'
import { postQuery, del, get, patch, post, put } from '../endpoint.ts'
import { isEmail } from '../fields/fields.rules.ts'
import { Id, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { AccessLists, AssignedRole, CurrentUser, HeldRole } from '../session/sso.ts'
import { advertiserStatuses, userStatuses } from '../statuses.ts'
import { userRefusals } from './users.rules.ts'

export const Email = refine(Text(3, 254), 'Email', (text) => isEmail(text) || 'Expected an email address')

/** The types of email notifications. */
export const notificationTypes = ['budgets', 'campaigns', 'funds', 'insertion_orders', 'reports', 'reviews'] as const

const Ids = size(array(Id), 0, 200)
const RoleIds = size(array(Id), 1, 8)
const Access = object({ clients: Ids, advertiser_groups: Ids, advertisers: Ids })
/** Tenants where only one of the user's roles applies. Each tenant is in `access`, too, or is added to it. */
const RoleAccess = size(array(object({ role_id: Id, access: Access })), 0, 8)
const Name = Text(0, 80)

/** One row of a list. */
export const UserRow = object({
  user_id: Id,
  email: string(),
  user_name: string(),
  first_name: string(),
  last_name: string(),
  locale: object({ id: Id, code: string() }),
  status: enums(userStatuses),
  roles: array(AssignedRole),
  /** All tenants of the user, whichever role applies there. */
  access: AccessLists,
  /** The tenants where only one of the roles applies. */
  role_access: array(object({ role_id: Id, access: AssignedRole.schema.access })),
  created_at: string(),
  /** The last sign-in or renewal of a session at the platform's own identity provider, to the hour; null if there was none. */
  last_seen_at: nullable(string()),
  /** Whether the user has set a password; until then the invitation can be sent again. */
  is_set_up: boolean(),
  version: integer(),
})
export type UserRow = Infer<typeof UserRow>

/** The user's full name; undefined if no name is set. */
export const fullNameOf = ({ first_name, last_name }: Pick<UserRow, 'first_name' | 'last_name'>): string | undefined =>
  [first_name, last_name].filter(Boolean).join(' ') || undefined

/** One user with all settings made by administrators. */
export const User = object({
  ...UserRow.schema,
  roles: array(HeldRole),
  base_activities: array(Activity),
  member_group_activities: array(ScopedActivities),
  advertiser_group_activities: array(ScopedActivities),
  advertiser_activities: array(ScopedActivities),
  notifications: array(object({ type: enums(notificationTypes), enabled: boolean() })),
})
export type User = Infer<typeof User>

const profile = { first_name: Name, last_name: Name, locale_id: Id }
const named = { first_name: optional(Name), last_name: optional(Name), locale_id: optional(Id), role_ids: RoleIds }

/** A new user anywhere; only internal staff can create one. */
export const NewUser = object({ email: Email, ...named, access: optional(Access), role_access: optional(RoleAccess) })
/** A new user at one client. */
export const NewClientUser = object({
  email: Email,
  ...named,
  access: optional(object({ advertiser_groups: optional(Ids), advertisers: optional(Ids) })),
})
/** A new user at one advertiser. */
export const NewAdvertiserUser = object({ email: Email, ...named })
export type NewUserDetails = Infer<typeof NewAdvertiserUser>
/**
 * An administrator's change of a user. Without `role_access`, tenants that are limited to a role stay so, as long as `access` and
 * `role_ids` name the tenant and the role.
 */
export const UserChange = object({
  ...profile,
  status: enums(userStatuses),
  role_ids: RoleIds,
  access: Access,
  role_access: optional(RoleAccess),
})
export type UserChange = Infer<typeof UserChange>
/** The details of a user without their access. */
export const Profile = object(profile)
export type Profile = Infer<typeof Profile>

/** The most users that one request activates or deactivates. */
export const maxUsersAtOnce = 500

/** One user of a change of many. */
const UserOutcome = object({
  user_id: Id,
  outcome: enums(['changed', 'unchanged', 'refused']),
  /** Why the user was refused. */
  code: nullable(enums(userRefusals)),
})
export type UserOutcome = Infer<typeof UserOutcome>
/** The effect of a change of many users, done or planned, in the order of the request. */
export const UserOutcomes = object({ users: array(UserOutcome), changed: integer(), is_dry_run: boolean() })
export type UserOutcomes = Infer<typeof UserOutcomes>

/** A session at the platform's own identity provider. */
export const UserSession = object({ signed_in_at: string(), used_at: string(), ends_at: string() })
export type UserSession = Infer<typeof UserSession>

const list = { body: object(listQueryFields), result: object({ users: array(UserRow), total: integer() }) }
const client = 'v1/member_groups/:memberGroupId'
const advertiser = `${client}/advertisers/:advertiserId` as const

/** An advertiser that a user has access to. */
export const UserAdvertiser = object({
  advertiser_id: Id,
  name: string(),
  status: enums(advertiserStatuses),
  member_group_id: Id,
  member_group_name: string(),
  advertiser_group_id: nullable(Id),
})

/** Endpoints of users. All users can read their own data; other users need `users.read` and access. */
export const users = {
  byEmail: get('users/user_by_email', { ownOnly: true, query: object({ email: Text(3, 254) }), result: CurrentUser }),
  one: get('v1/users/:userId', { may: 'users.read', orSelf: true, result: User }),
  create: post('v1/users', { may: 'users.create', idempotent: 'optional', body: NewUser, result: User }),
  createAtClient: post(`${client}/users`, { may: 'users.create', idempotent: 'optional', body: NewClientUser, result: User }),
  createAtAdvertiser: post(`${advertiser}/users`, { may: 'users.create', idempotent: 'optional', body: NewAdvertiserUser, result: User }),
  change: put('v1/users/:userId', { may: 'users.change', versioned: true, body: UserChange, result: User }),
  changeProfile: put('v1/users/profiles/:userId', { may: 'users.change', versioned: true, body: Profile, result: User }),
  changeOwn: put('v1/users/basic_info', { ownOnly: true, versioned: 'optional', body: Profile, result: User }),
  remove: del('v1/users/:userId', { may: 'users.remove', result: literal('success') }),
  resetPassword: put('v1/user/resetPassword', { open: true, mails: true, body: object({ email: Email }), result: literal('success') }),
  resendEmail: post('v1/users/:userId/resend_email', { may: 'users.create', idempotent: 'optional', result: literal('success') }),
  setStatus: patch('v1/users/bulk', {
    may: 'users.change',
    idempotent: 'optional',
    body: object({ user_ids: size(array(Id), 1, maxUsersAtOnce), status: enums(userStatuses), dry_run: optional(boolean()) }),
    result: UserOutcomes,
  }),
  sessions: get('v1/users/:userId/sessions', {
    may: 'users.read',
    orSelf: true,
    result: object({ sessions: array(UserSession) }),
  }),
  endSessions: del('v1/users/:userId/sessions', { may: 'users.change', result: literal('success') }),
  notify: put('v1/users/:userId/notifications/:type', {
    ownOnly: true,
    body: object({ enabled: boolean() }),
    result: object({ type: enums(notificationTypes), enabled: boolean() }),
  }),
  report: postQuery('v1/users/report', { may: 'users.read', ...list }),
  clientReport: postQuery(`${client}/users_report`, { may: 'users.read', ...list }),
  advertiserReport: postQuery(`${advertiser}/users_report`, { may: 'users.read', ...list }),
  /** Users whose access lists name the group. */
  groupReport: postQuery(`${client}/advertiser_groups/:advertiserGroupId/users_report`, { may: 'users.read', ...list }),
  advertisersReport: postQuery('v2/users/advertisers_report', {
    may: 'users.read',
    body: object({ ...listQueryFields, user_id: optional(Id) }),
    result: object({ advertisers: array(UserAdvertiser), total: integer() }),
  }),
}
