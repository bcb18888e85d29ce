import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { match, type Place } from '../../../contract/addresses.ts'
import type { Tag } from '../../../contract/addresses.vocabulary.ts'
import type { GateAsk } from '../../../contract/gate.rules.ts'
import { roleGroups } from '../../../contract/roles.ts'
import type { IconShape } from '../../../ui/icons.ts'
import { isBuilt } from './built.ts'
import { signs } from './icons.ts'
import { surfaceWords } from './surface-words.ts'

/** Where the navigation leads from: the client and the advertiser of now, and what the client has. */
export interface Ground {
  readonly clientId: number | undefined
  readonly advertiserId: number | undefined
  readonly hasChannels: boolean
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
const funds = ({ clientId, advertiserId }: Ground) =>
  advertiserId && atClient(`/advertisers/${advertiserId}/funds`)({ clientId, advertiserId, hasChannels: true })
const name = (tag: keyof typeof surfaceWords) => surfaceWords[tag][0]

/** Who manages anything at all. */
const managing: GateAsk = { permissions: ['users.create', 'member_groups.change', 'advertisers.change', 'roles.change'], any: true }
const reporting: GateAsk = { permissions: ['reports.read'] }

/** Everything that the navigation can offer. */
export const groups: readonly Group[] = [
  {
    id: 'work',
    entries: [
      { name: name('ad-console'), sign: signs.home, tag: 'ad-console', to: atClient() },
      { name: name('ad-campaigns'), sign: signs.horn, tag: 'ad-campaigns', to: atClient('/campaigns') },
      { name: name('ad-reporting'), sign: signs.bars, tag: 'ad-reporting', to: atClient('/reporting'), ask: reporting },
      { name: name('ad-insertion-orders'), sign: signs.order, tag: 'ad-insertion-orders', to: atClient('/insertion-orders') },
      { name: name('ad-funds'), sign: signs.wallet, tag: 'ad-funds', to: (ground) => funds(ground) || undefined },
    ],
  },
  {
    id: 'plan',
    name: msg`Plan`,
    entries: [
      { name: name('ad-creative-library'), sign: signs.picture, tag: 'ad-creative-library', to: ofChannels('/creative-library') },
      { name: name('ad-reservations'), sign: signs.booked, tag: 'ad-reservations', to: atClient('/reservations') },
      { name: name('ad-automated-actions'), sign: signs.bolt, tag: 'ad-automated-actions', to: atClient('/campaigns/automated-actions') },
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
      { name: name('ad-publisher'), sign: signs.tiles, tag: 'ad-publisher', to: ofChannels('/dashboard/publisher'), ask: reporting },
      {
        name: name('ad-yield-management'),
        sign: signs.trend,
        tag: 'ad-yield-management',
        to: atClient('/yield-management'),
        ask: managing,
      },
      { name: name('ad-admin'), sign: signs.gear, tag: 'ad-admin', to: () => 'admin', ask: managing },
    ],
  },
]

/** What somebody needs to be at a place at all; the platform decides about everything in it. */
export function askOf(place: Place): GateAsk {
  if (place.address.pattern.startsWith('/placard/')) return { roles: roleGroups.internalAndAbove, anyRole: true }
  return groups.flatMap(({ entries }) => entries).find(({ tag }) => tag === place.tag)?.ask ?? {}
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
        const to = isBuilt(entry.tag) && passes(entry.ask ?? {}) ? entry.to(ground) : undefined
        return to === undefined ? [] : [{ ...entry, path: to }]
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
export type Offered = ReturnType<typeof offered>

/** Which of the offered places one is at: the longest that leads here. */
export function currentPath(groups: Offered, path: string): string | undefined {
  const here = path.replace(/[?#].*/s, '').replace(/\/+$/, '')
  const leading = groups
    .flatMap(({ entries }) => entries.map((entry) => entry.path))
    .filter((to) => here === to || here.startsWith(`${to}/`))
  const longest = leading.sort((one, other) => other.length - one.length)[0]
  // The overview is nobody's parent.
  return longest && /^clients\/\d+$/.test(longest) && here !== longest ? undefined : longest
}
