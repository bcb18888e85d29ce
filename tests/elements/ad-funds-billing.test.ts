import '/dist/placard.js'
import type { InvoiceTerms } from '../../src/contract/invoices/invoices.ts'
import { hardToUse } from '../support/elements/axe.ts'
import {
  type Answer,
  answerOrders,
  failed,
  type OrderReply,
  person as signedIn,
  refused,
  success,
  token,
} from '../support/elements/insertion-orders.ts'
import { put } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'

const all = ['funds.read', 'fees.read', 'fees.change', 'invoices.read', 'member_groups.change', 'advertisers.change']
const terms: InvoiceTerms = { due_days: 30, tax_percent: '19', stops_when_overdue: false, advertisers_to_stop: 3, version: 4 }
const methods = [
  { billing_method_id: 1, name: 'Prepaid funds' },
  { billing_method_id: 2, name: 'Monthly invoice' },
  { billing_method_id: 9, name: 'Barter' },
]

const termsPath = 'v1/member_groups/1/invoice_terms'
const typesPath = 'v1/member_groups/1/funding_types'
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
  [`GET ${typesPath}`]: {
    result: {
      funding_types: [
        { id: 1, status: 'Active' },
        { id: 2, status: 'Inactive' },
      ],
      version: 6,
    },
  },
  'GET v1/billing/methods': { result: { billing_methods: methods } },
  [`GET ${methodsPath}`]: { result: { billing_method_ids: [1], version: 6 } },
} satisfies Record<string, OrderReply>

let platform: ReturnType<typeof answerOrders> | undefined
/** Shows the billing tab, with answers to its requests. */
function show(replies: Readonly<Record<string, Answer>> = {}, permissions: readonly string[] = all, attributes = {}) {
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
    const question = person.getByRole('alertdialog').or(person.getByRole('dialog'))
    await expect(question).toContainText('The campaigns of 3 advertisers stop now, because an invoice is at least 30 days overdue.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(platform.last('PATCH', termsPath)).to.equal(undefined)
    await expect(field(/^Days until an invoice is due/)).toHaveValue('14')
    await button('Save invoice terms').click()
    await question.getByRole('button', { name: 'Save invoice terms' }).click()
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

  it('types: only what changed is sent; at least one stays on', async () => {
    const { platform } = show({ [`PATCH ${typesPath}`]: { result: { funding_types: [{ id: 2, status: 'Active' }], version: 7 } } })
    await expect(choice('Card payments')).toBeChecked()
    await choice('Card payments').uncheck({ force: true })
    await expect(button('Save ways to fund')).toHaveAttribute('aria-disabled', 'true')
    await choice('Card payments').check({ force: true })
    await choice('Credit line').check({ force: true })
    await button('Save ways to fund').click()
    await expect(person.getByText('Ways to fund saved').first()).toBeVisible()
    const sent = platform.last('PATCH', typesPath)
    expect([sent?.body, sent?.ifMatch]).to.deep.equal([{ funding_types: [{ id: 2, status: 'Active' }] }, '"6"'])
  })

  it('without the permissions, all are shown and say why they cannot be changed', async () => {
    const { element } = show({}, ['funds.read', 'fees.read', 'invoices.read'])
    await expect(field(/^Days until an invoice is due/)).toHaveValue('30')
    await expect(choice('Prepaid funds')).toBeChecked()
    await expect(person.getByText('No tax ID')).toBeVisible()
    await expect(person.getByRole('combobox', { name: /^Country/ })).toHaveCount(0)
    for (const name of ['Add tax ID', 'Save invoice terms', 'Save ways to fund', 'Save billing methods']) {
      await expect(button(name)).toHaveAttribute('aria-disabled', 'true')
      await expect(button(name)).toHaveAccessibleDescription(/You don’t have permission to do this/)
    }
    await person.setViewportSize({ width: 360, height: 900 })
    expect(await hardToUse(element)).to.deep.equal([])
    expect(element.scrollWidth).to.be.at.most(element.clientWidth)
  })

  it('settings of the client need its whole access, not the permission at one advertiser', async () => {
    const atClient = (access: object, permissions: readonly string[]) =>
      show({
        'POST v1/sso/login': ({ body }) =>
          success({ ...signedIn('advertiser_id' in body ? all : permissions), access: { ...signedIn([]).access, ...access } }),
      })
    atClient({ clients: [], advertisers: [7] }, all)
    await expect(button('Save invoice terms')).toHaveAccessibleDescription(/Ask a user who has access to all of them/)
    await expect(button('Save tax ID')).toHaveAccessibleDescription('Enter the tax ID')
    atClient({}, ['funds.read', 'fees.read', 'invoices.read'])
    await expect(button('Save billing methods')).toHaveAccessibleDescription(/You don’t have permission to do this/)
    await expect(button('Save tax ID')).toHaveAccessibleDescription('Enter the tax ID')
  })

  it('a user who may read nothing of it reads one refusal', async () => {
    show({}, ['funds.read'])
    await expect(person.getByText('Ask an administrator of your account for access to billing.')).toBeVisible()
    await expect(person.getByText(/^Ask an administrator/)).toHaveCount(1)
  })

  it('tax id: without a number there is nothing to save, also after the country was changed', async () => {
    show()
    await person.getByRole('combobox', { name: /^Country/ }).click()
    await person.getByRole('option', { name: 'Japan' }).click()
    await expect(button('Save tax ID')).toHaveAttribute('aria-disabled', 'true')
    await field(/^Tax ID/).fill('T7000012050002')
    await expect(button('Save tax ID')).toHaveAttribute('aria-disabled', 'false')
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
