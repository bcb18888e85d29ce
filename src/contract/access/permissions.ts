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
  /** The roles that see the administration, as far as their permissions go. */
  administration: [1, 2, 3, 4, 5],
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

/** All permissions by area. A permission is written `area.action`. */
export const areas = {
  users: ['read', 'create', 'change', 'remove'],
  advertisers: ['read', 'create', 'change', 'activate', 'remove'],
  advertiser_groups: ['read', 'create', 'change', 'remove'],
  ad_groups: ['read', 'create', 'change', 'remove'],
  assets: ['read', 'share'],
  member_groups: ['read', 'create', 'change'],
  configuration: ['read', 'apply'],
  feeds: ['read'],
  hosts: ['change'],
  origins: ['change'],
  themes: ['read', 'change'],
  terms: ['reset'],
  experiences: ['read'],
  channels: ['read'],
  currencies: ['read'],
  funds: ['read', 'add', 'correct'],
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
  insertion_orders: ['read', 'create', 'change', 'approve', 'close', 'link', 'configure'],
  payment_methods: ['read', 'change'],
  auto_rebills: ['read', 'change'],
  invoices: ['read'],
  spend_limits: ['read', 'change', 'approve'],
  fees: ['read', 'change'],
} as const

type Areas = typeof areas
export type Permission = { [A in keyof Areas]: `${A}.${Areas[A][number]}` }[keyof Areas]

export const permissions = Object.entries(areas).flatMap(([area, actions]) => actions.map((action) => `${area}.${action}` as Permission)) // entries lose the literal keys

/** Only a client reads how its catalog is imported. */
const readingClient: readonly Permission[] = ['feeds.read']
/** Only internal staff exports and applies whole configurations. */
const internalReading: readonly Permission[] = ['configuration.read']
const reading = permissions.filter((word) => word.endsWith('.read') && !readingClient.includes(word) && !internalReading.includes(word))
const managingUsers: readonly Permission[] = ['users.create', 'users.change', 'users.remove']
const managingClient: readonly Permission[] = ['member_groups.change', 'hosts.change', 'origins.change', 'themes.change', 'terms.reset']
/** Only a client manages its advertisers and their groups. */
const managingAdvertisers = permissions.filter((word) => /^advertiser(s|_groups)\.(?!read)/.test(word))
/** Advertisers create and change campaigns; only their client reviews them. */
const advertising: readonly Permission[] = ['campaigns.create', 'campaigns.change', 'campaigns.remove']
const managingAdGroups = permissions.filter((word) => /^ad_groups\.(?!read)/.test(word))
const managingRoles: readonly Permission[] = [
  'roles.create',
  'roles.change',
  'roles.remove',
  'role_permissions.create',
  'role_permissions.remove',
]
/** Only a client manages targeting and templates. */
const managingTargeting = permissions.filter((word) => /^(targetings|templates)\.(?!read)/.test(word))
const registering: readonly Permission[] = ['entity_registrations.create', 'entity_registrations.change']
/** Only a client writes orders; both sides approve them, and advertisers choose the campaigns that spend from them. */
const managingOrders = permissions.filter((word) => /^insertion_orders\.(?!read)/.test(word))
/** An advertiser pays; its client sets limits and fees, and assigns received money. */
export const paying: readonly Permission[] = ['funds.add', 'payment_methods.change', 'auto_rebills.change']
const managingMoney: readonly Permission[] = ['funds.correct', 'spend_limits.change', 'spend_limits.approve', 'fees.change']
/** A viewer of an advertiser sees the balance and its ledger, and no means of payment. */
const readingBalances = reading.filter((word) => !/^(payment_methods|auto_rebills|invoices|spend_limits|fees)\./.test(word))
/** Advertisers and their client may save, mail and share reports. */
const keepingReports: readonly Permission[] = ['saved_reports.create', 'saved_reports.change', 'saved_reports.remove']
/** What the reporting screens read: their client, its channels, the advertisers to choose from, and the languages. */
const reporting: readonly Permission[] = [
  'reports.read',
  'saved_reports.read',
  'member_groups.read',
  'channels.read',
  'advertisers.read',
  'advertiser_groups.read',
  'locales.read',
]
/** Areas about users and their permissions; a partner's page never needs them. */
export const userManagementAreas: readonly (keyof typeof areas)[] = [
  'users',
  'members',
  'activities',
  'permissions',
  'roles',
  'role_permissions',
]

/** The permissions of a role before it is edited. */
export const rolePermissions: Record<RoleId, readonly Permission[]> = {
  1: permissions,
  2: permissions,
  3: [
    ...reading,
    ...readingClient,
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
    ...managingOrders,
    ...managingMoney,
    'assets.share',
    'bidding_configs.create',
    'bidding_configs.change',
  ],
  4: [...reading, ...readingClient],
  5: [
    ...reading,
    ...managingUsers,
    ...advertising,
    ...keepingReports,
    ...managingAdGroups,
    ...registering,
    ...paying,
    'advertisers.change',
    'assets.share',
    'insertion_orders.approve',
    'insertion_orders.link',
  ],
  6: [...reading, ...advertising, ...keepingReports, ...managingAdGroups, ...registering, 'assets.share', 'insertion_orders.link'],
  7: readingBalances,
  8: [...reporting, ...keepingReports, 'insertion_orders.read'],
}

/** The activities of a user: what each level grants or denies, by permission. */
export interface Activities {
  readonly base: Readonly<Record<string, boolean>>
  readonly memberGroup?: Readonly<Record<string, boolean>>
  readonly advertiserGroup?: Readonly<Record<string, boolean>>
  readonly advertiser?: Readonly<Record<string, boolean>>
}

/** The permissions of a user. A later level overrides an earlier one; a permission that is not listed is not granted. */
export const permissionMap = ({ base, memberGroup, advertiserGroup, advertiser }: Activities): Record<string, boolean> => ({
  ...base,
  ...memberGroup,
  ...advertiserGroup,
  ...advertiser,
})

export const hasPermission = (map: Readonly<Record<string, boolean>>, word: string) => Object.hasOwn(map, word) && map[word] === true
