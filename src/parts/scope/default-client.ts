import { useEffect, useMemo, useRef } from 'react'
import { advertisers } from '../../contract/advertisers/advertisers.ts'
import { defaultClientOf, type RouteContext } from '../../contract/addresses/context.rules.ts'
import type { SignInResult } from '../../contract/session/sso.ts'
import { useRead } from '../../kit/cache.tsx'
import type { Problem } from '../../kit/problem.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { isInaccessible, useSignedIn } from './viewer.tsx'
import { partnerClient } from './token-claims.ts'

/** The client to start with. */
export interface DefaultClient {
  readonly isPending: boolean
  /** Undefined for a user without a client. */
  readonly clientId?: number | undefined
  readonly problem?: Problem
  readonly retry?: () => void
}

const clientOf = ({ roles, advertiser_member_group, member_group_activities }: SignInResult) =>
  defaultClientOf({
    roles: roles.map(({ role_id }) => role_id),
    advertiser_member_group,
    member_group_activities: member_group_activities.map(({ id }) => id),
  })

/** The default client of a user, for an address that names none. Sends no request unless `isWanted`. */
export function useDefaultClient(isWanted: boolean): DefaultClient {
  const { session } = useRuntime()
  const { data, error, mutate } = useSignedIn(isWanted ? {} : null)
  // A partner's visitor is not a user of the platform; the token names their only client.
  const partners = useMemo(() => (error?.kind === 'refused' ? partnerClient(session.held) : undefined), [error, session])
  if (!isWanted) return { isPending: false }
  if (data) return { isPending: false, clientId: clientOf(data) }
  if (!error) return { isPending: true }
  return isInaccessible(error) ? { isPending: false, clientId: partners } : { isPending: false, problem: error, retry: () => void mutate() }
}

/** The client of an advertiser that the address names without a client; undefined if the user may not read the advertiser. */
function useAdvertisersClient(advertiserId: number | undefined): DefaultClient & { readonly isNobodys: boolean } {
  const { data, error, mutate } = useRead(advertisers.one, advertiserId === undefined ? null : { path: { advertiserId } })
  const isNobodys = advertiserId === undefined || isInaccessible(error) || error?.kind === 'invalid'
  if (isNobodys || data) return { isPending: false, isNobodys, clientId: data?.member_group_id }
  return error ? { isPending: false, isNobodys, problem: error, retry: () => void mutate() } : { isPending: true, isNobodys }
}

/** The client of an address: the one it names, that of its advertiser, the one shown before, else the default. */
export function useRouteClient({ clientId: routeClientId, advertiserId }: RouteContext): DefaultClient {
  const previous = useRef<number>(undefined)
  const { isNobodys, ...ofAdvertiser } = useAdvertisersClient(routeClientId === undefined ? advertiserId : undefined)
  const defaultClient = useDefaultClient(routeClientId === undefined && isNobodys && previous.current === undefined)
  const clientIdNow = routeClientId ?? ofAdvertiser.clientId ?? (isNobodys ? (previous.current ?? defaultClient.clientId) : undefined)
  useEffect(() => {
    if (clientIdNow !== undefined) previous.current = clientIdNow
  }, [clientIdNow])
  if (clientIdNow !== undefined) return { isPending: false, clientId: clientIdNow }
  return isNobodys ? defaultClient : ofAdvertiser
}
