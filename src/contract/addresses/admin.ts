import { type Address, addressRow } from './vocabulary.ts'

const client = 'clients/:clientId'
const paths = [
  '',
  'clients',
  'users',
  'users/:userId',
  'roles',
  'roles/:roleId',
  client,
  ...[
    'settings',
    'advertisers/:advertiserId',
    'spend-limits/add',
    'spend-limits/edit',
    'targeting-configuration/create',
    'targeting-configuration/edit',
    'experiences/:experienceId/targeting-configuration/create',
    'experiences/:experienceId/targeting-configuration/edit',
    'template/create',
    'template/:templateId',
    'add-currency',
    'advertiser-groups/:advertiserGroupId/:resourceType',
    'client-configuration-tool',
    'add-advertiser-groups',
    'add-users',
    'add-advertisers',
    'users/:userId',
    'users/:userId/edit',
    'roles/:roleId',
    'advertisers/:advertiserId/users/:userId',
    'advertisers/:advertiserId/users/:userId/edit',
    'experience-creation',
    'experience-creation/:experienceId',
  ].map((rest) => `${client}/${rest}`),
]

const tools = ['clients', 'advertiser-groups', 'advertisers', 'users'].map((noun) => `tools/${noun}/create`)

/** Paths whose screen is not built yet; the console says so. */
const planned: ReadonlySet<string> = new Set([
  ...[
    'add-users',
    'experience-creation',
    'experience-creation/:experienceId',
    'experiences/:experienceId/targeting-configuration/create',
    'experiences/:experienceId/targeting-configuration/edit',
    'spend-limits/add',
    'spend-limits/edit',
    'targeting-configuration/create',
    'targeting-configuration/edit',
    'template/:templateId',
    'template/create',
  ].map((rest) => `${client}/${rest}`),
  ...tools.filter((path) => path !== 'tools/clients/create'),
])

const adminRow = (pattern: string, path: string) => addressRow(pattern, 'ad-admin', path, planned.has(path) ? { isPlanned: true } : {})

/** The admin area: the whole address becomes the surface's path. */
export const adminAddresses: Address[] = paths.map((path) => adminRow(`/admin${path && `/${path}`}`, path))

export const toolAddresses: Address[] = tools.map((path) => adminRow(path.replace('tools', '/placard'), path))

/** Insertion orders in the administration; the order to edit is in the query. */
export const adminOrderAddresses: Address[] = ['create', 'edit'].map((path) =>
  addressRow(`/admin/${client}/insertion-orders/${path}`, 'ad-insertion-orders', path),
)
