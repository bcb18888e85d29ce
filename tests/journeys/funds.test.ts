import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { openHostPage } from '../support/embedding/host-page.ts'
import {
  addCard,
  addedBy,
  advertisers,
  available,
  beginPayment,
  chooseMethod,
  enter,
  fundsPlatform,
  hostOrigin,
  panel,
  payButton,
  paymentsOf,
  platform,
  receipt,
  receiveFromBank,
  ruleOf,
  saveCard,
  setSpeed,
  tokenOf,
  typeCard,
} from '../support/money/funds-people.ts'
import { table } from '../support/ui/table-steps.ts'

fundsPlatform()

const good = '4242424242424242'
const newCard = 'New card'
const done = (page: Page) => panel(page).getByRole('button', { name: 'Done' }).click()

test('an admin adds a card and funds, and pays again after a decline without typing the amount again', async ({ browser }) => {
  const { page, context } = await enter(browser, 'ailsa')
  const before = await available()
  await beginPayment(page, '120', newCard)
  await addCard(page, good)
  await payButton(page).click()
  await expect(panel(page).getByText('$120.00 added to your funds')).toBeVisible()
  await expect(receipt(page)).toContainText('Visa 4242')
  await expect(receipt(page)).toContainText('Ailsa Murray')
  await done(page)
  expect(await available()).toBe(before + 12_000)
  // A payment with fees has an entry for each of them; together they add the amount.
  const entries = table(page, 'Ledger').getByRole('row').filter({ hasText: 'Ailsa Murray' })
  expect(await addedBy('Ailsa Murray')).toEqual({ payments: 1, cents: 12_000 })
  await expect(entries).toHaveCount(3)
  // The fees of a payment link it, too.
  const credited = entries.filter({ has: page.getByRole('gridcell', { name: 'Payment', exact: true }) })
  await expect(credited).toHaveCount(1)

  await beginPayment(page, '75', newCard)
  await addCard(page, '4000000000009995')
  await payButton(page).click()
  await expect(panel(page).getByText('There is not enough money on this payment method.')).toBeVisible()
  await expect(panel(page).getByText('Nothing was charged.')).toBeVisible()
  expect(await available()).toBe(before + 12_000)
  await panel(page).getByRole('button', { name: 'Use another method' }).click()
  await chooseMethod(page, /Visa 4242/)
  await payButton(page).click()
  await expect(panel(page).getByText('$75.00 added to your funds')).toBeVisible()
  await done(page)
  expect(await available()).toBe(before + 19_500)
  expect(await addedBy('Ailsa Murray')).toEqual({ payments: 2, cents: 19_500 })
  await expect(credited).toHaveCount(2)
  expect((await paymentsOf()).map(({ amount, state, decline }) => [amount, state, decline])).toEqual([
    ['75', 'succeeded', null],
    ['75', 'declined', 'insufficient_funds'],
    ['120', 'succeeded', null],
  ])
  await context.close()
})

test('a second step is confirmed in the frame, and a late answer credits once', async ({ browser }) => {
  const { page, context } = await enter(browser, 'ailsa')
  const before = await available()
  const earlier = await addedBy('Ailsa Murray')
  await beginPayment(page, '40', newCard)
  await addCard(page, '4000002500003155')
  await payButton(page).click()
  const bank = page.frameLocator('iframe[title="Confirmation of your bank"]')
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel(page).getByText('$40.00 added to your funds')).toBeVisible()
  await done(page)
  expect(await available()).toBe(before + 4000)

  await beginPayment(page, '60', newCard)
  await addCard(page, '4000000000003220')
  await payButton(page).click()
  await expect(panel(page).getByText('Waiting for the bank.')).toBeVisible()
  expect(await available()).toBe(before + 4000)
  const clock = await context.newPage()
  await setSpeed(clock, '×60')
  await expect(async () => {
    await setSpeed(clock, '×60')
    await expect(panel(page).getByText('$60.00 added to your funds')).toBeVisible({ timeout: 500 })
  }).toPass()
  await setSpeed(clock, '×1')
  await done(page)
  expect(await available()).toBe(before + 10_000)
  expect(await addedBy('Ailsa Murray')).toEqual({ payments: earlier.payments + 2, cents: earlier.cents + 10_000 })
  await context.close()
})

/** Fills the rule's sentence, with the default card, and switches it on. */
async function switchOnRebill(page: Page, threshold: number) {
  await page.getByRole('textbox', { name: 'When available falls below' }).fill(String(threshold))
  await page.getByRole('textbox', { name: 'Amount to add' }).fill('2000')
  await page.getByRole('button', { name: 'Switch on auto-rebill' }).click()
  await expect(page.getByText('Auto-rebill is on')).toBeVisible()
}

/** Delivers at a day a minute until a condition holds. */
async function deliverUntil(clock: Page, isReached: () => Promise<boolean>) {
  await expect(async () => {
    await setSpeed(clock, '×1440')
    expect(await isReached()).toBe(true)
  }).toPass({ intervals: [500], timeout: 60_000 })
  await setSpeed(clock, '×1')
}

test('an auto-rebill charges once when delivery takes the funds below its threshold', async ({ browser }) => {
  const { charged } = advertisers
  const { page, context } = await enter(browser, 'ines', '/auto-rebill', charged)
  const threshold = Math.floor((await available(charged)) / 100)
  await switchOnRebill(page, threshold)
  expect((await ruleOf(charged)).runs).toEqual([])
  const clock = await context.newPage()
  await deliverUntil(clock, async () => (await ruleOf(charged)).runs.some(({ outcome }) => outcome === 'succeeded'))
  expect((await ruleOf(charged)).runs).toMatchObject([{ outcome: 'succeeded', amount: '2000' }])
  const automatic = (await paymentsOf(charged)).filter(({ origin }) => origin === 'rebill')
  expect(automatic).toMatchObject([{ state: 'succeeded', amount: '2000', user: null }])
  expect(await available(charged)).toBeGreaterThan(threshold * 100)
  await page.reload()
  await expect(page.getByText('Charged this month: $2,000.00.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Charges of the auto-rebill' }).getByRole('row', { name: 'Charged' })).toHaveCount(1)
  await context.close()
})

test('an auto-rebill is off after three declined charges', inAudit, async ({ browser }) => {
  const { declined } = advertisers
  const { page, context } = await enter(browser, 'ines', '/auto-rebill', declined)
  await switchOnRebill(page, Math.floor((await available(declined)) / 100))
  const clock = await context.newPage()
  await deliverUntil(clock, async () => (await ruleOf(declined)).state === 'failed')
  await page.reload()
  await expect(page.getByText('Auto-rebill is off after three declined charges')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Charges of the auto-rebill' }).getByRole('row', { name: 'Declined' })).toHaveCount(3)
  expect((await paymentsOf(declined)).filter(({ origin }) => origin === 'rebill').map(({ state }) => state)).toEqual(
    Array(3).fill('declined'),
  )
  await context.close()
})

/** Opens the element in a page of another origin, under a strict policy; the page records all messages and prevents events of one type. */
async function openFundsHost(page: Page) {
  const { origin, other } = platform()
  const policy = `default-src 'none'; script-src 'self' ${origin}; style-src 'self'; connect-src ${origin}; frame-src ${other}; require-trusted-types-for 'script'; trusted-types pl-html`
  const host = { ...platform(), other: hostOrigin }
  await openHostPage(page, host, {
    headers: { 'Content-Security-Policy': policy },
    body: `<ad-funds client-id="1" advertiser-id="${advertisers.own}" locale="en-US"></ad-funds>`,
    pageScript: `window.events = []
window.messages = []
addEventListener('message', ({ origin, data }) => window.messages.push([origin, data]))
const funds = document.querySelector('ad-funds')
funds.getToken = async () => ({ access_token: '${tokenOf('ailsa')}', expires_at: Date.now() / 1000 + 300 })
for (const type of ['ad-payment-method-added', 'ad-before-pay', 'ad-funds-added'])
  funds.addEventListener(type, (event) => {
    window.events.push([type, event.detail])
    if (type === window.prevented) event.preventDefault()
  })`,
  })
}
const recorded = (page: Page, name: 'events' | 'messages') => page.evaluate((key) => Reflect.get(window, key), name)

/** All markup, values of fields, messages and stored texts of a page; frames are other documents. */
const everythingIn = (page: Page) =>
  page.evaluate(() => {
    const texts = [JSON.stringify([Reflect.get(window, 'messages'), { ...localStorage }, { ...sessionStorage }])]
    const walk = (root: Element | ShadowRoot) => {
      texts.push(root.innerHTML)
      for (const node of root.querySelectorAll('*')) {
        if (node instanceof HTMLInputElement) texts.push(node.value)
        if (node.shadowRoot) walk(node.shadowRoot)
      }
    }
    walk(document.documentElement)
    return texts.join('\n')
  })

test('a host page of another origin can prevent a payment, hears of the next one, and gets no card number and no token', async ({
  page,
}) => {
  await openFundsHost(page)
  await beginPayment(page, '30', newCard)
  await typeCard(page, good)
  const secrets = [good, '9173', '12 / 39', tokenOf('ailsa')]
  const typed = await everythingIn(page)
  expect(typed).toContain('Card details')
  for (const secret of secrets) expect(typed).not.toContain(secret)
  await saveCard(page)

  await page.evaluate(() => Reflect.set(window, 'prevented', 'ad-before-pay'))
  await payButton(page).click()
  await expect(panel(page).getByText('This page does not allow it.')).toBeVisible()
  const before = await available()
  const count = (await paymentsOf()).length
  await page.evaluate(() => Reflect.set(window, 'prevented', ''))
  await payButton(page).click()
  await expect(panel(page).getByText('$30.00 added to your funds')).toBeVisible()
  expect(await available()).toBe(before + 3000)
  const [payment, ...earlier] = await paymentsOf()
  expect(earlier).toHaveLength(count)
  const sum = { amount: '30', currency_code: 'USD' }
  const id = payment?.payment_method?.payment_method_id
  await expect
    .poll(() => recorded(page, 'events'))
    .toEqual([
      ['ad-payment-method-added', { payment_method_id: id }],
      ['ad-before-pay', sum],
      ['ad-before-pay', sum],
      ['ad-funds-added', { payment_id: payment?.payment_id, ...sum }],
    ])
  // The page's own messages announce the events; `everythingIn` walks them too.
  const messages: [origin: string, data: unknown][] = await recorded(page, 'messages')
  expect(messages.filter(([origin]) => origin !== hostOrigin)).toEqual([
    [platform().other, { type: 'placard-pay', status: 'succeeded', payment_method_id: id }],
  ])
  const paid = await everythingIn(page)
  for (const secret of secrets) expect(paid).not.toContain(secret)
})

test('an announced bank transfer that arrives short shows the difference and credits what arrived', async ({ browser }) => {
  const { page, context } = await enter(browser, 'ailsa')
  const before = await available()
  await beginPayment(page, '500', /Bank transfer/)
  await panel(page).getByRole('button', { name: 'Get transfer details' }).click()
  await expect(panel(page).getByText('Bank transfer announced')).toBeVisible()
  const reference = /PL-\w{4}-\w{4}/.exec((await panel(page).textContent()) ?? '')?.[0] ?? ''
  await done(page)
  await page.getByRole('tab', { name: 'Invoices' }).click()
  const transfer = page.getByRole('table', { name: 'Pending transfers' }).getByRole('row').filter({ hasText: reference })
  await expect(transfer).toContainText('Waiting for')
  expect(await available()).toBe(before)

  await receiveFromBank(reference, 480)
  await page.reload()
  await expect(transfer).toContainText('Received, $20.00 less')
  await expect(transfer).toContainText('$480.00')
  expect(await available()).toBe(before + 48_000)
  await page.getByRole('tab', { name: 'Balance' }).click()
  await expect(table(page, 'Ledger').getByRole('row').filter({ hasText: 'Bank transfer' }).first()).toContainText('$480.00')
  await context.close()
})
