import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { hardToUse } from '../../support/browser/axe.ts'
import { passed } from '../../support/embedding/partner-pages.ts'
import {
  choose,
  clickByKey,
  type DeclaredElement,
  figuresCame,
  openPlayground,
  opensWithControls,
  playgroundChart,
  snippet,
} from '../../support/embedding/playground-page.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { errorsOf } from '../../support/browser/opening.ts'

const platform = demonstration()
let errors: string[] = []
test.beforeEach(({ page }) => {
  errors = errorsOf(page)
})
test.afterEach(() => expect(errors).toEqual([]))

test('a changed design token restyles the element and appears in every snippet that can contain it', async ({ page }) => {
  await openPlayground(page, platform())
  await figuresCame(page)
  await page.getByText('Colours', { exact: false }).first().press('Enter')
  await page.getByRole('textbox', { name: '--ad-text', exact: true }).fill('rgb(1, 2, 3)')
  await expect
    .poll(() => playgroundChart(page).evaluate((node) => getComputedStyle(node).getPropertyValue('--ad-text').trim()))
    .toBe('rgb(1, 2, 3)')
  for (const [tab, text] of [
    ['Page', 'element.themeTokens = { "--ad-text": "rgb(1, 2, 3)" }'],
    ['React', 'themeTokens: { "--ad-text": "rgb(1, 2, 3)" }'],
    ['Vue', ':themeTokens.prop="tokens"'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(snippet(page)).toContainText(text)
  }
  await page.reload()
  await expect
    .poll(() => playgroundChart(page).evaluate((node) => getComputedStyle(node).getPropertyValue('--ad-text').trim()))
    .toBe('rgb(1, 2, 3)')
})

test('the copied snippet equals the shown one, in each form', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform().other })
  await openPlayground(page, platform())
  await page.getByRole('tab', { name: 'Page' }).focus()
  const seen = new Set<string>()
  for (const tab of ['Frame', 'React', 'Vue', 'Server', 'Page']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: tab })).toBeFocused()
    const text = (await snippet(page).textContent()) ?? ''
    await page.getByRole('button', { name: 'Copy' }).press('Enter')
    await expect(page.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    seen.add(text)
    await page.getByRole('tab', { name: tab }).focus()
  }
  expect(seen.size).toBe(5)
})

test('a session is refused, restored, and ended', async ({ page }) => {
  await openPlayground(page, platform())
  await figuresCame(page)
  await expect(page.getByText('Active.')).toBeVisible()
  await clickByKey(page, 'Refuse tokens')
  await expect(page.getByText('Expired: the page provided no new token.')).toBeVisible()
  await expect(passed(page)).toContainText('ad-session-expired')
  await clickByKey(page, 'Provide tokens')
  await expect(page.getByText('Active.')).toBeVisible()
  await figuresCame(page)
  await clickByKey(page, 'Sign out')
  await expect(page.getByText('Signed out.')).toBeVisible()
})

test('a session that expires without a new token says so', async ({ page }) => {
  await page.clock.install()
  await openPlayground(page, platform())
  await figuresCame(page)
  await clickByKey(page, 'Let the token expire')
  await figuresCame(page)
  await page.clock.fastForward(16_000)
  await expect(page.getByText('Expiring: the token expires soon and no new one has arrived.')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(page.getByText('Expired: the page provided no new token.')).toBeVisible()
  for (const name of ['ad-session-expiring', 'ad-session-expired']) await expect(passed(page)).toContainText(name)
  await expect(passed(page)).toContainText('{"reason":"expiring","refused":"the page refuses tokens"}')
  await clickByKey(page, 'Provide tokens')
  await expect(page.getByText('Active.')).toBeVisible()
})

test('the width can be changed, and another partner has other figures', async ({ page }) => {
  await openPlayground(page, platform())
  await figuresCame(page)
  await choose(page, 'Width', '320')
  await expect.poll(() => page.locator('.stage-box').evaluate((node) => node.getBoundingClientRect().width)).toBe(320)
  const figures = await playgroundChart(page).getByRole('term').locator('..').first().textContent()
  await choose(page, 'Sign in as', 'Green')
  await expect(playgroundChart(page)).toHaveAttribute('client-id', '2')
  await figuresCame(page)
  await expect.poll(() => playgroundChart(page).getByRole('term').locator('..').first().textContent()).not.toBe(figures)
})

test('the console opens too, and only what a partner may not see is refused', async ({ browser, request }) => {
  const { modules } = await (await request.get(`${platform().origin}/custom-elements.json`)).json()
  const [declared] = modules.flatMap(({ declarations }: { declarations: DeclaredElement[] }) =>
    declarations.filter(({ tagName }) => tagName === 'ad-console'),
  )
  const page = await browser.newPage()
  const complaints = errorsOf(page)
  await opensWithControls(page, platform(), declared)
  await page.close()
  // A partner's token has fewer permissions than the console's requests need, and browsers log each refusal.
  expect(complaints.filter((said) => !said.endsWith('status of 403 (Forbidden)'))).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the playground is accessible and no wider than the page, ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme })
    const complaints = errorsOf(page)
    await openPlayground(page, platform())
    await figuresCame(page)
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `${pictures}playground-${width}-${colorScheme}.png`, fullPage: true })
      expect(await hardToUse(page)).toEqual([])
    }
    expect(complaints).toEqual([])
    await page.close()
  })

test('the playground says when the platform is missing, and continues when it is back', async ({ browser }) => {
  const page = await browser.newPage()
  await page.route('**/custom-elements.json', (route) => route.abort())
  await openPlayground(page, platform())
  await expect(page.getByRole('alert')).toContainText('The platform is not responding')
  await page.unroute('**/custom-elements.json')
  await clickByKey(page, 'Try again')
  await figuresCame(page)
  await page.close()
})
