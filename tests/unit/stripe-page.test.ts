// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const sent: Record<string, FormDataEntryValue>[] = []
/** The parts of Stripe's script that the page uses; the loader takes it from the window. */
interface StripeState {
  mounted: string
  actions: string[]
  token: { confirmationToken?: { id: string }; error?: { message: string } }
  incomplete: { error?: { message: string } }
}
const stripe: StripeState = { mounted: '', actions: [], token: {}, incomplete: {} }
const options: unknown[] = []
const Stripe = Object.assign(
  (key: string) => ({
    key,
    elements: (made: object) => {
      options.push(key, made)
      const mount = (place: string) => {
        stripe.mounted = place
      }
      return { create: () => ({ mount }), submit: async () => stripe.incomplete }
    },
    createConfirmationToken: async () => stripe.token,
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => void stripe.actions.push(clientSecret),
  }),
  { version: 'endive' },
)

beforeEach(() => {
  vi.resetModules()
  sent.length = 0
  options.length = 0
  Object.assign(stripe, { mounted: '', actions: [], token: { confirmationToken: { id: 'ctoken_1' } }, incomplete: {} })
  Object.assign(window, { Stripe, matchMedia: () => ({ matches: false }) })
  HTMLFormElement.prototype.submit = function (this: HTMLFormElement) {
    sent.push(Object.fromEntries(new FormData(this)))
  }
})

/** Opens the page with the data of its provider, and presses a button. */
async function press(data: object, value: string) {
  document.body.innerHTML = `<form><div id="card"></div><button name="action" value="submit">Save</button><button name="action" value="confirm">Confirm</button><button name="action" value="cancel">Cancel</button></form><script type="application/json" id="provider">${JSON.stringify(data)}</script>`
  await import('../../demo/platform/payments/stripe-page.ts')
  await new Promise((resolve) => setTimeout(resolve))
  let isPrevented = false
  document.querySelector('form')?.addEventListener('submit', (event) => {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  })
  document.querySelector<HTMLButtonElement>(`button[value=${value}]`)?.click()
  await vi.waitFor(() => expect(document.querySelector('[aria-busy]')).toBe(null))
  return isPrevented
}
const alertText = () => document.querySelector('[role=alert]')?.textContent

test('a card is sent as a token of Stripe', async () => {
  expect(await press({ publishableKey: 'pk_test_1' }, 'submit')).toBe(true)
  expect(options).toEqual(['pk_test_1', expect.objectContaining({ mode: 'setup', allowedPaymentMethodTypes: ['card'] })])
  expect(stripe.mounted).toBe('#card')
  expect(sent).toEqual([{ action: 'submit', confirmation_token: 'ctoken_1' }])
})

test('an incomplete or refused card is shown, and not sent', async () => {
  stripe.incomplete = { error: { message: 'Your card number is incomplete.' } }
  await press({ publishableKey: 'pk_test_1' }, 'submit')
  expect(alertText()).toBe('Your card number is incomplete.')
  vi.resetModules()
  Object.assign(stripe, { incomplete: {}, token: { error: { message: 'A processing error occurred.' } } })
  await press({ publishableKey: 'pk_test_1' }, 'submit')
  expect(alertText()).toBe('A processing error occurred.')
  expect(sent).toEqual([])
})

test('the second step is done before the form is sent', async () => {
  expect(await press({ publishableKey: 'pk_test_1', clientSecret: 'pi_1_secret' }, 'confirm')).toBe(true)
  expect([stripe.mounted, stripe.actions, sent]).toEqual(['', ['pi_1_secret'], [{ action: 'confirm' }]])
})

test('the payer can cancel without Stripe', async () => {
  expect(await press({ publishableKey: 'pk_test_1' }, 'cancel')).toBe(false)
  expect(sent).toEqual([])
})
