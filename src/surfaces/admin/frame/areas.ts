import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GateRequirements } from '../../../contract/access/gate.rules.ts'
import { roleGroups } from '../../../contract/access/permissions.ts'
import { advertiserPath, clientPath } from '../links.ts'
import { advertiserTabs, type AreaTab, clientTabs } from './tabs.ts'

/** An entry of the list of areas. */
export interface Area {
  readonly id: string
  readonly label: MessageDescriptor
  readonly path: string
  /** What a user needs to see it. */
  readonly ask: GateRequirements
  /** Whether a path belongs to it. */
  readonly owns: (pathname: string, tab: string | null) => boolean
}

const isBelow = (word: string) => (pathname: string) => pathname === word || pathname.startsWith(`${word}/`)

/** What a user needs to see clients: a role of a client or of internal staff. */
export const clientsAsk: GateRequirements = { roles: roleGroups.clientLevel, anyRole: true, permissions: ['member_groups.read'] }

/** Areas of the platform. */
export const platformAreas: readonly Area[] = [
  { id: 'home', label: msg`Overview`, path: '', ask: {}, owns: (pathname) => pathname === '' },
  {
    id: 'clients',
    label: msg`Clients`,
    path: 'clients',
    ask: clientsAsk,
    owns: (pathname) => pathname === 'clients' || isBelow('tools/clients')(pathname),
  },
  { id: 'users', label: msg`Users`, path: 'users', ask: { permissions: ['users.read'] }, owns: isBelow('users') },
  { id: 'roles', label: msg`Roles`, path: 'roles', ask: { permissions: ['roles.read'] }, owns: isBelow('roles') },
]

/** The tab that a path below a tenant belongs to: the chosen one, or the one that has the page as its own. */
function ownerOf(tabs: readonly AreaTab[], rest: string, chosen: string | null): string | undefined {
  const [segment = ''] = rest.split('/')
  if (segment !== '') return tabs.find(({ segments = [] }) => segments.includes(segment))?.id
  return (tabs.find(({ id }) => id === chosen) ?? tabs[0])?.id
}

const areasOf = (tabs: readonly AreaTab[], base: string, pathOf: (tab: string) => string): Area[] =>
  tabs.map(({ id, label, ask, page }) => ({
    id,
    label,
    ask,
    path: page === undefined ? pathOf(id) : `${base}/${page}`,
    owns: (pathname, chosen) => isBelow(base)(pathname) && ownerOf(tabs, pathname.slice(base.length + 1), chosen) === id,
  }))

/** Areas of a client: its tabs. */
export const areasOfClient = (clientId: number) => areasOf(clientTabs, clientPath(clientId), (tab) => clientPath(clientId, tab))

/** Areas of an advertiser: its tabs. */
export const areasOfAdvertiser = (clientId: number, advertiserId: number) =>
  areasOf(advertiserTabs, advertiserPath(clientId, advertiserId), (tab) => advertiserPath(clientId, advertiserId, tab))
