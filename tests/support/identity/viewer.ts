import { heldRole } from './held-role.ts'

/** The reply about the current user, with these permissions. */
export const viewerWith = (...permissions: readonly string[]) => ({
  user_id: 4,
  email: 'mika@harborline.example',
  user_name: 'mika',
  locale: { id: 1, code: 'en-US' },
  member_group_id: 1,
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  roles: [heldRole(4, 'client admin')],
  permissions: Object.fromEntries(permissions.map((permission) => [permission, true])),
  advertiser_member_group: {},
  created_at: '2021-03-01T09:00:00.000Z',
  funding_types: [],
  member_group_activities: [],
})
