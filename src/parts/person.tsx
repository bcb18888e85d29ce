import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Standing } from '../contract/gate.rules.ts'
import { standingOf } from '../contract/roles.ts'
import { type Person, sso } from '../contract/sso.ts'
import { useRead } from '../kit/cache.tsx'
import type { Problem } from '../kit/problem.ts'
import { useRuntime } from '../kit/runtime.tsx'
import { partnerPermissions } from './token-claims.ts'

/** Who looks at the element, and what they may do at its client. */
export type Known =
  | { readonly state: 'waiting' }
  | { readonly state: 'known'; readonly standing: Standing; readonly person: Person | undefined }
  | { readonly state: 'unknown'; readonly problem: Problem; readonly retry: () => void }

const Current = createContext<Known>({ state: 'waiting' })

const standingAs = ({ roles, permissions }: Person): Standing => ({ roles: standingOf(roles), permissions })

/**
 * Asks once for a client who is there; every gate below asks no more. The platform decides by the token,
 * so that permissions are those at this very client. A partner's visitor is no person of the platform: what they may is in their token.
 */
function useKnown(memberGroupId: number | undefined): Known {
  const { session } = useRuntime()
  const call = memberGroupId === undefined ? null : { body: { member_group_id: memberGroupId, access_token: '' } }
  const { data, error, mutate } = useRead(sso.login, call, {
    complete: async ({ body }) => ({ body: { ...body, access_token: await session.token() } }),
  })
  // What the token said when it was refused holds on when the session is over, so that nothing typed goes away with it.
  const partners = useMemo(() => (error?.kind === 'refused' ? partnerPermissions(session.held) : undefined), [error, session])
  if (data) return { state: 'known', standing: standingAs(data), person: data }
  if (!error) return { state: 'waiting' }
  if (partners) return { state: 'known', standing: { roles: [], permissions: partners }, person: undefined }
  // Somebody to whom the platform shows nothing of a client may do nothing there.
  if (error.kind === 'refused' || error.kind === 'missing')
    return { state: 'known', standing: { roles: [], permissions: {} }, person: undefined }
  return { state: 'unknown', problem: error, retry: () => void mutate() }
}

/** Puts the person above a surface; without a client nobody is asked for. */
export function PersonProvider({ memberGroupId, children }: { readonly memberGroupId: number | undefined; readonly children: ReactNode }) {
  return <Current value={useKnown(memberGroupId)}>{children}</Current>
}

/** The person of the surface that this is in. */
export const usePerson = (): Known => useContext(Current)
