import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { config } from '../../../contract/config.ts'
import { type LoginConfig, signUp } from '../../../contract/sign-up.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useTheme } from '../../../parts/client-theme.ts'
import type { SignInProps } from '../index.tsx'

/** Whose door it is, and who keeps it. */
export interface Door {
  readonly clientName: string | undefined
  readonly emit: SignInProps['emit']
  /** Absent until it is known; a door without a client's look opens just as well. */
  readonly client: LoginConfig | undefined
  readonly isKnown: boolean
  readonly keeper: { readonly issuer: string; readonly clientId: string } | undefined
  readonly isKeeperMissing: boolean
}

const Current = createContext<Door | undefined>(undefined)

const isLoginKey = (name: string | undefined) => name !== undefined && name.length <= 63 && /^[a-z\d][a-z\d-]*$/i.test(name)

/** Asks whose door it is by the name in the address, else by the host's. */
export function DoorProvider({ clientName, emit, children }: Pick<SignInProps, 'clientName' | 'emit'> & { readonly children: ReactNode }) {
  const query = isLoginKey(clientName) ? { login_key: clientName } : { host_name: location.hostname }
  const client = useRead(signUp.loginConfig, { query })
  const application = useRead(config.application, {})
  useTheme(client.data?.theme)
  const door = useMemo<Door>(
    () => ({
      clientName,
      emit,
      client: client.data,
      isKnown: client.data !== undefined || client.error !== undefined,
      keeper: application.data && { issuer: application.data.issuer, clientId: application.data.client_id },
      isKeeperMissing: application.error !== undefined,
    }),
    [clientName, emit, client.data, client.error, application.data, application.error],
  )
  return <Current value={door}>{children}</Current>
}

/** The door that this stands at. */
export function useDoor(): Door {
  const door = useContext(Current)
  if (!door) throw new Error('There is no door above this')
  return door
}
