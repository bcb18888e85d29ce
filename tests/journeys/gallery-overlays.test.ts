import { chromium, expect, type Page, test } from 'playwright/test'
import { chromiumArguments, findChromium } from '../support/chromium.mjs'
import { button, emptyPlatform, hearComplaints, press } from '../support/gallery-page.ts'

const platform = emptyPlatform()
hearComplaints()

const open = async (page: Page) => {
  await page.goto(`${platform.origin}/ui/overlays`)
  await button(page, 'With a field').waitFor()
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a dialog takes the focus to its field, keeps it inside, and gives it back on Escape', async ({ page }) => {
  await open(page)
  await press(page, 'With a field')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  for (let times = 0; times < 8; times += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => {
      const root = document.querySelector('ad-gallery')?.shadowRoot
      return Boolean(root?.activeElement && !root.activeElement.closest('dialog'))
    })
    expect(isOutside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Rename campaign')).toBeHidden()
  await expect(button(page, 'With a field')).toBeFocused()
})

test('a press outside closes a dialog, and one that began inside does not', async ({ page }) => {
  await open(page)
  await press(page, 'With a field')
  const field = await page.getByLabel('Name', { exact: true }).boundingBox()
  await page.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move(20, 400)
  await page.mouse.up()
  await expect(dialog(page, 'Rename campaign')).toBeVisible()
  await page.mouse.click(20, 400)
  await expect(dialog(page, 'Rename campaign')).toBeHidden()
})

test('what must be answered stays, whatever is tried', async ({ page }) => {
  await open(page)
  await press(page, 'That must be answered')
  const shown = dialog(page, 'Are you still there?')
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape')
  await page.mouse.click(20, 400)
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await press(page, 'Continue')
  await expect(shown).toBeHidden()
})

test('a busy dialog waits for its end', async ({ page }) => {
  await open(page)
  await press(page, 'Busy')
  const shown = dialog(page, 'Submitting')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')
  await expect(shown).toBeHidden()
})

test('the page behind a dialog stays where it is', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 500 })
  await open(page)
  await press(page, 'With much to read')
  const scrolled = await page.evaluate(() => scrollY)
  await page.mouse.move(10, 250)
  await page.mouse.wheel(0, 400)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: /What changes/ })).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  expect(await page.evaluate(() => document.querySelectorAll('style').length)).toBe(0)
  await page.keyboard.press('Escape')
  const scroll = async () => {
    await page.mouse.wheel(0, 100)
    return page.evaluate(() => scrollY)
  }
  await expect.poll(scroll).toBeGreaterThan(scrolled)
})

test('nothing moves sideways when a dialog takes the scroll bar away', async () => {
  const executablePath = await findChromium()
  const options = { args: chromiumArguments, ignoreDefaultArgs: ['--hide-scrollbars'] }
  const browser = await chromium.launch({ ...options, ...(executablePath && { executablePath }) })
  const page = await browser.newPage({ viewport: { width: 900, height: 500 } })
  await open(page)
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  // Our own letters come late and are of another width.
  await expect.poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded'])
  const place = () => button(page, 'With much to read').evaluate((node) => node.getBoundingClientRect().x)
  const before = await place()
  await press(page, 'With much to read')
  expect(await place()).toBe(before)
  await page.keyboard.press('Escape')
  expect(await place()).toBe(before)
  await browser.close()
})

test('a question within a dialog is answered first, and Escape answers no', async ({ page }) => {
  await open(page)
  await press(page, 'That asks again')
  await press(page, 'Delete')
  await expect(dialog(page, 'Delete 3 campaigns?')).toBeVisible()
  await expect(dialog(page, 'Delete 3 campaigns?').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Delete 3 campaigns?')).toBeHidden()
  await expect(dialog(page, 'Three campaigns')).toBeVisible()
  await expect(button(page, 'Delete')).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, /^Delete campaigns/)
  await page.keyboard.press('Escape')
})

test('a word is typed before everything is lost', async ({ page }) => {
  await open(page)
  await press(page, 'Close account')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  await page.keyboard.type('Sea')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'not the same word' })).toBeVisible()
  await page.keyboard.type('bright')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answered: Yes')).toBeVisible()
})

test('a dialog opens where the person looks in a tall frame', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 2400 })
  await open(page)
  await page.evaluate(() => {
    document.documentElement.style.setProperty('--ad-viewport-top', '1200px')
    document.documentElement.style.setProperty('--ad-viewport-height', '600px')
  })
  await press(page, 'With a field')
  const box = await page.getByRole('heading', { name: 'Rename campaign' }).boundingBox()
  expect(box?.y).toBeGreaterThan(1200)
  expect(box?.y).toBeLessThan(1800)
  await page.keyboard.press('Escape')
  await press(page, 'Success')
  const toast = await page.getByText('3 campaigns paused').last().boundingBox()
  expect(toast?.y).toBeGreaterThan(1600)
  expect(toast?.y).toBeLessThan(1800)
})

test('a low frame is asked to be higher while a dialog is open, and no longer', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 300 })
  await open(page)
  await page.evaluate(() => {
    document.documentElement.style.setProperty('--ad-viewport-top', '0px')
    document.documentElement.style.setProperty('--ad-viewport-height', '300px')
  })
  const reserved = () => page.evaluate(() => getComputedStyle(document.body).minHeight)
  const before = await reserved()
  await press(page, 'Close account')
  await expect.poll(async () => Number.parseFloat(await reserved())).toBeGreaterThan(350)
  await page.keyboard.press('Escape')
  await expect.poll(reserved).toBe(before)
})

test('a popover is gone with Escape or when one goes on, and the focus is where it was', async ({ page }) => {
  await open(page)
  await press(page, 'Return on ad spend')
  const shown = dialog(page, 'Return on ad spend')
  await expect(shown).toBeFocused()
  expect((await shown.boundingBox())?.width).toBe(400)
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await expect(button(page, 'Return on ad spend')).toBeFocused()
  await page.keyboard.press('Enter')
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Tab')
  await expect(shown).toBeHidden()
  await expect(button(page, 'At the end')).toBeFocused()
})

test('the same notice is shown once, goes by itself, waits for whom is in it, and can be closed while a dialog is open', async ({
  page,
}) => {
  await page.clock.install()
  await open(page)
  await press(page, 'Success')
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices.getByText('3 campaigns paused')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(notices.getByText('3 campaigns paused')).toHaveCount(1)
  await page.clock.runFor(3000)
  await expect(notices).toBeHidden()
  await press(page, 'Error')
  await notices.getByRole('button', { name: 'Close' }).focus()
  await page.clock.runFor(60_000)
  await expect(notices.getByText('Budget not saved')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(notices).toBeHidden()
  await expect(button(page, 'Error')).toBeFocused()
  await press(page, 'All, for a minute')
  await expect(notices.getByRole('button', { name: 'Close' })).toHaveCount(4)
  await press(page, 'With a field')
  await notices.getByRole('button', { name: 'Close' }).first().click()
  await expect(notices.getByRole('button', { name: 'Close' })).toHaveCount(3)
  await expect(dialog(page, 'Rename campaign')).toBeVisible()
})

test('a host that shows a notice itself is asked first', async ({ page }) => {
  await open(page)
  await page.evaluate(() =>
    document.querySelector('ad-gallery')?.addEventListener('ad-notice', (event) => event.preventDefault(), { once: true }),
  )
  await press(page, 'Warning')
  await press(page, 'Info')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('A new version')
  await expect(page.getByRole('region', { name: 'Notices' })).not.toContainText('Signing Out')
})

test('a link is copied, and said to be', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await press(page, 'Copy link')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Link copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${platform.origin}/ui/overlays`)
})

test('what was done is taken back by its button and by Ctrl+Z, once, and not where something changed since', async ({ page }) => {
  await open(page)
  await press(page, 'Pause a campaign')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paused: 2')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Paused: 1')).toBeVisible()
  await press(page, 'Undo')
  await expect(page.getByText('Paused: 0')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Paused: 0')).toBeVisible()
  await press(page, 'Pause one that changes')
  await press(page, 'Undo')
  await expect(page.getByText('Something changed since').last()).toBeVisible()
  await expect(page.getByText('Paused: 1')).toBeVisible()
  await press(page, 'Undo all the same')
  await expect(page.getByText('Paused: 0')).toBeVisible()
})

test('long work is cancelled, fails and is tried again, and what came of it stays', async ({ page }) => {
  await open(page)
  await press(page, 'One that fails')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('It did not finish')
  await press(page, 'Change bids')
  await press(page, '1 task is running')
  const tasks = dialog(page, 'Tasks')
  await expect(tasks.getByText(/of 3,000/)).toBeVisible()
  await tasks.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(tasks.getByText('Cancelled')).toBeVisible()
  await tasks.getByRole('button', { name: 'Try again' }).last().focus()
  await page.keyboard.press('Enter')
  await expect(tasks.getByRole('progressbar', { name: 'Change 3,000 bids' })).toHaveAttribute('aria-valuenow', '100')
  await expect(tasks.getByRole('button', { name: 'See them' })).toBeVisible()
  await tasks.getByRole('button', { name: 'Put away: Fetch the ledger' }).focus()
  await page.keyboard.press('Enter')
  await expect(tasks.getByText('Fetch the ledger')).toBeHidden()
})

test('a notice that comes while its dialog goes away is shown, and nothing breaks', async ({ page }) => {
  await open(page)
  await press(page, 'Success')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByRole('button', { name: 'Close' }).click()
  await expect(notices.getByRole('button')).toHaveCount(0)
  await press(page, 'With a field')
  await expect(dialog(page, 'Rename campaign')).toBeVisible()
  await press(page, 'Continue')
  await expect(dialog(page, 'Rename campaign')).toBeHidden()
  await expect(page.getByText('Renamed').last()).toBeVisible()
  await expect(button(page, 'With a field')).toBeVisible()
})
