import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { email, required } from '../../../contract/fields/fields.rules.ts'
import { users } from '../../../contract/users/users.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { EmailField } from '../../../ui/form/address-fields.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Link } from '../../../ui/navigation/link.tsx'

/** Requests a password reset. The response does not reveal whether the account exists. */
export function ForgotPassword() {
  const { t } = useLingui()
  const { mutate } = useMutate()
  const { query, go } = usePath()
  const [isSent, setSent] = useState(false)
  const form = useStoredForm({
    initial: { email: '' },
    rules: { email: [required, email] },
    submit: useRejection()(({ email: address }: { email: string }) => mutate(users.resetPassword, { body: { email: address.trim() } })),
    done: () => setSent(true),
  })
  const back = new URLSearchParams(query)
  back.delete('view')
  const queryText = back.toString()
  return (
    <section className="card">
      <header>
        <h2>
          <Trans>Forgot your password?</Trans>
        </h2>
        <p className="quiet">
          <Trans>Enter your email address. We’ll send you a link to choose a new password.</Trans>
        </p>
      </header>
      {isSent ? (
        <Callout kind="success" isAnnounced heading={<Trans>Check your email</Trans>}>
          <Trans>If an account exists for this email, we sent a reset link. It expires in one hour.</Trans>
        </Callout>
      ) : (
        <Form form={form} label={t`Reset your password`}>
          <EmailField {...form.field('email', t`Email`)} autoComplete="username" />
          <SubmitButton form={form}>
            <Trans>Send reset link</Trans>
          </SubmitButton>
        </Form>
      )}
      <Link target={{ onNavigate: () => go(queryText ? `login?${queryText}` : 'login') }}>
        <Trans>Back to sign in</Trans>
      </Link>
    </section>
  )
}
