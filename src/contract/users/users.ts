import { array, boolean, enums, type Infer, integer, literal, nullable, object, optional, refine, size, string } from 'superstruct'
import { ActivitiesAt, Activity } from '../access/activities.ts'
import { ask, del, get, post, put } from '../endpoint.ts'
import { isEmail } from '../fields/fields.rules.ts'
import { Id, Text } from '../ids.ts'
import { listParts } from '../list.ts'
import { AccessLists, HeldRole, Person } from '../session/sso.ts'
import { advertiserStatuses, userStatuses } from '../statuses.ts'

/** An address that mail can go to. */
export const Email = refine(Text(3, 254), 'Email', (text) => isEmail(text) || 'Expected an e-mail address')

/** What people may be told by mail. */
export const notificationTypes = ['budgets', 'campaigns', 'funds', 'reports', 'reviews'] as const

const Ids = size(array(Id), 0, 200)
const RoleIds = size(array(Id), 1, 8)
const Access = object({ clients: Ids, advertiser_groups: Ids, advertisers: Ids })
const Name = Text(0, 80)

/** One user in a list. */
export const UserRow = object({
  user_id: Id,
  email: string(),
  user_name: string(),
  first_name: string(),
  last_name: string(),
  locale: object({ id: Id, code: string() }),
  status: enums(userStatuses),
  roles: array(HeldRole),
  access: AccessLists,
  created_at: string(),
  /** Has chosen a password; until then the invitation can be sent again. */
  is_set_up: boolean(),
  version: integer(),
})
export type UserRow = Infer<typeof UserRow>

/** One user with everything that somebody has set for them. */
export const User = object({
  ...UserRow.schema,
  base_activities: array(Activity),
  member_group_activities: array(ActivitiesAt),
  advertiser_group_activities: array(ActivitiesAt),
  advertiser_activities: array(ActivitiesAt),
  notifications: array(object({ type: enums(notificationTypes), enabled: boolean() })),
})
export type User = Infer<typeof User>

const profile = { first_name: Name, last_name: Name, locale_id: Id }
const named = { first_name: optional(Name), last_name: optional(Name), locale_id: optional(Id), role_ids: RoleIds }

/** Somebody new anywhere; only internal staff makes such. */
export const NewUser = object({ email: Email, ...named, access: optional(Access) })
/** Somebody new at one client. */
export const NewClientUser = object({
  email: Email,
  ...named,
  access: optional(object({ advertiser_groups: optional(Ids), advertisers: optional(Ids) })),
})
/** Somebody new at one advertiser. */
export const NewAdvertiserUser = object({ email: Email, ...named })
export type NewPerson = Infer<typeof NewAdvertiserUser>
/** What an administrator says of a user: all of it at once. */
export const UserChange = object({ ...profile, status: enums(userStatuses), role_ids: RoleIds, access: Access })
/** What is said of a user without touching what they reach. */
export const Profile = object(profile)
export type Profile = Infer<typeof Profile>

const list = { body: object(listParts), result: object({ users: array(UserRow), total: integer() }) }
const client = 'v1/member_groups/:memberGroupId'
const advertiser = `${client}/advertisers/:advertiserId` as const

/** An advertiser that a user reaches. */
export const UserAdvertiser = object({
  advertiser_id: Id,
  name: string(),
  status: enums(advertiserStatuses),
  member_group_id: Id,
  member_group_name: string(),
  advertiser_group_id: nullable(Id),
})

/** People. Everybody finds themselves; others only with `users.read`, and within reach. */
export const users = {
  byEmail: get('users/user_by_email', { own: true, query: object({ email: Text(3, 254) }), result: Person }),
  one: get('v1/users/:userId', { may: 'users.read', result: User }),
  create: post('v1/users', { may: 'users.create', idempotent: true, body: NewUser, result: User }),
  createAtClient: post(`${client}/users`, { may: 'users.create', idempotent: true, body: NewClientUser, result: User }),
  createAtAdvertiser: post(`${advertiser}/users`, { may: 'users.create', idempotent: true, body: NewAdvertiserUser, result: User }),
  change: put('v1/users/:userId', { may: 'users.change', versioned: true, body: UserChange, result: User }),
  changeProfile: put('v1/users/profiles/:userId', { may: 'users.change', versioned: true, body: Profile, result: User }),
  changeOwn: put('v1/users/basic_info', { own: true, versioned: true, body: Profile, result: User }),
  remove: del('v1/users/:userId', { may: 'users.remove', result: literal('success') }),
  resetPassword: put('v1/user/resetPassword', { open: true, mails: true, body: object({ email: Email }), result: literal('success') }),
  resendEmail: post('v1/users/:userId/resend_email', { may: 'users.create', idempotent: true, result: literal('success') }),
  notify: put('v1/users/:userId/notifications/:type', {
    own: true,
    body: object({ enabled: boolean() }),
    result: object({ type: enums(notificationTypes), enabled: boolean() }),
  }),
  report: ask('v1/users/report', { may: 'users.read', ...list }),
  clientReport: ask(`${client}/users_report`, { may: 'users.read', ...list }),
  advertiserReport: ask(`${advertiser}/users_report`, { may: 'users.read', ...list }),
  advertisersReport: ask('v2/users/advertisers_report', {
    may: 'users.read',
    body: object({ ...listParts, user_id: optional(Id) }),
    result: object({ advertisers: array(UserAdvertiser), total: integer() }),
  }),
}
