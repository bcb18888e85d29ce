import '/dist/placard.js'
import type { InsertionOrder } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { fitsWidth } from '../support/elements/gallery.ts'
import {
  answerWith,
  approvedOrder,
  day,
  firstVersion,
  linkResults,
  longText,
  moment,
  type OrderReplies,
  pendingOrder,
  revisedOrder,
  secondVersion,
} from '../support/elements/insertion-order-page.ts'
import { eventually, put, rootOf, until } from '../support/elements/page-parts.ts'
import { expect, person, press, savedBy } from '../support/elements/person.ts'
import { afterEach, before, beforeEach, describe, it } from '../support/elements/suite.ts'
import { dayText } from '../support/time/days.ts'

document.documentElement.lang = 'en'
const sheet = new CSSStyleSheet()
sheet.replaceSync(':root { color-scheme: light dark } body { background: light-dark(#fff, #131415) }')
document.adoptedStyleSheets = [sheet]
const tag = 'ad-insertion-orders'
const fetched = window.fetch
const getToken = async () => ({ access_token: 'of-an-order', expires_at: Date.now() / 1000 + 600 })

/** Opens the page of an order, and lists the events that its element emits. */
async function open(order: InsertionOrder, path = '42', attributes: Readonly<Record<string, string>> = {}) {
  const replies = answerWith(order)
  const element = put(tag, { 'client-id': '1', path, ...attributes }, { getToken })
  const events: string[] = []
  element.addEventListener('placard', (event) => {
    const { type } = (event as CustomEvent<Event>).detail // the event that carries all others
    if (type.startsWith('ad-before') || type.startsWith('ad-insertion')) events.push(type)
  })
  await expect(person.getByRole('heading', { name: order.name })).toBeVisible()
  return { element, events, replies }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })
const dialog = () => person.getByRole('dialog')
const tab = (name: string) => person.getByRole('tab', { name })
const box = () => dialog().getByRole('checkbox', { name: 'I have read and accept' })
const bodyOf = ({ sent }: OrderReplies, action: string) => sent.filter((request) => request.action === action).at(-1)

async function openMenu(name: string) {
  await person.getByRole('button', { name: 'More actions' }).click()
  return person.getByRole('menuitem', { name: new RegExp(`^${name}`) })
}

async function fillApproval() {
  await box().check()
  await dialog().getByRole('textbox', { name: 'Your full name' }).fill('Cleo Marsh')
}

describe('ad-insertion-orders: order page', () => {
  before(() => person.emulateMedia({ reducedMotion: 'reduce' }))
  beforeEach(() => person.setViewportSize({ width: 1440, height: 900 }))
  afterEach(() => {
    document.body.replaceChildren()
    window.fetch = fetched
  })

  it('order page: shows the status with its next step, the amounts and the terms', async () => {
    const { element } = await open(pendingOrder)
    await expect(person.getByText('Version 1 is waiting for Fernhill. It was submitted 2 days ago.')).toBeVisible()
    await expect(person.getByText('HS-0042 · Fernhill')).toBeVisible()
    await expect(person.getByText('Margin is 12 %.')).toBeVisible()
    await expect(person.getByText('Fernhill: approval is missing')).toBeVisible()
    await expect(person.getByRole('slider', { name: 'Spend by date' })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order page: the tab in the address shows its content and is accessible', async () => {
    const { element } = await open(revisedOrder)
    const shown = { lines: 'Display', campaigns: 'Spring search', money: 'Unexplained: $1.50', versions: 'Version 2', history: 'Ada Park' }
    for (const [id, text] of Object.entries(shown)) {
      element.setAttribute('path', `42?tab=${id}`)
      await expect(person.getByRole('tabpanel').getByText(text).first()).toBeVisible()
      expect(await hardToUse(element), id).to.deep.equal([])
    }
  })

  it('order page: is accessible in dark', async () => {
    await person.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    const { element } = await open(revisedOrder, '42', { theme: 'auto' })
    await expect(person.getByRole('slider', { name: 'Spend by date' })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Approve').click()
    await expect(dialog().getByRole('region', { name: 'Legal text' })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })

  it('order page: a disabled button and a disabled menu item say why', async () => {
    await open({ ...pendingOrder, actions: { ...pendingOrder.actions, approve: { code: 'author_may_not_approve', values: {} } } })
    await expect(button('Approve')).toHaveAttribute('aria-disabled', 'true')
    await expect(button('Approve')).toHaveAccessibleDescription('You wrote this version. Ask another person to approve it.')
    await button('Approve').click({ force: true })
    await expect(dialog()).toHaveCount(0)
    await expect(await openMenu('Submit')).toContainText('Not possible')
  })

  it('order page: readonly hides the buttons that write', async () => {
    await open(revisedOrder, '42?tab=campaigns', { readonly: '' })
    await expect(person.getByRole('tabpanel').getByText('Spring search')).toBeVisible()
    for (const name of ['Print version 1', 'Print version 2']) await expect(button(name)).toBeVisible()
    for (const name of ['Approve', 'Edit', 'Link campaigns', 'Unlink Spring search', 'More actions for Spring at Fernhill'])
      await expect(button(name)).toHaveCount(0)
  })

  it('order page: a caller without the amounts sees no money, versions and history', async () => {
    await open({ ...approvedOrder, money: null, internal_notes: null })
    for (const name of ['Overview', 'Lines', 'Campaigns']) await expect(tab(name)).toBeVisible()
    for (const name of ['Money', 'Versions', 'History']) await expect(tab(name)).toHaveCount(0)
    await expect(person.getByRole('slider')).toHaveCount(0)
    await expect(person.getByText('Internal notes')).toHaveCount(0)
  })

  it('order approval: shows the lines of a first version, at the width of a phone', async () => {
    await person.setViewportSize({ width: 360, height: 740 })
    const { element } = await open(pendingOrder)
    await button('Approve').click()
    const lines = dialog().getByRole('region', { name: 'Lines' })
    await expect(lines.getByRole('listitem')).toHaveCount(2)
    await expect(lines.getByRole('listitem').last()).toContainText(/^Display \$3,500\.00 CPC · \$0\.125 × 48,000 clicks · .* · Hard cap$/)
    await fitsWidth()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order approval: shows what a proposal changes, at the width of a phone', async () => {
    await person.setViewportSize({ width: 360, height: 740 })
    const { element } = await open(revisedOrder)
    await button('Approve').click()
    const changes = dialog().getByRole('region', { name: 'Changes from version 1 to version 2' }).getByRole('listitem')
    await expect(changes).toHaveText([
      'Total: $10,000.00 → $12,000.00 (+$2,000.00)',
      /^Line Video was added\. \$2,000\.00 CPC · /,
      'The legal text changed.',
    ])
    await fitsWidth()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order approval: the checkbox is disabled until a long text was scrolled to its end', async () => {
    const { element } = await open({ ...pendingOrder, current: { ...pendingOrder.current, legal_text: longText } })
    await button('Approve').click()
    await expect(box()).toHaveAttribute('aria-disabled', 'true')
    await dialog().getByRole('region', { name: 'Legal text' }).focus()
    await press('End')
    await expect(box()).toHaveAttribute('aria-disabled', 'false')
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order approval: Enter in the name approves only after the box is checked', async () => {
    const { events, replies } = await open(pendingOrder)
    await button('Approve').click()
    const name = dialog().getByRole('textbox', { name: 'Your full name' })
    await name.fill('Cleo Marsh')
    await press('Enter')
    await expect(box()).toHaveAttribute('aria-invalid', 'true')
    expect(replies.sent).to.deep.equal([])
    await box().check()
    await name.press('Enter')
    await expect(dialog()).toHaveCount(0)
    expect(bodyOf(replies, 'approve')).to.deep.include({
      body: { last_edited_by: 5, hash: firstVersion.hash, name: 'Cleo Marsh' },
      ifMatch: '"3"',
    })
    expect(events).to.deep.equal(['ad-before-approve', 'ad-insertion-order-approved'])
  })

  it('order approval: a new version has to be read and accepted again', async () => {
    const { element, replies } = await open(revisedOrder)
    await button('Approve').click()
    await fillApproval()
    const proposed = { ...secondVersion, hash: '3'.repeat(64), terms: { ...secondVersion.terms, total: '15000' } }
    replies.order = { ...revisedOrder, version: 4, proposed }
    element.refresh()
    await expect(dialog().getByText('The order changed while you were reading. Read it again.')).toBeVisible()
    await expect(dialog().getByRole('status').filter({ hasText: 'Read it again.' })).toContainText('Total: $12,000.00 → $15,000.00')
    await expect(box()).not.toBeChecked()
    await box().check()
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(bodyOf(replies, 'approve')?.body).to.deep.include({ hash: proposed.hash })
  })

  it('order approval: a refusal shows what changed', async () => {
    const { replies } = await open(revisedOrder)
    await button('Approve').click()
    await fillApproval()
    const proposed = { ...secondVersion, hash: '3'.repeat(64), legal_text: 'Another text.' }
    replies.refusal = { status: 409, code: 'terms_changed', order: { ...revisedOrder, version: 4, proposed } }
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect(dialog().getByText('The order changed while you were reading. Read it again.')).toBeVisible()
    await expect(dialog().getByText('English')).toHaveCount(0)
    await expect(dialog().getByText('The legal text changed.').first()).toBeVisible()
    await expect(box()).not.toBeChecked()
  })

  it('order approval: the page can prevent it, and the dialog says so', async () => {
    const { element, events, replies } = await open(pendingOrder)
    element.addEventListener('ad-before-approve', (event) => event.preventDefault())
    await button('Approve').click()
    await fillApproval()
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect(dialog().getByRole('alert')).toContainText('This page does not allow it.')
    expect(events).to.deep.equal(['ad-before-approve'])
    expect(replies.sent).to.deep.equal([])
  })

  it('order closing: shows its effect and needs a reason', async () => {
    const { events, replies } = await open(approvedOrder)
    await (await openMenu('Close')).click()
    await expect(dialog().getByText('Spring search')).toBeVisible()
    await expect(dialog().getByText('Not spent: $7,749.90.')).toBeVisible()
    await expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Both sides see it\./)
    await dialog().getByRole('button', { name: 'Close order' }).click()
    expect(events).to.deep.equal([])
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('The budget moved.')
    await dialog().getByRole('button', { name: 'Close order' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(bodyOf(replies, 'close')?.body).to.deep.equal({ last_edited_by: 5, reason: 'The budget moved.' })
    expect(events).to.deep.equal(['ad-before-close', 'ad-insertion-order-closed'])
    await expect(person.getByRole('status').filter({ hasText: 'Order closed' })).toContainText(approvedOrder.name)
  })

  it('order copy: opens the new order for editing', async () => {
    const { element, events } = await open(approvedOrder)
    await (await openMenu('Copy')).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Autumn at Fernhill')
    await dialog().getByRole('button', { name: 'Copy order' }).click()
    await eventually(() => expect(element.path).to.equal('43/edit'))
    expect(events).to.deep.equal(['ad-insertion-order-created'])
  })

  it('order campaigns: links only those that a dry run accepts', async () => {
    const { element, replies } = await open(approvedOrder, '42?tab=campaigns')
    await button('Link campaigns').click()
    await dialog().getByRole('checkbox', { name: 'Summer search' }).check()
    await dialog().getByRole('checkbox', { name: 'Autumn search' }).check()
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await person.getByRole('option', { name: 'Display' }).click()
    await dialog().getByRole('button', { name: 'Continue' }).click()
    await expect(dialog().getByText('Moves from Winter order.')).toBeVisible()
    await expect(dialog().getByText('Not linked.')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog().getByRole('button', { name: 'Link 1 campaign' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(replies.sent.map(({ body }) => body)).to.deep.equal([
      {
        link: [
          { campaign_id: 12, line_id: 2 },
          { campaign_id: 13, line_id: 2 },
        ],
        dry_run: true,
      },
      { link: [{ campaign_id: 12, line_id: 2, moves_from_id: 9 }] },
    ])
  })

  it('order campaigns: unlinking asks first', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    await button('Unlink Spring search').click()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(replies.sent).to.deep.equal([])
    await button('Unlink Spring search').click()
    await dialog().getByRole('button', { name: 'Unlink campaign' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(bodyOf(replies, 'campaigns')?.body).to.deep.equal({ unlink: [11] })
  })

  it('order campaigns: those that left are in a table of their own, without actions', async () => {
    const { element } = await open(approvedOrder, '42?tab=campaigns')
    const linked = person.getByRole('table', { name: 'Linked campaigns' })
    await expect(linked).toContainText('Spring search')
    await expect(linked).not.toContainText('Winter search')
    const left = person.getByRole('table', { name: 'Campaigns that left' }).getByRole('row', { name: 'Winter search' })
    await expect(left).toContainText('Fernhill')
    await expect(left).toContainText('$310.50')
    await expect(left.getByRole('button')).toHaveCount(0)
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order versions: show the changed terms, their effect on money, and the changed words', async () => {
    await open(revisedOrder, '42?tab=versions')
    const changes = person.getByRole('table', { name: 'Changes from version 1 to version 2' })
    await expect(changes.getByRole('row', { name: 'Total' })).toContainText('+$2,000.00')
    await expect(changes.getByRole('row', { name: 'New line Video: Amount' })).toContainText('+$2,000.00')
    for (const label of ['Rate', 'Quantity', 'Hard cap', 'Start date'])
      await expect(changes.getByRole('row', { name: `New line Video: ${label}` })).toBeVisible()
    await expect(person.getByRole('deletion')).toHaveText('30')
    await expect(person.getByRole('insertion')).toHaveText('60')
    await expect(button('Copy the hash of version 1')).toBeVisible()
  })

  it('order versions: the address names the compared one, and none is in force after the end', async () => {
    const { element } = await open({ ...revisedOrder, status: 'ended', status_id: 4 }, '42?tab=versions&version=2')
    await expect(person.getByRole('heading', { name: 'Changes from version 1 to version 2' })).toBeVisible()
    await expect(person.getByText('In force', { exact: true })).toHaveCount(0)
    await person.getByRole('combobox', { name: 'Compare with version 1' }).click()
    await person.getByRole('option', { name: 'Version 2' }).click()
    expect(element.path).to.contain('version=2')
  })

  it('order history: shows each changed field of a line', async () => {
    await open(approvedOrder, '42?tab=history')
    await expect(person.getByText('Line Display: Rate: $0.100 → $0.125')).toBeVisible()
    await expect(person.getByText('Line Display: Hard cap: No → Yes')).toBeVisible()
  })

  it('order money: explains each difference, offers what is not credited yet, and saves totals as CSV', async () => {
    await open(approvedOrder, '42?tab=money')
    await expect(
      person.getByText('Display ended 18,000 short of its quantity. Offer a credit of $100.00, or extend the line.'),
    ).toBeVisible()
    const rowOf = (name: string) => person.getByRole('table', { name: 'Booked, delivered and charged' }).getByRole('row', { name })
    await expect(rowOf('Search')).toContainText('Not yet delivered: $3,739.90')
    await expect(rowOf('Display')).toContainText('$1,000.00')
    await expect(rowOf('Audio')).toContainText('Line removed')
    await expect(rowOf('Audio')).not.toContainText('Over-delivered')
    await expect(rowOf('Without a line')).toContainText('Over-delivered: $120.00')
    await expect(rowOf('Display')).toContainText('Not invoiced yet: $1,250.10')
    await expect(rowOf('Without a line')).toContainText('Prepaid: $620.00')
    await expect(rowOf('Campaigns that left the order')).toContainText('Not counted on a line. Clicks: 12, impressions: 3,000')
    await expect(rowOf('Campaigns that left the order')).not.toContainText('Unexplained')
    const csv = await savedBy(button('Download CSV'))
    expect(csv).to.match(/Display,3500,2260\.1,2250\.1,3749\.9,10,44,0,0,1\.5,1000,0,1250\.1,48000,18000,USD,\d{4}-\d\d-\d\d/)
    expect(csv).to.match(/Campaigns that left the order,0,0,0,0,.*,12,3000/)
    expect(csv).to.contain('Total,10000,5160.2,5140.2,7359.8,20,44,0,0,1.5,1000,620,3520.2,,,USD')
  })

  it('order money: leads to the invoices of the order, unless the page has none', async () => {
    const { element } = await open(approvedOrder, '42?tab=money')
    const events: unknown[] = []
    element.addEventListener('ad-funds-asked', (event) => {
      event.preventDefault()
      events.push((event as CustomEvent).detail) // a custom event by its name
    })
    const invoices = person.getByRole('table', { name: 'Invoices' })
    await expect(invoices.getByRole('row', { name: /R-0007/ })).toContainText('$1,000.00')
    await invoices.getByRole('link', { name: 'R-0007' }).click()
    expect(events).to.deep.equal([{ advertiser_id: 7, path: 'invoices/5' }])
    element.setAttribute('no-ledger', '')
    await expect(invoices.getByRole('link')).toHaveCount(0)
    await expect(invoices.getByText('R-0007')).toBeVisible()
  })

  it('order overview: the PO number of an order that is over can be added', async () => {
    const over = { ...approvedOrder, status: 'ended' as const, status_id: 4 as const, po_number: null }
    const { replies } = await open(over, '42')
    await button('Add PO number').click()
    const dialog = person.getByRole('dialog', { name: /PO number/ })
    await dialog.getByRole('textbox', { name: /Purchase order number/ }).fill('PO-77')
    replies.order = { ...over, po_number: 'PO-77', version: 4 }
    await dialog.getByRole('button', { name: 'Save number' }).click()
    await expect(person.getByText('PO number saved').first()).toBeVisible()
    expect(replies.sent.find(({ method }) => method === 'PATCH')).to.deep.include({ body: { po_number: 'PO-77' }, ifMatch: '"3"' })
    await expect(button('Change PO number')).toBeVisible()
  })

  it('order money: leads to the ledger entries of each campaign, unless the page has no ledger', async () => {
    const { element } = await open(approvedOrder, '42?tab=money')
    const events: unknown[] = []
    element.addEventListener('ad-ledger-asked', (event) => {
      event.preventDefault()
      events.push((event as CustomEvent).detail) // a custom event by its name
    })
    const entries = person.getByRole('region', { name: 'Ledger entries by campaign' })
    await expect(entries.getByRole('listitem').filter({ hasText: 'Spring search' })).toHaveText('Spring search $2,250.10')
    await expect(entries).toContainText('$310.50 of $400.00 on these days is charged to this order')
    await expect(entries).toContainText('The rest was spent before the campaign was linked')
    await entries.getByRole('link', { name: 'Spring search' }).focus()
    await press('Enter')
    const { start_date, end_date } = approvedOrder
    expect(events).to.deep.equal([{ advertiser_id: 7, campaign_id: 11, start_date, end_date }])
    document.body.replaceChildren()
    await open(approvedOrder, '42?tab=money', { 'no-ledger': '' })
    await expect(person.getByRole('table', { name: 'Booked, delivered and charged' })).toBeVisible()
    await expect(entries).toHaveCount(0)
  })

  it('order money: lists credits and make-goods with their lines and reasons', async () => {
    const { element } = await open(approvedOrder, '42?tab=money')
    const given = person.getByRole('table', { name: 'Credits and make-goods' }).getByRole('row', { name: 'Shown next to a rival' })
    for (const text of ['Credit', 'Display', '$44.00', 'Ada Park']) await expect(given).toContainText(text)
    await expect(person.getByRole('columnheader', { name: 'Made good' })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order money: records a make-good of a line that the order still has', async () => {
    const { element, replies } = await open(approvedOrder, '42?tab=money')
    await button('Credit or make-good').click()
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await expect(person.getByRole('option', { name: /^Audio/ })).toBeVisible()
    await expect(person.getByRole('option', { name: /^Campaigns that left/ })).toHaveCount(0)
    await person.getByRole('option', { name: /^Search/ }).click()
    await dialog().getByRole('radio', { name: 'Make-good' }).check({ force: true })
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await expect(person.getByRole('option', { name: /^Audio/ })).toHaveCount(0)
    await person.getByRole('option', { name: /^Search.*Charged: \$2,250\.10/ }).click()
    await dialog().getByRole('button', { name: 'Record' }).click()
    expect(bodyOf(replies, 'adjustments')).to.equal(undefined)
    await dialog().getByRole('textbox', { name: 'Amount' }).fill('20')
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Shown late')
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog().getByRole('button', { name: 'Record' }).click()
    await expect(person.getByText('Make-good recorded', { exact: true })).toBeVisible()
    const body = { kind: 'make_good', line_id: 1, amount: '20', reason: 'Shown late' }
    expect(bodyOf(replies, 'adjustments')).to.deep.include({ body, ifMatch: `"${approvedOrder.version}"` })
  })

  it('order money: gives only credits after the end of the order', async () => {
    await open({ ...approvedOrder, status: 'closed', status_id: 5 }, '42?tab=money')
    await button('Credit or make-good').click()
    await expect(dialog().getByRole('radio', { name: 'Make-good' })).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog().getByText('Not possible in the status Closed.')).toBeVisible()
  })

  it('order money: gives nothing back of a draft', async () => {
    await open({ ...approvedOrder, status: 'open', status_id: 1 }, '42?tab=money')
    await expect(button('Credit or make-good')).toHaveAttribute('aria-disabled', 'true')
  })

  it('order money: after the end of a line its missing amount is not expected any more', async () => {
    const lines = approvedOrder.lines.map((one) => ({ ...one, end_date: day(-2) }))
    await open({ ...approvedOrder, lines }, '42?tab=money')
    await expect(person.getByRole('row', { name: 'Search' })).toContainText('Not delivered: $3,739.90')
  })

  it('order money: extends a line that ended short while the order may change, with the new end filled in', async () => {
    const lines = approvedOrder.lines.map((one) => ({ ...one, end_date: day(-2) }))
    const { element } = await open(
      { ...approvedOrder, lines, current: { ...firstVersion, terms: { ...firstVersion.terms, lines } } },
      '42?tab=money',
    )
    const offer = person.getByRole('region', { name: 'Make-goods' }).getByRole('listitem')
    await expect(offer).toContainText('Offer a credit of $100.00, or extend the line.')
    await offer.getByRole('link', { name: 'Extend by 1 day' }).click()
    await expect(person.getByRole('group', { name: 'Display' }).getByRole('textbox', { name: 'End date' })).toHaveValue(dayText(day(0)))
    await expect(person.getByRole('group', { name: 'Search' }).getByRole('textbox', { name: 'End date' })).toHaveValue(dayText(day(-2)))
    await expect(button('Propose version 2')).toHaveAttribute('aria-disabled', 'false')
    expect(element.path).to.equal(`42/edit?line=2&end_date=${day(0)}`)
  })

  it('order money: after the end of the order only a credit remains', async () => {
    const change = { code: 'wrong_status', values: { status: 'ended' } }
    await open({ ...approvedOrder, status: 'ended', status_id: 4, actions: { ...approvedOrder.actions, change } }, '42?tab=money')
    const offer = person.getByRole('region', { name: 'Make-goods' }).getByRole('listitem')
    await expect(offer).toHaveText('Display ended 18,000 short of its quantity. Offer a credit of $100.00.')
  })

  it('order lines: show the spent amount with its share; a failed read can be repeated', async () => {
    const replies = answerWith(approvedOrder)
    replies.failing.add('reconciliation')
    const element = put(tag, { 'client-id': '1', path: '42?tab=lines' }, { getToken })
    await expect(person.getByText('Couldn’t load the spend and the campaigns of the lines')).toBeVisible()
    replies.failing.clear()
    await button('Try again').click()
    await expect(person.getByRole('row', { name: 'Search' })).toContainText('$2,250.10 (38%)')
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order lines: warn of a line that has spent more than its amount', async () => {
    const small = approvedOrder.lines.map((line) => ({ ...line, amount: line.line_id === 1 ? '2000' : line.amount }))
    await open({ ...approvedOrder, lines: small }, '42?tab=lines')
    const table = person.getByRole('table', { name: 'Lines' })
    await expect(table.getByRole('row', { name: /Search/ })).toContainText('Over-delivered: $250.10')
    await expect(table.getByText(/Over-delivered/)).toHaveCount(1)
  })

  it('order chart: the projection says when the total is used up', async () => {
    await open({ ...approvedOrder, money: approvedOrder.money && { ...approvedOrder.money, total: '2500' } })
    await expect(person.getByText('Used up around')).toBeVisible()
  })

  describe('print', () => {
    const { remove } = HTMLIFrameElement.prototype
    // The frame is removed after printing, which a browser without a window does at once.
    beforeEach(() => {
      HTMLIFrameElement.prototype.remove = () => undefined
    })
    afterEach(() => {
      HTMLIFrameElement.prototype.remove = remove
    })
    const printed = async (order: InsertionOrder, item = 'Print') => {
      const { element } = await open(order)
      await (await openMenu(item)).click()
      const frame = await until(() => rootOf(element).querySelector('iframe'))
      return until(() => frame.contentDocument?.body)
    }

    it('order print: is a document of its own with the approved text, where markup is inert', async () => {
      const markup = '<img src=x onerror="parent.isRun = true">'
      const page = await printed({ ...approvedOrder, po_number: 'PO-7', current: { ...firstVersion, legal_text: markup, locale: 'de' } })
      for (const text of [markup, 'Bo Y. Chen', firstVersion.hash, 'StatusApproved', 'Current PO numberPO-7'])
        expect(page.textContent).to.contain(text)
      expect(page.querySelector('dl')?.textContent).to.equal('AdvertiserFernhill')
      expect(page.querySelector('img, script')).to.equal(null)
      expect(page.querySelector<HTMLElement>('[lang="de"]')?.dir).to.equal('auto')
    })

    it('order print: the version that waits has its own terms and missing approvals', async () => {
      const page = await printed(revisedOrder, 'Print version 2')
      for (const text of ['Version2', 'StatusPending', '$12,000.00 (USD)', 'Video', secondVersion.legal_text, secondVersion.hash])
        expect(page.textContent).to.contain(text)
      expect(page.textContent).to.contain('FernhillApproval is missing')
      expect(page.textContent).not.to.contain(firstVersion.hash)
    })

    it('order print: the version in force stays available while another one waits', async () => {
      const page = await printed(revisedOrder, 'Print version 1')
      expect(page.textContent).to.contain(firstVersion.hash)
      expect(page.textContent).not.to.contain('Approval is missing')
    })

    it('order print: names the reason for closing and missing approvals', async () => {
      const closed = { at: moment(-1), by: 'Ada Park', reason: 'The budget moved.' }
      const page = await printed({ ...pendingOrder, closed })
      expect(page.textContent).to.contain('Reason for closingThe budget moved.')
      expect(page.textContent).to.contain('FernhillApproval is missing')
    })

    it('order print: amounts in yen have no digits after the point', async () => {
      const terms = { ...firstVersion.terms, currency_code: 'JPY', total: '10000' }
      const page = await printed({ ...approvedOrder, currency_code: 'JPY', currency_digits: 0, current: { ...firstVersion, terms } })
      expect(page.textContent).to.contain('¥10,000 (JPY)')
    })
  })

  it('order print: a caller who sees only a part gets no document', async () => {
    const terms = { ...firstVersion.terms, total: null, lines: approvedOrder.lines.slice(0, 1) }
    const current = { ...firstVersion, terms, hash: '', approvals: [] }
    const part = { ...approvedOrder, advertiser_id: null, advertiser_name: null, money: null, lines: terms.lines, current }
    await open(part)
    await expect(await openMenu('Print')).toContainText('You see only a part of this order.')
  })

  it('order page: another order starts without the dialogs of the first', async () => {
    const { element, replies } = await open(approvedOrder)
    const other = { ...approvedOrder, insertion_order_id: 44, name: 'Second order' }
    replies.order = other
    element.setAttribute('path', '44')
    await expect(person.getByRole('heading', { name: other.name })).toBeVisible()
    replies.order = approvedOrder
    element.setAttribute('path', '42')
    await (await openMenu('Close')).click()
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Of the first order.')
    replies.order = other
    element.setAttribute('path', '44')
    await expect(person.getByRole('heading', { name: other.name })).toBeVisible()
    await expect(dialog()).toHaveCount(0)
  })

  it('order page: an invalid id is not found', async () => {
    answerWith(approvedOrder)
    put(tag, { 'client-id': '1', path: '0' }, { getToken })
    await expect(person.getByText('Insertion order not found')).toBeVisible()
  })

  it('order page: says how an order ended', async () => {
    const ended = { ...approvedOrder, status: 'ended', status_id: 4, end_date: day(-1) } as const
    const cases = [
      [{ ended_at: moment(0) }, /^Ended on [^.]+\.$/],
      [{ ended_at: moment(-3) }, /^Used up on [^.]+\.$/],
      [{ ended_at: moment(0), continues_on_funds: true }, /^Ended on [^.]+\. Its campaigns continue on the advertiser’s funds\.$/],
    ] as const
    for (const [index, [change, sentence]] of cases.entries()) {
      const id = 50 + index
      await open({ ...ended, ...change, insertion_order_id: id }, String(id))
      await expect(person.getByText(sentence)).toBeVisible()
      document.body.replaceChildren()
    }
  })

  it('order page: one approval is enough if the order does not need two', async () => {
    await open({ ...pendingOrder, waits_for: 'any_approval', needs_two_approvals: false, missing_approvals: ['client', 'advertiser'] })
    await expect(person.getByText('One approval is needed.')).toBeVisible()
    await expect(person.getByText('approval is missing')).toHaveCount(0)
  })

  it('order page: the PO number is hidden while the client has none', async () => {
    const replies = answerWith(approvedOrder, false)
    put(tag, { 'client-id': '1', path: '42' }, { getToken })
    await expect(person.getByText('Last edited by')).toBeVisible()
    await expect(person.getByText('PO number')).toHaveCount(0)
    expect(replies.sent).to.deep.equal([])
  })

  it('order approval: the first of two is recorded, and the heading has the focus', async () => {
    const { replies } = await open({ ...pendingOrder, missing_approvals: ['client', 'advertiser'] })
    replies.order = { ...pendingOrder, missing_approvals: ['client'], version: 4 }
    await button('Approve').click()
    await fillApproval()
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect(person.getByText('Approval recorded').first()).toBeVisible()
    await expect(person.getByRole('heading', { name: approvedOrder.name })).toBeFocused()
  })

  it('order withdrawal: asks before approvals are lost', async () => {
    const { replies } = await open({ ...pendingOrder, current: { ...pendingOrder.current, approvals: firstVersion.approvals } })
    await (await openMenu('Withdraw')).click()
    await expect(dialog().getByText('Approval of Bo Y. Chen')).toBeVisible()
    expect(replies.sent).to.deep.equal([])
    await dialog().getByRole('button', { name: 'Withdraw order' }).click()
    await eventually(() => expect(bodyOf(replies, 'withdraw')).not.to.equal(undefined))
  })

  it('order actions: a refusal has its reason in the language of the page', async () => {
    const { replies } = await open({ ...approvedOrder, status: 'open', status_id: 1, actions: { ...approvedOrder.actions, submit: null } })
    replies.refusal = { status: 409, code: 'no_lines', order: replies.order }
    await button('Submit').click()
    await expect(person.getByText('Add at least one line.').first()).toBeVisible()
    await expect(person.getByText('English')).toHaveCount(0)
  })

  it('order closing: the page can prevent it', async () => {
    const { element, events, replies } = await open(approvedOrder)
    element.addEventListener('ad-before-close', (event) => event.preventDefault())
    await (await openMenu('Close')).click()
    await expect(dialog().getByText('Spring search')).toBeVisible()
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('The budget moved.')
    await dialog().getByRole('button', { name: 'Close order' }).click()
    await expect(dialog().getByText('The order was not closed')).toBeVisible()
    await expect(dialog().getByText('This page does not allow it.')).toBeVisible()
    expect(events).to.deep.equal(['ad-before-close'])
    expect(replies.sent).to.deep.equal([])
  })

  it('order closing: says why it is refused, and tries again with the latest version', async () => {
    const { replies } = await open(approvedOrder)
    replies.refusal = { status: 412, order: { ...approvedOrder, version: approvedOrder.version + 1 } }
    await (await openMenu('Close')).click()
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('The budget moved.')
    await dialog().getByRole('button', { name: 'Close order' }).click()
    await expect(dialog().getByText('The order was not closed')).toBeVisible()
    await dialog().getByRole('button', { name: 'Close order' }).click()
    await expect(dialog()).toHaveCount(0)
    const versions = replies.sent.map(({ ifMatch }) => ifMatch)
    expect(versions).to.deep.equal([approvedOrder.version, approvedOrder.version + 1].map((version) => `"${version}"`))
  })

  it('order closing: waits for its effect, which can be loaded again, and counts hidden campaigns', async () => {
    const { replies } = await open(approvedOrder)
    replies.failing.add('close_effect')
    replies.otherCampaigns = 2
    await (await openMenu('Close')).click()
    await expect(dialog().getByText('Couldn’t load what stops')).toBeVisible()
    await expect(dialog().getByRole('button', { name: 'Close order' })).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog().getByRole('button', { name: 'Close order' })).toHaveAccessibleDescription('Select “Try again” to load what stops')
    replies.failing.clear()
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expect(dialog().getByText('It also stops 2 campaigns that you don’t have access to.')).toBeVisible()
    await expect(dialog().getByRole('button', { name: 'Close order' })).toHaveAttribute('aria-disabled', 'false')
  })

  it('order campaigns: a search without matches can be cleared', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    await button('Link campaigns').click()
    await dialog().getByRole('checkbox', { name: 'Summer search' }).check()
    await expect(dialog().getByText('1 campaign is chosen.')).toBeVisible()
    replies.available = []
    await dialog().getByRole('searchbox').fill('nothing')
    await expect(dialog().getByText('No campaign matches the search.')).toBeVisible()
    await dialog().getByRole('button', { name: 'Clear search' }).click()
    await expect(dialog().getByRole('checkbox', { name: 'Summer search' })).toBeChecked()
  })

  it('order campaigns: refusals of the request itself stay on screen, and only linked ones count', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    const results = linkResults.map((one) => ({ ...one, refusal: null }))
    replies.linkResults = { dryRun: results, real: linkResults }
    await button('Link campaigns').click()
    await dialog().getByRole('checkbox', { name: 'Summer search' }).check()
    await dialog().getByRole('checkbox', { name: 'Autumn search' }).check()
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await person.getByRole('option', { name: 'Display' }).click()
    await dialog().getByRole('button', { name: 'Continue' }).click()
    await dialog().getByRole('button', { name: 'Link 2 campaigns' }).click()
    await expect(dialog().getByText('These campaigns were not linked')).toBeVisible()
    await expect(dialog().getByText('Autumn search')).toBeVisible()
    await expect(person.getByText('1 campaign linked').first()).toBeVisible()
  })

  it('order campaigns: after a conflict the dry run uses the newer version', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    replies.refusal = { status: 412, order: { ...approvedOrder, version: 8 } }
    await button('Link campaigns').click()
    await dialog().getByRole('checkbox', { name: 'Summer search' }).check()
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await person.getByRole('option', { name: 'Display' }).click()
    await dialog().getByRole('button', { name: 'Continue' }).click()
    await expect(dialog().getByText('Couldn’t link the campaigns')).toBeVisible()
    await eventually(async () => {
      await dialog().getByRole('button', { name: 'Continue' }).click()
      expect(bodyOf(replies, 'campaigns')?.ifMatch).to.equal('"8"')
    })
  })

  it('order campaigns: a linked campaign moves to another line', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    replies.linkResults = {
      dryRun: [],
      real: [{ campaign_id: 11, name: 'Spring search', refusal: null, moves_from: null, moves_from_id: null }],
    }
    await button('Change the line of Spring search').click()
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await person.getByRole('option', { name: 'Display' }).click()
    await dialog().getByRole('button', { name: 'Change line' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(bodyOf(replies, 'campaigns')?.body).to.deep.equal({ link: [{ campaign_id: 11, line_id: 2, moves_from_id: null }] })
  })

  it('order campaigns: a change of the line asks before it moves a campaign from another order', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    const result = [{ campaign_id: 11, name: 'Spring search', refusal: null, moves_from: 'Winter order', moves_from_id: 9 }]
    replies.linkResults = { dryRun: result, real: result }
    const change = async (answer: string) => {
      await button('Change the line of Spring search').click()
      await dialog().getByRole('combobox', { name: 'Line' }).click()
      await person.getByRole('option', { name: 'Display' }).click()
      await dialog().getByRole('button', { name: 'Change line' }).click()
      const question = person.getByRole('dialog', { name: 'Move Spring search from Winter order?' })
      await question.getByRole('button', { name: answer }).click()
      await expect(dialog()).toHaveCount(0)
    }
    const link = { campaign_id: 11, line_id: 2 }
    await change('Cancel')
    expect(replies.sent.map(({ body }) => body)).to.deep.equal([{ link: [link], dry_run: true }])
    await change('Move campaign')
    expect(bodyOf(replies, 'campaigns')?.body).to.deep.equal({ link: [{ ...link, moves_from_id: 9 }] })
  })

  it('order campaigns: a campaign that moved since the dry run is refused with its new order', async () => {
    const { replies } = await open(approvedOrder, '42?tab=campaigns')
    const [summer] = linkResults
    const moved = { code: 'moved_meanwhile', values: { order: 'Summer order' } }
    const real = [{ ...summer, refusal: moved, moves_from: 'Summer order', moves_from_id: 10 }]
    replies.linkResults = { dryRun: [summer ?? {}], real }
    await button('Link campaigns').click()
    await dialog().getByRole('checkbox', { name: 'Summer search' }).check()
    await dialog().getByRole('combobox', { name: 'Line' }).click()
    await person.getByRole('option', { name: 'Display' }).click()
    await dialog().getByRole('button', { name: 'Continue' }).click()
    await dialog().getByRole('button', { name: 'Link 1 campaign' }).click()
    await expect(dialog().getByText('The campaign has moved to Summer order in the meantime.')).toBeVisible()
    expect(bodyOf(replies, 'campaigns')?.body).to.deep.equal({ link: [{ campaign_id: 12, line_id: 2, moves_from_id: 9 }] })
  })

  it('order page: fits a width of 360 pixels', async () => {
    await person.setViewportSize({ width: 360, height: 740 })
    const { element } = await open(revisedOrder)
    for (const id of ['overview', 'lines', 'campaigns', 'money', 'versions', 'history']) {
      element.setAttribute('path', `42?tab=${id}`)
      await expect(person.getByRole('tab', { selected: true })).toBeVisible()
      await fitsWidth()
    }
    await button('Approve').click()
    await expect(dialog().getByRole('button', { name: 'Approve' })).toBeInViewport()
    await fitsWidth()
  })
})
