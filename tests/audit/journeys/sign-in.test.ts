import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { hardToUse } from '../../support/browser/axe.ts'
import { type PlatformProcess, openPlatform } from '../../support/platform/process.ts'
import { returnRoutes } from '../../support/identity/return-routes.ts'
import { signInElement, signInButton as button, withSignInPages } from '../../support/identity/sign-in-page.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())
test.beforeEach(({ context }) => withSignInPages(context))

const toDoor = (page: Page) => page.goto(`${platform.origin}/login?returnRoute=${encodeURIComponent('/embedded/clients/1/chart')}`)

test('no return address leads to another origin', async ({ page }) => {
  const routes: string[] = []
  await toDoor(page)
  await button(page).waitFor()
  await page.evaluate(() => {
    const events: string[] = []
    Object.assign(window, { events })
    addEventListener('ad-before-sign-in', (event) => {
      event.preventDefault()
      if (event instanceof CustomEvent) events.push(event.detail.return_route)
    })
  })
  for (const route of returnRoutes.filter((one) => one.length < 2000)) {
    await signInElement(page).evaluate(
      (node, path) => node.setAttribute('path', path),
      `login?returnRoute=${encodeURIComponent(route.toWellFormed())}`,
    )
    await button(page).click()
    routes.push(route)
  }
  const gone = await page.evaluate(() => (Reflect.get(window, 'events') as string[]).map((route) => new URL(route, location.href).origin)) // filled above
  expect(gone).toHaveLength(routes.length)
  expect(gone.length).toBeGreaterThanOrEqual(150)
  expect([...new Set(gone)]).toEqual([platform.origin])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`each sign-in page is accessible at every width, in ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme })
    await withSignInPages(page.context())
    const token = 'a'.repeat(43)
    const paths = ['/login', '/greenbasket/login', '/login?view=forgotten', `/door/setup-account?token=${token}`, '/door/setup-account']
    for (const [index, path] of paths.entries()) {
      await page.goto(platform.origin + path)
      await signInElement(page).getByRole('heading', { level: 2 }).waitFor()
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 700 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await hardToUse(page)).toEqual([])
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/door-${index}-${colorScheme}-${width}.png` })
      }
    }
    await page.close()
  })
