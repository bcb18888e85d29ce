// The script of the payment page with Stripe; `stripe.ts` bundles it with Stripe's loader. It runs in that page alone.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { StripePageData } from './stripe.ts'

const form = document.querySelector('form')
const { publishableKey, clientSecret }: StripePageData = JSON.parse(document.querySelector('#provider')?.textContent ?? '{}')

function show(text: string) {
  const alert = document.querySelector('[role=alert]') ?? document.createElement('p')
  alert.className = 'error'
  alert.setAttribute('role', 'alert')
  alert.textContent = text
  form?.prepend(alert)
}

/** Sends the form with fields; the buttons' own values are not part of it. */
function send(fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form?.append(field)
  }
  form?.submit()
}

/** Runs before the form is sent, unless the payer cancels. Returns an error to show, or the fields to send. */
type Submit = () => Promise<string | Readonly<Record<string, string>>>

const unavailable = 'Payments are not available. Try again.'

async function prepare(): Promise<Submit> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe is not available')
  // The platform reads the result at Stripe, also of a step that failed.
  if (clientSecret !== undefined)
    return async () => {
      await stripe.handleNextAction({ clientSecret })
      return { action: 'confirm' }
    }
  const elements = stripe.elements({
    mode: 'setup',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
    appearance: { theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe' },
  })
  elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } }).mount('#card')
  return async () => {
    const { error: incomplete } = await elements.submit()
    if (incomplete) return incomplete.message ?? unavailable
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements })
    return confirmationToken ? { action: 'submit', confirmation_token: confirmationToken.id } : (error?.message ?? unavailable)
  }
}

const prepared = prepare()
prepared.catch(() => show(unavailable))

let isBusy = false
form?.addEventListener('submit', (event) => {
  const { submitter } = event
  const action = submitter instanceof HTMLButtonElement ? submitter.value : ''
  if (action === 'cancel' || action === 'refuse') return
  event.preventDefault()
  if (isBusy) return
  isBusy = true
  form.setAttribute('aria-busy', 'true')
  void prepared
    .then((submit) => submit())
    .catch(() => unavailable)
    .then((result) => {
      isBusy = false
      form.removeAttribute('aria-busy')
      if (typeof result === 'string') show(result)
      else send(result)
    })
})
