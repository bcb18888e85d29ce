import '/dist/placard.js'
import type { Invoice, InvoiceRow } from '../../src/contract/invoices/invoices.ts'
import type { PendingSpendOrder, SpendLimit } from '../../src/contract/spend-limits/spend-limits.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { balance } from '../support/elements/funds-balance.ts'
import { rule } from '../support/elements/funds-rebill.ts'
import { answerOrders, failed, type OrderReply, refused, token } from '../support/elements/insertion-orders.ts'
import { eventually, put, rootOf, until } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'
import { dayAgo } from '../support/time/days.ts'

document.documentElement.lang = 'en'

const all = ['funds.read', 'funds.correct', 'invoices.read', 'spend_limits.read', 'spend_limits.change', 'spend_limits.approve']
const limit: SpendLimit = {
  spend_limit_id: 4,
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  amount: '5000',
  raised: '1200',
  uninvoiced: '3200',
  left: '3000',
  stopped_by: null,
  currency_code: 'EUR',
  currency_digits: 2,
  active_campaigns: 6,
  version: 3,
}
const order: PendingSpendOrder = {
  pending_spend_order_id: 9,
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  campaign: { campaign_id: 42, name: 'Summer' },
  over: '1200',
  currency_code: 'EUR',
  currency_digits: 2,
  status_id: 1,
  status: 'open',
  created_at: `${dayAgo(2)}T08:00:00Z`,
  asked: null,
  closed: null,
  version: 1,
}
const row: InvoiceRow = {
  invoice_id: 5,
  number: 'R-0007',
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  start_date: dayAgo(80),
  end_date: dayAgo(50),
  issued_on: dayAgo(42),
  due_on: dayAgo(12),
  amount: '1234.57',
  tax: '234.57',
  paid: '1000',
  currency_code: 'EUR',
  currency_digits: 2,
  is_wire_transfer: true,
  status: 'overdue',
  days_overdue: 12,
  version: 2,
}
const invoice: Invoice = {
  ...row,
  billing_address: null,
  tax_id: { country_code: 'DE', value: 'DE136695976' },
  exact: '1234.567891',
  true_up: '-0.002109',
  credits: [],
  lines: [
    {
      campaign_id: 42,
      name: '<b>Summer</b>',
      amount: '1234.567891',
      reported: '1200.567891',
      days: [
        { day: dayAgo(79), amount: '1000' },
        { day: dayAgo(78), amount: '234.567891' },
      ],
      orders: [
        { insertion_order_id: 31, number: 'IO-0031', po_number: '<b>PO-7</b>', amount: '1000' },
        { insertion_order_id: 32, number: 'IO-0032', po_number: null, amount: '34.567891' },
      ],
    },
  ],
  paid_at: null,
}

const client = 'v1/member_groups/1'
const limits = `POST ${client}/advertisers/funds/spend_limits_report`
const orders = `GET ${client}/pending_spend_orders`
const list = `POST ${client}/advertisers/7/payment_provider/invoices_report`
const one = `GET ${client}/advertisers/7/invoices/5`
const limitReply = (found: readonly SpendLimit[]): OrderReply => ({ result: { spend_limits: found, total: found.length } })
const listReply = (found: readonly InvoiceRow[]): OrderReply => ({ result: { invoices: found, total: found.length } })
const filled = {
  [limits]: limitReply([limit]),
  [orders]: { result: { pending_spend_orders: [order] } },
  [list]: listReply([row]),
  [one]: { result: invoice },
} satisfies Record<string, OrderReply>

let platform: ReturnType<typeof answerOrders> | undefined
/** Shows a tab of the element, with answers to its requests. */
function show(path: string, replies: Readonly<Record<string, OrderReply>> = {}, permissions: readonly string[] = all, attributes = {}) {
  platform?.stop()
  platform = answerOrders({ permissions, replies: { ...filled, ...replies } })
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-funds', { 'client-id': '1', 'advertiser-id': '7', path, ...attributes }, { getToken: own })
  return { element, platform }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })

describe('funds: spend limit and invoices', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('limit: shows what is spent and left, and approves an order', async () => {
    const { element, platform } = show('spend-limits', {
      [`PUT ${client}/pending_spend_orders/9/approve`]: { result: { ...order, status_id: 3, status: 'approved', version: 2 } },
    })
    await expect(person.getByText('€3,200.00')).toBeVisible()
    await expect(person.getByText('At the limit, 6 active campaigns stop until an invoice is paid.')).toBeVisible()
    await expect(person.getByRole('row', { name: /Summer/ })).toContainText('€1,200.00')
    expect(await hardToUse(element)).to.deep.equal([])
    await expect(button('Close spend order: Summer')).toBeVisible()
    await button('Approve spend order: Summer').click()
    await expect(person.getByText('Spend order approved').first()).toBeVisible()
    expect(platform.last('PUT', `${client}/pending_spend_orders/9/approve`)?.ifMatch).to.equal('"1"')
  })

  it('limit: is changed with its version', async () => {
    const put = `PUT ${client}/advertisers/7/funds/spend_limits`
    const { platform } = show('spend-limits', { [put]: { result: { ...limit, amount: '6000', version: 4 } } })
    await button('Change limit').click()
    const dialog = person.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Limit/ }).fill('6000')
    await dialog.getByRole('button', { name: 'Change limit' }).click()
    await expect(person.getByText('Spend limit changed').first()).toBeVisible()
    const sent = platform.last('PUT', `${client}/advertisers/7/funds/spend_limits`)
    expect([sent?.body, sent?.ifMatch]).to.deep.equal([{ amount: '6000' }, '"3"'])
  })

  it('limit: says what a new amount does at once', async () => {
    const own = { result: balance({ currency_code: 'EUR', available: '2500', credit_left: '2000' }) }
    show('spend-limits', { [`GET ${client}/advertisers/7/balances`]: own })
    await button('Change limit').click()
    const field = person.getByRole('dialog').getByRole('textbox', { name: /^Limit/ })
    await field.fill('6000')
    await expect(field).toHaveAccessibleDescription(/The advertiser gets €1,000\.00 more credit at once\./)
    await field.fill('4500')
    await expect(field).toHaveAccessibleDescription(/€500\.00 of the credit is taken back at once\./)
    await field.fill('2000')
    await expect(field).toHaveAccessibleDescription(
      /€2,000\.00 of the credit is taken back at once, and the campaigns stop, because €3,200\.00 is not paid\./,
    )
  })

  it('limit: its removal says what is taken back, that campaigns stop, and that auto-rebill charges', async () => {
    const remove = `DELETE ${client}/advertisers/7/funds/spend_limits`
    const replies = (available: string, state: 'on' | 'off'): Readonly<Record<string, OrderReply>> => ({
      [remove]: { result: { advertiser_id: 7 } },
      [`GET ${client}/advertisers/7/balances`]: { result: balance({ currency_code: 'EUR', available, credit_left: '500' }) },
      [`GET ${client}/advertisers/7/auto_rebills/get_by_advertiser`]: {
        result: { auto_rebill: rule({ state, currency_code: 'EUR', threshold: '50' }) },
      },
    })
    show('spend-limits', replies('570', 'on'), [...all, 'auto_rebills.read'])
    await expect(person.getByText('Total funding')).toBeVisible()
    await button('Remove limit').click()
    const question = person.getByRole('alertdialog').or(person.getByRole('dialog'))
    await expect(question).toContainText('€500.00 of credit is taken back. €70.00 of own funds stays available.')
    await expect(question).not.toContainText('Auto-rebill')
    await question.getByRole('button', { name: 'Cancel' }).click()
    document.body.replaceChildren()
    const { platform } = show('spend-limits', replies('500', 'on'), [...all, 'auto_rebills.read'])
    await expect(person.getByText('Total funding')).toBeVisible()
    await button('Remove limit').click()
    await expect(question).toContainText('There are no own funds, so active campaigns stop. Auto-rebill is on and charges within a minute')
    await question.getByRole('button', { name: 'Remove limit' }).click()
    await expect(person.getByText('Spend limit removed').first()).toBeVisible()
    expect(platform.last('DELETE', `${client}/advertisers/7/funds/spend_limits`)?.ifMatch).to.equal('"3"')
  })

  it('limit: is set in the digits of the currency', async () => {
    const yen = { result: balance({ currency_code: 'JPY', currency_digits: 0 }) }
    show('spend-limits', { [limits]: limitReply([]), [`GET ${client}/advertisers/7/balances`]: yen })
    await button('Set limit').click()
    const field = person.getByRole('dialog').getByRole('textbox', { name: /^Limit/ })
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    await expect(field).toHaveAttribute('placeholder', '0')
  })

  it('limit: says that it is reached', async () => {
    show('spend-limits', { [limits]: limitReply([{ ...limit, uninvoiced: '6200', left: '0' }]) })
    await expect(person.getByText('The limit is reached')).toBeVisible()
  })

  it('limit: says that an overdue invoice has set it to 0', async () => {
    const stopped = { ...limit, left: '-3200', stopped_by: { invoice_id: 5, number: 'R-0007' } }
    const { element } = show('spend-limits', { [limits]: limitReply([stopped]) })
    await expect(person.getByText('The limit is 0 because of an overdue invoice')).toBeVisible()
    await expect(person.getByText(/Then the limit is €5,000.00 again/)).toBeVisible()
    await expect(person.getByText('The limit is reached')).toHaveCount(0)
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('link', { name: 'R-0007' }).click()
    await expect(person.getByRole('heading', { name: 'Invoice R-0007' })).toBeVisible()
  })

  it('limit: a spend order leads to its campaign', async () => {
    const { element } = show('spend-limits')
    const events: unknown[] = []
    element.addEventListener('ad-campaign-open-asked', (event) => {
      event.preventDefault()
      events.push((event as CustomEvent).detail) // a custom event by its name
    })
    await person
      .getByRole('row', { name: /Summer/ })
      .getByRole('link', { name: 'Summer' })
      .click()
    expect(events).to.deep.equal([{ campaign_id: 42, path: '42' }])
  })

  it('limit: an advertiser asks for the approval of an order, once', async () => {
    const ask = `PUT ${client}/pending_spend_orders/9/ask`
    const decided = { path: 'status', rule: 'The order is approved already', code: 'spend_order_decided', values: { status: 'approved' } }
    const { platform } = show('spend-limits', { [ask]: { status: 409, code: 'conflict', fields: [decided] } }, [
      'funds.read',
      'spend_limits.read',
      'campaigns.change',
    ])
    await expect(button('Approve')).toHaveCount(0)
    await button('Ask for approval').click()
    await expect(person.getByText('The status of the spend order is Approved already.').first()).toBeVisible()
    expect(platform.last('PUT', `${client}/pending_spend_orders/9/ask`)?.ifMatch).to.equal('"1"')
    document.body.replaceChildren()
    show('spend-limits', { [orders]: { result: { pending_spend_orders: [{ ...order, status: 'pending', status_id: 2 }] } } }, [
      'funds.read',
      'spend_limits.read',
      'campaigns.change',
    ])
    await expect(person.getByRole('row', { name: /Summer/ })).toContainText('Pending')
    await expect(button('Ask for approval')).toHaveCount(0)
  })

  it('limit: without one, offers to set it; without the permission, says why not', async () => {
    show('spend-limits', { [limits]: limitReply([]), [orders]: { result: { pending_spend_orders: [] } } }, [
      'funds.read',
      'spend_limits.read',
    ])
    await expect(person.getByText('No spend limit')).toBeVisible()
    await expect(button('Set limit')).toHaveAttribute('aria-disabled', 'true')
  })

  it('limit: readonly hides every action', async () => {
    show('spend-limits', {}, all, { readonly: '' })
    await expect(person.getByText('€3,200.00')).toBeVisible()
    await expect(button('Change limit')).toHaveCount(0)
    await expect(button('Approve spend order: Summer')).toHaveCount(0)
  })

  it('limit: is refused, and can be tried again after a failure', async () => {
    show('spend-limits', { [limits]: refused })
    await expect(person.getByText('Ask an administrator of your account for access to spend limits.')).toBeVisible()
    show('spend-limits', { [limits]: failed })
    await expect(person.getByText('The spend limit could not be read')).toBeVisible()
    await expect(button('Try again')).toBeVisible()
  })

  it('invoices: are listed with their status', async () => {
    const { element, platform } = show('invoices')
    await expect(person.getByRole('row', { name: /R-0007/ })).toContainText('Overdue')
    await expect(person.getByRole('row', { name: /R-0007/ })).toContainText('12 days late')
    await expect(person.getByRole('row', { name: /R-0007/ })).toContainText('€1,234.57')
    expect(await hardToUse(element)).to.deep.equal([])
    const sent = () => platform.last('POST', `${client}/advertisers/7/payment_provider/invoices_report`)?.body
    expect(sent()).to.have.property('pagination')
    await person.getByRole('searchbox', { name: 'Search by number' }).fill('0007')
    await eventually(() => expect(sent()?.filters).to.deep.equal([{ field: 'number', operation: 'ILIKE', value: '0007' }]))
  })

  it('invoices: say when the first one comes, and why they are not shown', async () => {
    show('invoices', { [list]: listReply([]) })
    await expect(person.getByText('No invoices yet')).toBeVisible()
    show('invoices', { [list]: failed })
    await expect(person.getByText('Couldn’t load rows')).toBeVisible()
    show('invoices', { [list]: refused })
    await expect(person.getByText(/permission/i).first()).toBeVisible()
  })

  it('invoice: shows its amounts and its lines by campaign and day', async () => {
    const { element } = show('invoices/5')
    await expect(person.getByRole('heading', { name: 'Invoice R-0007' })).toBeVisible()
    await expect(person.getByText('€469.14')).toBeVisible()
    await expect(person.getByText('DE136695976')).toBeVisible()
    await expect(person.getByRole('row', { name: /Summer/ })).toContainText('€1,234.567891')
    const byOrder = person.getByRole('table', { name: 'Spend by insertion order' })
    await expect(byOrder.getByRole('row', { name: /IO-0031/ })).toContainText('<b>PO-7</b>')
    await expect(byOrder.getByRole('row', { name: /IO-0031/ })).toContainText('€1,000.00')
    await expect(byOrder.getByRole('row', { name: /IO-0032/ })).toContainText('€34.567891')
    await expect(byOrder.getByRole('row', { name: /Without an insertion order/ })).toContainText('€200.00')
    await person.getByRole('checkbox', { name: 'Show days' }).check({ force: true })
    await expect(person.getByRole('row', { name: /Summer/ })).toHaveCount(3)
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('invoice: a line leads to its campaign, its report and its ledger, and says how the report differs', async () => {
    const { element } = show('invoices/5')
    const line = person.getByRole('row', { name: /Summer/ })
    await expect(line).toContainText('€34.00 less than here')
    const events: unknown[] = []
    for (const type of ['ad-campaign-open-asked', 'ad-report-asked'])
      element.addEventListener(type, (event) => {
        event.preventDefault()
        events.push((event as CustomEvent).detail) // a custom event by its name
      })
    await line.getByRole('link', { name: '<b>Summer</b>' }).click()
    await line.getByRole('link', { name: 'Report' }).click()
    const { start_date, end_date } = invoice
    expect(events).to.deep.equal([
      { campaign_id: 42, path: '42' },
      { campaign_id: 42, advertiser_id: 7, currency_code: 'EUR', start_date, end_date },
    ])
    await person.getByRole('link', { name: 'Payments in the ledger' }).click()
    expect(new URLSearchParams(element.getAttribute('path') ?? '').get('filter.reference')).to.equal('invoice R-0007')
    element.setAttribute('path', 'invoices/5')
    await line.getByRole('link', { name: 'Ledger' }).click()
    const query = new URLSearchParams(element.getAttribute('path') ?? '')
    expect([query.get('filter.campaign_id'), query.get('filter.event_type')]).to.deep.equal(['42..42', 'Click'])
    expect(query.get('filter.day')).to.match(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)
  })

  it('invoice: a payment is recorded with its version', async () => {
    const { platform } = show('invoices/5', {
      [`POST ${client}/advertisers/7/invoices/5/payments`]: { result: { ...invoice, status: 'paid', paid: '1469.14', version: 3 } },
    })
    await button('Record payment').click()
    const dialog = person.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(person.getByText('Payment recorded').first()).toBeVisible()
    const sent = platform.last('POST', `${client}/advertisers/7/invoices/5/payments`)
    expect([sent?.body, sent?.ifMatch]).to.deep.equal([{ amount: '469.14', is_wire_transfer: true }, '"2"'])
  })

  it('invoice: is marked as uncollectible after a question; one with a payment is never void', async () => {
    const { platform } = show('invoices/5', {
      [`PUT ${client}/advertisers/7/invoices/5/uncollectible`]: { result: { ...invoice, status: 'uncollectible', version: 3 } },
    })
    await expect(button('Make void')).toHaveAttribute('aria-disabled', 'true')
    await button('Mark as uncollectible').click()
    await person.getByRole('alertdialog').or(person.getByRole('dialog')).getByRole('button', { name: 'Mark as uncollectible' }).click()
    await expect(person.getByText('Invoice marked as uncollectible').first()).toBeVisible()
    expect(platform.last('PUT', `${client}/advertisers/7/invoices/5/uncollectible`)?.ifMatch).to.equal('"2"')
  })

  it('invoice: without a payment it is made void; a void one has no actions', async () => {
    const unpaid = { ...invoice, paid: '0' }
    const { platform } = show('invoices/5', {
      [one]: { result: unpaid },
      [`PUT ${client}/advertisers/7/invoices/5/void`]: { result: { ...unpaid, status: 'void', version: 3 } },
    })
    await button('Make void').click()
    await person.getByRole('alertdialog').or(person.getByRole('dialog')).getByRole('button', { name: 'Make void' }).click()
    await expect(person.getByText('Invoice made void').first()).toBeVisible()
    expect(platform.last('PUT', `${client}/advertisers/7/invoices/5/void`)?.ifMatch).to.equal('"2"')
    document.body.replaceChildren()
    show('invoices/5', { [one]: { result: { ...unpaid, status: 'void' } } })
    await expect(person.getByText('Void', { exact: true })).toBeVisible()
    await expect(button('Make void')).toHaveCount(0)
    await expect(button('Record payment')).toHaveCount(0)
  })

  it('invoice: is printed as a document of its own, where markup is inert', async () => {
    const { remove } = HTMLIFrameElement.prototype
    // The frame is removed after printing, which a browser without a window does at once.
    HTMLIFrameElement.prototype.remove = () => undefined
    // The order of the keys in the database.
    const billing_address = {
      city: 'Berlin',
      name: 'Fernhill',
      line_1: 'Karl-Marx-Allee 1',
      line_2: '',
      region: '',
      postal_code: '10178',
      country_code: 'DE',
    }
    const { element } = show('invoices/5', { [one]: { result: { ...invoice, billing_address } } })
    await button('Print').click()
    const frame = await until(() => rootOf(element).querySelector('iframe'))
    const page = await until(() => frame.contentDocument?.body)
    HTMLIFrameElement.prototype.remove = remove
    for (const text of ['Invoice R-0007', 'Total€1,469.14', '<b>Summer</b>']) expect(page.textContent).to.contain(text)
    expect(page.querySelector('b')).to.equal(null)
    expect(page.textContent).to.contain('Fernhill\nFernhill\nKarl-Marx-Allee 1\n10178 Berlin\nGermanyTax IDDE136695976')
    expect(page.textContent).to.contain('Exact spend€1,234.567891Rounding+€0.002109Spend€1,234.57')
    const printed = [...page.querySelectorAll('tbody td.end')].map((cell) => cell.textContent)
    const byOrder = ['€1,000.000000', '€34.567891', '€200.000000']
    expect(printed).to.deep.equal(['€1,000.000000', '€234.567891', ...byOrder])
    expect(page.textContent).to.contain('IO-0031<b>PO-7</b>')
  })

  it('invoice: is missing, refused or failed', async () => {
    show('invoices/6')
    await expect(person.getByText('Invoice not found')).toBeVisible()
    show('invoices/5', { [one]: refused })
    await expect(person.getByText('Ask an administrator of your account for access to invoices.')).toBeVisible()
    show('invoices/5', { [one]: failed })
    await expect(person.getByText('The invoice could not be read')).toBeVisible()
  })
})
