import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { matchAddress, type AddressMatch } from '../../../contract/addresses/addresses.ts'
import type { Tag } from '../../../contract/addresses/vocabulary.ts'
import type { GateRequirements } from '../../../contract/access/gate.rules.ts'
import { roleGroups } from '../../../contract/access/permissions.ts'
import type { IconShape } from '../../../ui/icon/icons.ts'
import { isBuilt } from '../../../parts/navigation/element-loading.ts'
import { consoleIcons } from '../icons.ts'
import { surfaceWords } from '../surface/words.ts'

/** Input of the navigation: the current client and advertiser, and the client's features. */
export interface NavigationOptions {
  readonly clientId: number | undefined
  /** The advertiser of the URL, or the only selected one. */
  readonly advertiserId: number | undefined
  readonly hasChannels: boolean
  /** True if the client has an active funding type. */
  readonly hasFunding: boolean
  /** URL key of the client's advertiser registration; undefined if registration is off. */
  readonly registration: string | undefined
  readonly isOn: (flag: string) => boolean
}

/** An entry of the navigation. */
export interface Entry {
  readonly name: MessageDescriptor
  readonly icon: IconShape
  readonly tag: Tag
  /** Path of the entry; undefined if it needs a selection that is missing. */
  readonly to: (options: NavigationOptions) => string | undefined
  readonly ask?: GateRequirements
}
/** A group of entries. */
export interface Group {
  readonly id: string
  readonly name?: MessageDescriptor
  readonly entries: readonly Entry[]
}

const atClient =
  (suffix = '') =>
  ({ clientId }: NavigationOptions) =>
    clientId === undefined ? undefined : `clients/${clientId}${suffix}`
const ofChannels = (suffix: string) => (options: NavigationOptions) => (options.hasChannels ? atClient(suffix)(options) : undefined)
const funds = (options: NavigationOptions) =>
  options.hasFunding && options.advertiserId !== undefined ? atClient(`/advertisers/${options.advertiserId}/funds`)(options) : undefined
const registration = ({ registration: word }: NavigationOptions) => word && `${word}/register`
const name = (tag: keyof typeof surfaceWords) => surfaceWords[tag][0]

/** Feature flag that hides a surface from the navigation when it is off. */
export const flagOf = (tag: Tag) => `console-${tag.slice('ad-'.length)}`

const ofClients = { roles: roleGroups.clientLevel, anyRole: true } as const
/** Permissions of any administrator. */
const managing: GateRequirements = {
  permissions: ['users.create', 'member_groups.change', 'advertisers.change', 'roles.change'],
  any: true,
}
const managingClients: GateRequirements = { ...managing, ...ofClients }
/** Viewers see the administration, too; each of its areas needs a permission of its own. */
const administering: GateRequirements = {
  roles: roleGroups.administration,
  anyRole: true,
  permissions: ['users.read', 'member_groups.read'],
  any: true,
}
const reporting: GateRequirements = { permissions: ['reports.read'] }
const advertising: GateRequirements = { permissions: ['advertisers.read', 'campaigns.read'] }
const internal: GateRequirements = { roles: roleGroups.internalAndAbove, anyRole: true }

/** All possible navigation entries. */
export const groups: readonly Group[] = [
  {
    id: 'work',
    entries: [
      { name: name('ad-console'), icon: consoleIcons.home, tag: 'ad-console', to: atClient() },
      { name: name('ad-campaigns'), icon: consoleIcons.horn, tag: 'ad-campaigns', to: atClient('/campaigns'), ask: advertising },
      { name: name('ad-reporting'), icon: consoleIcons.bars, tag: 'ad-reporting', to: atClient('/reporting'), ask: reporting },
      {
        name: name('ad-insertion-orders'),
        icon: consoleIcons.order,
        tag: 'ad-insertion-orders',
        to: atClient('/insertion-orders'),
        ask: { permissions: ['insertion_orders.read'] },
      },
      { name: name('ad-funds'), icon: consoleIcons.wallet, tag: 'ad-funds', to: funds, ask: advertising },
    ],
  },
  {
    id: 'plan',
    name: msg`Plan`,
    entries: [
      {
        name: name('ad-creative-library'),
        icon: consoleIcons.picture,
        tag: 'ad-creative-library',
        to: ofChannels('/creative-library'),
        ask: { permissions: ['assets.read'] },
      },
      { name: name('ad-reservations'), icon: consoleIcons.booked, tag: 'ad-reservations', to: atClient('/reservations'), ask: advertising },
      {
        name: name('ad-automated-actions'),
        icon: consoleIcons.bolt,
        tag: 'ad-automated-actions',
        to: atClient('/campaigns/automated-actions'),
        ask: advertising,
      },
    ],
  },
  {
    id: 'insights',
    name: msg`Insights`,
    entries: [
      {
        name: msg`Recommendations`,
        icon: consoleIcons.bulb,
        tag: 'ad-insights',
        to: atClient('/campaigns/recommendations'),
        ask: reporting,
      },
      {
        name: msg`Competitive insights`,
        icon: consoleIcons.scales,
        tag: 'ad-insights',
        to: atClient('/competitive-insights'),
        ask: reporting,
      },
      {
        name: msg`Incrementality`,
        icon: consoleIcons.flask,
        tag: 'ad-insights',
        to: atClient('/campaigns/incrementality'),
        ask: reporting,
      },
    ],
  },
  {
    id: 'client',
    name: msg`Client`,
    entries: [
      {
        name: name('ad-publisher'),
        icon: consoleIcons.tiles,
        tag: 'ad-publisher',
        to: ofChannels('/dashboard/publisher'),
        ask: { ...reporting, ...ofClients },
      },
      {
        name: name('ad-yield-management'),
        icon: consoleIcons.trend,
        tag: 'ad-yield-management',
        to: atClient('/yield-management'),
        ask: managingClients,
      },
      { name: name('ad-registration'), icon: consoleIcons.person, tag: 'ad-registration', to: registration, ask: managingClients },
      { name: name('ad-admin'), icon: consoleIcons.gear, tag: 'ad-admin', to: () => 'admin', ask: administering },
    ],
  },
]

/** Pages that need more permissions than their surface. */
const pagePermissions: readonly (readonly [pattern: RegExp, ask: GateRequirements])[] = [
  [/^\/placard\/|^\/admin\/clients\/:clientId\/client-configuration-tool$/, internal],
  // Pages that only write.
  [/^\/admin\/clients\/:clientId\/advertisers\/.*\/edit$/, managing],
  [/^\/admin\/clients\/.*\/(add|add-[a-z-]+|create|edit|experience-creation)$/, managingClients],
  // An advertiser manager administers the advertiser and its users only, not the client.
  [/^\/admin\/clients(?!\/:clientId\/advertisers\/)/, { ...administering, ...ofClients }],
  [/\/(campaigns\/create|configured-campaign)/, advertising],
]

/** Permission to open a page. The platform checks permissions for the data inside. */
export function requiredPermission({ address: { pattern }, tag }: Pick<AddressMatch, 'address' | 'tag'>): GateRequirements {
  return (
    pagePermissions.find(([patterns]) => patterns.test(pattern))?.[1] ??
    groups.flatMap(({ entries }) => entries).find((entry) => entry.tag === tag)?.ask ??
    {}
  )
}

/** The console page of a path; pages for frames and developers are excluded. */
export function findMatch(path: string): AddressMatch | undefined {
  const match = matchAddress(`/${path}`)
  return match && match.tag !== 'page' && !/^\/(embedded|ui)(\/|$)/.test(match.address.pattern) ? match : undefined
}

/** True for pages that do not require sign-in. */
export const isPublicPage = (match: AddressMatch | undefined) => match?.tag === 'ad-sign-in' || match?.tag === 'ad-registration'

/** Navigation entries that are built, enabled, permitted and supported by the client. */
export function visibleGroups(options: NavigationOptions, passes: (ask: GateRequirements) => boolean) {
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.flatMap((entry) => {
        const isFor = isBuilt(entry.tag) && options.isOn(flagOf(entry.tag)) && passes(entry.ask ?? {})
        const to = isFor ? entry.to(options) : undefined
        return to === undefined ? [] : [{ ...entry, path: to }]
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
export type VisibleGroups = ReturnType<typeof visibleGroups>

/** The current entry: the longest matching path, or the only entry of the same surface. */
export function currentEntryPath(groups: VisibleGroups, path: string): string | undefined {
  const pathname = path.replace(/[?#].*/s, '').replace(/\/+$/, '')
  const entries = groups.flatMap((group) => group.entries)
  // The overview matches only exactly, because every client path begins with its path.
  const leading = entries
    .map((entry) => entry.path)
    .filter((to) => pathname === to || (pathname.startsWith(`${to}/`) && !/^clients\/\d+$/.test(to)))
  const longest = leading.sort((a, b) => b.length - a.length)[0]
  const same = entries.filter(({ tag }) => tag === findMatch(pathname)?.tag)
  return longest ?? (same.length === 1 ? same[0]?.path : undefined)
}
