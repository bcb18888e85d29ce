import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { complaintsOf } from '../support/opening.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

const pictures = new URL('../output/pictures/', import.meta.url).pathname
mkdirSync(pictures, { recursive: true })
const super_ = 'ines.okonjo@placard.example'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Harborline Stays' })
const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

/** Through the door as anybody goes, by keyboard alone. */
async function enter(page: Page, address = '/', email = super_) {
  await page.goto(platform.origin + address)
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(platform.password)
  await page.keyboard.press('Enter')
  await account(page).waitFor()
}

async function entered(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}, address?: string) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await enter(page, address)
  return { context, page }
}

test('somebody signs in, is at their client, goes on, back, forward and anew, and signs out', async ({ browser }) => {
  const { context, page } = await entered(browser)
  const heard = complaintsOf(page)
  await overview(page).waitFor()
  expect(at(page)).toBe('/clients/1')
  await expect(page).toHaveTitle('Harborline Stays · Placard')
  await page.getByRole('combobox', { name: 'Client', exact: true }).press('Enter')
  await page.getByRole('option', { name: 'Greenbasket' }).click()
  await page.getByRole('heading', { level: 1, name: 'Greenbasket' }).waitFor()
  expect(at(page)).not.toBe('/clients/1')
  await page.goBack()
  await overview(page).waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Greenbasket' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Greenbasket' }).waitFor()
  const second = await context.newPage()
  await second.goto(`${platform.origin}/clients/1/campaigns/42?tab=budget`)
  await expect(second.getByRole('tab', { name: 'Budget', selected: true })).toBeVisible()
  expect(at(second)).toBe('/clients/1/campaigns/42?tab=budget')
  await account(second).press('Enter')
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await second.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(heard).toEqual([])
  await context.close()
})

test('a deep link waits at the door, and opens with its query behind it', async ({ browser }) => {
  const { context, page } = await entered(browser, {}, '/clients/1/reporting?tab=saved')
  expect(at(page)).toBe('/clients/1/reporting?tab=saved')
  await context.close()
})

test('what is looked for is found by Ctrl-K and opened by keyboard alone', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await overview(page).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search by name or number' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('zzzz')
  await expect(page.getByText('Nothing is called that')).toBeVisible()
  await field.fill('fernhill')
  const first = page.getByRole('option').first()
  await expect(first).toContainText('Fernhill Houses')
  expect(await hardToUse(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect.poll(() => at(page)).toMatch(/^\/clients\/1\/advertisers\/\d+\/campaigns$/)
  await context.close()
})

test('the way in, the way along and the way to the content are there without a mouse', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await overview(page).waitFor()
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Active', exact: true }).press('Enter')
  await expect.poll(() => at(page)).toBe('/clients/1/campaigns?filter.status=active')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Campaigns · Harborline Stays · Placard')
  await page.getByRole('link', { name: 'Harborline Stays' }).press('Enter')
  await overview(page).waitFor()
  await context.close()
})

test('theme and language are kept, and the profile says both', async ({ browser }) => {
  const { context, page } = await entered(browser)
  const choose = async (menu: string, item: RegExp) => {
    await page.getByRole('button', { name: new RegExp(`^${menu}`) }).press('Enter')
    await page.getByRole('menuitemcheckbox', { name: item }).click()
  }
  await choose('Theme', /Dark/)
  await expect(page.locator('ad-console')).toHaveAttribute('theme', 'dark')
  await choose('Language', /Deutsch/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.reload()
  await account(page).or(page.locator('ad-console .console-person')).waitFor()
  await expect(page.locator('ad-console')).toHaveAttribute('theme', 'dark')
  await expect(page.locator('ad-console')).toHaveAttribute('locale', 'de')
  await context.close()
})

test('somebody sees and changes their own profile and what they are told by mail', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile' })
  await dialog.getByLabel('First name').fill('Inés')
  expect(await hardToUse(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save profile' }).press('Enter')
  await expect(page.getByText('Saved Successfully').first()).toBeVisible()
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Inés')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Notifications', exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('switch').first()).toBeVisible()
  await context.close()
})

test('what there is not is said: a page, a client, a right', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await page.locator('ad-console').evaluate((node) => node.setAttribute('path', 'clients/1/nowhere/at/all'))
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to the overview' }).press('Enter')
  await overview(page).waitFor()
  await page.goto(`${platform.origin}/clients/999/campaigns`)
  await expect(page.getByRole('heading', { name: 'There is no such client' })).toBeVisible()
  await context.close()
  const viewer = await browser.newContext()
  const other = await viewer.newPage()
  await enter(other, '/admin/users', 'mika.sato@harborline.example')
  await expect(other.getByRole('heading', { name: 'You do not have permission to view this information' })).toBeVisible()
  await other.goto(`${platform.origin}/placard/clients/create`)
  await expect(other.getByRole('heading', { name: 'You do not have permission to view this information' })).toBeVisible()
  await viewer.close()
})

/** A partner's own campaigns, which know the console by its public words alone. */
const partners = () =>
  customElements.define(
    'ad-campaigns',
    class extends HTMLElement {
      connectedCallback() {
        this.textContent = 'Campaigns of the partner'
      }
    },
  )
test('a partner’s own element of a name takes the place of ours, and the console works', async ({ browser }) => {
  const context = await browser.newContext()
  await context.addInitScript(partners)
  const page = await context.newPage()
  await enter(page, '/clients/1')
  await page.getByRole('link', { name: 'Campaigns', exact: true }).press('Enter')
  await expect.poll(() => at(page)).toBe('/clients/1/campaigns')
  const own = page.locator('ad-campaigns')
  await expect(own).toHaveText('Campaigns of the partner')
  const given = await own.evaluate(async (node) => {
    const getToken: unknown = Reflect.get(node, 'getToken')
    const token: unknown =
      typeof getToken === 'function' ? await getToken({ reason: 'start', signal: new AbortController().signal }) : undefined
    return [...node.getAttributeNames().map((name) => `${name}=${node.getAttribute(name)}`), JSON.stringify(token).includes('access_token')]
  })
  expect(given).toEqual(['client-id=1', 'link-base=/clients/1/campaigns', 'locale=en-US', 'theme=auto', true])
  const say = (type: string, detail: object) =>
    own.evaluate(
      (node, [name, said]) => node.dispatchEvent(new CustomEvent(name, { detail: said, bubbles: true, composed: true, cancelable: true })),
      [type, detail] as const,
    ) // the two that it is called with
  await say('ad-navigated', { path: '42/ad_groups?sort=name', title: 'Ski season' })
  await expect.poll(() => at(page)).toBe('/clients/1/campaigns/42/ad_groups?sort=name')
  await expect(own).toHaveAttribute('path', '42/ad_groups?sort=name')
  await expect(page).toHaveTitle('Ski season · Harborline Stays · Placard')
  await say('ad-notice', { kind: 'success', title: 'Saved', text: 'Budget 450.00' })
  await say('ad-notice', { kind: 'success', title: 'Saved', text: 'Budget 450.00' })
  await expect(page.locator('.toast')).toHaveCount(1)
  await page.goBack()
  await expect(own).not.toHaveAttribute('path')
  await context.close()
})

test('the line says when the platform cannot be reached, and goes when it is back', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()
  await context.route('**/health', (route) => route.abort())
  // A question that is on its way already is not asked twice.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('The platform does not answer')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await context.unroute('**/health')
  await expect(page.getByText('The platform does not answer')).toBeHidden({ timeout: 15_000 })
  await context.close()
})

test('a part of the head that does not arrive takes nothing else with it, and comes when it can', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  let tries = 0
  await context.route('**/chunks/whose-*.js', (route) => (++tries < 3 ? route.abort() : route.continue()))
  await enter(page)
  await expect(overview(page)).toBeAttached()
  await expect(page.getByRole('banner')).toContainText('Harborline Stays')
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toBeVisible({ timeout: 20_000 })
  expect(tries).toBe(3)
  await context.close()
})

test('in a frame of its own the place is in the fragment', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${platform.origin}/embedded`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toMatch(/^\/embedded#\/login/)
  await context.close()
})

const looks: readonly (readonly [name: string, path: string])[] = [
  ['overview', '/clients/1'],
  ['unbuilt', '/clients/1/dashboard/publisher'],
  ['login', '/login'],
]
async function look(context: BrowserContext, page: Page, name: string) {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await hardToUse(page)).toEqual([])
    await page.screenshot({ path: `${pictures}console-${name}-${width}.png`, fullPage: true })
  }
  expect(context.pages().length).toBeGreaterThan(0)
}
for (const colorScheme of ['light', 'dark'] as const)
  test(`in ${colorScheme} everybody can use it, and nothing is wider than the page`, async ({ browser }) => {
    test.setTimeout(120_000)
    const { context, page } = await entered(browser, { colorScheme })
    for (const [name, path] of looks.slice(0, 2)) {
      await page.goto(platform.origin + path)
      await account(page).waitFor()
      await page
        .getByRole('heading', { name: /Alerts|not built yet/ })
        .first()
        .waitFor()
      await look(context, page, `${name}-${colorScheme}`)
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Overview' }).waitFor()
    expect(await hardToUse(page)).toEqual([])
    await page.screenshot({ path: `${pictures}console-menu-360-${colorScheme}.png` })
    await context.close()
    const fresh = await browser.newContext({ colorScheme })
    const door = await fresh.newPage()
    await door.goto(platform.origin + (looks[2]?.[1] ?? ''))
    await door.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await look(fresh, door, `login-${colorScheme}`)
    await fresh.close()
  })
