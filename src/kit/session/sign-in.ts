import { createConsoleSession } from './console-session.ts'
import { loginUrlFor, currentUrl, createReturnRoute } from './return-route.ts'
import type { ConsoleState } from './console-state.ts'
import type { GetToken } from './token.ts'

export interface SignInOptions {
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
}

/** Sign-in through the identity provider, for a page without a host. It is the console's session without the prompt. */
export function signIn(options: SignInOptions) {
  const session = createConsoleSession({ ...options, isEmbedded: false, hasPrompt: false })
  const start = async (route = currentUrl()) => session.signIn({ route })
  const storedGrant = () =>
    new Promise<ConsoleState>((resolve) => {
      if (session.state.kind !== 'starting') return resolve(session.state)
      const stop = session.onState((state) => {
        stop()
        resolve(state)
      })
    })
  const getToken: GetToken = async (request) => {
    const { kind } = await storedGrant()
    if (kind !== 'signed-out') return session.getToken(request)
    await start()
    throw new Error('Redirecting to the sign-in page')
  }
  return {
    getToken,
    start,
    /** Completes the redirect from the provider; returns the wanted route, or the sign-in page with that route if it failed. */
    finish: () => session.finish(location.href).catch(() => loginUrlFor(createReturnRoute(location.origin).take(), location.origin)),
    end: () => session.signOut('person'),
  }
}
