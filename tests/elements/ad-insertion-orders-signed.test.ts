import '/dist/placard.js'
import type { OrderLine } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { answerOrders, client, config, order, refused, token } from '../support/elements/insertion-orders.ts'
import { eventually, put, rootOf, until } from '../support/elements/page-parts.ts'
import { chooseFiles, expect, person, savedBy } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'
import { dayAgo } from '../support/time/days.ts'

document.documentElement.lang = 'en'
type Platform = NonNullable<Parameters<typeof answerOrders>[0]>

let platform: ReturnType<typeof answerOrders> | undefined
/** Shows the element at a path, with answers to its requests. */
function show(path: string, answers: Platform = {}) {
  platform?.stop()
  platform = answerOrders(answers)
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-insertion-orders', { 'client-id': '1', path }, { getToken: own })
  return { element, platform }
}
const button = (name: string) => person.getByRole('button', { name, exact: true })
const dialog = () => person.getByRole('dialog')
const textbox = (name: string | RegExp) => person.getByRole('textbox', { name, exact: true })
const address = {
  name: 'Fernhill Ltd',
  line_1: '1 High Street',
  line_2: '',
  city: 'London',
  region: '',
  postal_code: 'EC1A',
  country_code: 'GB',
}

const campaign = (campaign_id: number, name: string, line_id: number | null) => ({
  campaign_id,
  advertiser_id: 7,
  advertiser_name: 'Fernhill',
  name,
  status: 'active',
  line_id,
  is_linked: true,
  linked_at: `${dayAgo(10)}T12:00:00Z`,
  start_date: dayAgo(10),
  end_date: null,
  spent: '10',
  in_ledger: '10',
})
const campaigns = (...all: object[]) => ({ 'GET insertion_orders/5/campaigns': { result: { campaigns: all } } })
const pdf = { name: 'Purchase order.pdf', mimeType: 'application/pdf', buffer: new TextEncoder().encode('%PDF-1.7\n') }
const attachment = { attachment_id: 3, name: pdf.name, bytes: 9, at: `${dayAgo(1)}T12:00:00Z`, user: 'Ada Park', is_approved: false }

describe('insertion orders: what is signed', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    await person.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
  })

  it('lines: a fixed price without a rate has no auction, and a quantity has the unit of its price', async () => {
    const [first, second] = order().lines
    if (!first || !second) throw new Error('The order has two lines')
    const lines: OrderLine[] = [
      { ...first, type: 'cpm', quantity: 100_000 },
      { ...second, type: 'fixed', quantity: 30, experience: { experience_id: 2, name: 'Search results' } },
      { ...second, line_id: 3, name: 'Sponsorship', type: 'fixed' },
    ]
    const current = { ...order().current, terms: { ...order().current.terms, lines } }
    const pending = order({ status: 'pending', status_id: 2, lines, current, waits_for: 'client_approval', missing_approvals: ['client'] })
    show('5?tab=lines', { replies: { 'GET insertion_orders/5': { result: pending }, ...campaigns() } })
    const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
    await expect(row('Clicks')).toContainText(/CPM.*Auction.*100,000 impressions/)
    await expect(row('Shelf banner')).toContainText(/Search results.*Fixed price.*–.*30 days/)
    await expect(row('Sponsorship')).toContainText(/Fixed price\s*–\s*–/)
    await button('Approve').click()
    const agreed = dialog().getByRole('region', { name: 'Lines' })
    await expect(agreed).toContainText('CPM · Auction × 100,000 impressions')
    await expect(agreed).toContainText(/Fixed price · 30 days · [^·]+ · Search results/)
    await expect(agreed.getByRole('listitem').last()).not.toContainText('Auction')
  })

  it('form: a line is for a channel or for an experience', async () => {
    const experiences = [
      { experience_id: 2, member_group_id: 1, name: 'Search results', description: '', status: 'active', channel_id: 1, created_at: '' },
    ]
    const { platform: answered } = show('5/edit', {
      replies: {
        'GET insertion_orders/5': { result: order({ status: 'open', status_id: 1 }) },
        'GET v1/member_groups/1/experiences': { result: { experiences } },
        'PATCH insertion_orders/5': { result: order({ version: 13 }) },
        ...campaigns(),
      },
    })
    const line = person.getByRole('group', { name: 'Clicks' })
    await line.getByRole('combobox', { name: 'Channel or experience' }).click()
    await person.getByRole('option', { name: 'Search results' }).click()
    await button('Save draft').click()
    await eventually(() => {
      const sent: object = answered.last('PATCH', 'insertion_orders/5')?.body ?? {}
      expect(Reflect.get(sent, 'lines')[0]).to.include({ experience_id: 2, channel: null })
      expect(sent).not.to.have.any.keys('billing', 'moves')
    })
  })

  it('form: asks where the campaigns of a removed line go, also those that another removal moved there', async () => {
    const { element, platform: answered } = show('5/edit', {
      replies: {
        'PATCH insertion_orders/5': { result: order({ version: 13 }) },
        ...campaigns(campaign(11, 'Spring search', 1), campaign(12, 'Left', 1), { ...campaign(12, 'Left', 1), is_linked: false }),
      },
    })
    await button('Remove Clicks').click()
    await expect(dialog()).toContainText('These campaigns spend from the line: Spring search and Left.')
    await expect(dialog()).toContainText('The campaigns move when you save, before the change is approved.')
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog().getByRole('button', { name: 'Remove line' }).click()
    await expect(dialog().getByRole('combobox', { name: 'Move them to' })).toHaveAttribute('aria-invalid', 'true')
    await dialog().getByRole('combobox', { name: 'Move them to' }).click()
    await person.getByRole('option', { name: 'Shelf banner' }).click()
    await dialog().getByRole('button', { name: 'Remove line' }).click()
    await expect(person.getByRole('group', { name: 'Clicks' })).toHaveCount(0)
    await button('Remove Shelf banner').click()
    await expect(dialog()).toContainText('Spring search and Left')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await button('Propose version 2').click()
    await eventually(() =>
      expect(answered.last('PATCH', 'insertion_orders/5')?.body).to.deep.include({ moves: [{ line_id: 1, to_line_id: 2 }] }),
    )
  })

  it('form: a line without campaigns is removed at once', async () => {
    show('5/edit', { replies: campaigns(campaign(11, 'Spring search', 1)) })
    await button('Remove Shelf banner').click()
    await expect(person.getByRole('group', { name: 'Shelf banner' })).toHaveCount(0)
    await expect(dialog()).toHaveCount(0)
  })

  it('form: billing with another address, whose refused funding type is shown at its field', async () => {
    const draft = order({ status: 'open', status_id: 1 })
    const funding = { ...client, funding_types: [1, 2].map((id) => ({ id, status: 'Active' })) }
    const fields = [{ path: 'billing.funding_type_id', rule: 'No limit', code: 'no_spend_limit', values: {} }]
    const { platform: answered } = show('5/edit', {
      replies: {
        'GET v1/member_groups/1': { result: funding },
        'GET insertion_orders/5': { result: draft },
        'PATCH insertion_orders/5': { status: 422, code: 'invalid', fields },
        ...campaigns(),
      },
    })
    const billing = person.getByRole('region', { name: 'Billing' })
    await expect(billing).toContainText('Bills go to the advertiser’s address.')
    await billing.getByRole('combobox', { name: 'Funding type' }).click()
    await person.getByRole('option', { name: 'Credit line' }).click()
    await textbox('Billing contact').fill('Accounts')
    await textbox('Billing email').fill('not an address')
    await button('Enter another address').click()
    for (const [name, value] of Object.entries({
      'Company or name': address.name,
      'Street and number': address.line_1,
      'Postal code': address.postal_code,
      City: address.city,
    }))
      await dialog().getByRole('textbox', { name }).fill(value)
    await dialog().getByRole('combobox', { name: 'Country' }).click()
    await person.keyboard.type('United Kingdom')
    await person.getByRole('option', { name: 'United Kingdom' }).click()
    await dialog().getByRole('button', { name: 'Use this address' }).click()
    await expect(billing).toContainText('Fernhill Ltd, 1 High Street, EC1A London, United Kingdom')
    await button('Save draft').click()
    await expect(textbox('Billing email')).toHaveAttribute('aria-invalid', 'true')
    expect(answered.last('PATCH', 'insertion_orders/5')).to.equal(undefined)
    await textbox('Billing email').fill('bills@fernhill.example')
    await button('Save draft').click()
    await expect(billing.getByRole('combobox', { name: 'Funding type' })).toHaveAccessibleDescription(/The advertiser has no spend limit\./)
    expect(answered.last('PATCH', 'insertion_orders/5')?.body).to.deep.include({
      billing: { funding_type_id: 2, contact: 'Accounts', email: 'bills@fernhill.example', address },
    })
    await button('Use the advertiser’s address').click()
    await expect(billing).toContainText('Bills go to the advertiser’s address.')
  })

  it('form: the documents of a new order are sent after it is saved; one that is refused is named', async () => {
    const draft = order({ insertion_order_id: 9, status: 'open', status_id: 1, version: 1 })
    const { platform: answered } = show('create', {
      replies: {
        'POST insertion_orders': { result: draft },
        'POST insertion_orders/9/attachments': ({ body }) =>
          Reflect.get(Object(body), 'name') === 'Terms.pdf' ? refused : { result: attachment },
        'GET insertion_orders/9': { result: draft },
      },
    })
    await person.getByRole('radio', { name: 'All advertisers' }).check({ force: true })
    await textbox('Name').fill('Winter shelf')
    await textbox(/^Total/).fill('10000')
    await chooseFiles(button('Choose files'), [
      pdf,
      { ...pdf, name: 'Terms.pdf' },
      { ...pdf, name: 'fake.pdf', buffer: new TextEncoder().encode('<html>') },
    ])
    await expect(person.getByText('The file name says PDF, but the content is a different type.')).toBeVisible()
    await button('Save draft').click()
    await expect(person.getByText('Couldn’t attach Terms.pdf').first()).toBeVisible()
    const sent = answered.sent.filter(({ path }) => path.endsWith('/attachments')).map(({ body }) => body)
    expect(sent).to.deep.equal([
      { name: pdf.name, content: btoa('%PDF-1.7\n') },
      { name: 'Terms.pdf', content: btoa('%PDF-1.7\n') },
    ])
  })

  it('overview: shows the billing and the documents, which are added, downloaded and deleted', async () => {
    const current = {
      ...order().current,
      terms: { ...order().current.terms, billing: { funding_type_id: 2 as const, contact: 'Accounts', email: '', address } },
    }
    const signed = { ...attachment, attachment_id: 4, name: 'Signed.pdf', is_approved: true }
    let attachments = [signed]
    const { element, platform: answered } = show('5', {
      replies: {
        'GET insertion_orders/5': () => ({ result: order({ current, attachments }) }),
        'GET insertion_orders/5/spend': { result: { days: [] } },
        'POST insertion_orders/5/attachments': () => {
          attachments = [attachment, signed]
          return { result: attachment }
        },
        'GET insertion_orders/5/attachments/4': { result: 'the document' },
        'DELETE insertion_orders/5/attachments/3': () => {
          attachments = [signed]
          return { result: 'success' }
        },
      },
    })
    const billing = person.getByRole('region', { name: 'Billing' })
    await expect(billing).toContainText(/Credit line.*Accounts.*Fernhill Ltd.*1 High Street.*EC1A London.*United Kingdom/s)
    await expect(billing).not.toContainText('Billing email')
    const documents = person.getByRole('region', { name: 'Documents' })
    await expect(documents.getByRole('button', { name: 'Remove Signed.pdf' })).toHaveAttribute('aria-disabled', 'true')
    expect(await savedBy(documents.getByRole('button', { name: 'Signed.pdf', exact: true }))).to.contain('the document')
    await chooseFiles(documents.getByRole('button', { name: 'Choose files' }), [pdf])
    await expect(documents.getByRole('listitem')).toHaveCount(2)
    expect(await hardToUse(element)).to.deep.equal([])
    await documents.getByRole('button', { name: `Remove ${pdf.name}` }).click()
    await expect(dialog()).toContainText('Both sides can no longer open it.')
    await dialog().getByRole('button', { name: 'Delete document' }).click()
    await expect(documents.getByRole('listitem')).toHaveCount(1)
    expect(answered.last('DELETE', 'insertion_orders/5/attachments/3')).not.to.equal(undefined)
  })

  it('approval: of a large order needs another sign-in, which the page may start', async () => {
    const pending = order({
      status: 'pending',
      status_id: 2,
      waits_for: 'client_approval',
      missing_approvals: ['client'],
      needs_sign_in: true,
    })
    const { element, platform: answered } = show('5', {
      replies: { 'GET insertion_orders/5': { result: pending }, 'GET insertion_orders/5/spend': { result: { days: [] } } },
    })
    const heard: unknown[] = []
    await button('Approve').click()
    await expect(dialog()).toContainText('Sign in again to approve this order')
    const submit = dialog().getByRole('button', { name: 'Approve', exact: true })
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await dialog().getByRole('button', { name: 'Sign in again' }).click()
    await expect(person.getByText('Sign out and in again to approve the order').first()).toBeVisible()
    element.addEventListener('ad-sign-in-asked', (event) => {
      heard.push(event.detail)
      event.preventDefault()
    })
    await dialog().getByRole('button', { name: 'Sign in again' }).click()
    await eventually(() => expect(heard).to.deep.equal([{ insertion_order_id: 5 }]))
    expect(answered.last('PUT', 'insertion_orders/5/approve')).to.equal(undefined)
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('versions: show from which address the client sees that one was approved', async () => {
    const approvals = [
      { side: 'client' as const, user_id: 6, user: 'Bo Chen', name: 'Bo Y. Chen', at: `${dayAgo(3)}T12:00:00Z`, address: '203.0.113.7' },
      { side: 'advertiser' as const, user_id: 8, user: 'Di Ek', name: null, at: `${dayAgo(3)}T12:00:00Z`, address: null },
    ]
    const version = { ...order().current, approvals }
    show('5?tab=versions', { replies: { 'GET insertion_orders/5/versions': { result: { versions: [version] } } } })
    const shown = person.getByRole('region', { name: 'Version 1' })
    await expect(shown).toContainText(/Bo Y\. Chen,.*· 203\.0\.113\.7/)
    await expect(shown).toContainText(/Di Ek, [^·]*Hash/)
  })

  it('settings: the amount above which a sign-in is needed', async () => {
    const { platform: answered } = show('settings', { replies: { 'PATCH insertion_order_config': { result: config } } })
    await textbox('Sign in again above').fill('5000')
    await button('Save settings').click()
    await eventually(() => expect(answered.last('PATCH', 'insertion_order_config')?.body).to.deep.equal({ sign_in_above: '5000' }))
  })

  it('print: has the billing, and no auction for a fixed price', async () => {
    const { remove } = HTMLIFrameElement.prototype
    // The frame is removed after printing, which a browser without a window does at once.
    HTMLIFrameElement.prototype.remove = () => undefined
    const lines: OrderLine[] = order().lines.map((line) => ({ ...line, type: 'fixed' }))
    const terms = {
      ...order().current.terms,
      lines,
      billing: { funding_type_id: 1 as const, contact: 'Accounts', email: 'bills@fernhill.example', address },
    }
    const { element } = show('5', {
      replies: {
        'GET insertion_orders/5': { result: order({ lines, current: { ...order().current, terms } }) },
        'GET insertion_orders/5/spend': { result: { days: [] } },
      },
    })
    await person.getByRole('button', { name: 'More actions' }).click()
    await person.getByRole('menuitem', { name: 'Print' }).click()
    const frame = await until(() => rootOf(element).querySelector('iframe'))
    const page = await until(() => frame.contentDocument?.body)
    for (const text of [
      'Funding typeCard payments',
      'Billing contactAccounts',
      'Billing addressFernhill Ltd\n1 High Street\nEC1A London\nUnited Kingdom',
    ])
      expect(page.textContent).to.contain(text)
    expect(page.textContent).not.to.contain('Auction')
    HTMLIFrameElement.prototype.remove = remove
  })
})
