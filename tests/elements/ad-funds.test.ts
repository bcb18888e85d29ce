import '/dist/placard.js'
import { hardToUse } from '../support/elements/axe.ts'
import { answerFunds, balance, entry, failed, ledger, refused, token } from '../support/elements/funds-balance.ts'
import { payment } from '../support/elements/funds.ts'
import { eventually, put, until } from '../support/elements/page-parts.ts'
import { expect, person, savedBy } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
type Platform = Parameters<typeof answerFunds>[0]

let platform: ReturnType<typeof answerFunds> | undefined
/** Shows the element, with answers to its requests. */
function show(attributes: Readonly<Record<string, string>> = {}, answers: Platform = {}) {
  document.body.replaceChildren()
  platform?.stop()
  platform = answerFunds(answers)
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-funds', { 'client-id': '1', 'advertiser-id': '7', ...attributes }, { getToken: own })
  return { element, platform }
}
const text = (content: string) => person.getByText(content, { exact: true })
const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
const button = (name: string) => person.getByRole('button', { name, exact: true })

describe('funds', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 1100 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('balance: shows the funds, how long they last, their types and the ledger', async () => {
    const { element } = show()
    await expect(text('$1,250.50').first()).toBeVisible()
    await expect(person.getByText('Pending wire', { exact: true })).toBeVisible()
    await expect(text('Total funding: $3,750.50')).toBeVisible()
    await expect(
      text('$1,050.50 own funds, $500.00 pending, $400.00 left of insertion orders, $1,800.00 left of the spend limit'),
    ).toBeVisible()
    await expect(text('Lasts until Dec 4, 2025 at the pace of the last 7 days. Then 6 campaigns stop.')).toBeVisible()
    await expect(person.getByRole('region', { name: 'Funds by type' })).toContainText('Promotional credit$250.00 $200.00 until Dec 1, 2025')
    await expect(person.getByRole('slider', { name: 'Balance by date' })).toBeVisible()
    await expect(row('Clicks')).toContainText('Summer shelf')
    await expect(row('Payment')).toContainText('$1,252.75')
    await expect(person.getByRole('region', { name: 'Sums by type' })).toContainText('Clicks-$2.25')
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('balance: the ledger waits for the digits of the currency', async () => {
    const { platform } = show({}, { replies: { 'GET balances': 'never' } })
    await expect(person.getByRole('region', { name: 'Funds by type' })).toContainText('Promotional credit')
    expect(platform.last('POST', 'balance_events_report')).to.equal(undefined)
  })

  it('balance: opens an entry with what is left of it', async () => {
    const { element } = show()
    await row('Payment').getByText('Payment').first().click()
    const dialog = person.getByRole('dialog', { name: 'Payment' })
    await expect(dialog).toContainText('Not used yet$480.00')
    await expect(dialog).toContainText('Referencepayment 7Request IDreq-41Provider IDch_7')
    expect(element.getAttribute('path')).to.equal('?entry=41')
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Close').last().click()
    await expect(dialog).toHaveCount(0)
  })

  it('balance: an entry of the address links to its campaign, its order and its payment, which links to its entries', async () => {
    const { element, platform } = show({ path: '?entry=42' }, { replies: { 'GET payments/7': { result: payment({ payment_id: 7 }) } } })
    const events: unknown[] = []
    for (const type of ['ad-campaign-open-asked', 'ad-insertion-order-asked'])
      element.addEventListener(type, (event) => {
        event.preventDefault()
        events.push((event as CustomEvent).detail) // a custom event by its name
      })
    await person.getByRole('dialog').getByRole('link', { name: 'Summer shelf' }).click()
    await person.getByRole('dialog').getByRole('link', { name: 'Winter order' }).click()
    expect(events).to.deep.equal([{ campaign_id: 10, path: '10' }, { insertion_order_id: 3 }])
    element.setAttribute('path', '?entry=41')
    await person.getByRole('dialog').getByRole('link', { name: '7', exact: true }).click()
    const dialog = person.getByRole('dialog', { name: 'Payment 7' })
    await expect(dialog).toContainText('Charged$103.93')
    expect(element.getAttribute('path')).to.equal('?payment=7')
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog.getByRole('link', { name: 'Ledger entries of this payment' }).click()
    await expect(dialog).toHaveCount(0)
    await eventually(() =>
      expect(platform.last('POST', 'balance_events_report')?.body.filters).to.deep.equal([
        { field: 'payment_id', operation: 'BETWEEN', value: ['7', '7'] },
      ]),
    )
  })

  it('balance: a row of the ledger leads to its campaign and to what it belongs to', async () => {
    const { element } = show({}, { replies: { 'GET payments/7': { result: payment({ payment_id: 7 }) } } })
    const events: unknown[] = []
    for (const type of ['ad-campaign-open-asked', 'ad-insertion-order-asked'])
      element.addEventListener(type, (event) => {
        event.preventDefault()
        events.push((event as CustomEvent).detail) // a custom event by its name
      })
    await row('Clicks').getByRole('link', { name: 'Summer shelf' }).click()
    await row('Clicks').getByRole('link', { name: 'Insertion order Winter order' }).click()
    expect(events).to.deep.equal([{ campaign_id: 10, path: '10' }, { insertion_order_id: 3 }])
    await row('Payment').getByRole('link', { name: 'Payment 7' }).click()
    await expect(person.getByRole('dialog', { name: 'Payment 7' })).toContainText('Charged$103.93')
    expect(element.getAttribute('path')).to.equal('?payment=7')
  })

  it('balance: says what is owed, because money was taken back', async () => {
    const { element } = show({}, { replies: { 'GET balances': { result: balance({ owed: '40' }) } } })
    await expect(text('$40.00 is owed')).toBeVisible()
    await expect(text('Money was taken back after it was spent. The next funds that you add pay this first.')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    document.body.replaceChildren()
    show()
    await expect(text('Total funding: $3,750.50')).toBeVisible()
    await expect(text('$40.00 is owed')).toHaveCount(0)
  })

  it('balance: the entry of a payment says what was taken back, and leads to all its entries', async () => {
    const { element } = show(
      { path: '?entry=41' },
      { replies: { 'GET payments/7': { result: payment({ payment_id: 7, refunded: '20.5' }) } } },
    )
    const dialog = person.getByRole('dialog', { name: 'Payment' })
    await expect(dialog).toContainText('Refunded$20.50')
    await dialog.getByRole('link', { name: '$20.50' }).click()
    await eventually(() => expect(element.getAttribute('path')).to.equal('?filter.payment_id=7..7'))
  })

  it('balance: a payment shows what of it was refunded', async () => {
    const replies = (refunded: string) => ({ 'GET payments/7': { result: payment({ payment_id: 7, refunded }) } })
    show({ path: '?payment=7' }, { replies: replies('20.5') })
    const dialog = person.getByRole('dialog', { name: 'Payment 7' })
    await expect(dialog).toContainText('Charged$103.93Refunded$20.50')
    show({ path: '?payment=7' }, { replies: replies('0') })
    await expect(dialog).toContainText('Charged$103.93')
    await expect(dialog).not.toContainText('Refunded')
  })

  it('balance: the receipt of a payment is printed as a document of its own', async () => {
    const { remove } = HTMLIFrameElement.prototype
    // The frame is removed after printing, which a browser without a window does at once.
    HTMLIFrameElement.prototype.remove = () => undefined
    const { element } = show(
      { path: '?payment=7' },
      { replies: { 'GET payments/7': { result: payment({ payment_id: 7, user: '<b>Ada</b>' }) } } },
    )
    await button('Print receipt').click()
    const frame = await until(() => element.shadowRoot?.querySelector('iframe'))
    const page = await until(() => frame.contentDocument?.body)
    HTMLIFrameElement.prototype.remove = remove
    for (const text of ['Receipt', 'Payment number7', 'Paid by<b>Ada</b>', 'Service fee$3.00', 'Tax on fees$0.63', 'Charged$103.93'])
      expect(page.textContent).to.contain(text)
    expect(page.querySelector('b')).to.equal(null)
  })

  it('balance: filters the ledger by type and date, and exports it', async () => {
    const { platform } = show({ path: '?filter.event_type=Click&filter.day=2025-11-01..2025-11-30' })
    await expect(row('Clicks')).toBeVisible()
    expect(platform.last('POST', 'balance_events_report')?.body).to.deep.include({
      filters: [
        { field: 'event_type', operation: 'IN', value: ['Click'] },
        { field: 'day', operation: 'BETWEEN', value: ['2025-11-01', '2025-11-30'] },
      ],
      sort: [{ field: 'day', order: 'desc' }],
    })
    await button('Export').first().press('Enter')
    const csv = await savedBy(person.getByRole('menuitem', { name: 'Export as CSV' }))
    expect(csv).to.contain('Type,Date,')
    expect(csv).to.contain('Clicks,2025-11-20,-2.25')
  })

  it('balance: says that funds are missing, and offers to add some to users who may', async () => {
    show({}, { replies: { 'GET balances': { result: balance({ available: '0', has_funds: false, lasts_until: null }) } } })
    await expect(text('There are no funds')).toBeVisible()
    await expect(text('Active campaigns don’t serve until you add funds.')).toBeVisible()
    await button('Add funds').click()
    await expect(person.locator('ad-funds')).toHaveAttribute('path', /add=1/)
    show({}, { permissions: ['funds.read'] })
    await expect(text('$1,250.50').first()).toBeVisible()
    await expect(button('Add funds')).toHaveCount(0)
    show({ readonly: '' })
    await expect(text('$1,250.50').first()).toBeVisible()
    await expect(button('Add funds')).toHaveCount(0)
  })

  it('balance: says what the spend limit lets campaigns spend', async () => {
    show({}, { replies: { 'GET balances': { result: balance({ available: '570', spendable: '500', limit_left: '500' }) } } })
    await expect(button('Available')).toHaveAccessibleDescription(/The spend limit lets campaigns spend \$500\.00 of it now\./)
  })

  it('balance: says that the spend limit stops the campaigns, and what the total consists of', async () => {
    const reached = balance({
      available: '270',
      spendable: '0',
      credit_left: '200',
      limit_left: '-300',
      total_funding: '970',
      days_of_cover: 0,
    })
    const { element } = show({}, { replies: { 'GET balances': { result: reached } } })
    await expect(text('The spend limit stops the campaigns')).toBeVisible()
    await expect(person.getByText(/Lasts until/)).toHaveCount(0)
    await expect(text('$70.00 own funds, $500.00 pending, $400.00 left of insertion orders, $0.00 left of the spend limit')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('link', { name: 'View the spend limit' }).click()
    expect(element.getAttribute('path')).to.equal('spend-limits')
  })

  it('balance: is corrected by users who may, with a reason', async () => {
    const correction = 'POST balances/corrections'
    const permissions = ['funds.read', 'funds.correct']
    const owing = { 'GET balances': { result: balance({ available: '570', credit_left: '500', owed: '40' }) } }
    const fields = [{ path: 'amount', rule: 'Too much', code: 'above_own', values: { limit: '70' } }]
    const first = show({}, { permissions, replies: { ...owing, [correction]: { status: 422, code: 'invalid', fields } } })
    await button('Correct balance').click()
    const dialog = person.getByRole('dialog', { name: 'Correct the balance' })
    const amount = dialog.getByRole('textbox', { name: /^Amount/ })
    await expect(amount).toHaveAccessibleDescription(/First pays the \$40\.00 that is owed\./)
    await dialog.getByRole('radio', { name: 'Debit' }).check({ force: true })
    await expect(amount).toHaveAccessibleDescription(/At most the own funds, \$70\.00\./)
    await amount.fill('80')
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Typed twice')
    expect(await hardToUse(first.element)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Record correction' }).click()
    await expect(amount).toHaveAccessibleDescription(/Enter at most \$70\.00\. That is all of the own funds\./)
    const result = { available: '520', owed: '40', currency_code: 'USD', currency_digits: 2 }
    const second = show({}, { permissions, replies: { ...owing, [correction]: { result } } })
    await button('Correct balance').click()
    await amount.fill('20')
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Dispute won ')
    await dialog.getByRole('button', { name: 'Record correction' }).click()
    await expect(person.getByText('Credit recorded').first()).toBeVisible()
    expect(second.platform.last('POST', 'balances/corrections')?.body).to.deep.equal({
      kind: 'credit',
      amount: '20',
      reason: 'Dispute won',
    })
    for (const [attributes, own] of [
      [{}, ['funds.read']],
      [{ readonly: '' }, permissions],
    ] as const) {
      show(attributes, { permissions: own })
      await expect(row('Clicks')).toContainText('Summer shelf')
      await expect(button('Correct balance')).toHaveCount(0)
    }
  })

  it('balance: an entry of the credit line leads to the spend limit, with its reason in words', async () => {
    const credit = entry({
      event_type: 'SystemDebitUIForm',
      event_type_id: 4,
      reason: 'Credit line reduced',
      reference: 'spend-limit 12',
      sources: [{ kind: 'spend_limit', id: 12, name: '12' }],
    })
    const { element } = show({ locale: 'de' }, { replies: { 'POST balance_events_report': ledger([credit]) } })
    await expect(person.getByRole('row', { name: /Kreditlinie verringert/ })).toBeVisible()
    await person.getByRole('link', { name: 'Ausgabenlimit 12' }).click()
    expect(element.getAttribute('path')).to.equal('spend-limits')
  })

  it('balance: has a state for loading, no entries, a refusal, a failure and no advertiser', async () => {
    const { element } = show({}, { replies: { 'POST balance_events_report': ledger([]), 'GET balances_by_funding_type': { result: [] } } })
    await expect(text('No entries yet')).toBeVisible()
    await expect(text('Funds appear here by funding type once you add some.')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    document.body.replaceChildren()
    const all = (reply: typeof failed) => ({
      replies: {
        'GET balances': reply,
        'GET balances_by_funding_type': reply,
        'GET balance_days': reply,
        'POST balance_events_report': reply,
      },
    })
    show({}, all(refused))
    await expect(text('You do not have permission to view this information')).toBeVisible()
    document.body.replaceChildren()
    const broken = show({}, all(failed))
    await expect(text('Couldn’t load the balance')).toBeVisible()
    await expect(text('Couldn’t load the funding types')).toBeVisible()
    expect(await hardToUse(broken.element)).to.deep.equal([])
    document.body.replaceChildren()
    const loading = show({}, all('never'))
    await expect(text('Ledger')).toBeVisible()
    await expect(text('$1,250.50')).toHaveCount(0)
    expect(await hardToUse(loading.element)).to.deep.equal([])
    document.body.replaceChildren()
    platform?.stop()
    platform = answerFunds()
    put('ad-funds', { 'client-id': '1' }, { getToken: token })
    await expect(text('Choose an advertiser')).toBeVisible()
  })
})
