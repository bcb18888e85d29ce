/** Which part of the product an address lies in; each says in its own way whose data is shown. */
export type Area = 'top' | 'clients' | 'admin' | 'register' | 'dashboard' | 'reporting' | 'embedded'

/** Whose data an address is about. */
export interface RouteContext {
  readonly area: Area
  readonly clientId?: number
  readonly advertiserId?: number
  readonly advertiserGroupId?: number
}

const areas: readonly string[] = ['admin', 'register', 'dashboard', 'reporting', 'embedded', 'clients']
const isArea = (word: string): word is Area => areas.includes(word)
const idMost = 2_147_483_647

/** Text as the id of something; nothing where it is no id. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined
  return id !== undefined && id <= idMost ? id : undefined
}

const segmentsOf = (url: string) => (/^[^?#]*/.exec(url)?.[0] ?? '').split('/').filter(Boolean)

/** The word that follows one of some words; nothing where none of them has anything after it. */
const after = (segments: readonly string[], words: readonly string[]) =>
  segments.find((_, index) => index > 0 && words.includes(segments[index - 1] ?? ''))

/** The area of a path: what leads to a client's pages says nothing of itself where a more telling word follows. */
function areaOf(segments: readonly string[]): Area {
  const found = segments.filter(isArea)
  return found.find((word) => word !== 'clients') ?? found[0] ?? 'top'
}

/** Whose data an address shows: its segments say so first; what they leave open, `client_id` and `advertiser_id` of its query may. */
export function contextOf(url: string): RouteContext {
  const segments = segmentsOf(url)
  const query = new URLSearchParams(/\?([^#]*)/.exec(url.split('#')[0] ?? '')?.[1])
  const area = areaOf(segments)
  const idAt = (words: readonly string[], name?: string) => {
    const said = after(segments, words)
    if (said !== undefined) return idOf(said)
    // Whoever signs up has not signed in, and chooses nobody else's data.
    return name === undefined || area === 'register' ? undefined : idOf(query.get(name))
  }
  const clientId = idAt(['clients'], 'client_id')
  const advertiserId = idAt(['advertisers', 'advertiser'], 'advertiser_id')
  const advertiserGroupId = idAt(['advertiser-groups'])
  return {
    area,
    ...(clientId !== undefined && { clientId }),
    ...(advertiserId !== undefined && { advertiserId }),
    ...(advertiserGroupId !== undefined && { advertiserGroupId }),
  }
}

/** What is known of somebody who has not said which client they mean. */
export interface ClientStanding {
  readonly roles: readonly number[]
  /** The client of each advertiser that is theirs, by the advertiser's id. */
  readonly advertiser_member_group: Readonly<Record<number, number>>
  /** The clients at which they may do anything, in order. */
  readonly member_group_activities: readonly number[]
}

/** The role of a platform administrator, and the client that one begins with. */
export const platformAdministrator = { roleId: 1, memberGroupId: 1 } as const

/** The client that somebody sees who has not said which; nothing for somebody without any. */
export function defaultClientOf({ roles, advertiser_member_group, member_group_activities }: ClientStanding): number | undefined {
  if (roles.includes(platformAdministrator.roleId)) return platformAdministrator.memberGroupId
  return Object.values(advertiser_member_group)[0] ?? member_group_activities[0]
}

/** Addresses on which one advertiser is looked at, and never several. */
export const singleAdvertiserWords = ['campaigns-restaurants', 'campaigns-single', 'campaigns-storefront'] as const

/** What an address makes of the chosen advertisers: all of them, the first alone, or those that were chosen. */
export function advertiserRule(pathname: string): 'all' | 'first' | 'kept' {
  const segments = segmentsOf(pathname)
  if (singleAdvertiserWords.some((word) => segments.includes(word))) return 'first'
  return segments.includes('dashboard') ? 'all' : 'kept'
}

/** How far each part of the context has come: not asked for, on its way, there, or the status with which it was refused. */
export type PartState = 'none' | 'pending' | 'there' | number
export interface ContextParts {
  readonly memberGroup: PartState
  readonly advertiserGroup: PartState
  readonly advertiser: PartState
}
/** A part of an address that says whose data is shown. */
export type ContextPart = keyof ContextParts
export type ContextState = 'idle' | 'pending' | 'pending advertiser group' | 'pending advertiser' | 'success' | 'error'

const waits = { memberGroup: 'pending', advertiserGroup: 'pending advertiser group', advertiser: 'pending advertiser' } as const
const order = ['memberGroup', 'advertiserGroup', 'advertiser'] as const

/** The state of the whole: the client goes before the group, and the group before the advertiser. */
export function contextState(parts: ContextParts): { readonly state: ContextState; readonly code?: number; readonly part?: ContextPart } {
  for (const name of order) {
    const part = parts[name]
    if (part === 'pending') return { state: waits[name] }
    if (typeof part === 'number') return { state: 'error', code: part, part: name }
  }
  return { state: order.every((name) => parts[name] === 'none') ? 'idle' : 'success' }
}

/** Whether a status says that somebody looks for what is not there, or not theirs. */
export const isLost = (code: number | undefined) => code === 400 || code === 403 || code === 404

/** How far an application is set up: nothing is asked for yet, something is awaited, everything is known. */
export function setupState(parts: readonly ('idle' | 'pending' | 'done')[]): 'idle' | 'pending' | 'success' {
  if (parts.every((part) => part === 'idle')) return 'idle'
  return parts.includes('pending') ? 'pending' : 'success'
}
