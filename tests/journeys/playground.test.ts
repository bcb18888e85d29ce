import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import { complaintsOf } from '../support/opening.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
let heard: string[] = []
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())
test.beforeEach(({ page }) => {
  heard = complaintsOf(page)
})
test.afterEach(() => expect(heard).toEqual([]))

interface DeclaredElement {
  readonly tagName: string
  readonly attributes: readonly { readonly name: string }[]
}

const chart = (page: Page) => page.locator('ad-report-chart')
const snippet = (page: Page) => page.getByRole('tabpanel')
const passed = (page: Page) => page.getByRole('list', { name: 'Messages, newest first' })
const open = (page: Page, query = '') => page.goto(`${platform.other}/playground/${query}`)
const figuresCame = (page: Page) => expect(chart(page).getByRole('slider')).toBeVisible()

/** Chooses as one without a pointer does: by its letters. */
async function choose(page: Page, name: string, letters: string) {
  await page.getByLabel(name, { exact: true }).focus()
  await page.keyboard.type(letters)
}

async function clickByKey(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

test('an attribute that is turned changes the element, the snippet and the address, and a reload keeps it', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  const before = await chart(page).elementHandle()
  await choose(page, 'locale', 'de')
  await expect(chart(page)).toContainText('Ausgaben')
  expect(await chart(page).evaluate((now, then) => now === then, before)).toBe(true)
  await choose(page, 'compare', 'none')
  await expect(snippet(page)).toContainText(
    '<ad-report-chart client-id="1" advertiser-id="1" date-range="last_30_days" compare="none" theme="auto" locale="de"></ad-report-chart>',
  )
  await page.getByLabel('inherit', { exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(chart(page)).toHaveAttribute('inherit', '')
  await page.reload()
  await expect(chart(page)).toContainText('Ausgaben')
  await expect(page.getByLabel('inherit', { exact: true })).toBeChecked()
  await expect(snippet(page)).toContainText('locale="de" inherit>')
})

test('a token that is turned colours the element, and is written in every snippet that can carry it', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  await page.getByText('Colours', { exact: false }).first().press('Enter')
  await page.getByRole('textbox', { name: '--ad-text', exact: true }).fill('rgb(1, 2, 3)')
  await expect.poll(() => chart(page).evaluate((node) => getComputedStyle(node).getPropertyValue('--ad-text').trim())).toBe('rgb(1, 2, 3)')
  for (const [tab, text] of [
    ['Page', 'element.themeTokens = { "--ad-text": "rgb(1, 2, 3)" }'],
    ['React', 'themeTokens: { "--ad-text": "rgb(1, 2, 3)" }'],
    ['Vue', ':themeTokens.prop="tokens"'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(snippet(page)).toContainText(text)
  }
  await page.reload()
  await expect.poll(() => chart(page).evaluate((node) => getComputedStyle(node).getPropertyValue('--ad-text').trim())).toBe('rgb(1, 2, 3)')
})

test('the snippet that is copied is the one that is read, in each way of writing it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform.other })
  await open(page)
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

test('the snippet of a page works as it stands', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  const text = (await snippet(page).textContent()) ?? ''
  await page.route('**/token', async (route) => route.fulfill({ response: await page.request.get(`${platform.other}/playground/token`) }))
  await page.route('**/pasted', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="en"><title>Pasted</title>${text}</html>` }),
  )
  await page.context().grantPermissions(['local-network-access'], { origin: platform.other })
  await page.goto(`${platform.other}/pasted`)
  await figuresCame(page)
})

test('events are listed as they pass, each way, can be sifted, and no token is among them', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  await expect(passed(page).getByRole('listitem').filter({ hasText: 'ad-ready' })).toHaveCount(2)
  await page.getByLabel('Filter').fill('token')
  await expect(passed(page).getByRole('listitem')).toHaveCount(1)
  await expect(passed(page)).toContainText('"reason":"start"')
  await expect(page.locator('body')).not.toContainText(/eyJ[\w-]{20,}/)
  expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
  await clickByKey(page, 'Clear')
  await expect(page.getByText('Nothing has passed yet.')).toBeVisible()
})

test('in a frame the same is shown through messages, and what a frame leaves out is said', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  await choose(page, 'Where', 'in a f')
  const frame = page.locator('ad-frame').frameLocator('iframe')
  await expect(frame.getByRole('slider')).toBeVisible()
  await expect(passed(page)).toContainText('hello')
  await expect(page.getByText('left out here: advertiser-id')).toBeVisible()
  await choose(page, 'locale', 'de')
  await expect(frame.getByText('Ausgaben').first()).toBeVisible()
  await page.reload()
  await expect(frame.getByText('Ausgaben').first()).toBeVisible()
  await clickByKey(page, 'Sign out')
  await expect(page.getByText('Signed out.')).toBeVisible()
  await expect(passed(page)).toContainText('ad-session-expired')
})

test('a session is refused, restored, and ended', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  await expect(page.getByText('Active.')).toBeVisible()
  await clickByKey(page, 'Refuse tokens')
  await expect(page.getByText('Expired: the page gave no new token.')).toBeVisible()
  await expect(passed(page)).toContainText('ad-session-expired')
  await clickByKey(page, 'Give tokens')
  await expect(page.getByText('Active.')).toBeVisible()
  await figuresCame(page)
  await clickByKey(page, 'Sign out')
  await expect(page.getByText('Signed out.')).toBeVisible()
})

test('a session that is let expire says so when no new token comes', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await figuresCame(page)
  await clickByKey(page, 'Let it expire')
  await figuresCame(page)
  await page.clock.fastForward(16_000)
  await expect(page.getByText('Expiring: the token ends soon and no new one has come yet.')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(page.getByText('Expired: the page gave no new token.')).toBeVisible()
  for (const name of ['ad-session-expiring', 'ad-session-expired']) await expect(passed(page)).toContainText(name)
  await expect(passed(page)).toContainText('{"reason":"expiring","refused":"the page gives none now"}')
  await clickByKey(page, 'Give tokens')
  await expect(page.getByText('Active.')).toBeVisible()
})

test('a width is chosen, and another partner has other figures', async ({ page }) => {
  await open(page)
  await figuresCame(page)
  await choose(page, 'Width', '320')
  await expect.poll(() => page.locator('.stage-box').evaluate((node) => node.getBoundingClientRect().width)).toBe(320)
  const figures = await chart(page).getByRole('term').locator('..').first().textContent()
  await choose(page, 'As partner', 'Green')
  await expect(chart(page)).toHaveAttribute('client-id', '2')
  await figuresCame(page)
  await expect.poll(() => chart(page).getByRole('term').locator('..').first().textContent()).not.toBe(figures)
})

/** Opens one element and finds what turns each of its attributes. */
async function opensWithControls(page: Page, { tagName, attributes }: DeclaredElement) {
  await open(page, `?tag=${tagName}`)
  await expect(page.locator('main').locator(tagName)).toBeAttached()
  for (const { name } of attributes) await expect(page.getByRole('complementary').getByLabel(name, { exact: true })).toBeVisible()
}

test('every element of the manifest opens, with a control for each of its attributes', async ({ page, request }) => {
  const manifest = await (await request.get(`${platform.origin}/custom-elements.json`)).json()
  const declared: DeclaredElement[] = manifest.modules.flatMap(({ declarations }: { declarations: DeclaredElement[] }) => declarations)
  const others = declared.filter(({ tagName }) => tagName !== 'ad-console')
  expect(others.length).toBeGreaterThan(1)
  for (const element of others) await opensWithControls(page, element)
})

test('the console opens too, and is refused nothing but what a partner may not see', async ({ browser, request }) => {
  const { modules } = await (await request.get(`${platform.origin}/custom-elements.json`)).json()
  const [declared] = modules.flatMap(({ declarations }: { declarations: DeclaredElement[] }) =>
    declarations.filter(({ tagName }) => tagName === 'ad-console'),
  )
  const page = await browser.newPage()
  const complaints = complaintsOf(page)
  await opensWithControls(page, declared)
  await page.close()
  // A partner's token sees less of a client than the console asks for, and browsers log each refusal.
  expect(complaints.filter((said) => !said.endsWith('status of 403 (Forbidden)'))).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`in ${colorScheme} everybody can use it, and nothing is wider than the page`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme })
    const complaints = complaintsOf(page)
    await open(page)
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

test('without a platform it says so, and goes on when there is one', async ({ browser }) => {
  const page = await browser.newPage()
  await page.route('**/custom-elements.json', (route) => route.abort())
  await open(page)
  await expect(page.getByRole('alert')).toContainText('The platform does not answer')
  await page.unroute('**/custom-elements.json')
  await clickByKey(page, 'Try again')
  await figuresCame(page)
  await page.close()
})
