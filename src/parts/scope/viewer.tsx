import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { Call } from '../../contract/endpoint.ts'
import { type GateUser, type GateRequirements, type GateRefusal, gateRule } from '../../contract/access/gate.rules.ts'
import { builtInRoleIds } from '../../contract/access/permissions.ts'
import { type CurrentUser, sso } from '../../contract/session/sso.ts'
import { useRead } from '../../kit/cache.tsx'
import { Problem, problemText } from '../../kit/problem.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { partnerPermissions } from './token-claims.ts'
import { useLingui } from '@lingui/react/macro'
import { ErrorState, NoPermission } from '../../ui/states.tsx'

/** The user of the element, with their roles and permissions in the current scope. */
export type ViewerState =
  | { readonly state: 'waiting' }
  | { readonly state: 'known'; readonly access: GateUser; readonly person: CurrentUser | undefined }
  | { readonly state: 'unknown'; readonly problem: Problem; readonly retry: () => void }

const Current = createContext<ViewerState>({ state: 'waiting' })

const toAccess = ({ roles, permissions }: CurrentUser): GateUser => ({ roles: builtInRoleIds(roles), permissions })
const anonymous: GateUser = { roles: [], permissions: {} }
const anonymousViewer: ViewerState = { state: 'known', access: anonymous, person: undefined }

type At = Omit<Call<typeof sso.login>['body'], 'access_token' | 'id_token'>

/** Loads the signed-in person and their permissions at a tenant. `{}` means their default tenant, null sends no request. */
export function useSignedIn(at: At | null) {
  const { session } = useRuntime()
  return useRead(sso.login, at && { body: { ...at, access_token: '' } }, {
    complete: async ({ body }) => {
      const token = await session.token()
      // A partner's visitor is not a user of the platform, so the request would be refused.
      if (partnerPermissions(token)) throw new Problem({ kind: 'refused', status: 403 })
      return { body: { ...body, access_token: token } }
    },
  })
}

/** Whether the user may not read something, or it does not exist. */
export const isInaccessible = (problem: Problem | undefined) => problem?.kind === 'refused' || problem?.kind === 'missing'

/** The tenant whose permissions are loaded: a client, an advertiser or an advertiser group. */
export interface PermissionScope {
  readonly memberGroupId: number | undefined
  readonly advertiserId?: number | undefined
  readonly advertiserGroupId?: number | undefined
  /** Loads the person even if there is no client. */
  readonly isWithoutClient?: boolean
}

/** Tries the narrowest tenant first (advertiser or group), then the client, then the user's default tenant. */
function useNarrowestSignedIn({ memberGroupId, advertiserId, advertiserGroupId, isWithoutClient = false }: PermissionScope) {
  const client = memberGroupId === undefined ? null : { member_group_id: memberGroupId }
  const group = advertiserGroupId === undefined ? {} : { advertiser_group_id: advertiserGroupId }
  const below = advertiserId === undefined ? group : { advertiser_id: advertiserId }
  const narrow = client && Object.keys(below).length > 0 ? { ...client, ...below } : null
  const exact = useSignedIn(narrow)
  const isExact = narrow !== null && !isInaccessible(exact.error)
  const byClient = useSignedIn(isExact ? null : client)
  const isElsewhere = client === null ? isWithoutClient : !isExact && isInaccessible(byClient.error)
  const byToken = useSignedIn(isElsewhere ? {} : null)
  const refused = [exact.error, byClient.error].find((error) => error?.kind === 'refused')
  return { refused, isShut: client !== null && isElsewhere, ...(isExact ? exact : isElsewhere ? byToken : byClient) }
}

/** Keeps the known permissions while those of another tenant at the same client load. */
function useLastKnown(viewer: ViewerState, memberGroupId: number | undefined): ViewerState {
  const last = useRef<{ readonly known: ViewerState; readonly memberGroupId: number | undefined }>(undefined)
  useEffect(() => {
    if (viewer.state === 'known') last.current = { known: viewer, memberGroupId }
  }, [viewer, memberGroupId])
  const isHeld = viewer.state === 'waiting' && last.current !== undefined && last.current.memberGroupId === memberGroupId
  return isHeld ? (last.current?.known ?? viewer) : viewer
}

/**
 * Loads the permissions of a tenant once, for all gates below. The platform decides by the token, so they hold
 * for exactly this tenant. A partner's visitor is not a user of the platform; their permissions are in the token.
 */
function useViewerState(where: PermissionScope): ViewerState {
  const { session } = useRuntime()
  const { data, error, mutate, refused, isShut } = useNarrowestSignedIn(where)
  // The permissions of the refused token stay valid after the session ends, so that unsaved input is not removed with the screen.
  const partners = useMemo(() => (refused ? partnerPermissions(session.held) : undefined), [refused, session])
  const retry = useRef(mutate)
  retry.current = mutate
  const viewer = useMemo((): ViewerState => {
    if (partners) return { state: 'known', access: { roles: [], permissions: partners }, person: undefined }
    // The person is the same everywhere, but their permissions elsewhere grant nothing at a client that is not theirs.
    if (data) return { state: 'known', access: isShut ? anonymous : toAccess(data), person: data }
    if (!error) return { state: 'waiting' }
    return isInaccessible(error) ? anonymousViewer : { state: 'unknown', problem: error, retry: () => void retry.current() }
  }, [partners, data, error, isShut])
  return useLastKnown(viewer, where.memberGroupId)
}

/** Provides the user to a surface. Without a client, sends no request unless `isWithoutClient`. */
export function ViewerProvider({ children, ...where }: PermissionScope & { readonly children: ReactNode }) {
  return <Current value={useViewerState(where)}>{children}</Current>
}

/** The user of the surrounding `ViewerProvider`. */
export const useViewer = (): ViewerState => useContext(Current)

/** The result of a gate: true, the reason for the refusal, or that the permissions are loading or unknown. */
export const gateResult = (
  viewer: ViewerState,
  requirements: GateRequirements,
): true | GateRefusal | { readonly code: 'waiting' } | { readonly code: 'unknown' } =>
  viewer.state === 'known' ? gateRule(viewer.access, requirements) : { code: viewer.state }

interface GateProps extends GateRequirements {
  /** Shown to users without access; by default the refused state. */
  readonly fallback?: ReactNode
  /** Shown while the permissions load. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** Shows its children to users who have the roles and permissions. */
export function Gate({ fallback, waiting = null, children, ...requirements }: GateProps) {
  const { t, i18n } = useLingui()
  const viewer = useViewer()
  if (viewer.state === 'waiting') return waiting
  if (viewer.state === 'unknown') {
    if (fallback !== undefined) return fallback
    const heading = t`Couldn’t load your permissions`
    return (
      <ErrorState
        heading={heading}
        reason={problemText(viewer.problem, i18n)}
        requestId={viewer.problem.requestId}
        onRetry={viewer.retry}
      />
    )
  }
  return gateRule(viewer.access, requirements) === true ? (
    children
  ) : fallback === undefined ? (
    <NoPermission text={t`Ask your account administrator for access.`} />
  ) : (
    fallback
  )
}

/** Returns why the user may not do something, for a button's `disabledBecause`; undefined if they may. */
export function useDisabledReason() {
  const { t } = useLingui()
  const viewer = useViewer()
  return (requirements: GateRequirements): string | undefined => {
    const result = gateResult(viewer, requirements)
    if (result === true) return undefined
    const reasons = {
      waiting: t`Loading your permissions. Wait a moment.`,
      unknown: t`Couldn’t load your permissions`,
      no_role: t`Your role doesn’t allow this. Ask your account administrator.`,
      no_permission: t`You don’t have permission to do this. Ask your account administrator.`,
      not_now: t`Not available right now`,
    }
    return reasons[result.code]
  }
}
