import type { ConsolePerson } from './console-people.ts'

/** Who gets into the parts of the console that are not everybody's, by section 6: its role groups, and who manages. */
const parts: readonly (readonly [of: RegExp, roles: readonly number[]])[] = [
  // Internal tooling has a way of its own, for internal and above.
  [/^\/placard\//, [1, 2]],
  // The admin area is for those who manage others: a client's, and an advertiser's own people.
  [/^\/admin(\/|$)/, [1, 2, 3, 5]],
  // What a publisher earns and what its places cost is client-level; only who manages the client sets prices.
  [/^\/clients\/\d+\/(dashboard\/publisher|ad-monitoring|internal-reports)(\/|$)/, [1, 2, 3, 4]],
  [/^\/clients\/\d+\/yield-management(\/|$)/, [1, 2, 3]],
]
/** Where nobody is asked who they are. */
const doors: readonly (readonly [of: RegExp, tag: string])[] = [
  [/\/setup-account$/, 'ad-sign-in'],
  [/^\/[^/]+\/register(\/|$)/, 'ad-registration'],
]
const start = /^\/$|^\/([^/]+\/)?login$/

/** Whose the advertisers and groups of the walk are. */
const homeOfAll = 1

const has = (list: readonly number[] | 'all', id: number) => list === 'all' || list.includes(id)
const idAfter = (word: string, url: string) => {
  const [, id] = new RegExp(`/${word}/(\\d+)(/|$)`).exec(url) ?? []
  return id === undefined ? undefined : Number(id)
}
/** The groups that the lists of a role open: all of the client's for its own people, one for the manager of it. */
const groupsOf = ({ role }: ConsolePerson): readonly number[] | 'all' => (role <= 4 ? 'all' : role === 6 ? [2] : [])

/** What has to come of an address for somebody: the doors, a refusal, what is not theirs, and else what it opens. */
export function answerOf(person: ConsolePerson, url: string, tag: string): string {
  if (start.test(url)) return 'overview'
  const open = doors.find(([of]) => of.test(url))
  if (open) return open[1]
  const needed = parts.find(([of]) => of.test(url))
  if (needed && !needed[1].includes(person.role)) return 'refused'
  const ids = { client: idAfter('clients', url), advertiser: idAfter('advertisers', url), group: idAfter('advertiser-groups', url) }
  if (ids.client !== undefined && !has(person.clients, ids.client)) return 'no such client'
  const isElsewhere = ids.client !== undefined && ids.client !== homeOfAll
  if (ids.advertiser !== undefined && (isElsewhere || !has(person.advertisers, ids.advertiser))) return 'no such advertiser'
  if (ids.group !== undefined && !has(groupsOf(person), ids.group)) return 'no such advertiser group'
  if (/^\/clients\/\d+$/.test(url)) return 'overview'
  // The admin area has its whole address for a path; elsewhere whose data it is are attributes.
  const isAdmin = tag === 'ad-admin'
  const of = (name: string, id: number | undefined) => (id === undefined || isAdmin ? '' : ` ${name}=${id}`)
  return `${tag}${of('client-id', ids.client)}${of('advertiser-id', ids.advertiser)}`
}

/** Where one stands then. */
export const placeAfter = (url: string) => (start.test(url) ? '/clients/1' : url)
