import '/dist/placard.js'
import { hardToUse } from '../support/elements/axe.ts'
import {
  advertiser,
  answerOrders,
  config,
  failed,
  order,
  type OrderReply,
  orderRow,
  refused,
  report,
  token,
} from '../support/elements/insertion-orders.ts'
import { content, eventually, inside, put, rootOf, until } from '../support/elements/page-parts.ts'
import { expect, person, press, savedBy } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'
import { dayAgo, dayText } from '../support/time/days.ts'

document.documentElement.lang = 'en'
const sheet = new CSSStyleSheet()
sheet.replaceSync(':root { color-scheme: light dark } body { margin: 0; padding: 16px; background: light-dark(#fff, #131415) }')
document.adoptedStyleSheets = [sheet]
type Platform = Parameters<typeof answerOrders>[0]

let platform: ReturnType<typeof answerOrders> | undefined
/** Shows the element, with answers to its requests. */
function show(attributes: Readonly<Record<string, string>> = {}, answers: Platform = {}) {
  platform?.stop()
  platform = answerOrders(answers)
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-insertion-orders', { 'client-id': '1', ...attributes }, { getToken: own })
  return { element, platform }
}

const text = (element: Element) => element.shadowRoot?.textContent ?? ''
const button = (name: string) => person.getByRole('button', { name, exact: true })
const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
const isNarrow = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth

const linesOf = (field: string, fault: object): OrderReply => ({ status: 422, code: 'invalid', fields: [{ path: field, ...fault }] })

/** Fills a new order for all advertisers with a total of 10,000. */
async function fillOrder() {
  await person.getByRole('radio', { name: 'All advertisers' }).check({ force: true })
  await person.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter shelf')
  await person.getByRole('textbox', { name: /^Total/ }).fill('10000')
}

/** Adds a line, whose name has the focus then. */
async function addLine(name: string, amount: string) {
  await button('Add line').click()
  await person.keyboard.type(name)
  await person.getByRole('group', { name }).getByRole('textbox', { name: 'Amount' }).fill(amount)
}

describe('insertion orders', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('list: shows orders with their next step, their money and the totals', async () => {
    const waiting = orderRow({ insertion_order_id: 6, name: 'Spring', number: 'IO-6', status: 'pending', waits_for: 'advertiser_approval' })
    const mine = orderRow({ insertion_order_id: 8, name: 'Autumn', number: 'IO-8', waits_for: 'client_approval', needs_me: true })
    const { element } = show({ theme: 'auto' }, { replies: { 'POST insertion_order_report': report([orderRow(), waiting, mine]) } })
    await expect(row('Summer shelf')).toContainText('$7,749.90')
    await expect(row('Summer shelf')).toContainText('PO-4711')
    await expect(person.getByRole('img', { name: '$2,250.10 spent and $3,000.00 committed of $10,000.00' }).first()).toBeVisible()
    await expect(row('Spring')).toContainText('Waiting for Fernhill')
    await expect(row('Autumn')).toContainText('Waiting for you')
    await expect(person.getByRole('region', { name: 'Totals by currency' })).toContainText('3 orders')
    expect(await hardToUse(element)).to.deep.equal([])
    await person.emulateMedia({ colorScheme: 'dark' })
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('list: says since when an order waits, and has the number and the start date in its file', async () => {
    const since = { waits_for: 'advertiser_approval', waiting_since: `${dayAgo(3)}T12:00:00Z` } as const
    const mine = orderRow({ ...since, insertion_order_id: 8, name: 'Autumn', number: 'IO-8', needs_me: true })
    const {
      platform: { last },
    } = show(
      { path: '?columns=name,status,number,start_date,waits_for&filter.number=IO&sort=number' },
      { replies: { 'POST insertion_order_report': report([orderRow(since), mine]) } },
    )
    const day = dayText(dayAgo(3)).replace(/, \d+$/, '')
    await expect(row('Summer shelf')).toContainText('Waiting for Fernhill')
    await expect(row('Summer shelf')).toContainText(`Approval of Fernhill · since ${day}`)
    await expect(row('Autumn')).toContainText(`Your approval · since ${day}`)
    await button('Export').first().press('Enter')
    const csv = await savedBy(person.getByRole('menuitem', { name: 'Export as CSV' }))
    expect(csv).to.contain('Insertion order,Status,Number,Start date,Waits for')
    expect(csv).to.contain(`Autumn,Approved,IO-8,${dayAgo(14)},Your approval · since ${day}`)
    expect(last('POST', 'insertion_order_report')?.body).to.deep.include({
      filters: [{ field: 'number', operation: 'ILIKE', value: 'IO' }],
      sort: [{ field: 'number', order: 'asc' }],
    })
  })

  it('list: leads to the approval of an order with the keyboard alone', async () => {
    const waiting = order({ status: 'pending', status_id: 2, waits_for: 'client_approval', needs_me: true })
    const { element, platform } = show(
      {},
      {
        replies: {
          'POST insertion_order_report': report([waiting]),
          'GET insertion_orders/5': { result: waiting },
          'GET insertion_orders/5/spend': { result: { days: [] } },
          'PUT insertion_orders/5/approve': { result: order({ version: 13 }) },
        },
      },
    )
    await expect(row('Summer shelf')).toBeVisible()
    const tabTo = async (what: string, isFocused: (node: Element) => boolean) => {
      for (let presses = 0; presses < 40; presses += 1) {
        const node = rootOf(element).activeElement
        if (node && isFocused(node)) return
        await press('Tab')
      }
      throw new Error(`Tab does not reach ${what}`)
    }
    await tabTo('the table', (node) => node.closest('[role=grid]') !== null)
    const cell = () => rootOf(element).activeElement
    for (let presses = 0; presses < 4 && !cell()?.textContent?.includes('Summer shelf'); presses += 1) await press('ArrowDown')
    // The first column selects the row.
    for (let presses = 0; presses < 2 && !cell()?.textContent?.includes('Summer shelf'); presses += 1) await press('ArrowRight')
    await press('Enter')
    await expect(person.getByRole('heading', { name: 'Summer shelf' })).toBeVisible()
    await tabTo('the button', ({ textContent }) => textContent === 'Approve')
    await press('Enter')
    const dialog = person.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'Legal text' })).toBeVisible()
    await tabTo('the box', (node) => node.matches('[role=checkbox], [type=checkbox]'))
    await press('Space', 'Tab')
    await person.keyboard.type('Ada Lind')
    await press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(platform.last('PUT', 'insertion_orders/5/approve')?.body).to.deep.include({ name: 'Ada Lind', hash: '0'.repeat(64) })
  })

  it('list: says that there are no orders, that it failed, and that it is refused', async () => {
    const empty = show({}, { replies: { 'POST insertion_order_report': report([]) } })
    await expect(person.getByText('No insertion orders yet')).toBeVisible()
    await expect(button('New order').last()).toBeVisible()
    empty.element.remove()
    const broken = show({}, { replies: { 'POST insertion_order_report': failed } })
    await expect(button('Try again')).toBeVisible()
    broken.element.remove()
    show({}, { replies: { 'POST insertion_order_report': refused } })
    await expect(person.getByText('You do not have permission').first()).toBeVisible()
  })

  it('list: shows a skeleton while it loads', async () => {
    const { element } = show({}, { replies: { 'POST insertion_order_report': 'never' } })
    await content(element)
    await until(() => platform?.last('POST', 'insertion_order_report'), 'the request of the list')
    await until(() => inside(element, '[role=grid] .skeleton-block, [role=grid][aria-busy=true]'), 'the skeleton of the rows')
    await expect(row('Summer shelf')).toHaveCount(0)
    await expect(person.getByText('No insertion orders yet')).toHaveCount(0)
  })

  it('list: keeps its tab and its filters in the address, and sends them', async () => {
    const {
      element,
      platform: { last },
    } = show()
    const paths: string[] = []
    element.addEventListener('ad-navigated', ({ detail }) => paths.push(detail.path))
    await person.getByRole('tab', { name: 'Pending' }).click()
    await button('Needs me').click()
    await button('PO number missing').click()
    expect(paths.at(-1)).to.equal('?tab=pending&needs_me=1&po_missing=1')
    await eventually(() =>
      expect(last('POST', 'insertion_order_report')?.body.filters).to.deep.equal([
        { field: 'status', operation: '=', value: 'pending' },
        { field: 'needs_me', operation: '=', value: true },
        { field: 'po_number', operation: 'IS NULL' },
      ]),
    )
    element.path = '?tab=closed'
    await expect(person.getByRole('tab', { name: 'Closed' })).toHaveAttribute('aria-selected', 'true')
  })

  it('list: hides New order and the checkboxes of the rows when it is readonly', async () => {
    const { element } = show({ readonly: '' })
    await expect(row('Summer shelf')).toBeVisible()
    expect(text(element)).to.not.contain('New order')
    expect(inside(element, '[role=grid] input[type=checkbox]')).to.equal(null)
  })

  it('list: closes the selected orders one by one, names one that is refused, and retries it with its latest version', async () => {
    const other = orderRow({ insertion_order_id: 6, name: 'Spring', number: 'IO-6', version: 3 })
    let attempts = 0
    const {
      element,
      platform: { last },
    } = show(
      {},
      {
        replies: {
          'POST insertion_order_report': report([orderRow(), other]),
          'PUT insertion_orders/5/close': { result: order({ status: 'closed' }) },
          'GET insertion_orders/6': { result: order({ ...other, version: 4 }) },
          'GET insertion_orders/6/close_effect': { result: { campaigns: [], other_campaigns: 0, unspent: '3' } },
          'PUT insertion_orders/6/close': () =>
            attempts++ === 0
              ? {
                  status: 409,
                  code: 'conflict',
                  fields: [{ path: '', rule: 'English', code: 'wrong_status', values: { status: 'pending' } }],
                }
              : { result: order({ ...other, status: 'closed' }) },
        },
      },
    )
    const events: string[] = []
    element.addEventListener('ad-insertion-order-closed', ({ detail }) => events.push(`${detail.insertion_order_id} ${detail.version_id}`))
    await row('Summer shelf').getByRole('checkbox').check({ force: true })
    await row('Spring').getByRole('checkbox').check({ force: true })
    await button('Close orders').click()
    const dialog = person.getByRole('dialog', { name: 'Close 2 orders?' })
    await expect(dialog.getByText('These orders close now, and their campaigns stop: Summer shelf and Spring.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Budget cut')
    await dialog.getByRole('button', { name: 'Close 2 orders' }).click()
    await expect(dialog.getByText('These orders were not closed')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText('Spring Not possible in the status Pending.')
    expect(last('PUT', 'insertion_orders/5/close')).to.deep.include({ ifMatch: '"12"', body: { last_edited_by: 3, reason: 'Budget cut' } })
    expect(last('PUT', 'insertion_orders/6/close')?.ifMatch).to.equal('"3"')
    expect(events).to.deep.equal(['5 1'])
    await expect(row('Spring').getByRole('checkbox')).toBeChecked()
    await expect(row('Summer shelf').getByRole('checkbox')).not.toBeChecked()
    await expect(dialog.getByText('The order closes now. It stops no campaigns.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close order' }).click()
    await eventually(() => expect(events).to.deep.equal(['5 1', '6 1']))
    expect(last('PUT', 'insertion_orders/6/close')?.ifMatch).to.equal('"4"')
  })

  it('list: exports the selected orders alone', async () => {
    const other = orderRow({ insertion_order_id: 6, name: 'Spring', number: 'IO-6' })
    show({}, { replies: { 'POST insertion_order_report': report([orderRow(), other]) } })
    await row('Spring').getByRole('checkbox').check()
    await person.getByRole('button', { name: 'Export selected' }).click()
    const file = await savedBy(person.getByRole('menuitem', { name: /^Export as CSV/ }))
    expect(file).to.contain('Spring')
    expect(file).not.to.contain('Summer shelf')
  })

  it('list: shows what another element or another tab has changed', async () => {
    let name = 'Summer shelf'
    const draft = (version: number) => ({ result: order({ name, status: 'open', status_id: 1, version }) })
    const { element } = show(
      {},
      {
        replies: {
          'POST insertion_order_report': () => report([orderRow({ name })]),
          'GET insertion_orders/5': () => draft(12),
          'PATCH insertion_orders/5': ({ body }) => {
            name = String(body.name)
            return draft(13)
          },
        },
      },
    )
    await expect(row('Summer shelf')).toBeVisible()
    const form = put('ad-insertion-orders', { 'client-id': '1', path: '5/edit' }, { getToken: element.getToken })
    await person.getByRole('textbox', { name: 'Name', exact: true }).fill('Named again')
    await button('Save draft').click()
    await expect(row('Named again')).toBeVisible()
    form.remove()
    name = 'Named elsewhere'
    const newValue = localStorage.getItem('placard-stale') // another tab receives this value
    window.dispatchEvent(new StorageEvent('storage', { key: 'placard-stale', newValue }))
    await expect(row('Named elsewhere')).toBeVisible()
  })

  it('list: has no choice of advertisers on a page with its own, and the settings only for users who may change them', async () => {
    const first = show()
    await expect(button('Settings')).toBeVisible()
    await until(() => inside(first.element, '.order-advertisers'), 'the choice of advertisers')
    first.element.remove()
    const { element } = show({ 'no-advertiser-choice': '' }, { permissions: ['insertion_orders.read'] })
    await expect(row('Summer shelf')).toBeVisible()
    await expect(button('Settings')).toHaveCount(0)
    expect(inside(element, '.order-advertisers')).to.equal(null)
  })

  it('list: says why no order can be created while orders are turned off', async () => {
    show({}, { replies: { 'GET insertion_order_config': { result: { ...config, is_insertion_order_enabled: false } } } })
    await expect(button('New order')).toHaveAttribute('aria-disabled', 'true')
  })

  it('form: is replaced by the reason when it cannot be saved', async () => {
    const off = { 'GET insertion_order_config': { result: { ...config, is_insertion_order_enabled: false } } }
    const create = show({ path: 'create' }, { replies: off })
    await expect(person.getByText('Turn them on in the settings')).toBeVisible()
    create.element.remove()
    const readonly = show({ path: 'create', readonly: '' })
    await expect(person.getByText('This page is for reading only.')).toBeVisible()
    readonly.element.remove()
    const actions = { ...order().actions, change: { code: 'wrong_status', values: { status: 'closed' } } }
    const closed = show({ path: '5/edit' }, { replies: { 'GET insertion_orders/5': { result: order({ status: 'closed', actions }) } } })
    await expect(person.getByText('Copy the order to start a new one.')).toBeVisible()
    expect(inside(closed.element, 'form')).to.equal(null)
  })

  it('form: shows another order with its own values', async () => {
    const other = order({ insertion_order_id: 6, version: 3 })
    const { element } = show(
      { path: '6/edit' },
      {
        replies: {
          'GET insertion_orders/6': {
            result: { ...other, name: 'Spring', current: { ...other.current, terms: { ...other.current.terms, name: 'Spring' } } },
          },
        },
      },
    )
    const name = person.getByRole('textbox', { name: 'Name', exact: true })
    await expect(name).toHaveValue('Spring')
    element.path = '5/edit'
    await expect(name).toHaveValue('Summer shelf')
    element.path = '6/edit'
    await expect(name).toHaveValue('Spring')
    element.path = 'edit?id=5'
    await expect(name).toHaveValue('Summer shelf')
  })

  it('form: a pending order with other internal notes stays pending', async () => {
    const pending = order({ status: 'pending', status_id: 2 })
    const {
      platform: { last },
    } = show(
      { path: '5/edit' },
      { replies: { 'GET insertion_orders/5': { result: pending }, 'PATCH insertion_orders/5': { result: { ...pending, version: 13 } } } },
    )
    await person.getByRole('textbox', { name: /^Internal notes/ }).fill('Ask in June')
    await expect(button('Submit for approval')).toHaveAttribute('aria-disabled', 'true')
    await expect(person.getByText('This order is waiting for approval')).toHaveCount(0)
    await button('Save changes').click()
    await eventually(() => expect(last('PATCH', 'insertion_orders/5')?.body).to.deep.equal({ internal_notes: 'Ask in June' }))
    expect(last('PUT', 'insertion_orders/5/submit')).to.equal(undefined)
  })

  it('form: the options of a later line are visible, its fields have a group, and a click beside them keeps the focus', async () => {
    const { element } = show({ path: 'create' })
    await fillOrder()
    await addLine('Clicks', '0')
    await addLine('Banner', '100')
    const banner = person.getByRole('group', { name: 'Banner' })
    await banner
      .getByRole('button', { name: /^Pricing/ })
      .or(banner.getByRole('combobox', { name: /^Pricing/ }))
      .click()
    const option = person.getByRole('option', { name: 'CPM' })
    await expect(option).toBeVisible()
    await until(() => inside(element, '[role=option] .name, [role=option]'), 'the options')
    const label = inside(element, '[role=option] .name') ?? inside(element, '[role=option]')
    expect(label?.getBoundingClientRect().width).to.be.greaterThan(20)
    await option.click()
    await button('Save draft').click()
    await person.getByRole('textbox', { name: 'Name', exact: true }).focus()
    await person.getByRole('region', { name: 'Lines' }).getByRole('heading').click()
    const isInLines = rootOf(element).activeElement?.closest('.order-lines') ?? null
    expect(isInLines).to.equal(null)
  })

  it('form: takes six decimals for a rate, and whole amounts of yen', async () => {
    const yen = order({ currency_code: 'JPY', currency_digits: 0 })
    const {
      platform: { last },
    } = show(
      { path: '5/edit' },
      {
        replies: {
          'GET insertion_orders/5': { result: { ...yen, status: 'open', status_id: 1 } },
          'PATCH insertion_orders/5': { result: { ...yen, version: 13 } },
        },
      },
    )
    const first = person.getByRole('group', { name: 'Clicks' })
    await first.getByRole('textbox', { name: 'Rate' }).fill('0.125')
    await first.getByRole('textbox', { name: 'Quantity' }).fill('20005')
    await expect(first.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,501')
    await expect(first.getByRole('textbox', { name: 'Rate' })).toHaveValue('0.125')
    await button('Save draft').click()
    await eventually(() => expect(last('PATCH', 'insertion_orders/5')?.body.lines).to.have.length(2))
    expect(last('PATCH', 'insertion_orders/5')?.body.lines).to.have.nested.property('[0].rate', '0.125')
  })

  it('form: cannot be saved before the currency of its advertiser is known, and sends it', async () => {
    let attempts = 0
    const {
      platform: { last },
    } = show(
      { path: 'create', 'advertiser-ids': '7,8' },
      {
        replies: {
          'POST v2/member_groups/1/advertisers_report': { result: { advertisers: [advertiser], total: 1 } },
          'GET v1/advertisers/7': () => (attempts++ === 0 ? refused : { result: advertiser }),
          'POST insertion_orders': {
            status: 422,
            code: 'invalid',
            fields: [{ path: 'currency_code', rule: 'The advertiser’s currency is USD' }],
          },
        },
      },
    )
    await expect(person.getByRole('radio', { name: 'All advertisers' })).toHaveCount(0)
    await person.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter shelf')
    await person.getByRole('textbox', { name: /^Total/ }).fill('10000')
    await person.getByRole('combobox', { name: /^Advertiser/ }).click()
    await person.getByRole('option', { name: 'Fernhill' }).click()
    await expect(person.getByText('Couldn’t load the advertiser')).toBeVisible()
    await expect(button('Save draft')).toHaveAttribute('aria-disabled', 'true')
    await button('Try again').click()
    await expect(person.getByRole('textbox', { name: 'Total, EUR' })).toBeVisible()
    await button('Save draft').click()
    await eventually(() => expect(last('POST', 'insertion_orders')?.body).to.deep.include({ advertiser_id: 7, currency_code: 'EUR' }))
    await expect(person.getByText('The advertiser has another currency').first()).toBeVisible()
  })

  it('form: sums the lines live and refuses more than the total', async () => {
    const {
      platform: { last },
    } = show({ path: 'create' })
    await fillOrder()
    await addLine('Clicks', '6000')
    await addLine('Banner', '3500')
    const sums = person.getByRole('region', { name: 'Lines' }).getByRole('status').filter({ hasText: 'Allocated' })
    await expect(sums).toHaveText('Allocated $9,500.00 · Unallocated $500.00')
    await addLine('Extra', '501')
    await expect(sums).toHaveText('Allocated $10,001.00 · $1.00 more than the total')
    await button('Save draft').click()
    await expect(person.getByText(/The lines exceed the total by \$1\.00/).first()).toBeVisible()
    expect(last('POST', 'insertion_orders')).to.equal(undefined)
  })

  it('form: computes an amount from rate and quantity, and keeps the focus when lines are copied and removed', async () => {
    show({ path: 'create' })
    await fillOrder()
    await button('Add line').click()
    await person.keyboard.type('Clicks')
    const first = person.getByRole('group', { name: 'Clicks' }).first()
    await first.getByRole('textbox', { name: 'Rate' }).fill('0.50')
    await first.getByRole('textbox', { name: 'Quantity' }).fill('3000')
    await expect(first.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,500.00')
    await button('Copy Clicks').click()
    await expect(person.getByRole('textbox', { name: 'Line name' }).nth(1)).toBeFocused()
    await button('Remove Clicks').first().click()
    await expect(person.getByRole('textbox', { name: 'Line name' })).toBeFocused()
    await button('Remove Clicks').click()
    await expect(button('Add line')).toBeFocused()
  })

  it('form: shows a rejected amount at its line', async () => {
    const rejection = linesOf('lines.1.amount', { rule: 'Too many digits', code: 'line_without_amount' })
    show({ path: 'create' }, { replies: { 'POST insertion_orders': rejection } })
    await fillOrder()
    await addLine('Clicks', '6000')
    await addLine('Banner', '3500')
    await button('Save draft').click()
    const amount = person.getByRole('group', { name: 'Banner' }).getByRole('textbox', { name: 'Amount' })
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toBeFocused()
    await expect(person.getByRole('group', { name: 'Clicks' }).getByRole('textbox', { name: 'Amount' })).toHaveAttribute(
      'aria-invalid',
      'false',
    )
  })

  it('form: saves and submits a new order, and tells the page', async () => {
    const draft = order({ insertion_order_id: 9, status: 'open', version: 1 })
    const {
      element,
      platform: { last },
    } = show(
      { path: 'create' },
      {
        replies: {
          'POST insertion_orders': { result: draft },
          'PUT insertion_orders/9/submit': { result: { ...draft, status: 'pending', version: 2 } },
        },
      },
    )
    const events: string[] = []
    element.addEventListener('ad-insertion-order-created', ({ detail }) => events.push(`created ${detail.insertion_order_id}`))
    element.addEventListener('ad-insertion-order-submitted', ({ detail }) => events.push(`submitted ${detail.insertion_order_id}`))
    await fillOrder()
    const submit = button('Submit for approval')
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await addLine('Clicks', '6000')
    await submit.click()
    await eventually(() => expect(events).to.deep.equal(['created 9', 'submitted 9']))
    expect(last('PUT', 'insertion_orders/9/submit')?.ifMatch).to.equal('"1"')
    expect(last('POST', 'insertion_orders')?.body).to.deep.include({
      advertiser_id: null,
      currency_code: 'USD',
      name: 'Winter shelf',
      total: '10000',
    })
  })

  it('form: says that saving an approved order proposes a version, sends all terms, and tells the page', async () => {
    const proposed = order({ version: 13, proposed_version_id: 2 })
    const {
      element,
      platform: { last },
    } = show({ path: 'edit?id=5' }, { replies: { 'PATCH insertion_orders/5': { result: proposed } } })
    const events: string[] = []
    element.addEventListener('ad-insertion-order-submitted', ({ detail }) =>
      events.push(`${detail.insertion_order_id} ${detail.version_id}`),
    )
    await expect(person.getByText('Version 1 stays in force until version 2 is approved.')).toBeVisible()
    await person.getByRole('textbox', { name: /^Internal notes/ }).fill('Ask in June')
    await expect(button('Save changes')).toBeVisible()
    await person.getByRole('textbox', { name: /^Total/ }).fill('12000')
    await button('Propose version 2').click()
    await eventually(() => expect(events).to.deep.equal(['5 2']))
    expect(last('PATCH', 'insertion_orders/5')?.ifMatch).to.equal('"12"')
    expect(last('PATCH', 'insertion_orders/5')?.body).to.include({ total: '12000', name: 'Summer shelf', internal_notes: 'Ask in June' })
  })

  it('form: other internal notes of an order with a proposed version submit nothing', async () => {
    const proposed = order({ proposed_version_id: 2 })
    const {
      element,
      platform: { last },
    } = show(
      { path: '5/edit' },
      { replies: { 'GET insertion_orders/5': { result: proposed }, 'PATCH insertion_orders/5': { result: { ...proposed, version: 13 } } } },
    )
    const events: string[] = []
    element.addEventListener('ad-insertion-order-submitted', ({ type }) => events.push(type))
    await person.getByRole('textbox', { name: /^Internal notes/ }).fill('Ask in June')
    await button('Save changes').click()
    await eventually(() => expect(last('PATCH', 'insertion_orders/5')?.body).to.deep.equal({ internal_notes: 'Ask in June' }))
    await eventually(() => expect(element.path).to.equal('5'))
    expect(events).to.deep.equal([])
  })

  it('form: says before a proposal is saved which campaigns it stops', async () => {
    const linked = {
      campaign_id: 11,
      advertiser_id: 7,
      advertiser_name: 'Fernhill',
      name: 'Spring search',
      status: 'active',
      is_linked: true,
      line_id: 1,
      linked_at: `${dayAgo(10)}T08:00:00Z`,
      start_date: dayAgo(10),
      end_date: null,
      spent: '2250.10',
      in_ledger: '2250.10',
    }
    const reconciled = {
      line_id: 1,
      name: 'Clicks',
      booked: '6000',
      booked_quantity: null,
      delivered_quantity: null,
      delivered: '2250.10',
      unsettled: '0',
      charged: '2250.10',
      credits: '0',
      made_good: '0',
      true_ups: '0',
      invoiced: '0',
      prepaid: '0',
      not_invoiced: '2250.10',
      difference: '3749.90',
      unexplained: '0',
      make_good: null,
      uncounted: null,
    }
    const { element } = show(
      { path: '5/edit' },
      {
        replies: {
          'GET insertion_orders/5/campaigns': { result: { campaigns: [linked, { ...linked, name: 'Gone', is_linked: false }] } },
          'GET insertion_orders/5/reconciliation': {
            result: {
              lines: [reconciled],
              invoices: [],
              adjustments: [],
              settled_through: dayAgo(4),
              currency_code: 'USD',
              currency_digits: 2,
            },
          },
        },
      },
    )
    const warning = person.getByText('Campaigns stop when version 2 is approved')
    const clicks = person.getByRole('group', { name: 'Clicks' })
    await clicks.getByRole('checkbox', { name: /^Hard cap/ }).check({ force: true })
    await expect(clicks.getByRole('checkbox', { name: /^Hard cap/ })).toBeChecked()
    await expect(warning).toHaveCount(0)
    await clicks.getByRole('textbox', { name: 'Amount' }).fill('2000')
    await expect(
      person.getByText('The hard cap of line Clicks becomes $2,000.00, but $2,250.10 is spent. These stop: Spring search.'),
    ).toBeVisible()
    await person
      .getByRole('textbox', { name: 'End date' })
      .first()
      .fill(dayText(dayAgo(-5)))
    await press('Tab')
    await expect(
      person.getByText(
        `The order ends on ${dayText(dayAgo(-5))} instead of ${dayText(dayAgo(-15))}. After that, these stop: Spring search.`,
      ),
    ).toBeVisible()
    await expect(warning).toHaveCount(1)
    await person.getByRole('textbox', { name: /^Total/ }).fill('5000')
    await press('Tab')
    await expect(person.getByText('Enter a total of at least $5,250.10, which is already spent or committed.').first()).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('form: an end date that has passed is an error at the field when the order is submitted, not when it is saved', async () => {
    const past = order({ status: 'open', status_id: 1 })
    const end_date = dayAgo(1)
    const lines = past.lines.map((one) => ({ ...one, end_date }))
    const draft = { ...past, end_date, lines, current: { ...past.current, terms: { ...past.current.terms, end_date, lines } } }
    const {
      platform: { last },
    } = show(
      { path: '5/edit' },
      { replies: { 'GET insertion_orders/5': { result: draft }, 'PATCH insertion_orders/5': { result: { ...draft, version: 13 } } } },
    )
    await person.getByRole('textbox', { name: 'Notes', exact: true }).fill('Call first')
    await button('Submit for approval').click()
    const end = person.getByRole('textbox', { name: 'End date' }).first()
    await expect(end).toHaveAttribute('aria-invalid', 'true')
    await expect(end).toHaveAccessibleDescription(/The end date has passed/)
    expect(last('PATCH', 'insertion_orders/5')).to.equal(undefined)
    await button('Save draft').click()
    await eventually(() => expect(last('PATCH', 'insertion_orders/5')?.body).to.include({ notes: 'Call first' }))
    expect(last('PUT', 'insertion_orders/5/submit')).to.equal(undefined)
  })

  it('settings: are for reading without the permission', async () => {
    show({ path: 'settings' }, { permissions: ['insertion_orders.read'] })
    await expect(person.getByText('You can read these settings but not change them')).toBeVisible()
    await expect(person.getByRole('textbox', { name: 'Legal text' })).toHaveAttribute('readonly', '')
    await expect(button('Save settings')).toHaveCount(0)
    await expect(person.getByRole('heading', { name: 'History' })).toHaveCount(0)
  })

  it('settings: show who changed them', async () => {
    const change = {
      change_id: 4,
      entity: 'insertion_order_config',
      entity_id: 1,
      at: `${dayAgo(1)}T12:00:00Z`,
      user: { user_id: 2, name: 'Dana Whitfield' },
      partner: null,
      kind: 'changed',
      fields: [
        { field: 'needs_two_approvals', before: true, after: false },
        { field: 'at_end', before: 'stop', after: 'funds' },
        { field: 'legal_text.de', before: '', after: 'Neu' },
      ],
      comment: null,
      batch: null,
      undo_of: null,
      undone_by: null,
      is_undoable: false,
    }
    const replies = { 'POST insertion_order_config/changes_report': { result: { changes: [change], total: 1 } } }
    const { element } = show({ path: 'settings' }, { replies })
    const history = person.getByRole('region', { name: 'History' })
    await expect(history).toContainText('Dana Whitfield changed the settings')
    await expect(history).toContainText(/Both sides approve.*Yes.*No/)
    await expect(history).toContainText(/At the end of an order.*Stop its campaigns.*Continue its campaigns/)
    await expect(history).toContainText(/Legal text, German.*Neu/)
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('settings: save the text of another language', async () => {
    const {
      element,
      platform: { last },
    } = show(
      { path: 'settings' },
      {
        replies: {
          'GET insertion_order_config': { result: { ...config, legal_texts: { ...config.legal_texts, it: 'Paga.' } } },
          'PATCH insertion_order_config': { result: config },
        },
      },
    )
    await person.getByRole('combobox', { name: 'Language' }).click()
    await person.getByRole('option', { name: /^German/ }).click()
    const legal = person.getByRole('textbox', { name: 'Legal text' })
    await expect(legal).toHaveValue('Der Werbende zahlt, was berechnet wird.')
    await legal.fill('Neu')
    await expect(person.getByText('Example of a number that fits: PO-4444')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Save settings').click()
    await eventually(() => expect(last('PATCH', 'insertion_order_config')?.body).to.deep.equal({ legal_texts: { de: 'Neu', it: 'Paga.' } }))
  })

  it('list, form and settings: fit a width of 360 pixels, and are accessible in light and dark', async () => {
    await person.setViewportSize({ width: 360, height: 800 })
    for (const path of ['', 'create', '5/edit', 'settings']) {
      const { element } = show({ path, theme: 'auto' })
      await until(() => inside(element, path === '' ? '[role=row]' : 'form'), `the screen ${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await person.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(isNarrow(), `${path} fits`).to.equal(true)
        expect(await hardToUse(rootOf(element).host), path).to.deep.equal([])
      }
      element.remove()
    }
  })
})
