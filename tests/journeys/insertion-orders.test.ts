import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { go } from '../support/console/visit.ts'
import { openHostPage } from '../support/embedding/host-page.ts'
import {
  addLine,
  approve,
  approvedOrder,
  apiAs,
  campaign,
  choose,
  deliverUntil,
  enter,
  newOrder,
  orderNow,
  ordersPlatform,
  platform,
  tokenOf,
} from '../support/insertion-orders/order-people.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { dayAgo, dayText } from '../support/time/days.ts'
import { table } from '../support/ui/table-steps.ts'

ordersPlatform()

const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const idIn = (page: Page) => Number(/insertion-orders\/(\d+)$/.exec(new URL(page.url()).pathname)?.[1])
const campaignNow = () => apiAs('dana')('GET', `v1/campaign/${campaign.campaign_id}`)

test('two people take an order from its first draft to its end', async ({ browser }) => {
  const name = 'Autumn at Fernhill'
  const { page: dana, context } = await enter(browser, 'dana', 'insertion-orders/create')
  const { page: ailsa, context: other } = await enter(browser, 'ailsa', 'insertion-orders')

  await dana.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await choose(dana, 'Advertiser', 'Fernhill')
  await dana.getByRole('textbox', { name: 'Start date' }).fill(dayText(dayAgo(1)))
  await dana.getByRole('textbox', { name: /^Total/ }).fill('100')
  await addLine(dana, 'Capped', '3', true)
  await addLine(dana, 'Reserve', '50')
  await dana.getByRole('button', { name: 'Submit for approval' }).click()
  await title(dana, name).waitFor()
  const id = idIn(dana)
  expect(await orderNow(id)).toMatchObject({ status: 'pending', lines: [{ is_hard_cap: true }, { is_hard_cap: false }] })

  await ailsa.getByRole('button', { name: 'Needs me' }).click()
  await table(ailsa, 'Insertion orders').getByRole('link', { name }).click()
  await approve(ailsa, 'Ailsa M. Murray')
  await dana.reload()
  await approve(dana, 'Dana Whitfield')
  await expect.poll(async () => (await orderNow(id)).status).toBe('approved')

  const before = Number((await campaignNow()).serving.spent_total)
  await tab(dana, 'Campaigns').click()
  await dana.getByRole('button', { name: 'Link campaigns' }).click()
  const linking = dana.getByRole('dialog', { name: 'Link campaigns' })
  await choose(dana, 'Line', 'Capped')
  await linking.getByRole('searchbox', { name: 'Search campaigns' }).fill(campaign.name)
  await linking.getByRole('checkbox', { name: campaign.name }).check()
  await linking.getByRole('button', { name: 'Continue' }).click()
  await expect(linking.getByRole('list', { name: 'Result' })).toContainText(campaign.name)
  await linking.getByRole('button', { name: 'Link 1 campaign' }).click()
  await expect(dana.getByRole('table', { name: 'Linked campaigns' })).toContainText(campaign.name)

  await deliverUntil(dana, async () => (await campaignNow()).serving.gate === 'insertion_order')
  const { serving } = await campaignNow()
  expect(serving.values).toMatchObject({ status: 'approved', of: 'line', left: '0' })
  expect((await orderNow(id)).money).toMatchObject({ spent: '3', remaining: '97' })
  expect(Math.round((Number(serving.spent_total) - before) * 1e6)).toBe(3e6)
  await dana.goto(`${platform().origin}/clients/1/advertisers/1/campaigns/${campaign.campaign_id}`)
  await expect(dana.getByText('Line of the insertion order used up').first()).toBeVisible()

  await go(dana, `clients/1/insertion-orders/${id}`)
  await expect(title(dana, name)).toBeVisible()
  await expect(dana.getByText('$3.00').first()).toBeVisible()
  await dana.getByRole('button', { name: `More actions for ${name}` }).click()
  await dana.getByRole('menuitem', { name: 'Close' }).click()
  const closing = dana.getByRole('dialog', { name: `Close ${name}?` })
  await expect(closing.getByRole('listitem')).toHaveText([campaign.name])
  await closing.getByRole('textbox', { name: 'Reason' }).fill('The season is over')
  await closing.getByRole('button', { name: 'Close order' }).click()
  await expect(closing).toBeHidden()
  await expect(dana.getByText('The season is over')).toBeVisible()
  expect(await orderNow(id)).toMatchObject({ status: 'closed', closed: { by: 'Dana Whitfield', reason: 'The season is over' } })
  expect((await campaignNow()).serving).toMatchObject({ gate: 'insertion_order', values: { status: 'closed' } })
  await tab(dana, 'History').click()
  const history = dana.getByRole('tabpanel')
  await expect(history).toContainText('Ailsa Murray approved the order')
  await expect(history).toContainText('Dana Whitfield closed the order')
  await context.close()
  await other.close()
})

/** Prints the order on the page, and returns the printed document. */
async function print(page: Page, name: string) {
  // The frame is removed after printing, which a browser without a window does at once.
  const printed = page.evaluate(
    () =>
      new Promise<{ text: string; html: string; css: string }>((resolve) => {
        HTMLIFrameElement.prototype.remove = function remove() {
          const { body, adoptedStyleSheets } = this.contentDocument ?? document
          const rules = adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
          resolve({ text: body.textContent ?? '', html: body.innerHTML, css: rules.join('\n') })
          Element.prototype.remove.call(this)
        }
      }),
  )
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  return printed
}

test('an order with 40 lines is printed on two pages', async ({ browser }) => {
  const name = 'Many lines'
  const id = await newOrder(name)
  const days = { start_date: dayAgo(1), end_date: dayAgo(-60) }
  const lines = Array.from({ length: 40 }, (_, index) => ({ name: `Search campaign ${index + 1}`, type: 'cpc', amount: '20', ...days }))
  const { version } = await orderNow(id)
  await apiAs('dana')('PATCH', `v1/member_groups/1/insertion_orders/${id}`, { lines }, { 'If-Match': String(version) })
  const { page, context } = await enter(browser, 'dana', `insertion-orders/${id}`)
  await title(page, name).waitFor()
  const { html, css } = await print(page, name)
  const sheet = await context.newPage()
  await sheet.setContent(`<style>${css}</style>${html}`)
  const pdf = await sheet.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
  await context.close()
})

test('a change of an approved order is in force when both sides have approved it', async ({ browser }) => {
  const name = 'Winter at Fernhill'
  const id = await approvedOrder(name)
  const { page: dana, context } = await enter(browser, 'dana', `/admin/clients/1/insertion-orders/edit?id=${id}`)
  const { page: ailsa, context: other } = await enter(browser, 'ailsa', `insertion-orders/${id}?tab=versions`)
  await dana.getByRole('textbox', { name: /^Total/ }).fill('1500')
  await dana.getByRole('button', { name: 'Propose version 2' }).click()
  await expect(title(dana, name)).toBeVisible()
  expect(await orderNow(id)).toMatchObject({ status: 'approved', version_id: 1, proposed_version_id: 2, money: { total: '1000' } })

  await ailsa.reload()
  const changes = ailsa.getByRole('table', { name: 'Changes from version 1 to version 2' })
  await expect(changes.getByRole('row', { name: 'Total' })).toContainText(/\$1,000\.00.*\$1,500\.00/)
  await approve(ailsa, 'Ailsa Murray')
  expect(await orderNow(id)).toMatchObject({ version_id: 1, missing_approvals: ['client'] })
  await dana.reload()
  await approve(dana, 'Dana Whitfield')
  await expect.poll(() => orderNow(id)).toMatchObject({ version_id: 2, proposed_version_id: null, money: { total: '1500' } })
  await expect(dana.getByRole('region', { name: 'Terms' })).toContainText('$1,500.00')

  const { text: printed } = await print(dana, name)
  const { current } = await orderNow(id)
  for (const text of [name, '$1,500.00', current.legal_text, 'Ailsa Murray', current.hash]) expect(printed).toContain(text)
  await context.close()
  await other.close()
})

test('an advertiser gives a campaign an order on its own page, and takes it away', async ({ browser }) => {
  const name = 'Spring at Fernhill'
  const id = await approvedOrder(name)
  const { page: ailsa, context } = await enter(browser, 'ailsa', `advertisers/1/campaigns/${campaign.campaign_id}`)
  const details = ailsa.getByRole('region', { name: 'Details' })
  const dialog = ailsa.getByRole('dialog', { name: `Insertion order of ${campaign.name}` })
  await details.getByRole('button', { name: /(Assign|Change) insertion order/ }).click()
  await choose(ailsa, 'Insertion order', name)
  await choose(ailsa, 'Line', 'Clicks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByRole('link', { name })).toBeVisible()
  const linked = async () => {
    const { campaigns } = await apiAs('dana')('GET', `v1/member_groups/1/insertion_orders/${id}/campaigns`)
    return campaigns.map(({ campaign_id, line_id }: Record<string, number>) => [campaign_id, line_id])
  }
  expect(await linked()).toEqual([[campaign.campaign_id, 1]])
  await details.getByRole('button', { name: 'Change insertion order' }).click()
  await choose(ailsa, 'Insertion order', 'No insertion order')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByRole('button', { name: 'Assign insertion order' })).toBeVisible()
  expect(await linked()).toEqual([])
  await context.close()
})

/** Opens a page of the orders in a frame on another origin; the host records the events and prevents those of one type. */
async function openFramed(page: Page, path: string) {
  await page.setViewportSize({ width: 1200, height: 900 })
  await openHostPage(page, platform(), {
    body: `<ad-frame src="${platform().origin}/embedded/clients/1/${path}" title="Orders" locale="en-US"></ad-frame>`,
    pageScript: `window.events = []
const frame = document.querySelector('ad-frame')
frame.getToken = async () => ({ access_token: '${tokenOf('dana')}', expires_at: Date.now() / 1000 + 300 })
frame.addEventListener('placard', ({ detail }) => {
  window.events.push([detail.type, detail.detail])
  if (detail.type === window.prevented) detail.preventDefault()
})`,
  })
  return page.locator('ad-frame').frameLocator('iframe')
}
const prevent = (page: Page, type: string) => page.evaluate((value) => Reflect.set(window, 'prevented', value), type)
const events = async (page: Page) => {
  const all = (await page.evaluate(() => Reflect.get(window, 'events'))) as [string, { insertion_order_id: number }][] // set by the page's script
  return all.filter(([type]) => type.startsWith('ad-before-') || type.startsWith('ad-insertion-order-'))
}

test('a host of framed orders hears how one is submitted, approved and closed, and can prevent its closing', async ({ page }) => {
  const name = 'Made in a frame'
  const orders = await openFramed(page, 'insertion-orders/create')
  await orders.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await choose(orders, 'Advertiser', 'Fernhill')
  await orders.getByRole('textbox', { name: /^Total/ }).fill('200')
  await addLine(orders, 'Clicks', '150')
  await orders.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(orders.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect.poll(async () => (await events(page)).length).toBe(2)
  const [[, { insertion_order_id: id }] = ['', { insertion_order_id: 0 }]] = await events(page)
  const version = { insertion_order_id: id, version_id: 1 }
  const submitted = [
    ['ad-insertion-order-created', version],
    ['ad-insertion-order-submitted', version],
  ]
  expect(await events(page)).toEqual(submitted)
  expect(await orderNow(id)).toMatchObject({ name, status: 'pending', advertiser_id: 1 })

  await approve(orders, 'Dana Whitfield')
  const approved = [...submitted, ['ad-before-approve', version], ['ad-insertion-order-approved', version]]
  await expect.poll(() => events(page)).toEqual(approved)
  expect(await orderNow(id)).toMatchObject({ current: { approvals: [{ side: 'client', name: 'Dana Whitfield' }] } })

  await prevent(page, 'ad-before-close')
  await orders.getByRole('button', { name: `More actions for ${name}` }).click()
  await orders.getByRole('menuitem', { name: 'Close' }).click()
  await orders.getByRole('textbox', { name: 'Reason' }).fill('By mistake')
  await orders.getByRole('button', { name: 'Close order' }).click()
  await expect(orders.getByText('This page does not allow it.')).toBeVisible()
  const before = ['ad-before-close', { insertion_order_id: id }]
  expect(await events(page)).toEqual([...approved, before])
  expect((await orderNow(id)).status).toBe('pending')
  await prevent(page, '')
  await orders.getByRole('button', { name: 'Close order' }).click()
  await expect.poll(() => events(page)).toEqual([...approved, before, before, ['ad-insertion-order-closed', version]])
  expect(await orderNow(id)).toMatchObject({ status: 'closed', closed: { by: 'Dana Whitfield', reason: 'By mistake' } })
})

test('the list of another tab shows the new name of an order', inAudit, async ({ browser }) => {
  const id = await newOrder('Named first')
  const { page: list, context } = await enter(browser, 'dana', 'insertion-orders')
  await expect(table(list, 'Insertion orders')).toContainText('Named first')
  const form = await context.newPage()
  await form.goto(`${platform().origin}/clients/1/insertion-orders/${id}/edit`)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Named again')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(title(form, 'Named again')).toBeVisible()
  await expect(table(list, 'Insertion orders')).toContainText('Named again')
  await context.close()
})
