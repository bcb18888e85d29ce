import { type BrowserContext, type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { account, clientViewer, entered, go, heading, look } from '../../support/console/visit.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import { type PlatformProcess, openPlatform } from '../../support/platform/process.ts'

test.describe.configure({ timeout: 300_000 })
let platform: PlatformProcess
test.beforeAll(async () => {
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** How to open each screen, and what to wait for. */
const looks: Readonly<Record<string, (page: Page, context: BrowserContext) => Promise<unknown>>> = {
  'no-client': async (page) => {
    await go(page, 'clients/999/campaigns')
    await page.locator('.state').waitFor()
  },
  'no-page': async (page) => {
    await go(page, 'clients/1/nowhere/at/all')
    await page.locator('.state').waitFor()
  },
  placard: async (page) => {
    await go(page, 'placard/clients/create')
    await page.locator('.console-breadcrumbs li').first().waitFor({ state: 'attached' })
  },
  notifications: async (page) => {
    await account(page).press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    for (const key of ['Home', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('switch').first().waitFor()
  },
  profile: async (page) => {
    await account(page).press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    for (const key of ['Home', 'Enter']) await page.keyboard.press(key)
    await page.locator('dialog form').waitFor()
  },
  search: async (page) => {
    await page.keyboard.press('Control+k')
    await page.locator('.console-query input').fill('sea')
    await page.locator('.console-results [role=option]').nth(1).waitFor()
  },
  offline: async (page, context) => {
    await go(page, 'clients/1/campaigns')
    await context.setOffline(true)
    await page.locator('.console-line').waitFor()
  },
}
const closes = new Set(['notifications', 'profile', 'search'])

for (const colorScheme of ['light', 'dark'] as const)
  test(`dialogs and pages that do not exist are accessible at every width, in ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const { context, page } = await entered(platform, browser, { options: { colorScheme } })
    for (const [name, come] of Object.entries(looks)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await come(page, context)
      await look(page, `${pictures}console-${name}-${colorScheme}`)
      if (closes.has(name)) await page.keyboard.press('Escape')
    }
    await context.setOffline(false)
    await context.route('**/v1/member_groups/1', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', error: 'Out of order', code: 'internal' } }),
    )
    await page.goto(`${platform.origin}/clients/1`)
    await expect(page.getByText('Out of order (internal)').first()).toBeVisible({ timeout: 20_000 })
    await look(page, `${pictures}console-broken-${colorScheme}`)
    await context.close()
    const refused = await entered(platform, browser, { email: clientViewer, address: '/placard/clients/create', options: { colorScheme } })
    await heading(refused.page, 'You do not have permission to view this information').waitFor()
    await look(refused.page, `${pictures}console-refused-${colorScheme}`)
    await refused.context.close()
  })

for (const locale of ['de', 'ja'])
  test(`nothing is cut off in ${locale} at 360 px`, async ({ browser }) => {
    test.setTimeout(120_000)
    const { context, page } = await entered(platform, browser)
    await page.evaluate((chosen) => localStorage.setItem('placard-locale', chosen), locale)
    await page.reload()
    await account(page).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    for (const [name, come] of Object.entries(looks)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await come(page, context)
      await look(page, `${pictures}console-${name}-${locale}`, [360])
      if (closes.has(name)) await page.keyboard.press('Escape')
    }
    await context.close()
  })

for (const colorScheme of ['light', 'dark'] as const)
  test(`overview, an empty page, menu and sign-in are accessible at every width, in ${colorScheme}`, async ({ browser }) => {
    const { context, page } = await entered(platform, browser, { options: { colorScheme } })
    for (const [name, path, shown] of [
      ['overview', '/clients/1', 'Needs attention'],
      ['unbuilt', '/clients/1/dashboard/publisher', 'Publisher dashboards: not available yet'],
    ] as const) {
      await page.goto(platform.origin + path)
      await heading(page, shown).first().waitFor()
      await look(page, `${pictures}console-${name}-${colorScheme}`)
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Overview' }).waitFor()
    await look(page, `${pictures}console-menu-${colorScheme}`, [360])
    await context.close()
    const fresh = await browser.newContext({ colorScheme })
    const door = await fresh.newPage()
    await door.goto(`${platform.origin}/login`)
    await door.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await look(door, `${pictures}console-login-${colorScheme}`)
    await fresh.close()
  })

test('the sign-in page in German is accessible at every width', async ({ page }) => {
  await page.goto(`${platform.origin}/login`)
  await page
    .locator('ad-console')
    .getByRole('button', { name: /^Language/ })
    .press('Enter')
  await page.getByRole('menuitemradio', { name: /Deutsch/ }).click()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
  await look(page, `${pictures}console-login-de`)
})
