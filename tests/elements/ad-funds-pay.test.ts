import '/dist/placard.js'
import { hardToUse } from '../support/elements/axe.ts'
import { address, closeFunds, method, methods, offer, openFunds, payment, price, session } from '../support/elements/funds.ts'
import { fitsWidth } from '../support/elements/gallery.ts'
import { failed, type OrderReply, refused, success } from '../support/elements/insertion-orders.ts'
import { eventually, inside, until } from '../support/elements/page-parts.ts'
import { expect, person, press } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'
import { dayAgo, dayText } from '../support/time/days.ts'

document.documentElement.lang = 'en'
const sheet = new CSSStyleSheet()
sheet.replaceSync(':root { color-scheme: light dark } body { margin: 0; padding: 16px; background: light-dark(#fff, #131415) }')
document.adoptedStyleSheets = [sheet]

const button = (name: string | RegExp) => person.getByRole('button', { name, exact: typeof name === 'string' })
const panel = () => person.getByRole('dialog', { name: 'Add funds' })
const amountBox = () => panel().getByRole('textbox', { name: 'Amount, USD' })
const card = (name: string) => person.getByRole('listitem').filter({ hasText: name })
const frame = (title: string) => panel().or(person.getByRole('dialog')).first().frameLocator(`iframe[title="${title}"]`)
const intent = 'payment_provider/payment_intent'
const posted = 'POST payment_provider/payment_intent'

/** Replies in turn; the last one repeats. */
function inTurn(...replies: readonly OrderReply[]) {
  let count = 0
  return () => {
    const reply = replies[Math.min(count, replies.length - 1)]
    count += 1
    return reply ?? failed
  }
}

/** Goes from the amount in the address to the last step, with the default card. */
async function goToLastStep() {
  await expect(amountBox()).toHaveValue('100.00')
  await button('Continue').click()
  await expect(panel().getByRole('radio', { name: 'Visa 4242' })).toBeChecked()
  await button('Continue').click()
}

/** Goes to the cost of the amount in the address. */
async function goToCost() {
  await goToLastStep()
  await expect(button('Pay $103.93')).toBeVisible()
}

async function look(width = 1280, colorScheme: 'light' | 'dark' = 'light') {
  await person.setViewportSize({ width, height: 800 })
  await person.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

describe('ad-funds: add funds', () => {
  beforeEach(() => look())
  afterEach(closeFunds)

  it('add funds: the amount says how long campaigns run, and keeps to the limits', async () => {
    const { element } = openFunds('?add=1', { replies: { 'GET funds_offer': success({ ...offer, may_pay_by_wire: false }) } })
    await panel().getByRole('radio', { name: '$140.00' }).check({ force: true })
    await expect(amountBox()).toHaveValue('140.00')
    // 40.00 and 140.00 at 20.00 a day are today and eight more days.
    await expect(panel()).toContainText(`With $140.00, campaigns run until ${dayText(dayAgo(-8)).replace(/, \d+$/, '')}`)
    await expect(panel()).toContainText('From $10.00. Today up to $2,000.00.')
    expect(await hardToUse(element)).to.deep.equal([])
    for (const [typed, reason] of [
      ['9.99', 'Enter at least $10.00'],
      ['2000.01', 'Enter at most $2,000.00'],
    ] as const) {
      await amountBox().fill(typed)
      await button('Continue').click()
      await expect(panel().getByText(reason).first()).toBeVisible()
      await expect(amountBox()).toHaveAttribute('aria-invalid', 'true')
    }
  })

  it('add funds: offers what the budget of the campaign in the address lacks', async () => {
    const request = 'GET campaigns/42/funds/calculate_budget_balance_difference'
    const lacks = (budget_balance_difference: string) => success({ budget_balance_difference, currency_code: 'USD' })
    openFunds('?add=1&campaign=42', { replies: { [request]: lacks('-12.5') } })
    await expect(amountBox()).toHaveValue('12.50')
    for (const reply of [lacks('3'), { status: 403, code: 'no_permission' }]) {
      closeFunds()
      openFunds('?add=1&campaign=42', { replies: { [request]: reply } })
      await expect(amountBox()).toHaveValue('')
    }
    closeFunds()
    openFunds('?add=1&campaign=42&amount=30', { replies: { [request]: lacks('-12.5') } })
    await expect(amountBox()).toHaveValue('30.00')
  })

  it('add funds: the keyboard is enough to pay, and the receipt shows every amount', async () => {
    const { element, events, platform } = openFunds('?add=1&amount=100')
    await expect(panel().getByRole('radio', { name: '$140.00' })).toBeFocused()
    await press('Tab')
    await expect(amountBox()).toBeFocused()
    await press('Enter')
    await expect(panel().getByRole('form', { name: 'Payment method' })).toBeVisible()
    await press('Tab')
    await expect(panel().getByRole('radio', { name: 'Visa 4242' })).toBeFocused()
    await press('Enter')
    await expect(panel()).toContainText('Service fee, 3%')
    for (const line of ['$100.00', '$3.00', '$0.30', '$0.63', 'Tax on fees, 19%']) await expect(panel()).toContainText(line)
    expect(await hardToUse(element)).to.deep.equal([])
    await press('Tab')
    await expect(button('Pay $103.93')).toBeFocused()
    await press('Enter')
    await expect(panel().getByRole('status').filter({ hasText: '$100.00 added to your funds' })).toBeVisible()
    const receipt = panel().getByRole('region', { name: 'Receipt' })
    for (const line of ['$103.93', 'Visa 4242', '501', 'Ada Lind', '$140.00']) await expect(receipt).toContainText(line)
    expect(await hardToUse(element)).to.deep.equal([])
    expect(platform.last('POST', intent)?.body).to.deep.equal({
      amount: '100',
      payment_method_id: 11,
      charged: '103.93',
      parent_origin: location.origin,
      locale: 'en-US',
    })
    await eventually(() =>
      expect(events).to.deep.equal([
        { type: 'ad-before-pay', detail: { amount: '100', currency_code: 'USD' } },
        { type: 'ad-funds-added', detail: { payment_id: 501, amount: '100', currency_code: 'USD' } },
      ]),
    )
    await button('Done').click()
    await expect(panel()).toHaveCount(0)
  })

  it('add funds: fits a phone in dark, in every step', async () => {
    await look(360, 'dark')
    const { element } = openFunds(
      'payment-methods?add=1&amount=100',
      { replies: { [posted]: success(payment({ state: 'declined', decline: 'declined' })) } },
      { theme: 'auto' },
    )
    const check = async () => {
      await fitsWidth()
      expect(await hardToUse(element)).to.deep.equal([])
    }
    await expect(amountBox()).toHaveValue('100.00')
    await check()
    await button('Continue').click()
    await expect(panel().getByRole('radio', { name: 'Visa 4242' })).toBeChecked()
    await check()
    await button('Continue').click()
    await button('Pay $103.93').click()
    await expect(panel().getByText('The bank declined the payment.')).toBeVisible()
    await check()
  })

  it('add funds: a double click pays once', async () => {
    const { platform } = openFunds('?add=1&amount=100', { replies: { [posted]: 'never' } })
    await goToCost()
    await button('Pay $103.93').dblclick()
    await expect(button('Pay $103.93')).toHaveAttribute('aria-busy', 'true')
    const pay = await until(() => inside(document.querySelector('ad-funds') as Element, 'dialog .button.primary')) // the test has put it there
    pay.click()
    await until(() => platform.last('POST', intent))
    expect(platform.sent.filter(({ path }) => path === intent)).to.have.length(1)
    await press('Escape')
    await expect(panel()).toBeVisible()
  })

  it('add funds: a lost response is asked for again with the same key, also after the panel was closed', async () => {
    const { element, events, platform } = openFunds('?add=1&amount=100', { replies: { [posted]: inTurn('lost', success(payment())) } })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByText('The answer to your payment got lost')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await panel().getByRole('button', { name: 'Close' }).click()
    element.setAttribute('path', '?add=1&amount=300')
    await button('Check again').click()
    await expect(panel().getByText('$100.00 added to your funds')).toBeVisible()
    const keys = platform.sent.filter(({ method: sentBy, path }) => sentBy === 'POST' && path === intent).map(({ key }) => key)
    expect(keys).to.deep.equal([keys[0], keys[0]])
    expect(keys[0]).to.match(/^[\da-f-]{36}$/)
    expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay', 'ad-funds-added'])
  })

  it('add funds: a changed price shows both and pays only after another click', async () => {
    const conflict = { status: 409, code: 'conflict', fields: [{ path: 'charged', rule: 'The price changed', code: 'price_changed' }] }
    const { platform } = openFunds('?add=1&amount=100', {
      replies: {
        'POST payment_provider/price': inTurn(success(price), success({ ...price, fee: '5.00', tax: '1.01', charged: '106.31' })),
        [posted]: inTurn(conflict, success(payment({ charged: '106.31' }))),
      },
    })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByRole('status').filter({ hasText: 'You saw $103.93, and it is now $106.31.' })).toBeVisible()
    expect(platform.sent.filter(({ path }) => path === intent)).to.have.length(1)
    await button('Pay $106.31').click()
    await expect(panel().getByText('$100.00 added to your funds')).toBeVisible()
    const [first, second] = platform.sent.filter(({ path }) => path === intent)
    expect(second?.body.charged).to.equal('106.31')
    expect(second?.key).to.not.equal(first?.key)
  })

  it('add funds: a decline keeps amount and method, names the reason and offers the next best step', async () => {
    const { platform, events } = openFunds('?add=1&amount=100', {
      replies: { [posted]: success(payment({ state: 'declined', decline: 'insufficient_funds' })) },
    })
    await goToCost()
    await button('Pay $103.93').click()
    const alert = panel().getByRole('alert')
    await expect(alert).toContainText('There is not enough money on this payment method.')
    await expect(alert.getByRole('button')).toHaveText(['Change the amount', 'Use another method', 'Pay by bank transfer'])
    await expect(panel()).toContainText('Visa 4242')
    await alert.getByRole('button', { name: 'Use another method' }).click()
    await expect(panel().getByRole('radio', { name: 'Visa 4242' })).toBeChecked()
    await expect(panel().getByRole('radio', { name: 'Mastercard 5100' })).toHaveAttribute('aria-disabled', 'true')
    await panel().getByRole('radio', { name: 'Leeds Bank 7788' }).check({ force: true })
    await button('Continue').click()
    await button('Pay $103.93').click()
    await expect(alert).toBeVisible()
    expect(platform.last('POST', intent)?.body).to.include({ amount: '100', payment_method_id: 14 })
    await alert.getByRole('button', { name: 'Change the amount' }).click()
    await expect(amountBox()).toHaveValue('100.00')
    expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay', 'ad-before-pay'])
  })

  it('add funds: after a suspected fraud the same card cannot be tried again', async () => {
    openFunds('?add=1&amount=100', { replies: { [posted]: success(payment({ state: 'declined', decline: 'fraud' })) } })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByRole('alert')).toContainText('Further attempts with this one can block it.')
    await expect(button('Pay $103.93')).toHaveAccessibleDescription('Choose another payment method first')
  })

  it('add funds: what is owed is paid first', async () => {
    const owing = { ...offer, owed: '60' }
    openFunds('?add=1&amount=100', { replies: { 'GET funds_offer': success(owing) } })
    await expect(panel()).toContainText('$60.00 is owed, because money was taken back')
    await goToCost()
    await expect(panel()).toContainText('Of it, for what is owed$60.00')
  })

  it('add funds: an amount that is refused says the limit and can be changed', async () => {
    const fields = [{ path: 'amount', rule: 'Too much', code: 'above_new_method', values: { limit: '60', currency_code: 'USD' } }]
    openFunds('?add=1&amount=100', { replies: { [posted]: { status: 422, code: 'invalid', fields } } })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByRole('alert')).toContainText('In its first 24 hours, a payment method pays at most $60.00 at once.')
    await button('Change the amount').click()
    await expect(amountBox()).toHaveValue('100.00')
  })

  it('add funds: the cost loads, can be tried again, and says why an amount has none', async () => {
    const price = 'POST payment_provider/price'
    openFunds('?add=1&amount=100', { replies: { [price]: 'never' } })
    await goToLastStep()
    await expect(panel().getByRole('status', { name: 'Loading' })).toBeVisible()
    closeFunds()
    openFunds('?add=1&amount=100', { replies: { [price]: failed } })
    await goToLastStep()
    await expect(panel().getByText('The price could not be loaded')).toBeVisible()
    await expect(panel().getByRole('button', { name: 'Try again', exact: true })).toBeVisible()
    closeFunds()
    const fields = [{ path: 'amount', rule: 'Too much', code: 'above_day', values: { limit: '60', currency_code: 'USD' } }]
    openFunds('?add=1&amount=100', { replies: { [price]: { status: 422, code: 'invalid', fields } } })
    await goToLastStep()
    await expect(panel().getByRole('alert')).toContainText('At most $60.00 can still be added today.')
    await button('Change the amount').click()
    await expect(amountBox()).toHaveValue('100.00')
  })

  it('add funds: the page can prevent the payment', async () => {
    const { element, platform } = openFunds('?add=1&amount=100')
    element.addEventListener('ad-before-pay', (event) => event.preventDefault())
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByRole('alert')).toContainText('This page does not allow it.')
    expect(platform.last('POST', intent)).to.equal(undefined)
  })

  it('add funds: the second step of the bank is in the frame, which nothing else can answer for', async () => {
    const waiting = payment({ state: 'needs_action', action_path: `${location.origin}/pages/pay`, settled_at: null })
    let isConfirmed = false
    const { element, events, platform } = openFunds('?add=1&amount=100', {
      replies: { [posted]: success(waiting), 'GET payments/501': () => success(isConfirmed ? payment() : waiting) },
    })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByText('Your bank asks you to confirm this payment.')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    isConfirmed = true
    await frame('Confirmation of your bank').getByRole('button', { name: 'Succeed' }).click()
    await expect(panel().getByText('$100.00 added to your funds')).toBeVisible()
    expect(platform.sent.filter(({ path }) => path === intent)).to.have.length(1)
    expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay', 'ad-funds-added'])
  })

  it('add funds: a late answer arrives while the panel waits', async () => {
    const waiting = payment({ state: 'processing', settled_at: null })
    const { events } = openFunds('?add=1&amount=100', {
      replies: { [posted]: success(waiting), 'GET payments/501': inTurn(success(waiting), failed, success(payment())) },
    })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByText('Waiting for the bank. This can take a minute.')).toBeVisible()
    expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay'])
    await expect(panel().getByText('$100.00 added to your funds')).toBeVisible()
    await eventually(() => expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay', 'ad-funds-added']))
  })

  it('add funds: a payment that succeeds after the panel was closed is announced once, with a notice', async () => {
    const waiting = payment({ state: 'processing', settled_at: null })
    let isPaid = false
    const { element, events } = openFunds('?add=1&amount=100', {
      replies: { [posted]: success(waiting), 'GET payments/501': () => success(isPaid ? payment() : waiting) },
    })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByText('Waiting for the bank. This can take a minute.')).toBeVisible()
    await button('Close').last().click()
    await expect(panel()).toHaveCount(0)
    element.setAttribute('path', 'payment-methods')
    isPaid = true
    await expect(person.getByText('Funds added', { exact: true })).toBeVisible()
    await eventually(() => expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay', 'ad-funds-added']))
    // Opening the payment again announces nothing.
    element.setAttribute('path', '?payment=501')
    await expect(person.getByRole('dialog', { name: 'Payment 501' })).toContainText('Succeeded')
    expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay', 'ad-funds-added'])
  })

  it('add funds: a payment that is declined after the panel was closed is a notice', async () => {
    const waiting = payment({ state: 'processing', settled_at: null })
    let isDeclined = false
    const { events } = openFunds('?add=1&amount=100', {
      replies: {
        [posted]: success(waiting),
        'GET payments/501': () => success(isDeclined ? payment({ state: 'declined', decline: 'insufficient_funds' }) : waiting),
      },
    })
    await goToCost()
    await button('Pay $103.93').click()
    await expect(panel().getByText('Waiting for the bank. This can take a minute.')).toBeVisible()
    await button('Close').last().click()
    isDeclined = true
    await expect(person.getByText('The payment of $100.00 was declined', { exact: true })).toBeVisible()
    expect(events.map(({ type }) => type)).to.deep.equal(['ad-before-pay'])
  })

  it('add funds: a new card is entered in the frame and pays then', async () => {
    const { events, platform } = openFunds('?add=1&amount=100', {
      replies: {
        'GET payment_provider/payment_methods': inTurn(success({ payment_methods: [] }), success({ payment_methods: [method(13)] })),
      },
    })
    await button('Continue').click()
    await panel().getByRole('radio', { name: 'New card' }).check({ force: true })
    await button('Continue').click()
    await button('Continue to card details').click()
    // Another frame of the same origin, and the right frame with another origin.
    const other = document.createElement('iframe')
    document.body.append(other)
    const data = { type: 'placard-pay', status: 'succeeded', payment_method_id: 99 }
    const own = await until(() => document.querySelector('ad-funds')?.shadowRoot?.querySelector('iframe'))
    dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: other.contentWindow }))
    dispatchEvent(new MessageEvent('message', { data, origin: 'https://pay.example', source: own.contentWindow }))
    await frame('Card details').getByRole('button', { name: 'Confirm' }).click()
    await frame('Card details').getByRole('button', { name: 'Succeed' }).click()
    await expect(panel()).toContainText('Visa 4242')
    await button('Pay $103.93').click()
    await expect(panel().getByText('$100.00 added to your funds')).toBeVisible()
    expect(platform.last('POST', intent)?.body.payment_method_id).to.equal(13)
    expect(events[0]).to.deep.equal({ type: 'ad-payment-method-added', detail: { payment_method_id: 13 } })
    expect(events.filter(({ type }) => type === 'ad-payment-method-added')).to.have.length(1)
  })

  it('add funds: an amount above the maximum of the day can only be transferred', async () => {
    openFunds('?add=1&amount=2000.01')
    await expect(panel()).toContainText('By card up to $2,000.00 today.')
    await button('Continue').click()
    for (const name of ['Visa 4242', 'New card'])
      await expect(panel().getByRole('radio', { name })).toHaveAttribute('aria-disabled', 'true')
    await expect(panel()).toContainText('Cards pay at most $2,000.00 today.')
    await expect(panel().getByRole('radio', { checked: true })).toHaveCount(0)
    await panel()
      .getByRole('radio', { name: /^Bank transfer/ })
      .check({ force: true })
    await button('Continue').click()
    await expect(button('Get transfer details')).toBeVisible()
  })

  it('add funds: a bank transfer is announced once instead of paid, and a refusal keeps the amount', async () => {
    const wire = {
      wire_transfer_id: 61,
      amount: '100',
      currency_code: 'USD',
      currency_digits: 2,
      reference: 'PL-7-61',
      beneficiary: { name: 'Placard', bank: 'Leeds Bank', account: 'GB11LEED', code: 'LEEDGB' },
      state: 'waiting',
      received: null,
      difference: null,
      user: null,
      created_at: new Date().toISOString(),
      closed_at: null,
      days_waiting: 0,
      version: 1,
    }
    const closed = { status: 409, code: 'conflict', fields: [{ path: 'status', rule: 'None', code: 'no_bank' }] }
    const { events } = openFunds('?add=1&amount=100', {
      replies: { 'POST payment_provider/wire_transfer': inTurn(closed, success(wire)) },
    })
    await button('Continue').click()
    await panel().getByRole('radio', { name: 'Bank transfer' }).check({ force: true })
    await button('Continue').click()
    await button('Get transfer details').click()
    await expect(panel().getByText('The transfer was not announced')).toBeVisible()
    await expect(panel().getByRole('alert')).toContainText('Choose another payment method.')
    await expect(panel().getByRole('alert')).toContainText('Request r-1')
    await button('Get transfer details').click()
    await expect(panel()).toContainText('PL-7-61')
    expect(events).to.deep.equal([{ type: 'ad-wire-announced', detail: { wire_transfer_id: 61, amount: '100', currency_code: 'USD' } }])
  })

  it('add funds: loads, fails and can be refused', async () => {
    const { element } = openFunds('?add=1', { replies: { 'GET funds_offer': 'never' } })
    await expect(panel().getByRole('status', { name: 'Loading' })).toBeVisible()
    closeFunds()
    openFunds('?add=1', { replies: { 'GET funds_offer': inTurn(failed, success(offer)) } })
    await expect(panel().getByText('The payment options could not be loaded')).toBeVisible()
    await panel().getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(amountBox()).toBeVisible()
    closeFunds()
    openFunds('?add=1', { permissions: ['funds.read'] })
    await expect(panel().getByText('Ask your account administrator for permission to add funds.')).toBeVisible()
    closeFunds()
    openFunds('payment-methods?add=1', {}, { readonly: '' })
    await expect(card('Visa 4242')).toBeVisible()
    await expect(panel()).toHaveCount(0)
    expect(element.isConnected).to.equal(false)
  })
})

describe('ad-funds: payment methods', () => {
  beforeEach(() => look())
  afterEach(closeFunds)
  const list = 'GET payment_provider/payment_methods'
  const openMenu = (name: string) => person.getByRole('button', { name: `More actions for ${name}` }).click()
  const item = (name: string) => person.getByRole('menuitem', { name: new RegExp(`^${name}`) })

  it('payment methods: show what each is, what uses it and how its last payment ended', async () => {
    const { element } = openFunds('payment-methods')
    await expect(card('Visa 4242')).toContainText(/Card, expires 08\/\d\d · Marketing/)
    for (const text of [
      'Default',
      'Used by auto-rebill',
      'Fernhill, 1 High Street, LS1 4AB Leeds, United Kingdom',
      'Last payment succeeded 2 hours ago',
    ])
      await expect(card('Visa 4242')).toContainText(text)
    await expect(card('Mastercard 5100')).toContainText('Expired')
    await expect(card('Leeds Bank 7788')).toContainText(
      'Last payment was declined 2 hours ago. There is not enough money on this payment method.',
    )
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('payment methods: fit a phone in dark, with their dialogs', async () => {
    await look(360, 'dark')
    const { element } = openFunds('payment-methods', {}, { theme: 'auto' })
    for (const name of ['Edit', 'Billing address']) {
      await openMenu('Visa 4242')
      await item(name).click()
      await expect(person.getByRole('dialog')).toBeVisible()
      await fitsWidth()
      expect(await hardToUse(element), name).to.deep.equal([])
      await press('Escape')
      await expect(person.getByRole('dialog')).toHaveCount(0)
    }
    await button('Add payment method').click()
    await expect(person.getByRole('dialog')).toContainText('Same address as Fernhill')
    await fitsWidth()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('payment methods: can be empty, loading, refused and failed', async () => {
    openFunds('payment-methods', { replies: { [list]: success({ payment_methods: [] }) } })
    await expect(person.getByText('No payment methods yet')).toBeVisible()
    await expect(button('Add payment method')).toBeVisible()
    closeFunds()
    openFunds('payment-methods', { replies: { [list]: 'never' } })
    await expect(person.getByRole('status', { name: 'Loading' })).toBeVisible()
    closeFunds()
    openFunds('payment-methods', { replies: { [list]: refused } })
    await expect(person.getByText('Ask your account administrator for access to payment methods.')).toBeVisible()
    closeFunds()
    openFunds('payment-methods', { replies: { [list]: inTurn(failed, success({ payment_methods: methods })) } })
    await button('Try again').click()
    await expect(card('Visa 4242')).toBeVisible()
  })

  it('payment methods: a reader sees no addresses and no actions', async () => {
    const hidden = methods.map((each) => ({ ...each, billing_address: null }))
    openFunds('payment-methods', {
      permissions: ['funds.read', 'payment_methods.read'],
      replies: { [list]: success({ payment_methods: hidden }) },
    })
    await expect(card('Visa 4242')).toBeVisible()
    await expect(person.getByRole('button', { name: /^(More actions|Add payment)/ })).toHaveCount(0)
  })

  it('adding a method: takes another address, and says why a card was declined', async () => {
    const { events, platform } = openFunds('payment-methods')
    const dialog = person.getByRole('dialog', { name: 'Add a payment method' })
    await button('Add payment method').click()
    await dialog.getByRole('checkbox', { name: 'Same address as Fernhill' }).click()
    const addressDialog = person.getByRole('dialog', { name: 'Billing address' })
    await addressDialog.getByRole('button', { name: 'Use this address' }).click()
    await expect(addressDialog.getByRole('textbox', { name: 'Company or name' })).toHaveAttribute('aria-invalid', 'true')
    const typed = { 'Company or name': 'Fernhill KG', 'Street and number': 'Hauptstr. 2', 'Postal code': '10115', City: 'Berlin' }
    for (const [name, text] of Object.entries(typed)) await addressDialog.getByRole('textbox', { name }).fill(text)
    await addressDialog.getByRole('combobox', { name: 'Country' }).click()
    await person.keyboard.type('Germ')
    await person.getByRole('option', { name: 'Germany' }).click()
    await addressDialog.getByRole('button', { name: 'Use this address' }).click()
    await expect(dialog).toContainText('Fernhill KG, Hauptstr. 2, 10115 Berlin, Germany')
    await dialog.getByRole('checkbox', { name: 'Use as the default method' }).click()
    await button('Continue to card details').click()
    await frame('Card details').getByRole('button', { name: 'Decline' }).click()
    await expect(dialog.getByRole('alert')).toContainText('There is not enough money on this payment method.')
    await expect(dialog).toContainText('Fernhill KG')
    await button('Continue to card details').click()
    await frame('Card details').getByRole('button', { name: 'Cancel' }).click()
    await button('Continue to card details').click()
    await frame('Card details').getByRole('button', { name: 'Succeed' }).click()
    await expect(dialog).toHaveCount(0)
    expect(platform.last('POST', 'payment_provider/client_secret')?.body).to.deep.equal({
      parent_origin: location.origin,
      locale: 'en-US',
      is_default: true,
      billing_address: {
        ...address,
        name: 'Fernhill KG',
        line_1: 'Hauptstr. 2',
        city: 'Berlin',
        postal_code: '10115',
        country_code: 'DE',
      },
    })
    expect(events).to.deep.equal([{ type: 'ad-payment-method-added', detail: { payment_method_id: 13 } }])
    await eventually(() => expect(platform.sent.filter(({ path }) => path === 'payment_provider/payment_methods').length).to.equal(2))
  })

  it('adding a method: an expired form can be opened again', async () => {
    const old = { ...session(), expires_at: new Date(Date.now() - 1000).toISOString() }
    openFunds('payment-methods', { replies: { 'POST payment_provider/client_secret': inTurn(success(old), success(session())) } })
    await button('Add payment method').click()
    await button('Continue to card details').click()
    await expect(person.getByRole('dialog').getByText('The form has expired')).toBeVisible()
    await button('Continue to card details').click()
    await expect(frame('Card details').getByRole('button', { name: 'Succeed' })).toBeVisible()
  })

  it('editing a method: saves the name and the expiry date, but no past date', async () => {
    const changed = method(11, { name: 'Brand', version: 5 })
    const { platform } = openFunds('payment-methods', { replies: { 'PATCH payment_provider/payment_methods/11': success(changed) } })
    await openMenu('Visa 4242')
    await item('Edit').click()
    const dialog = person.getByRole('dialog', { name: 'Edit Visa 4242' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Brand')
    const expiry = dialog.getByRole('textbox', { name: 'Expiry date' })
    for (const [text, reason] of [
      ['13/30', 'Enter month and year as on the card, for example 08/29'],
      ['01/20', 'This date is in the past'],
    ] as const) {
      await expiry.fill(text)
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(dialog.getByText(reason).first()).toBeVisible()
    }
    await expiry.fill('9/40')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toHaveCount(0)
    const sent = platform.last('PATCH', 'payment_provider/payment_methods/11')
    expect(sent?.body).to.deep.equal({ name: 'Brand', exp_month: 9, exp_year: 2040 })
    expect(sent?.ifMatch).to.equal('"4"')
  })

  it('billing address: saves the whole address of a method', async () => {
    const { platform } = openFunds('payment-methods', { replies: { 'PATCH payment_provider/payment_methods/14': success(methods[2]) } })
    await openMenu('Leeds Bank 7788')
    await item('Billing address').click()
    await person.getByRole('dialog').getByRole('textbox', { name: 'City' }).fill('York')
    await button('Save address').click()
    await expect(person.getByRole('dialog')).toHaveCount(0)
    expect(platform.last('PATCH', 'payment_provider/payment_methods/14')?.body).to.deep.equal({
      billing_address: { ...address, city: 'York' },
    })
  })

  it('default and remove: say why they are not possible, and show a conflict', async () => {
    const only = [method(11, { is_used_by_rebill: true, is_rebill_on: true })]
    const { platform } = openFunds('payment-methods', {
      replies: {
        'PUT payment_provider/payment_methods/14/set_default_payment_method': success(methods[2]),
        'DELETE payment_provider/payment_methods/12': inTurn({ status: 412, code: 'stale' }, success({ payment_method_id: 12 })),
      },
    })
    await openMenu('Visa 4242')
    await expect(item('Remove')).toContainText('Auto-rebill uses it. Choose another method for auto-rebill first.')
    await expect(item('Remove')).toHaveAttribute('aria-disabled', 'true')
    await expect(item('Make default')).toContainText('It is the default already')
    await press('Escape')
    await openMenu('Mastercard 5100')
    await expect(item('Make default')).toContainText('The card has expired')
    await item('Remove').click()
    await person.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(person.getByText('The payment method was not removed', { exact: true })).toBeVisible()
    expect(platform.last('DELETE', 'payment_provider/payment_methods/12')?.ifMatch).to.equal('"4"')
    await openMenu('Leeds Bank 7788')
    await item('Make default').click()
    await until(() => platform.last('PUT', 'payment_provider/payment_methods/14/set_default_payment_method'))
    closeFunds()
    openFunds('payment-methods', { replies: { [list]: success({ payment_methods: only }) } })
    await openMenu('Visa 4242')
    await expect(item('Remove')).toContainText('it is the only one. Switch off auto-rebill first.')
  })
})
