/** The part of the product that an address belongs to; each part encodes its client and advertiser differently. */
export type Area = 'top' | 'clients' | 'admin' | 'register' | 'dashboard' | 'reporting' | 'embedded'

/** The client, advertiser and group of an address. */
export interface RouteContext {
  readonly area: Area
  readonly clientId?: number
  readonly advertiserId?: number
  readonly advertiserGroupId?: number
}

const areas: readonly string[] = ['admin', 'register', 'dashboard', 'reporting', 'embedded', 'clients']
const isArea = (word: string): word is Area => areas.includes(word)
const idMost = 2_147_483_647

/** Parses an id; undefined if the text is not a valid id. */
export function parseId(text: string | null | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined
  return id !== undefined && id <= idMost ? id : undefined
}

const segmentsOf = (url: string) => (/^[^?#]*/.exec(url)?.[0] ?? '').split('/').filter(Boolean)

/** The segment that follows one of the given words; undefined if there is none. */
const after = (segments: readonly string[], words: readonly string[]) =>
  segments.find((_, index) => index > 0 && words.includes(segments[index - 1] ?? ''))

/** The area of a path. `clients` counts only if no other area follows. */
function areaOf(segments: readonly string[]): Area {
  const found = segments.filter(isArea)
  return found.find((word) => word !== 'clients') ?? found[0] ?? 'top'
}

/** The client, advertiser and group of an address. Segments win over `client_id` and `advertiser_id` of the query. */
export function contextOf(url: string): RouteContext {
  const segments = segmentsOf(url)
  const query = new URLSearchParams(/\?([^#]*)/.exec(url.split('#')[0] ?? '')?.[1])
  const area = areaOf(segments)
  const idAt = (words: readonly string[], name?: string) => {
    const segment = after(segments, words)
    if (segment !== undefined) return parseId(segment)
    // A user who registers is not signed in, so the query must not select a client's data.
    return name === undefined || area === 'register' ? undefined : parseId(query.get(name))
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

/** A signed-in user for whom no client is selected. */
export interface ClientAccess {
  readonly roles: readonly number[]
  /** The client of each of the user's advertisers, by advertiser id. */
  readonly advertiser_member_group: Readonly<Record<number, number>>
  /** The clients at which the user has any permission, in order. */
  readonly member_group_activities: readonly number[]
}

/** The role of platform administrators, and their default client. */
export const platformAdministrator = { roleId: 1, memberGroupId: 1 } as const

/** The default client of a user; undefined if the user has no client. */
export function defaultClientOf({ roles, advertiser_member_group, member_group_activities }: ClientAccess): number | undefined {
  if (roles.includes(platformAdministrator.roleId)) return platformAdministrator.memberGroupId
  return Object.values(advertiser_member_group)[0] ?? member_group_activities[0]
}

/** Addresses that show exactly one advertiser. */
export const singleAdvertiserWords = ['campaigns-restaurants', 'campaigns-single', 'campaigns-storefront'] as const

/** Which of the selected advertisers an address shows: all advertisers, the first selected one, or the selected ones. */
export function advertiserSelectionOf(pathname: string): 'all' | 'first' | 'kept' {
  const segments = segmentsOf(pathname)
  if (singleAdvertiserWords.some((word) => segments.includes(word))) return 'first'
  return segments.includes('dashboard') ? 'all' : 'kept'
}

/** Progress of one part of the context: not requested, pending, loaded, or the status of the failed request. */
export type PartState = 'none' | 'pending' | 'there' | number
export interface ContextParts {
  readonly memberGroup: PartState
  readonly advertiserGroup: PartState
  readonly advertiser: PartState
}
export type ContextPart = keyof ContextParts
export type ContextState = 'idle' | 'pending' | 'pending advertiser group' | 'pending advertiser' | 'success' | 'error'

const waits = { memberGroup: 'pending', advertiserGroup: 'pending advertiser group', advertiser: 'pending advertiser' } as const
const order = ['memberGroup', 'advertiserGroup', 'advertiser'] as const

/** The combined state, in the order client, group, advertiser. */
export function contextState(parts: ContextParts): { readonly state: ContextState; readonly status?: number; readonly part?: ContextPart } {
  for (const name of order) {
    const part = parts[name]
    if (part === 'pending') return { state: waits[name] }
    if (typeof part === 'number') return { state: 'error', status: part, part: name }
  }
  return { state: order.every((name) => parts[name] === 'none') ? 'idle' : 'success' }
}

/** Whether a status means that the requested client or advertiser does not exist or is not accessible. */
export const isInaccessibleStatus = (status: number | undefined) => status === 400 || status === 403 || status === 404

/** Progress of the app's setup: nothing requested yet, something pending, everything loaded. */
export function setupState(parts: readonly ('idle' | 'pending' | 'done')[]): 'idle' | 'pending' | 'success' {
  if (parts.every((part) => part === 'idle')) return 'idle'
  return parts.includes('pending') ? 'pending' : 'success'
}
