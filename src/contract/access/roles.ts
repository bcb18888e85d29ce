/** The eight built-in roles, by the specification's ids. */
export const roles = [
  { role_id: 1, name: 'super user', level: 'internal' },
  { role_id: 2, name: 'internal admin', level: 'internal' },
  { role_id: 3, name: 'client admin', level: 'client' },
  { role_id: 4, name: 'client viewer', level: 'client' },
  { role_id: 5, name: 'advertiser admin', level: 'advertiser' },
  { role_id: 6, name: 'advertiser manager', level: 'advertiser' },
  { role_id: 7, name: 'advertiser viewer', level: 'advertiser' },
  { role_id: 8, name: 'advertiser reporting', level: 'advertiser' },
] as const
export type RoleId = (typeof roles)[number]['role_id']

export const roleGroups = {
  superUserOnly: [1],
  internalAndAbove: [1, 2],
  clientLevel: [1, 2, 3, 4],
  advertiserLevel: [5, 6, 7, 8],
} as const satisfies Record<string, readonly RoleId[]>

/** The roles that a user of each level may assign. */
export const assignableRoles = {
  internal: [2, 3, 4, 5, 6, 7, 8],
  client: [3, 4, 5, 6, 7, 8],
  advertiser: [5, 6, 7, 8],
} as const satisfies Record<string, readonly RoleId[]>

/** Built-in role ids of a user, including the base role of each custom role. */
export const builtInRoleIds = (userRoles: readonly { readonly role_id: number; readonly base_role_id?: number | undefined }[]) =>
  userRoles.map(({ role_id, base_role_id }) => base_role_id ?? role_id)

export const hasAllRoles = (userRoles: readonly number[], required: readonly number[]) => required.every((id) => userRoles.includes(id))
export const hasAnyRole = (userRoles: readonly number[], required: readonly number[]) => required.some((id) => userRoles.includes(id))
