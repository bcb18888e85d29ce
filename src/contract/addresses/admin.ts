import { type Address, addressRow } from './vocabulary.ts'

const client = 'clients/:clientId'
const paths = [
  '',
  'clients',
  'users',
  'users/:userId',
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
    'advertisers/:advertiserId/users/:userId',
    'advertisers/:advertiserId/users/:userId/edit',
    'experience-creation',
    'experience-creation/:experienceId',
  ].map((rest) => `${client}/${rest}`),
]

/** The admin area: the whole address becomes the surface's path. */
export const adminAddresses: Address[] = paths.map((path) => addressRow(`/admin${path && `/${path}`}`, 'ad-admin', path))

export const toolAddresses: Address[] = ['clients', 'advertiser-groups', 'advertisers', 'users'].map((thing) =>
  addressRow(`/placard/${thing}/create`, 'ad-admin', `tools/${thing}/create`),
)

/** Insertion orders in the administration; the order to edit is in the query. */
export const adminOrderAddresses: Address[] = ['create', 'edit'].map((path) =>
  addressRow(`/admin/${client}/insertion-orders/${path}`, 'ad-insertion-orders', path),
)
