import { matchAddress } from '../../../src/contract/addresses/addresses.ts'
import type { ConsolePerson } from '../console/people.ts'

/** The roles that may open each restricted part of the console, by section 6. */
const parts: readonly (readonly [of: RegExp, roles: readonly number[]])[] = [
  // Internal tooling has its own routes, for internal roles and above.
  [/^\/placard\/|^\/admin\/clients\/\d+\/client-configuration-tool$/, [1, 2]],
  // The admin area is for client roles and advertiser admins: users of an advertiser, and that advertiser. The rest needs a client role.
  // A viewer reads it, so pages that only write are closed.
  [/^\/admin\/clients\/\d+\/advertisers\/\d+\/users\/\d+\/edit$/, [1, 2, 3, 5]],
  [/^\/admin\/clients\/.*\/(add|add-[a-z-]+|create|edit|experience-creation)$/, [1, 2, 3]],
  [/^\/admin(\/(users|roles)(\/\d+)?|\/clients\/\d+\/advertisers\/\d+(\/users\/\d+)?)?$/, [1, 2, 3, 4, 5]],
  [/^\/admin\/clients(\/|$)/, [1, 2, 3, 4]],
  // Publisher earnings and placement prices need a client role; only roles that manage the client set prices.
  [/^\/clients\/\d+\/(dashboard\/publisher|ad-monitoring|internal-reports)(\/|$)/, [1, 2, 3, 4]],
  [/^\/clients\/\d+\/yield-management(\/|$)/, [1, 2, 3]],
  // The reporting role reads reports, insights and insertion orders, and nothing about campaigns, images or money.
  [
    /^\/clients\/\d+\/(advertisers\/\d+\/)?(approvals|campaigns(?!\/(incrementality|recommendations)$)|configured-campaign|creative-library|experiences|funds|reservations)/,
    [1, 2, 3, 4, 5, 6, 7],
  ],
]
/** Addresses that need no sign-in. */
const signedOutTags: readonly (readonly [of: RegExp, tag: string])[] = [
  [/\/setup-account$/, 'ad-sign-in'],
  [/^\/[^/]+\/register(\/|$)/, 'ad-registration'],
]
const start = /^\/$|^\/([^/]+\/)?login$/

/** The client that owns the advertisers and groups of the walk. */
const homeOfAll = 1

const has = (list: readonly number[] | 'all', id: number) => list === 'all' || list.includes(id)
const idAfter = (word: string, url: string) => {
  const [, id] = new RegExp(`/${word}/(\\d+)(/|$)`).exec(url) ?? []
  return id === undefined ? undefined : Number(id)
}
/** The advertiser groups that a role can open: all groups for client roles, one for the advertiser manager. */
const groupsOf = ({ role }: ConsolePerson): readonly number[] | 'all' => (role <= 4 ? 'all' : role === 6 ? [2] : [])

/** The first part of an address that does not exist for this user, the widest first. */
function lostPart(person: ConsolePerson, url: string): string | undefined {
  const client = idAfter('clients', url)
  const advertiser = idAfter('advertisers', url)
  const group = idAfter('advertiser-groups', url)
  if (client !== undefined && !has(person.clients, client)) return 'client'
  const isOtherClient = client !== undefined && client !== homeOfAll
  if (advertiser !== undefined && (isOtherClient || !has(person.advertisers, advertiser))) return 'advertiser'
  return group !== undefined && (isOtherClient || !has(groupsOf(person), group)) ? 'advertiser group' : undefined
}

/** The acceptable results of an address for a user: a sign-in page, a refusal, a missing part, a screen that is not built, or the element it opens. */
export function expectedScreens(person: ConsolePerson, url: string, tag: string): readonly string[] {
  if (start.test(url)) return ['overview']
  const open = signedOutTags.find(([of]) => of.test(url))
  if (open) return [open[1]]
  const lost = lostPart(person, url)
  const isOverview = /^\/clients\/\d+$/.test(url)
  // A user has no permission at a foreign client, so section 4 allows either the refusal or "no such client".
  if (lost === 'client' && !isOverview) return ['no such client', 'refused']
  const needed = parts.find(([of]) => of.test(url))
  if (needed && !needed[1].includes(person.role)) return ['refused']
  if (lost) return [`no such ${lost}`]
  if (isOverview) return ['overview']
  if (matchAddress(url)?.address.isPlanned) return ['not available yet']
  const of = (name: string, id: number | undefined) => (id === undefined ? '' : ` ${name}=${id}`)
  // The admin area keeps its whole address in its path; other elements get the tenant as attributes.
  return [tag === 'ad-admin' ? tag : `${tag}${of('client-id', idAfter('clients', url))}${of('advertiser-id', idAfter('advertisers', url))}`]
}

/** The path after the console has opened an address. */
export const addressAfter = (url: string) => (start.test(url) ? '/clients/1' : url)
