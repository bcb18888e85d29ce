import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { superUser } from '../support/console/sign-in.ts'
import { personToken } from '../support/identity/person-token.ts'
import { address } from '../support/money/paying.ts'
import { publishableKey, secretKey, StripeServer, webhookSecret } from '../support/payments/stripe-server.ts'
import { callsAs } from '../support/platform/calls.ts'
import { startPrepared } from '../support/platform/prepared-platform.ts'
import type { PlatformProcess } from '../support/platform/process.ts'

const stripe = new StripeServer(() => new Date())
let platform: PlatformProcess

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const env = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: await stripe.listen(),
  }
  platform = (await startPrepared(async () => undefined, env)).platform
})
test.afterAll(async () => {
  await platform?.clear()
  await stripe.close()
})

/** Does in the page what Stripe's script does: a frame with a style attribute, and requests to the API. */
const script = `window.Stripe = Object.assign((key) => ({
  elements: () => ({
    create: () => ({
      mount: (place) => {
        const frame = document.createElement('iframe')
        frame.title = 'Secure payment input frame'
        frame.src = 'https://js.stripe.com/v3/elements.html'
        frame.setAttribute('style', 'width: 100%; height: 222px; border: 0')
        document.querySelector(place).append(frame)
      },
    }),
    submit: async () => ({}),
  }),
  createConfirmationToken: async () => ({ confirmationToken: await (await fetch('https://api.stripe.com/v1/confirmation_tokens?key=' + key)).json() }),
  handleNextAction: async ({ clientSecret }) => void (await fetch('https://api.stripe.com/v1/3ds2/authenticate?secret=' + clientSecret)),
}), { version: 'endive' })`

/** Answers for Stripe's origins; the bank agrees to each second step. */
async function routeStripe(page: Page) {
  const requests: string[] = []
  await page.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: '<label>Card number <input></label>' }),
  )
  await page.route('https://api.stripe.com/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    requests.push(`${pathname} ${searchParams.get('key') ?? searchParams.get('secret')}`)
    if (pathname.includes('3ds2')) stripe.finish(stripe.one('setup_intent'))
    return route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, json: { id: 'ctoken_3155_1', object: 'confirmation_token' } })
  })
  return requests
}

test('a card is added with Stripe’s form and a second step of the bank, under the policy of the payment page', async ({ page }) => {
  const call = callsAs(platform, await personToken(platform, superUser))
  const advertiser = 'v1/member_groups/1/advertisers/1/payment_provider'
  const session = { parent_origin: platform.origin, billing_address: address, is_default: false }
  const { url } = await call('POST', `${advertiser}/client_secret`, session)
  const requests = await routeStripe(page)
  const refused: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
  await page.goto(url)
  await expect(page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number')).toBeVisible()
  expect((await page.getByTitle('Secure payment input frame').boundingBox())?.height).toBe(222)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Your bank asks you to confirm this card.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('status')).toHaveText('The card is saved.')
  expect(requests).toEqual([
    `/v1/confirmation_tokens ${publishableKey}`,
    `/v1/3ds2/authenticate ${stripe.one('setup_intent').client_secret}`,
  ])
  expect([refused, stripe.problems]).toEqual([[], []])
  const { payment_methods } = await call('GET', `${advertiser}/payment_methods`)
  expect(payment_methods.map(({ data }: { data: { last_four: string } }) => data.last_four)).toContain('3155')

  const again = await call('POST', `${advertiser}/client_secret`, session)
  await page.goto(again.url)
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, body: '' }))
  const isAllowed = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => true,
      () => false,
    ),
  )
  expect([isAllowed, refused.some((text) => text.includes('connect-src'))]).toEqual([false, true])
})
