import { sessionTimes } from './times.ts'
import { storeForms } from './stored-forms.ts'
import type { ConsolePage } from './console-page.ts'
import type { ConsoleProvider } from './identity-provider.ts'
import type { Tabs } from './console-tabs.ts'
import type { SafeStorage } from '../safe-storage.ts'
import { lastLoginPath, consoleRouteOf } from './return-route.ts'
import { rememberProblem, type SignInCode } from './sign-in-problem.ts'
import { wait } from '../wait.ts'
import type { ConsoleState, SignOutReason } from './console-state.ts'

interface LeavingOptions {
  readonly page: ConsolePage
  readonly local: SafeStorage
  readonly session: SafeStorage
  readonly isEmbedded: boolean
  readonly provider: ConsoleProvider
  readonly tabs: Tabs
  readonly ended: AbortSignal
  readonly setState: (state: ConsoleState) => void
}

/** URL of the sign-in page with the return route. An embedded page changes its fragment instead of navigating. */
const loginUrlOf = ({ page, local, isEmbedded }: LeavingOptions) => {
  const path = lastLoginPath(consoleRouteOf(page.here(), isEmbedded, page.origin), local)
  return isEmbedded ? `#/${path}` : `/${path}`
}

/** Shows the warning, waits a moment, then stores the unsaved form input. Meanwhile no request uses the token. */
async function reportFailure({ page, ended, setState }: LeavingOptions) {
  setState({ kind: 'signing-out' })
  await wait(sessionTimes.logoutWarningMs + sessionTimes.logoutWaitMs, ended).catch(() => undefined)
  if (!ended.aborted) storeForms(page.here())
}

/** A failed refresh says nothing about the user: the provider may let them in again without a password. */
const dropOf = (reason: SignOutReason, code: SignInCode) => {
  if (reason === 'other-tab') return 'here'
  return code === 'refresh_failed' ? 'lost' : 'everywhere'
}

/** Ends a session that the user did not end. */
export async function endSession(options: LeavingOptions, reason: Exclude<SignOutReason, 'person'>, code: SignInCode) {
  const { page, session, provider, tabs, ended, setState } = options
  const { currentGrant } = tabs
  tabs.drop(dropOf(reason, code))
  if (currentGrant && reason === 'expired') provider.revoke(currentGrant).catch(() => undefined)
  await reportFailure(options)
  if (ended.aborted) return
  const loginUrl = loginUrlOf(options)
  if (reason === 'other-tab') setState({ kind: 'signed-out' })
  else {
    rememberProblem(session, code)
    setState({ kind: 'failed', code })
  }
  page.go(loginUrl)
}

/** The user signs out, also at the provider. */
export async function signOutByUser(options: LeavingOptions) {
  const { page, session, provider, tabs, ended, setState } = options
  const { currentGrant } = tabs
  tabs.drop('everywhere')
  const signOutUrl = provider.signOutUrl(currentGrant, `${page.origin}/`).catch(() => undefined)
  await reportFailure(options)
  const address = await signOutUrl
  if (ended.aborted) return
  if (address === undefined) rememberProblem(session, 'logout_failed')
  const loginUrl = loginUrlOf(options)
  setState({ kind: 'signed-out' })
  page.go(address ?? loginUrl)
}
