import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { is } from 'superstruct'
import type declaration from '../../../elements/ad-sign-in.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { type ApplicationConfig, config } from '../../contract/session/config.ts'
import { HostName, LoginKey } from '../../contract/clients/clients.ts'
import { type LoginConfig, signUp } from '../../contract/users/sign-up.ts'
import { useRead } from '../../kit/cache.tsx'
import type { Problem } from '../../kit/problem.ts'
import { useTheme } from '../../parts/scope/client-theme.ts'

export type SignInProps = SurfaceProps<typeof declaration>

/** Whose door it is, and who keeps it. */
export interface Door {
  readonly clientName: string | undefined
  readonly emit: SignInProps['emit']
  /** Absent until it is known; a door without a client's look opens just as well. */
  readonly client: LoginConfig | undefined
  readonly isKnown: boolean
  readonly keeper: { readonly issuer: string; readonly clientId: string; readonly isOwn: boolean } | undefined
  /** Why nobody knows who keeps it, and how to ask again. */
  readonly missing: { readonly problem: Problem; readonly retry: () => void } | undefined
}

const Current = createContext<Door | undefined>(undefined)

/** A name that no client can have is not asked for; then it is the door of the default group. */
function doorAsked(clientName: string | undefined, hostName: string) {
  const key = clientName?.toLowerCase()
  if (is(key, LoginKey)) return { login_key: key }
  return is(hostName, HostName) ? { host_name: hostName } : {}
}

/** Who keeps the door; `isOwn` where passwords are the platform's own. */
const keeperIn = (application: ApplicationConfig | undefined): Door['keeper'] =>
  application && { issuer: application.issuer, clientId: application.client_id, isOwn: application.is_provider_embedded }

/** Asks whose door it is by the name in the address, else by the host's. */
export function DoorProvider({ clientName, emit, children }: Pick<SignInProps, 'clientName' | 'emit'> & { readonly children: ReactNode }) {
  const client = useRead(signUp.loginConfig, { query: doorAsked(clientName, location.hostname) })
  const { data: application, error: problem, mutate } = useRead(config.application, {})
  useTheme(client.data?.theme)
  const door = useMemo<Door>(
    () => ({
      clientName,
      emit,
      client: client.data,
      isKnown: client.data !== undefined || client.error !== undefined,
      keeper: keeperIn(application),
      missing: problem && !application ? { problem, retry: () => void mutate() } : undefined,
    }),
    [clientName, emit, client.data, client.error, application, problem, mutate],
  )
  return <Current value={door}>{children}</Current>
}

/** The door that this stands at. */
export function useDoor(): Door {
  const door = useContext(Current)
  if (!door) throw new Error('There is no door above this')
  return door
}
