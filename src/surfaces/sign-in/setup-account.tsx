import { Trans } from '@lingui/react/macro'
import { usePath } from '../../kit/path.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../ui/states.tsx'
import { useSignInContext } from './context.tsx'
import { ProviderMissing } from './provider-missing.tsx'

/** Target of the invitation link. The password is entered on the identity provider's page only. */
export default function SetupAccount() {
  const { identityProvider, client, isKnown, missing } = useSignInContext()
  const { query, go } = usePath()
  const token = query.get('token') ?? ''
  if (missing) return <ProviderMissing missing={missing} />
  if (!isKnown || !identityProvider) return <LoadingSkeleton height={160} />
  const name = client?.name
  const address =
    identityProvider.isOwn && /^[\w-]{43}$/.test(token) ? `${identityProvider.issuer}/setup-account?token=${token}` : undefined
  return (
    <section className="card">
      <header>
        <h2>{name ? <Trans>Welcome to {name}</Trans> : <Trans>Welcome</Trans>}</h2>
        <p className="quiet">
          <Trans>You’ll be redirected to choose a password. Then sign in with it.</Trans>
        </p>
      </header>
      {address ? (
        <Button kind="primary" onPress={() => location.assign(address)}>
          <Trans>Set up your account</Trans>
        </Button>
      ) : (
        <Callout kind="error" heading={<Trans>This link is incomplete</Trans>}>
          <Trans>Open the link in the email again, or ask the person who invited you for a new one.</Trans>
        </Callout>
      )}
      <Link target={{ onNavigate: () => go('login') }}>
        <Trans>Sign in instead</Trans>
      </Link>
    </section>
  )
}
