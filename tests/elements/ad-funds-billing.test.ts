import '/dist/placard.js'
import type { InvoiceTerms } from '../../src/contract/invoices/invoices.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { answerOrders, failed, type OrderReply, refused, token } from '../support/elements/insertion-orders.ts'
import { put } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'

const all = ['funds.read', 'fees.read', 'fees.change', 'invoices.read', 'member_groups.change', 'advertisers.change']
const terms: InvoiceTerms = { due_days: 30, tax_percent: '19', stops_when_overdue: false, version: 4 }
const methods = [
  { billing_method_id: 1, name: 'Prepaid funds' },
  { billing_method_id: 2, name: 'Monthly invoice' },
  { billing_method_id: 9, name: 'Barter' },
]

const termsPath = 'v1/member_groups/1/invoice_terms'
const methodsPath = 'v1/member_groups/1/billing/methods'
const taxIdPath = 'v1/member_groups/1/advertisers/7/tax_id'
const types = [
  { tax_type_id: 3, name: 'Germany', country_code: 'DE', percent: '19' },
  { tax_type_id: 8, name: 'Japan', country_code: 'JP', percent: '10' },
]
const filled = {
  'GET v2/member_groups/1/advertisers/7/tax_types': { result: { tax_types: types, default_tax_type_id: 3 } },
  [`GET ${taxIdPath}`]: { result: { tax_id: null, version: 2 } },
  [`GET ${termsPath}`]: { result: terms },
  'GET v1/billing/methods': { result: { billing_methods: methods } },
  [`GET ${methodsPath}`]: { result: { billing_method_ids: [1], version: 6 } },
} satisfies Record<string, OrderReply>

let platform: ReturnType<typeof answerOrders> | undefined
/** Shows the billing tab, with answers to its requests. */
function show(replies: Readonly<Record<string, OrderReply>> = {}, permissions: readonly string[] = all, attributes = {}) {
  document.body.replaceChildren()
  platform?.stop()
  platform = answerOrders({ permissions, replies: { ...filled, ...replies } })
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-funds', { 'client-id': '1', 'advertiser-id': '7', path: 'billing', ...attributes }, { getToken: own })
  return { element, platform }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })
const field = (name: RegExp) => person.getByRole('textbox', { name })
const choice = (name: string | RegExp) => person.getByRole('checkbox', { name })

describe('funds: billing', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 1100 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('terms: are changed by keyboard, with their version and only what changed', async () => {
    const { element, platform } = show({
      [`PATCH ${termsPath}`]: { result: { ...terms, due_days: 14, stops_when_overdue: true, version: 5 } },
    })
    await expect(field(/^Days until an invoice is due/)).toHaveValue('30')
    expect(await hardToUse(element)).to.deep.equal([])
    await field(/^Days until an invoice is due/).fill('14')
    await choice(/^Stop campaigns/).focus()
    await person.keyboard.press('Space')
    await button('Save invoice terms').focus()
    await person.keyboard.press('Enter')
    await expect(person.getByText('Invoice terms saved').first()).toBeVisible()
    const sent = platform.last('PATCH', termsPath)
    expect([sent?.body, sent?.ifMatch]).to.deep.equal([{ due_days: 14, stops_when_overdue: true }, '"4"'])
  })

  it('terms: refuse days and a tax out of range before anything is sent', async () => {
    const { platform } = show()
    await field(/^Days until an invoice is due/).fill('121')
    await field(/^Tax(?! ID)/).fill('100')
    await button('Save invoice terms').click()
    await expect(person.getByText('Enter 1 to 120 days').first()).toBeVisible()
    await expect(person.getByText('Enter less than 100 %').first()).toBeVisible()
    expect(platform.last('PATCH', termsPath)).to.equal(undefined)
  })

  it('methods: are chosen with the version of the client, at least one', async () => {
    const { platform } = show({ [`PATCH ${methodsPath}`]: { result: { billing_methods: methods.slice(1, 2) } } })
    await expect(choice('Prepaid funds')).toBeChecked()
    await expect(choice('Barter')).not.toBeChecked()
    await choice('Prepaid funds').uncheck({ force: true })
    await expect(button('Save billing methods')).toHaveAttribute('aria-disabled', 'true')
    await choice('Monthly invoice').check({ force: true })
    await button('Save billing methods').click()
    await expect(person.getByText('Billing methods saved').first()).toBeVisible()
    const sent = platform.last('PATCH', methodsPath)
    expect([sent?.body, sent?.ifMatch]).to.deep.equal([{ billing_method_ids: [2] }, '"6"'])
  })

  it('without the permissions, both are shown and cannot be changed', async () => {
    const { element } = show({}, ['funds.read', 'fees.read', 'invoices.read'])
    await expect(field(/^Days until an invoice is due/)).toHaveValue('30')
    await expect(choice('Prepaid funds')).toBeChecked()
    await expect(button('Save tax ID')).toHaveCount(0)
    await expect(button('Save invoice terms')).toHaveCount(0)
    await expect(button('Save billing methods')).toHaveCount(0)
    await person.setViewportSize({ width: 360, height: 900 })
    expect(await hardToUse(element)).to.deep.equal([])
    expect(element.scrollWidth).to.be.at.most(element.clientWidth)
  })

  it('tax id: is saved with its country; a wrong one says what to check', async () => {
    const invalid = {
      path: 'tax_id.value',
      rule: 'Expected a valid tax ID',
      code: 'tax_id_invalid',
      values: { country: 'DE', example: 'DE136695976' },
    }
    const { platform } = show({ [`PUT ${taxIdPath}`]: { status: 422, code: 'invalid', fields: [invalid] } })
    await expect(person.getByRole('combobox', { name: /^Country/ })).toContainText('Germany')
    await field(/^Tax ID/).fill('DE136695975')
    await button('Save tax ID').click()
    await expect(person.getByText('Check each digit: this is not a tax ID of Germany. A valid one is DE136695976.').first()).toBeVisible()
    const sent = platform.last('PUT', taxIdPath)
    expect([sent?.body, sent?.ifMatch]).to.deep.equal([{ tax_id: { tax_type_id: 3, value: 'DE136695975' } }, '"2"'])
  })

  it('each part waits, is refused, or can be tried again', async () => {
    show({ [`GET ${termsPath}`]: refused, [`GET ${methodsPath}`]: failed })
    await expect(person.getByText('Ask an administrator of your account for access to invoice terms.')).toBeVisible()
    await expect(person.getByText('Couldn’t load the billing methods')).toBeVisible()
    await expect(button('Try again')).toBeVisible()
    show({ [`GET ${termsPath}`]: 'never', 'GET v1/billing/methods': refused })
    await expect(person.getByText('Ask an administrator of your account for access to billing methods.')).toBeVisible()
    await expect(field(/^Days until an invoice is due/)).toHaveCount(0)
  })
})
