import type { ConsolePerson } from './console-people.ts'

/** Who gets into the parts of the console that are not everybody's, by section 6: its role groups, and who manages. */
const parts: readonly (readonly [of: RegExp, roles: readonly number[]])[] = [
  // Internal tooling has a way of its own, for internal and above.
  [/^\/placard\/|^\/admin\/clients\/\d+\/client-configuration-tool$/, [1, 2]],
  // The admin area is for those who manage others: the people of an advertiser, and that advertiser; the rest is the client's.
  [/^\/admin(\/users(\/\d+)?|\/clients\/\d+\/advertisers\/\d+(\/users\/\d+(\/edit)?)?)?$/, [1, 2, 3, 5]],
  [/^\/admin\/clients(\/|$)/, [1, 2, 3]],
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

/** What an address is about that is not there for somebody; the widest first. */
function lostPart(person: ConsolePerson, url: string): string | undefined {
  const [client, advertiser, group] = [idAfter('clients', url), idAfter('advertisers', url), idAfter('advertiser-groups', url)]
  if (client !== undefined && !has(person.clients, client)) return 'client'
  const isElsewhere = client !== undefined && client !== homeOfAll
  if (advertiser !== undefined && (isElsewhere || !has(person.advertisers, advertiser))) return 'advertiser'
  return group !== undefined && (isElsewhere || !has(groupsOf(person), group)) ? 'advertiser group' : undefined
}

/** What may come of an address for somebody: the doors, a refusal, what is not theirs, and else what it opens. */
export function answersFor(person: ConsolePerson, url: string, tag: string): readonly string[] {
  if (start.test(url)) return ['overview']
  const open = doors.find(([of]) => of.test(url))
  if (open) return [open[1]]
  const lost = lostPart(person, url)
  const isOverview = /^\/clients\/\d+$/.test(url)
  // Nobody has a permission at a client that is not theirs: section 4 takes the refusal and the loss for one.
  if (lost === 'client' && !isOverview) return ['no such client', 'refused']
  const needed = parts.find(([of]) => of.test(url))
  if (needed && !needed[1].includes(person.role)) return ['refused']
  if (lost) return [`no such ${lost}`]
  if (isOverview) return ['overview']
  const of = (name: string, id: number | undefined) => (id === undefined ? '' : ` ${name}=${id}`)
  // The admin area has its whole address for a path; elsewhere whose data it is are attributes.
  return [tag === 'ad-admin' ? tag : `${tag}${of('client-id', idAfter('clients', url))}${of('advertiser-id', idAfter('advertisers', url))}`]
}

/** Where one stands then. */
export const placeAfter = (url: string) => (start.test(url) ? '/clients/1' : url)
