import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** The gallery's screen in some width; what it complains about is heard. */
async function open(page: Page, path = '', width = 1440) {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${platform.origin}/ui/places${path}`)
  await page.getByRole('tablist', { name: 'Campaign' }).waitFor()
}
const tab = (page: Page, name: string) => page.getByRole('tablist', { name: 'Campaign' }).getByRole('tab', { name })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, isThere: () => Promise<boolean>, most = 60) {
  for (let times = 0; times < most; times++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there')
}
const focused = (page: Page) =>
  page.evaluate(() => {
    const node = document.activeElement?.shadowRoot?.activeElement
    return (node?.getAttribute('aria-label') ?? node?.textContent ?? '').trim()
  })
const goTo = (page: Page, name: string | RegExp) =>
  tabTo(page, async () => {
    const at = await focused(page)
    return typeof name === 'string' ? at === name : name.test(at)
  })

test('tabs go by arrows, are in the address, and come back with it', async ({ page }) => {
  await open(page)
  await goTo(page, 'Overview')
  await press(page, 'ArrowRight')
  await expect(tab(page, 'Ad groups')).toBeFocused()
  await expect(page).toHaveURL(/\/ui\/places\?tab=ad_groups$/)
  await expect(page.getByRole('tabpanel')).toHaveText('341 ad groups.')
  await press(page, 'End')
  await expect(page).toHaveURL(/tab=history/)
  await press(page, 'ArrowLeft')
  await expect(tab(page, 'Budget')).toBeFocused()
  await expect(page).toHaveURL(/tab=history/)
  await expect(tab(page, 'Budget')).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'ArrowLeft')
  await expect(page).toHaveURL(/tab=targeting/)
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type('not lost')
  await page.goBack()
  await expect(tab(page, 'History')).toHaveAttribute('aria-selected', 'true')
  await page.goForward()
  await expect(page.getByLabel('Draft')).toHaveValue('not lost')
  await page.reload()
  await expect(tab(page, 'Targeting')).toHaveAttribute('aria-selected', 'true')
})

test('a word of the path opens no tab that the query does not name', async ({ page }) => {
  await open(page, '?tab=nowhere')
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
})

test('a row of tabs that is too long brings the chosen one into sight at 360 pixels', async ({ page }) => {
  await open(page, '', 360)
  await goTo(page, /^Zielgruppen/)
  await press(page, 'End')
  await expect(page.getByRole('tab', { name: /Abrechnung/ })).toBeInViewport({ ratio: 0.99 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('only completed steps other than the current one can be clicked', async ({ page }) => {
  await open(page)
  const steps = page.getByRole('navigation', { name: 'Create a campaign' })
  await expect(steps.getByRole('button')).toHaveText([/Basics/, /Hotels/, /Targeting/])
  await expect(steps.locator('[aria-current=step]')).toContainText('Budget and schedule')
  await goTo(page, /^.?done: Basics/)
  await press(page, 'Enter')
  await expect(page).toHaveURL(/step=step-basic-info/)
  await expect(steps.locator('[aria-current=step]')).toContainText('Basics')
  await expect(steps.getByRole('button')).toHaveText([/Hotels/, /Targeting/])
  await page.goBack()
  await expect(steps.locator('[aria-current=step]')).toContainText('Budget and schedule')
  await open(page, '?step=step-review')
  await expect(steps.locator('[aria-current=step]')).toContainText('Budget and schedule')
})

test('in a narrow place the steps are a line, and a list on demand', async ({ page }) => {
  await open(page, '', 360)
  await goTo(page, /^Step 4 of 6: Budget and schedule$/)
  await press(page, 'Enter')
  const list = page.getByRole('group', { name: /All steps/ })
  await expect(list.getByRole('listitem')).toHaveCount(6)
  expect(await hardToUse(page)).toEqual([])
  await press(page, 'Escape')
  await expect(list).toHaveCount(0)
  await press(page, 'Enter', 'Tab', 'Tab', 'Enter')
  await expect(page).toHaveURL(/step=step-3/)
  await expect.poll(() => focused(page)).toBe('Step 2 of 6: Hotels')
})

test('breadcrumbs are links in the address; in a narrow place the middle is on demand', async ({ page }) => {
  await open(page)
  const way = page.getByRole('navigation', { name: 'Where you are' })
  const far = page.getByRole('navigation', { name: 'Far away' })
  await expect(way.getByRole('link')).toHaveAttribute('href', '/ui')
  await expect(way.locator('[aria-current=page]')).toHaveText('Places')
  await expect(far.getByRole('link')).toHaveCount(5)
  await page.setViewportSize({ width: 360, height: 900 })
  await expect(far.getByRole('link')).toHaveCount(2)
  await goTo(page, 'More places')
  await press(page, 'Enter')
  await expect(page.getByRole('group', { name: 'More places' }).getByRole('link')).toHaveText([
    'Clients',
    'Harborline Stays',
    'Advertisers',
  ])
  expect(await hardToUse(page)).toEqual([])
  await press(page, 'Escape')
  await expect.poll(() => focused(page)).toBe('More places')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Shift+Tab')
  await goTo(page, 'Gallery')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/ui\/?$/)
  await page.goBack()
  await expect(way).toBeVisible()
})

test('a number explains itself and leads to its rows', async ({ page }) => {
  await open(page)
  await goTo(page, /^5\.78×/)
  await press(page, 'Enter')
  const said = page.getByRole('group', { name: 'What Return on ad spend is made of' })
  await expect(said).toContainText('revenue / spend')
  await expect(said).toContainText('$371,204.10')
  await expect(said).toContainText('Pacific Time')
  expect(await hardToUse(page)).toEqual([])
  await press(page, 'Escape')
  await expect(said).toHaveCount(0)
  await press(page, 'Enter', 'Tab', 'Enter')
  await expect(page).toHaveURL(/rows=return_on_ad_spend/)
})

test('a short amount says the whole one on focus', async ({ page }) => {
  await open(page)
  await goTo(page, /\$64,218,455\.25$/)
  await expect(page.getByRole('tooltip')).toHaveText('$64,218,455.25')
  await press(page, 'Tab')
  await expect(page.getByRole('tooltip')).toHaveText('24,286,318')
})

async function signIn(page: Page, email: string) {
  await open(page)
  await goTo(page, 'Sign in and see what you may do')
  await press(page, 'Enter')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(platform.password)
  await press(page, 'Enter')
  await page.waitForURL(/\/ui\/places\?client_id=1$/)
}
const approve = (page: Page) => page.getByRole('button', { name: 'Approve' })

test('a client admin passes where a client viewer is told why not', async ({ browser }) => {
  const dana = await browser.newPage()
  await signIn(dana, 'dana.whitfield@harborline.example')
  await expect(dana.getByText('A client admin sees this.')).toBeVisible()
  await expect(approve(dana)).toHaveAttribute('aria-disabled', 'false')
  await expect(dana.getByText('Whoever may read reports')).toBeVisible()
  await expect(dana.getByText('Internal staff see this.')).toHaveCount(0)
  expect(await hardToUse(dana)).toEqual([])
  const mika = await (await browser.newContext()).newPage()
  await signIn(mika, 'mika.sato@harborline.example')
  await expect(mika.getByText('Only a client admin sees what stands here.')).toBeVisible()
  await expect(approve(mika)).toHaveAttribute('title', 'Your role does not allow this. Ask an administrator of your account.')
  await expect(mika.getByRole('heading', { name: 'You do not have permission to view this information' })).toBeVisible()
  await dana.close()
  await mika.close()
})

test('somebody of the platform itself passes everywhere, and somebody of another client nowhere', async ({ browser }) => {
  const tom = await browser.newPage()
  await signIn(tom, 'tom.halloran@placard.example')
  await expect(tom.getByText('Internal staff see this.')).toBeVisible()
  await tom.goto(`${platform.origin}/ui/places?client_id=2`)
  await expect(tom.getByText('Internal staff see this.')).toBeVisible()
  const dana = await (await browser.newContext()).newPage()
  await signIn(dana, 'dana.whitfield@harborline.example')
  await dana.goto(`${platform.origin}/ui/places?client_id=2`)
  await expect(dana.getByText('Only a client admin sees what stands here.')).toBeVisible()
  await expect(approve(dana)).toHaveAttribute('aria-disabled', 'true')
  await tom.close()
  await dana.close()
})
