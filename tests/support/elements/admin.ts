import type { RecordChange } from '../../../src/contract/changes/changes.ts'
import { areas } from '../../../src/contract/access/permissions.ts'
import type { Role, RoleSummary } from '../../../src/contract/access/role-endpoints.ts'
import type { User } from '../../../src/contract/users/users.ts'
import { type Answer, answerRequests, client, person as personWith, success } from './insertion-orders.ts'

/** The token of the tests; the replies do not depend on it. */
export const token = async () => ({ access_token: 'token', expires_at: Date.now() + 3_600_000 })

const clientAdmin = { role_id: 3, id: 3, name: 'client admin', access: { clients: [1], advertiser_groups: [], advertisers: [] } }

/** The signed-in user: a client admin with all permissions that the screens need. */
export const viewer = (
  permissions: readonly string[],
  roles: readonly object[] = [{ ...clientAdmin, activities: [] }],
  isInternal = false,
) => ({
  ...personWith(permissions),
  roles,
  ...(isInternal && { access: { all: true, clients: [], advertiser_groups: [], advertisers: [] } }),
})

export const adminPermissions = [
  ...['read', 'create', 'change', 'remove'].map((act) => `users.${act}`),
  ...['member_groups.read', 'advertiser_groups.read', 'roles.read', 'locales.read'],
]

/** A user of the list and of their own page. */
export const user = (change: Partial<User> = {}): User => ({
  user_id: 8,
  email: 'carla.ruiz@palisade.example',
  user_name: 'carla.ruiz',
  first_name: 'Carla',
  last_name: 'Ruiz',
  locale: { id: 1, code: 'en-US' },
  status: 'active',
  roles: [
    {
      role_id: 7,
      id: 7,
      name: 'advertiser viewer',
      access: { clients: [], advertiser_groups: [], advertisers: [3] },
      activities: [],
    },
  ],
  access: { all: false, clients: [], advertiser_groups: [], advertisers: [3] },
  role_access: [],
  created_at: '2026-01-05T09:00:00.000Z',
  last_seen_at: null,
  is_set_up: true,
  version: 4,
  base_activities: [],
  member_group_activities: [],
  advertiser_group_activities: [],
  advertiser_activities: [],
  notifications: [{ type: 'budgets', enabled: true }],
  ...change,
})

const builtIn = ['super user', 'internal admin', 'client admin', 'client viewer']
const roleNames = [...builtIn, 'advertiser admin', 'advertiser manager', 'advertiser viewer', 'advertiser reporting']
const roles = roleNames.map((name, index) => ({
  role_id: index + 1,
  id: index + 1,
  name,
  level: index < 2 ? 'internal' : index < 4 ? 'client' : 'advertiser',
  base_role_id: index + 1,
  member_group_id: null,
  access: { clients: [], advertiser_groups: [], advertisers: [] },
  is_assignable: index > 1,
  version: 1,
}))

/** A row of the list of roles. */
export const roleRow = (change: Partial<RoleSummary> = {}): RoleSummary => ({
  role_id: 11,
  id: 11,
  name: 'Campaign desk',
  level: 'client',
  base_role_id: 4,
  member_group_id: 1,
  access: { clients: [1], advertiser_groups: [], advertisers: [] },
  is_assignable: true,
  version: 4,
  member_group_name: 'Retailer',
  permission_count: 2,
  user_count: 12,
  ...change,
})

/** A role with the permissions of the words, by the contract's areas. */
export const role = (change: Partial<Role> = {}, words: readonly string[] = ['campaigns.read', 'campaigns.review']): Role => {
  let id = 0
  const activities = Object.entries(areas).map(([name, actions], index) => ({
    activity_id: index + 1,
    name,
    permissions: actions.map((action) => {
      id += 1
      const selected = words.includes(`${name}.${action}`)
      return { role_permission_id: selected ? id : null, permission_id: id, activity_id: index + 1, name: action, selected }
    }),
  }))
  return { ...roleRow(), permission_count: words.length, activities, ...change }
}

const palisade = {
  advertiser_id: 3,
  name: 'Palisade',
  status: 'active',
  member_group_id: 1,
  member_group_name: 'Retailer',
  advertiser_group_id: null,
}

/** A change in a history. */
export const recordChange = (change: Partial<RecordChange> = {}): RecordChange => ({
  change_id: 41,
  entity: 'user',
  entity_id: 8,
  at: '2026-10-01T09:00:00.000Z',
  user: { user_id: 3, name: 'Dana Whitfield' },
  partner: null,
  kind: 'changed',
  fields: [{ field: 'role_ids', before: [7], after: [8] }],
  comment: null,
  batch: null,
  undo_of: null,
  undone_by: null,
  is_undoable: true,
  ...change,
})

export const listOf = (users: readonly User[]) => success({ users, total: users.length })

interface Platform {
  readonly permissions?: readonly string[]
  readonly roles?: readonly object[]
  /** The signed-in user is internal staff. */
  readonly isInternal?: boolean
  /** Replies by method and path, such as `GET users/8`; later ones win. */
  readonly replies?: Readonly<Record<string, Answer>>
}

/** Answers the requests of the administration in place of a platform. */
export const answerAdmin = ({ permissions = adminPermissions, roles: held, isInternal, replies = {} }: Platform = {}) =>
  answerRequests(
    {
      'POST sso/login': success(viewer(permissions, held, isInternal)),
      'GET member_groups/1': success(client),
      'GET member_groups/1/channels': success({ channels: [] }),
      'GET member_groups/1/theme': success({ theme: null, source: 'default', version: 0 }),
      'GET roles': success(roles),
      'POST roles/report': success({ roles: [roleRow()], total: 1 }),
      'GET role': success(role()),
      'POST roles/11/users_report': listOf([user()]),
      'POST roles/11/effect': success({ users: 12, permissions: [] }),
      'POST roles/11/changes_report': success({ changes: [], total: 0 }),
      'GET locales': success([
        { id: 1, code: 'en-US', name: 'English' },
        { id: 2, code: 'de', name: 'Deutsch' },
      ]),
      'POST users/report': listOf([user()]),
      'POST member_groups/1/users_report': listOf([user()]),
      'GET users/8': success(user()),
      'POST users/advertisers_report': success({ advertisers: [palisade], total: 1 }),
      'POST users/3/member_groups_report': success({ member_groups: [], total: 0 }),
      'POST users/3/advertiser_groups_report': success({ advertiser_groups: [], total: 0 }),
      'GET users/8/sessions': success({ sessions: [] }),
      'POST users/8/changes_report': success({ changes: [recordChange()], total: 1 }),
      ...replies,
    },
    (path) => path.replace(/^v\d\//, ''),
  )
