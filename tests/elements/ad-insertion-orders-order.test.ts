import '/dist/placard.js'
import type { InsertionOrder } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { fitsWidth } from '../support/elements/gallery.ts'
import {
  answerWith,
  approvedOrder,
  firstVersion,
  longText,
  type OrderReplies,
  pendingOrder,
  revisedOrder,
  secondVersion,
} from '../support/elements/insertion-order-page.ts'
import { eventually, put, rootOf, until } from '../support/elements/page-parts.ts'
import { expect, person, press, savedBy } from '../support/elements/person.ts'
import { afterEach, before, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
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
    await expect(person.getByText('Waiting for Fernhill')).toBeVisible()
    await expect(person.getByText('HS-0042 · Fernhill')).toBeVisible()
    await expect(person.getByText('Margin is 12 %.')).toBeVisible()
    await expect(person.getByText('approval is missing')).toBeVisible()
    await expect(person.getByRole('slider', { name: 'Spend by date' })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('order page: each tab of the address shows its table and is accessible', async () => {
    const { element } = await open(revisedOrder)
    const shown = { lines: 'Display', campaigns: 'Spring search', money: 'Unexplained: $1.50', versions: 'Version 2', history: 'Ada Park' }
    for (const [id, text] of Object.entries(shown)) {
      element.setAttribute('path', `42?tab=${id}`)
      await expect(person.getByRole('tabpanel').getByText(text).first()).toBeVisible()
      expect(await hardToUse(element), id).to.deep.equal([])
    }
  })

  it('order page: a button that is not possible says why', async () => {
    await open({ ...pendingOrder, actions: { ...pendingOrder.actions, approve: { code: 'author_may_not_approve', values: {} } } })
    await expect(button('Approve')).toHaveAttribute('aria-disabled', 'true')
    await expect(button('Approve')).toHaveAccessibleDescription('You wrote this version. Ask another person to approve it.')
    await button('Approve').click({ force: true })
    await expect(dialog()).toHaveCount(0)
    await expect(await openMenu('Submit')).toContainText('Not possible')
  })

  it('order page: readonly hides every action that writes', async () => {
    await open(revisedOrder, '42?tab=campaigns', { readonly: '' })
    await expect(person.getByRole('tabpanel').getByText('Spring search')).toBeVisible()
    await expect(button('Print')).toBeVisible()
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

  it('order approval: the box waits for the end of a long text', async () => {
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
    await expect(dialog().getByText('$15,000.00', { exact: true })).toBeVisible()
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
    replies.refusal = { status: 409, error: 'The terms changed', order: { ...revisedOrder, version: 4, proposed } }
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect(dialog().getByText('The terms changed')).toBeVisible()
    await expect(dialog().getByText('The legal text changed.')).toBeVisible()
    await expect(box()).not.toBeChecked()
  })

  it('order approval: the page can prevent it', async () => {
    const { element, events, replies } = await open(pendingOrder)
    element.addEventListener('ad-before-approve', (event) => event.preventDefault())
    await button('Approve').click()
    await fillApproval()
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(events).to.deep.equal(['ad-before-approve'])
    expect(replies.sent).to.deep.equal([])
  })

  it('order closing: shows its effect and needs a reason', async () => {
    const { events, replies } = await open(approvedOrder)
    await (await openMenu('Close')).click()
    await expect(dialog().getByText('Spring search')).toBeVisible()
    await expect(dialog().getByText('Not spent: $7,749.90.')).toBeVisible()
    await dialog().getByRole('button', { name: 'Close order' }).click()
    expect(events).to.deep.equal([])
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('The budget moved.')
    await dialog().getByRole('button', { name: 'Close order' }).click()
    await expect(dialog()).toHaveCount(0)
    expect(bodyOf(replies, 'close')?.body).to.deep.equal({ last_edited_by: 5, reason: 'The budget moved.' })
    expect(events).to.deep.equal(['ad-before-close', 'ad-insertion-order-closed'])
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
      { link: [{ campaign_id: 12, line_id: 2 }] },
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

  it('order versions: show the changed terms, their effect on money, and the changed words', async () => {
    await open(revisedOrder, '42?tab=versions')
    const changes = person.getByRole('table', { name: 'Changes from version 1 to version 2' })
    await expect(changes.getByRole('row', { name: 'Total' })).toContainText('+$2,000.00')
    await expect(changes.getByRole('row', { name: 'Line Video' })).toContainText('+$2,000.00')
    await expect(person.getByRole('deletion')).toHaveText('30')
    await expect(person.getByRole('insertion')).toHaveText('60')
    await expect(button('Copy the hash of version 1')).toBeVisible()
  })

  it('order money: saves the table as CSV', async () => {
    await open(approvedOrder, '42?tab=money')
    await expect(person.getByText('Display ended 18,000 short of its quantity.')).toBeVisible()
    const csv = await savedBy(button('Download CSV'))
    expect(csv).to.contain('Display,3500,2260.1,2250.1,3749.9,10,0,0,1.5,USD')
  })

  it('order print: is a document of its own with the approved text, where markup is inert', async () => {
    const markup = '<img src=x onerror="parent.isRun = true">'
    const { element } = await open({ ...approvedOrder, current: { ...firstVersion, legal_text: markup } })
    // The frame is removed after printing, which a browser without a window does at once.
    HTMLIFrameElement.prototype.remove = () => undefined
    await (await openMenu('Print')).click()
    const frame = await until(() => rootOf(element).querySelector('iframe'))
    const page = await until(() => frame.contentDocument?.body)
    expect(page.textContent).to.contain(markup)
    expect(page.textContent).to.contain('Bo Y. Chen')
    expect(page.textContent).to.contain(firstVersion.hash)
    expect(page.querySelector('img, script')).to.equal(null)
    HTMLIFrameElement.prototype.remove = Element.prototype.remove
  })

  it('order page: fits a phone', async () => {
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
