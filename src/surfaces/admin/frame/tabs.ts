import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { GateRequirements } from '../../../contract/access/gate.rules.ts'
import { roleGroups } from '../../../contract/access/permissions.ts'
import type { GroupResource } from '../links.ts'

/** A tab of a client or an advertiser. Its panel loads when the tab is opened. */
export interface AreaTab {
  readonly id: string
  readonly label: MessageDescriptor
  /** What a user needs to see it. */
  readonly ask: GateRequirements
  /** First path segments below the tenant whose pages belong to this tab, such as `users` of `users/5/edit`. */
  readonly segments?: readonly string[]
  /** The path below the tenant of a page of its own, which opens in place of a panel. */
  readonly page?: string
  readonly load?: () => Promise<{ default: ComponentType }>
}

const listed: readonly AreaTab[] = [
  {
    id: 'overview',
    label: msg`Overview`,
    ask: { permissions: ['member_groups.read'] },
    load: () => import('../clients/overview.tsx'),
  },
  {
    id: 'advertisers',
    label: msg`Advertisers`,
    ask: { permissions: ['advertisers.read'] },
    segments: ['add-advertisers'],
    load: () => import('../advertisers/tab.tsx'),
  },
  {
    id: 'advertiser-groups',
    label: msg`Advertiser groups`,
    ask: { permissions: ['advertiser_groups.read'] },
    segments: ['advertiser-groups', 'add-advertiser-groups'],
    load: () => import('../groups/tab.tsx'),
  },
  {
    id: 'currencies',
    label: msg`Currencies and bids`,
    ask: { permissions: ['bidding_configs.read', 'currencies.read'] },
    segments: ['add-currency'],
    load: () => import('../currencies/tab.tsx'),
  },
  {
    id: 'users',
    label: msg`Users`,
    ask: { permissions: ['users.read'] },
    segments: ['users', 'add-users'],
    load: () => import('../users/tab.tsx'),
  },
  {
    id: 'roles',
    label: msg`Roles`,
    ask: { permissions: ['roles.read'] },
    segments: ['roles'],
    load: () => import('../roles/list.tsx'),
  },
  {
    id: 'settings',
    label: msg`Settings`,
    ask: { permissions: ['templates.read', 'funds.read'], any: true },
    segments: ['settings', 'template'],
    page: 'settings',
  },
  {
    id: 'theme',
    label: msg`Theme`,
    ask: { permissions: ['themes.read'] },
    load: () => import('../clients/theme/tab.tsx'),
  },
  {
    id: 'terms',
    label: msg`Terms`,
    ask: { permissions: ['member_groups.read'] },
    load: () => import('../clients/terms/tab.tsx'),
  },
  {
    id: 'feeds',
    label: msg`Feeds`,
    ask: { permissions: ['feeds.read'] },
    load: () => import('../clients/feeds/tab.tsx'),
  },
  {
    id: 'orders',
    label: msg`Insertion orders`,
    ask: { permissions: ['insertion_orders.read'] },
    load: () => import('../clients/orders.tsx'),
  },
  {
    id: 'hosts',
    label: msg`Hosts and frames`,
    ask: { permissions: ['member_groups.read'] },
    load: () => import('../clients/hosts/tab.tsx'),
  },
  {
    id: 'configuration',
    label: msg`Configuration tool`,
    ask: { permissions: ['configuration.read'] },
    segments: ['client-configuration-tool'],
    page: 'client-configuration-tool',
  },
  {
    id: 'history',
    label: msg`History`,
    ask: { permissions: ['member_groups.read'] },
    load: () => import('../clients/history.tsx'),
  },
]

/** Only roles of a client and of internal staff see the areas of a client. */
const atClientLevel = (tab: AreaTab): AreaTab => ({ ...tab, ask: { ...tab.ask, roles: roleGroups.clientLevel, anyRole: true } })

/** The tabs of `clients/:clientId`; the first one is open by default. */
export const clientTabs: readonly AreaTab[] = listed.map(atClientLevel)

/** The tabs of `clients/:clientId/advertisers/:advertiserId`. */
export const advertiserTabs: readonly AreaTab[] = [
  {
    id: 'overview',
    label: msg`Overview`,
    ask: { permissions: ['advertisers.read'] },
    load: () => import('../advertisers/overview.tsx'),
  },
  {
    id: 'settings',
    label: msg`Settings`,
    ask: { permissions: ['advertisers.read'] },
    load: () => import('../advertisers/settings.tsx'),
  },
  {
    id: 'campaigns',
    label: msg`Campaigns`,
    ask: { permissions: ['advertisers.read', 'campaigns.read'] },
    load: () => import('../advertisers/campaigns.tsx'),
  },
  {
    id: 'users',
    label: msg`Users`,
    ask: { permissions: ['users.read'] },
    segments: ['users'],
    load: () => import('../users/tab.tsx'),
  },
  {
    id: 'history',
    label: msg`History`,
    ask: { permissions: ['advertisers.read'] },
    load: () => import('../advertisers/history.tsx'),
  },
]

/** What the page of an advertiser group shows, in the order of its tabs. */
export const groupTabs: readonly (AreaTab & { readonly id: GroupResource })[] = [
  {
    id: 'advertisers',
    label: msg`Advertisers`,
    ask: { permissions: ['advertisers.read'] },
    load: () => import('../groups/members.tsx'),
  },
  {
    id: 'users',
    label: msg`Users`,
    ask: { permissions: ['users.read'] },
    load: () => import('../users/tab.tsx'),
  },
  {
    id: 'campaigns',
    label: msg`Campaigns`,
    ask: { permissions: ['campaigns.read'] },
    load: () => import('../groups/campaigns.tsx'),
  },
  {
    id: 'insertion-orders',
    label: msg`Insertion orders`,
    ask: { permissions: ['insertion_orders.read'] },
    load: () => import('../groups/orders.tsx'),
  },
  {
    id: 'spend',
    label: msg`Spend`,
    ask: { permissions: ['reports.read'] },
    load: () => import('../groups/spend.tsx'),
  },
  {
    id: 'history',
    label: msg`History`,
    ask: { permissions: ['advertiser_groups.read'] },
    load: () => import('../groups/history.tsx'),
  },
]
