import type { RoleId } from './roles.ts'

/** Every permission, as area and actions; a word is `area.action`. */
export const areas = {
  users: ['read', 'create', 'change', 'remove'],
  advertisers: ['read', 'create', 'change', 'activate', 'remove'],
  advertiser_groups: ['read', 'create', 'change', 'remove'],
  ad_groups: ['read', 'create', 'change', 'remove'],
  assets: ['read', 'share'],
  member_groups: ['read', 'create', 'change'],
  themes: ['read', 'change'],
  terms: ['reset'],
  experiences: ['read'],
  channels: ['read'],
  currencies: ['read'],
  funds: ['read'],
  locales: ['read'],
  reports: ['read'],
  saved_reports: ['read', 'create', 'change', 'remove'],
  activities: ['read'],
  bidding_configs: ['read', 'create', 'change'],
  campaigns: ['read', 'create', 'change', 'review', 'remove'],
  entity_attributes: ['read'],
  industries: ['read'],
  member_group_types: ['read'],
  members: ['read'],
  permissions: ['read'],
  role_permissions: ['read', 'create', 'remove'],
  roles: ['read', 'create', 'change', 'remove'],
  timezones: ['read'],
  targetings: ['read', 'create', 'change', 'remove'],
  templates: ['read', 'create', 'change', 'remove'],
  entity_registrations: ['read', 'create', 'change'],
} as const

type Areas = typeof areas
export type Permission = { [A in keyof Areas]: `${A}.${Areas[A][number]}` }[keyof Areas]

/** Every permission word. */
export const permissions = Object.entries(areas).flatMap(([area, actions]) => actions.map((action) => `${area}.${action}` as Permission)) // entries forget the literal keys

const reading = permissions.filter((word) => word.endsWith('.read'))
const managingUsers: readonly Permission[] = ['users.create', 'users.change', 'users.remove']
const managingClient: readonly Permission[] = ['member_groups.change', 'themes.change', 'terms.reset']
/** Who belongs to a client, and in which group, is the client's to say. */
const managingAdvertisers = permissions.filter((word) => /^advertiser(s|_groups)\.(?!read)/.test(word))
/** Whoever advertises makes and changes campaigns; whether they may be seen is the client's to say. */
const advertising: readonly Permission[] = ['campaigns.create', 'campaigns.change', 'campaigns.remove']
const managingAdGroups = permissions.filter((word) => /^ad_groups\.(?!read)/.test(word))
const managingRoles: readonly Permission[] = [
  'roles.create',
  'roles.change',
  'roles.remove',
  'role_permissions.create',
  'role_permissions.remove',
]
/** By what people are told apart, and what campaigns begin from, is the client's to say, too. */
const managingTargeting = permissions.filter((word) => /^(targetings|templates)\.(?!read)/.test(word))
const registering: readonly Permission[] = ['entity_registrations.create', 'entity_registrations.change']
/** Reports are kept, mailed and passed on by whoever advertises, and by their client. */
const keepingReports: readonly Permission[] = ['saved_reports.create', 'saved_reports.change', 'saved_reports.remove']
/** What only says who may do what; nothing for a page of a partner's. */
export const aboutPeople: readonly (keyof typeof areas)[] = ['users', 'members', 'activities', 'permissions', 'roles', 'role_permissions']

/** What a role may do before anybody edits it. */
export const rolePermissions: Record<RoleId, readonly Permission[]> = {
  1: permissions,
  2: permissions,
  3: [
    ...reading,
    ...managingUsers,
    ...managingClient,
    ...managingAdvertisers,
    ...managingAdGroups,
    ...managingRoles,
    ...advertising,
    'campaigns.review',
    ...managingTargeting,
    ...registering,
    ...keepingReports,
    'assets.share',
    'bidding_configs.create',
    'bidding_configs.change',
  ],
  4: reading,
  5: [
    ...reading,
    ...managingUsers,
    ...advertising,
    ...keepingReports,
    ...managingAdGroups,
    ...registering,
    'advertisers.change',
    'assets.share',
  ],
  6: [...reading, ...advertising, ...keepingReports, ...managingAdGroups, ...registering, 'assets.share'],
  7: reading,
  8: reading,
}

/** Activities of a person: what each level grants or takes away, by permission word. */
export interface Activities {
  readonly base: Readonly<Record<string, boolean>>
  readonly memberGroup?: Readonly<Record<string, boolean>>
  readonly advertiserGroup?: Readonly<Record<string, boolean>>
  readonly advertiser?: Readonly<Record<string, boolean>>
}

/** The permission map: a later level outranks an earlier one. Nothing is granted by silence. */
export const permissionMap = ({ base, memberGroup, advertiserGroup, advertiser }: Activities): Record<string, boolean> => ({
  ...base,
  ...memberGroup,
  ...advertiserGroup,
  ...advertiser,
})

/** Whether the map grants a permission. */
export const may = (map: Readonly<Record<string, boolean>>, word: string) => Object.hasOwn(map, word) && map[word] === true
