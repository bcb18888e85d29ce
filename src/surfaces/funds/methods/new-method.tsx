import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import type { BillingAddress } from '../../../contract/advertisers/advertisers.ts'
import { closestLocale } from '../../../contract/locales.ts'
import { type DeclineReason, type PaymentSession, payments } from '../../../contract/payments/payments.ts'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { fundsData, useFunds } from '../context.tsx'
import { type FrameAnswer, PayFrame } from '../pay-frame.tsx'
import { useRefusalTexts } from '../refusals.ts'
import { RequestNote } from '../request-note.tsx'
import { addressLine } from '../../../parts/billing/address.ts'
import { declineHelp, declineTexts } from './words.ts'

const AddressDialog = lazyIdle(() => import('../../../parts/billing/address-dialog.tsx'))

interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}

interface NewMethodProps {
  readonly at: AdvertiserPath
  readonly defaultAddress: BillingAddress | null
  readonly onAdded: (paymentMethodId: number) => void
  readonly onCancel: () => void
}

type Setback = { readonly code: 'declined'; readonly reason: DeclineReason } | { readonly code: 'expired' }

/** Whether the session of the frame is over. */
function useExpiry(session: PaymentSession | undefined, onExpired: () => void) {
  const expiresAt = session?.expires_at
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another session starts another timer
  useEffect(() => {
    if (expiresAt === undefined) return
    // Sessions end by the real time, even if the platform's clock is ahead of it.
    const timer = setTimeout(onExpired, Math.max(Date.parse(expiresAt) - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [expiresAt])
}

/** A new payment method: its billing address here, its numbers in the frame of the payment page. */
export function NewMethod({ at, defaultAddress, onAdded, onCancel }: NewMethodProps) {
  const { t, i18n } = useLingui()
  const { emit } = useFunds()
  const { mutate, applyEffects } = useMutate()
  const { attempt, isPending, problem } = useAttempt()
  const refusals = useRefusalTexts()
  const [otherAddress, setOtherAddress] = useState<BillingAddress>()
  const [isDefault, setDefault] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [session, setSession] = useState<PaymentSession>()
  const [setback, setSetback] = useState<Setback>()
  const leaveFrame = (reason?: Setback) => {
    setSession(undefined)
    setSetback(reason)
  }
  useExpiry(session, () => leaveFrame({ code: 'expired' }))
  const address = otherAddress ?? defaultAddress
  const open = async () => {
    if (!address) return
    const body = { parent_origin: location.origin, billing_address: address, is_default: isDefault, locale: closestLocale(i18n.locale) }
    setSetback(undefined)
    setSession(await attempt(mutate(payments.clientSecret, { path: at, body })))
  }
  const onAnswer = ({ status, payment_method_id: id, reason = 'other' }: FrameAnswer) => {
    if (status === 'declined') return leaveFrame({ code: 'declined', reason })
    if (status === 'canceled') return leaveFrame()
    if (status !== 'succeeded' || id === undefined) return
    void applyEffects(id, {
      event: () => emit('ad-payment-method-added', { payment_method_id: id }),
      title: t`Payment method added`,
      stale: fundsData,
    })
    onAdded(id)
  }
  if (session) return <PayFrame url={session.url} label={t`Card details`} onAnswer={onAnswer} />
  return (
    <div className="pay-choices">
      {setback?.code === 'declined' && (
        <Callout kind="error" heading={<Trans>The payment method was not added</Trans>} isAnnounced>
          {i18n._(declineTexts[setback.reason])} {i18n._(declineHelp[setback.reason])}
        </Callout>
      )}
      {setback?.code === 'expired' && (
        <Callout kind="warning" heading={<Trans>The form has expired</Trans>} isAnnounced>
          <Trans>For your security it is open for a limited time. Open it again.</Trans>
        </Callout>
      )}
      {problem && (
        <Callout kind="error" heading={<Trans>The form could not be opened</Trans>} isAnnounced>
          {refusals.all(problem)}
          <RequestNote problem={problem} />
        </Callout>
      )}
      {defaultAddress && (
        <Checkbox
          label={t`Same address as ${defaultAddress.name}`}
          value={otherAddress === undefined}
          onChange={(isSame) => (isSame ? setOtherAddress(undefined) : setEditing(true))}
        />
      )}
      {address && <address>{addressLine(address, i18n)}</address>}
      {(!defaultAddress || otherAddress) && (
        <div className="row">
          <Button onPress={() => setEditing(true)}>{address ? <Trans>Change address</Trans> : <Trans>Enter billing address</Trans>}</Button>
        </div>
      )}
      <Checkbox label={t`Use as the default method`} value={isDefault} onChange={setDefault} />
      <div className="row">
        <Button
          kind="primary"
          isBusy={isPending}
          disabledBecause={address ? undefined : t`Enter a billing address first`}
          onPress={() => void open()}
        >
          <Trans>Continue to card details</Trans>
        </Button>
        <Button onPress={onCancel}>
          <Trans>Back</Trans>
        </Button>
      </div>
      {isEditing && (
        <Suspense>
          <AddressDialog
            address={otherAddress ?? null}
            submit={t`Use this address`}
            save={async (entered) => setOtherAddress(entered)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Adds a payment method from the list of methods. */
export function AddMethodDialog({ onClose, ...method }: Pick<NewMethodProps, 'at' | 'defaultAddress'> & { readonly onClose: () => void }) {
  return (
    <Modal
      heading={<Trans>Add a payment method</Trans>}
      note={<Trans>Card and account numbers go only to the payment provider.</Trans>}
      size="lg"
      onClose={onClose}
    >
      <NewMethod {...method} onAdded={onClose} onCancel={onClose} />
    </Modal>
  )
}
