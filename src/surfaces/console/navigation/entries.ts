import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { match, type Place } from '../../../contract/addresses/addresses.ts'
import type { Tag } from '../../../contract/addresses/vocabulary.ts'
import type { GateAsk } from '../../../contract/access/gate.rules.ts'
import { roleGroups } from '../../../contract/access/roles.ts'
import type { IconShape } from '../../../ui/icon/icons.ts'
import { isBuilt } from '../surface/built.ts'
import { signs } from '../icons.ts'
import { surfaceWords } from '../surface/words.ts'

/** Where the navigation leads from: the client and the advertiser of now, and what the client has. */
export interface Ground {
  readonly clientId: number | undefined
  /** That of the address, or the only one that is chosen. */
  readonly advertiserId: number | undefined
  readonly hasChannels: boolean
  /** Whether any way of funding is switched on. */
  readonly hasFunding: boolean
  /** The word of the address at which its advertisers sign up; nothing where they may not. */
  readonly registration: string | undefined
  /** Whether the flag service lets a surface be offered. */
  readonly isOn: (flag: string) => boolean
}

/** One line of the navigation. */
export interface Entry {
  readonly name: MessageDescriptor
  readonly sign: IconShape
  readonly tag: Tag
  /** The place; nothing where it needs what is not chosen. */
  readonly to: (ground: Ground) => string | undefined
  readonly ask?: GateAsk
}
/** Lines that belong together. */
export interface Group {
  readonly id: string
  readonly name?: MessageDescriptor
  readonly entries: readonly Entry[]
}

const atClient =
  (rest = '') =>
  ({ clientId }: Ground) =>
    clientId === undefined ? undefined : `clients/${clientId}${rest}`
const ofChannels = (rest: string) => (ground: Ground) => (ground.hasChannels ? atClient(rest)(ground) : undefined)
const funds = (ground: Ground) =>
  ground.hasFunding && ground.advertiserId !== undefined ? atClient(`/advertisers/${ground.advertiserId}/funds`)(ground) : undefined
const registration = ({ registration: word }: Ground) => word && `${word}/register`
const name = (tag: keyof typeof surfaceWords) => surfaceWords[tag][0]

/** The flag that takes a surface out of the navigation when the service says no to it. */
export const flagOf = (tag: Tag) => `console-${tag.slice('ad-'.length)}`

const ofClients = { roles: roleGroups.clientLevel, anyRole: true } as const
/** Who manages anything at all. */
const managing: GateAsk = { permissions: ['users.create', 'member_groups.change', 'advertisers.change', 'roles.change'], any: true }
const managingClients: GateAsk = { ...managing, ...ofClients }
const reporting: GateAsk = { permissions: ['reports.read'] }
const advertising: GateAsk = { permissions: ['advertisers.read'] }
const internal: GateAsk = { roles: roleGroups.internalAndAbove, anyRole: true }

/** Everything that the navigation can offer. */
export const groups: readonly Group[] = [
  {
    id: 'work',
    entries: [
      { name: name('ad-console'), sign: signs.home, tag: 'ad-console', to: atClient() },
      { name: name('ad-campaigns'), sign: signs.horn, tag: 'ad-campaigns', to: atClient('/campaigns'), ask: advertising },
      { name: name('ad-reporting'), sign: signs.bars, tag: 'ad-reporting', to: atClient('/reporting'), ask: reporting },
      {
        name: name('ad-insertion-orders'),
        sign: signs.order,
        tag: 'ad-insertion-orders',
        to: atClient('/insertion-orders'),
        ask: advertising,
      },
      { name: name('ad-funds'), sign: signs.wallet, tag: 'ad-funds', to: funds, ask: advertising },
    ],
  },
  {
    id: 'plan',
    name: msg`Plan`,
    entries: [
      {
        name: name('ad-creative-library'),
        sign: signs.picture,
        tag: 'ad-creative-library',
        to: ofChannels('/creative-library'),
        ask: { permissions: ['assets.read'] },
      },
      { name: name('ad-reservations'), sign: signs.booked, tag: 'ad-reservations', to: atClient('/reservations'), ask: advertising },
      {
        name: name('ad-automated-actions'),
        sign: signs.bolt,
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
      { name: msg`Recommendations`, sign: signs.bulb, tag: 'ad-insights', to: atClient('/campaigns/recommendations'), ask: reporting },
      { name: msg`Competitive insights`, sign: signs.scales, tag: 'ad-insights', to: atClient('/competitive-insights'), ask: reporting },
      { name: msg`Incrementality`, sign: signs.flask, tag: 'ad-insights', to: atClient('/campaigns/incrementality'), ask: reporting },
    ],
  },
  {
    id: 'client',
    name: msg`Client`,
    entries: [
      {
        name: name('ad-publisher'),
        sign: signs.tiles,
        tag: 'ad-publisher',
        to: ofChannels('/dashboard/publisher'),
        ask: { ...reporting, ...ofClients },
      },
      {
        name: name('ad-yield-management'),
        sign: signs.trend,
        tag: 'ad-yield-management',
        to: atClient('/yield-management'),
        ask: managingClients,
      },
      { name: name('ad-registration'), sign: signs.person, tag: 'ad-registration', to: registration, ask: managingClients },
      { name: name('ad-admin'), sign: signs.gear, tag: 'ad-admin', to: () => 'admin', ask: managing },
    ],
  },
]

/** Places that are not for everybody whom the rest of their surface is for. */
const asks: readonly (readonly [pattern: RegExp, ask: GateAsk])[] = [
  [/^\/placard\/|^\/admin\/clients\/:clientId\/client-configuration-tool$/, internal],
  // Whoever runs an advertiser manages that advertiser and its people, and nothing else of the client.
  [/^\/admin\/clients(?!\/:clientId\/advertisers\/)/, managingClients],
  [/\/(campaigns\/create|configured-campaign)/, advertising],
]

/** What somebody needs to be at a place at all; the platform decides about everything in it. */
export function askOf({ address: { pattern }, tag }: Pick<Place, 'address' | 'tag'>): GateAsk {
  return (
    asks.find(([places]) => places.test(pattern))?.[1] ??
    groups.flatMap(({ entries }) => entries).find((entry) => entry.tag === tag)?.ask ??
    {}
  )
}

/** The place of a path inside the console; pages for frames and those for builders are none. */
export function placeOf(path: string): Place | undefined {
  const found = match(`/${path}`)
  return found && found.tag !== 'page' && !/^\/(embedded|ui)(\/|$)/.test(found.address.pattern) ? found : undefined
}

/** Places that are for those who have not signed in. */
export const isOpen = (place: Place | undefined) => place?.tag === 'ad-sign-in' || place?.tag === 'ad-registration'

/** The navigation of somebody: what is built, what they may and what their client has. */
export function offered(ground: Ground, passes: (ask: GateAsk) => boolean) {
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.flatMap((entry) => {
        const isFor = isBuilt(entry.tag) && ground.isOn(flagOf(entry.tag)) && passes(entry.ask ?? {})
        const to = isFor ? entry.to(ground) : undefined
        return to === undefined ? [] : [{ ...entry, path: to }]
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
export type Offered = ReturnType<typeof offered>

/** Which of the offered places one is at: the longest that leads here, or else the only one of the same surface. */
export function currentPath(groups: Offered, path: string): string | undefined {
  const here = path.replace(/[?#].*/s, '').replace(/\/+$/, '')
  const entries = groups.flatMap((group) => group.entries)
  // The overview is nobody's parent.
  const leading = entries
    .map((entry) => entry.path)
    .filter((to) => here === to || (here.startsWith(`${to}/`) && !/^clients\/\d+$/.test(to)))
  const longest = leading.sort((one, other) => other.length - one.length)[0]
  const same = entries.filter(({ tag }) => tag === placeOf(here)?.tag)
  return longest ?? (same.length === 1 ? same[0]?.path : undefined)
}
