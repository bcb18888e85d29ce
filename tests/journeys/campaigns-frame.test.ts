import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { begin, chooseEntities, fillBasics, fillMoney, goOn, saved } from '../support/drafts/builder-steps.ts'
import { openHostPage } from '../support/embedding/host-page.ts'
import { personToken } from '../support/identity/person-token.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { callsAs } from '../support/platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'
import { table } from '../support/ui/table-steps.ts'

let platform: PlatformProcess
let token = ''
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform()
  token = await personToken(platform, 'dana.whitfield@harborline.example')
})
test.afterAll(() => platform?.clear())

/** A page on another origin with an embedded page in a frame; it records the frame's events and the messages to its window. */
async function openFramed(page: Page, path: string, refused = '') {
  await page.setViewportSize({ width: 1200, height: 900 })
  await openHostPage(page, platform, {
    body: `<ad-frame src="${platform.origin}${path}" title="Campaigns" locale="en-US"></ad-frame>`,
    pageScript: `window.events = []; window.posted = []
const frame = document.querySelector('ad-frame')
frame.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
frame.addEventListener('placard', ({ detail }) => {
  window.events.push([detail.type, detail.detail])
  // Prevented once; the next event continues.
  if (detail.type === '${refused}' && window.events.filter(([type]) => type === '${refused}').length === 1) detail.preventDefault()
})
addEventListener('message', ({ data, origin }) => {
  if (data?.ns === 'placard' && origin === location.origin) window.posted.push([data.type, data.payload])
})`,
  })
  return page.locator('ad-frame').frameLocator('iframe')
}
interface Detail {
  readonly campaign_draft_uuid?: string
  readonly campaign_id?: number
  readonly status?: string
}
type SentEvent = readonly [type: string, detail: Detail]
const detailsOf = async (page: Page, of: 'events' | 'posted', type: string) => {
  const all = (await page.evaluate((name) => Reflect.get(window, name), of)) as SentEvent[] // set by the page's script
  return all.filter(([one]) => one === type).map(([, detail]) => detail)
}
const frameHeight = (page: Page) => page.locator('ad-frame').evaluate((node) => node.shadowRoot?.querySelector('iframe')?.offsetHeight ?? 0)
/** Waits until the frame is as tall as its content. */
const isFitting = (page: Page) =>
  expect
    .poll(async () => {
      const inside = page.frames().find((one) => one.url().startsWith(platform.origin))
      const content = await inside?.evaluate(() => document.body.getBoundingClientRect().height)
      return Math.abs((content ?? 0) - (await frameHeight(page)))
    })
    .toBeLessThanOrEqual(1)

test('the host of a framed builder cancels one submission, allows the next, and receives the events', async ({ page }) => {
  const inner = await openFramed(page, '/embedded/clients/1/advertisers/1/campaigns/create', 'ad-before-submit')
  await begin(inner, 'Quick')
  await isFitting(page)
  await fillBasics(inner, 'Built in a frame')
  await saved(inner)
  await goOn(inner)
  await chooseEntities(inner, 1)
  await isFitting(page)
  await goOn(inner)
  await fillMoney(inner, { budget: '50', bid: '0.60' })
  await goOn(inner)
  await saved(inner)
  await isFitting(page)
  const submit = inner.getByRole('button', { name: 'Submit campaign' })
  await submit.click()
  await expect.poll(() => detailsOf(page, 'events', 'ad-before-submit')).toMatchObject([{ name: 'Built in a frame' }])
  await expect(submit).toBeEnabled()
  expect(await detailsOf(page, 'events', 'ad-campaign-submitted')).toEqual([])
  await submit.click()
  await expect(inner.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible()
  await expect.poll(() => detailsOf(page, 'posted', 'ad-campaign-submitted')).toHaveLength(1)
  const [submitted] = await detailsOf(page, 'posted', 'ad-campaign-submitted')
  expect(await detailsOf(page, 'events', 'ad-campaign-submitted')).toEqual([submitted])
  const savedDrafts = await detailsOf(page, 'posted', 'ad-campaign-draft-saved')
  expect(new Set(savedDrafts.map(({ campaign_draft_uuid: uuid }) => uuid))).toEqual(new Set([submitted?.campaign_draft_uuid]))
  const made = await callsAs(platform, token)('GET', `v1/campaign/${submitted?.campaign_id}`)
  expect(made).toMatchObject({ name: 'Built in a frame', status: submitted?.status })
})

test('the host of framed campaigns can open a campaign itself and return through the path', inAudit, async ({ page }) => {
  const inner = await openFramed(page, '/embedded/clients/1/campaigns', 'ad-campaign-open-asked')
  await expect(table(inner)).not.toHaveAttribute('aria-rowcount', '-1')
  await expect(table(inner)).toHaveAttribute('aria-busy', 'false')
  const link = table(inner).getByRole('row').nth(2).getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  await link.press('Enter')
  await expect.poll(() => detailsOf(page, 'events', 'ad-campaign-open-asked')).toHaveLength(1)
  // Messages keep their order: had the frame navigated, its event would have come first.
  await expect(table(inner)).toBeVisible()
  expect(await detailsOf(page, 'events', 'ad-campaign-opened')).toEqual([])
  await link.press('Enter')
  await expect(inner.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  const [event] = await detailsOf(page, 'events', 'ad-campaign-open-asked')
  await expect.poll(() => detailsOf(page, 'posted', 'ad-campaign-opened')).toEqual([{ campaign_id: event?.campaign_id }])
  await expect(page.locator('ad-frame')).toHaveAttribute('path', new RegExp(`^${event?.campaign_id}`))
  await isFitting(page)
  await page.locator('ad-frame').evaluate((node) => node.setAttribute('path', ''))
  await expect(table(inner)).toBeVisible()
  await openFramed(page, `/embedded/clients/1/campaigns/${event?.campaign_id}`)
  await expect(inner.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
})
