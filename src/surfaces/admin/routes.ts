import type { Routes } from '../../parts/navigation/screens.tsx'

/** The tabs of a client and of an advertiser are in frame/tabs.ts. */
export const routes: Routes = {
  '': () => import('./home/home.tsx'),
  clients: () => import('./clients/list.tsx'),
  'tools/clients/create': () => import('./clients/create.tsx'),
  'clients/:clientId': () => import('./clients/client.tsx'),
  'clients/:clientId/advertisers/:advertiserId': () => import('./advertisers/advertiser.tsx'),
  'clients/:clientId/add-advertisers': () => import('./advertisers/add.tsx'),
  'clients/:clientId/add-advertiser-groups': () => import('./groups/add.tsx'),
  'clients/:clientId/advertiser-groups/:advertiserGroupId/:resourceType': () => import('./groups/group.tsx'),
  'clients/:clientId/add-currency': () => import('./currencies/add.tsx'),
  roles: () => import('./roles/list.tsx'),
  'roles/:roleId': () => import('./roles/role.tsx'),
  'clients/:clientId/roles/:roleId': () => import('./roles/role.tsx'),
  users: () => import('./users/list.tsx'),
  'users/:userId': () => import('./users/user.tsx'),
  'clients/:clientId/client-configuration-tool': () => import('./configuration/tool.tsx'),
  'clients/:clientId/settings': () => import('./settings/settings.tsx'),
  'clients/:clientId/users/:userId': () => import('./users/user.tsx'),
  'clients/:clientId/users/:userId/edit': () => import('./users/edit.tsx'),
  'clients/:clientId/advertisers/:advertiserId/users/:userId': () => import('./users/user.tsx'),
  'clients/:clientId/advertisers/:advertiserId/users/:userId/edit': () => import('./users/edit.tsx'),
}
