import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type declaration from '../../../elements/ad-sign-in.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { type ApplicationConfig, config } from '../../contract/session/config.ts'
import { type LoginConfig, loginConfigQuery, signUp } from '../../contract/users/sign-up.ts'
import { useRead } from '../../kit/cache.tsx'
import type { Problem } from '../../kit/problem.ts'
import { useTheme } from '../../parts/scope/client-theme.ts'

export type SignInProps = SurfaceProps<typeof declaration>

/** The client and the identity provider of the sign-in page. */
export interface SignInContext {
  readonly clientName: string | undefined
  readonly emit: SignInProps['emit']
  /** Undefined until loaded. Sign-in also works without it. */
  readonly client: LoginConfig | undefined
  readonly isKnown: boolean
  readonly identityProvider: { readonly issuer: string; readonly clientId: string; readonly isOwn: boolean } | undefined
  /** Why the identity provider is unknown, and a retry function. */
  readonly missing: { readonly problem: Problem; readonly retry: () => void } | undefined
}

const Current = createContext<SignInContext | undefined>(undefined)

/** The identity provider; `isOwn` if it is the platform's own, with passwords. */
const toIdentityProvider = (application: ApplicationConfig | undefined): SignInContext['identityProvider'] =>
  application && { issuer: application.issuer, clientId: application.client_id, isOwn: application.is_provider_embedded }

/** Loads the sign-in configuration by the client name in the URL, or by host name. */
export function SignInProvider({
  clientName,
  emit,
  children,
}: Pick<SignInProps, 'clientName' | 'emit'> & { readonly children: ReactNode }) {
  const client = useRead(signUp.loginConfig, { query: loginConfigQuery(clientName, location.hostname) })
  const { data: application, error: problem, mutate } = useRead(config.application, {})
  useTheme(client.data?.theme)
  const signIn = useMemo<SignInContext>(
    () => ({
      clientName,
      emit,
      client: client.data,
      isKnown: client.data !== undefined || client.error !== undefined,
      identityProvider: toIdentityProvider(application),
      missing: problem && !application ? { problem, retry: () => void mutate() } : undefined,
    }),
    [clientName, emit, client.data, client.error, application, problem, mutate],
  )
  return <Current value={signIn}>{children}</Current>
}

export function useSignInContext(): SignInContext {
  const signIn = useContext(Current)
  if (!signIn) throw new Error('useSignInContext needs a SignInProvider')
  return signIn
}
