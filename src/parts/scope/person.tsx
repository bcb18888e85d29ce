import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { Call } from '../../contract/endpoint.ts'
import type { Standing } from '../../contract/access/gate.rules.ts'
import { standingOf } from '../../contract/access/roles.ts'
import { type Person, sso } from '../../contract/session/sso.ts'
import { useRead } from '../../kit/cache.tsx'
import { Problem } from '../../kit/problem.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { partnerPermissions } from './token-claims.ts'

/** Who looks at the element, and what they may do where they are. */
export type Known =
  | { readonly state: 'waiting' }
  | { readonly state: 'known'; readonly standing: Standing; readonly person: Person | undefined }
  | { readonly state: 'unknown'; readonly problem: Problem; readonly retry: () => void }

const Current = createContext<Known>({ state: 'waiting' })

const standingAs = ({ roles, permissions }: Person): Standing => ({ roles: standingOf(roles), permissions })
const nobody: Standing = { roles: [], permissions: {} }
const nothing: Known = { state: 'known', standing: nobody, person: undefined }

type At = Omit<Call<typeof sso.login>['body'], 'access_token' | 'id_token'>

/** Asks the platform who somebody is, and what they may at a place; without one, where they begin. */
export function useSignedIn(at: At | null) {
  const { session } = useRuntime()
  return useRead(sso.login, at && { body: { ...at, access_token: '' } }, {
    complete: async ({ body }) => {
      const token = await session.token()
      // A partner's visitor is no person of the platform, which would only say so.
      if (partnerPermissions(token)) throw new Problem({ kind: 'refused', status: 403 })
      return { body: { ...body, access_token: token } }
    },
  })
}

/** Whether the platform shows nothing of a place to somebody. */
export const isClosed = (problem: Problem | undefined) => problem?.kind === 'refused' || problem?.kind === 'missing'

/** Where somebody is asked for. */
export interface Whereabouts {
  readonly memberGroupId: number | undefined
  readonly advertiserId?: number | undefined
  readonly advertiserGroupId?: number | undefined
  /** Asks for somebody who has no client. */
  readonly isWithoutClient?: boolean
}

/** The most telling of the places that are there for somebody: the advertiser or the group, the client, else where they begin. */
function useAsked({ memberGroupId, advertiserId, advertiserGroupId, isWithoutClient = false }: Whereabouts) {
  const client = memberGroupId === undefined ? null : { member_group_id: memberGroupId }
  const group = advertiserGroupId === undefined ? {} : { advertiser_group_id: advertiserGroupId }
  const below = advertiserId === undefined ? group : { advertiser_id: advertiserId }
  const narrow = client && Object.keys(below).length > 0 ? { ...client, ...below } : null
  const exact = useSignedIn(narrow)
  const isExact = narrow !== null && !isClosed(exact.error)
  const whole = useSignedIn(isExact ? null : client)
  const isElsewhere = client === null ? isWithoutClient : !isExact && isClosed(whole.error)
  const own = useSignedIn(isElsewhere ? {} : null)
  const refused = [exact.error, whole.error].find((error) => error?.kind === 'refused')
  return { refused, isShut: client !== null && isElsewhere, ...(isExact ? exact : isElsewhere ? own : whole) }
}

/** What is known of somebody goes on to hold while it is asked anew for another place at the same client. */
function useHeld(known: Known, memberGroupId: number | undefined): Known {
  const last = useRef<{ readonly known: Known; readonly memberGroupId: number | undefined }>(undefined)
  useEffect(() => {
    if (known.state === 'known') last.current = { known, memberGroupId }
  }, [known, memberGroupId])
  const isHeld = known.state === 'waiting' && last.current !== undefined && last.current.memberGroupId === memberGroupId
  return isHeld ? (last.current?.known ?? known) : known
}

/**
 * Asks once for a place; every gate below asks no more. The platform decides by the token, so that permissions are those at this
 * very place. A partner's visitor is no person of the platform: what they may is in their token.
 */
function useKnown(where: Whereabouts): Known {
  const { session } = useRuntime()
  const { data, error, mutate, refused, isShut } = useAsked(where)
  // What the token said when it was refused holds on when the session is over, so that nothing typed goes away with it.
  const partners = useMemo(() => (refused ? partnerPermissions(session.held) : undefined), [refused, session])
  const retry = useRef(mutate)
  retry.current = mutate
  const known = useMemo((): Known => {
    if (partners) return { state: 'known', standing: { roles: [], permissions: partners }, person: undefined }
    // Who somebody is holds everywhere; what they may elsewhere opens nothing at a client that is not theirs.
    if (data) return { state: 'known', standing: isShut ? nobody : standingAs(data), person: data }
    if (!error) return { state: 'waiting' }
    return isClosed(error) ? nothing : { state: 'unknown', problem: error, retry: () => void retry.current() }
  }, [partners, data, error, isShut])
  return useHeld(known, where.memberGroupId)
}

/** Puts the person above a surface; where no client is named nobody is asked for, but those who have none. */
export function PersonProvider({ children, ...where }: Whereabouts & { readonly children: ReactNode }) {
  return <Current value={useKnown(where)}>{children}</Current>
}

/** The person of the surface that this is in. */
export const usePerson = (): Known => useContext(Current)
