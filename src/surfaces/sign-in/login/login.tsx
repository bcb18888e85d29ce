import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { safeStorageOf } from '../../../kit/safe-storage.ts'
import { returnRouteOf } from '../../../kit/session/return-route.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { type SignInCode, takeProblem } from '../../../kit/session/sign-in-problem.ts'
import { signInTexts } from '../../../parts/account/sign-in-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useSignInContext } from '../context.tsx'
import { beginSignIn } from './begin-sign-in.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { ProviderMissing } from '../provider-missing.tsx'

/** Why the last sign-in ended or failed, as a notice and on the page. */
function useProblem(isWithoutClient: boolean) {
  const [problem, setProblem] = useState<SignInCode | undefined>(() => takeProblem(safeStorageOf(() => sessionStorage)))
  const { notify } = useElementContext()
  const { i18n } = useLingui()
  const code = isWithoutClient ? 'no_client' : problem
  useEffect(() => {
    if (!code) return
    const { title, text } = signInTexts[code]
    notify({ id: code, kind: 'error', title: i18n._(title), text: i18n._(text) })
  }, [code, notify, i18n])
  return [code, setProblem] as const
}

/** Busy until the page unloads; `pageshow` resets it when the user navigates back. */
function useBusy() {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const free = () => setBusy(false)
    addEventListener('pageshow', free)
    return () => removeEventListener('pageshow', free)
  }, [])
  return [isBusy, setBusy] as const
}

/** Starts the sign-in at the identity provider, in the client's theme. */
export default function Login() {
  const { i18n } = useLingui()
  const signIn = useSignInContext()
  const { apiBase } = useRuntime()
  const { path } = useElementContext()
  const { query, go } = usePath()
  const [isBusy, setBusy] = useBusy()
  const [isFramed, setFramed] = useState(false)
  const [code, setCode] = useProblem(signIn.identityProvider?.clientId === '' || signIn.identityProvider?.issuer === '')
  const isReady = signIn.isKnown && (signIn.identityProvider || signIn.missing)
  if (!isReady) return <LoadingSkeleton height={160} />
  const hasPasswords = signIn.identityProvider?.isOwn === true
  if (hasPasswords && query.get('view') === 'forgotten') return <ForgotPassword />
  const name = signIn.client?.name
  const press = () => {
    setBusy(true)
    beginSignIn(signIn, apiBase, returnRouteOf(`/${path}${location.hash}`, location.origin))
      .then((isRedirecting) => {
        setBusy(isRedirecting === 'away')
        setFramed(isRedirecting === 'nowhere')
      })
      .catch(() => {
        setBusy(false)
        setCode('provider_down')
      })
  }
  const withView = new URLSearchParams(query)
  withView.set('view', 'forgotten')
  return (
    <section className="card">
      <header>
        <h2>{name ? <Trans>Sign in to {name}</Trans> : <Trans>Sign in</Trans>}</h2>
        <p className="quiet">
          <Trans>You’ll be redirected to sign in.</Trans>
        </p>
      </header>
      {code && (
        <Callout kind="error" isAnnounced heading={i18n._(signInTexts[code].title)}>
          {i18n._(signInTexts[code].text)}
        </Callout>
      )}
      {isFramed && (
        <Callout kind="info" isAnnounced heading={<Trans>Sign in to the surrounding page</Trans>}>
          <Trans>This embedded page can’t sign you in. It continues as soon as the surrounding page has signed you in.</Trans>
        </Callout>
      )}
      {signIn.missing ? (
        <ProviderMissing missing={signIn.missing} />
      ) : (
        <Button kind="primary" isBusy={isBusy} onPress={press}>
          <Trans>Sign in</Trans>
        </Button>
      )}
      {hasPasswords && (
        <Link target={{ onNavigate: () => go(`login?${withView}`) }}>
          <Trans>Forgot your password?</Trans>
        </Link>
      )}
    </section>
  )
}
