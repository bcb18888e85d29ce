import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import { complaintsOf, openingFaults } from '../support/opening.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { servedAddresses, unservedAddresses } from '../support/served-addresses.ts'

let platform: PlatformProcess
let person: BrowserContext

/** Somebody who may see everything signs in once; every address opens in the same browser then. */
async function signedIn(browser: Browser) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${platform.origin}/embedded/clients/1/chart`)
  await page.getByLabel('E-mail').fill('ines.okonjo@placard.example')
  await page.getByLabel('Password').fill(platform.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // It stays: the other tabs have their session from one that has it.
  await page.locator('ad-report-chart').waitFor({ state: 'attached' })
  return context
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  platform = await openPlatform()
  person = await signedIn(browser)
})
test.afterAll(async () => {
  await person?.close()
  await platform?.clear()
})

/** Whoever is signed in stays where the address says, and sees no door; the start and the doors lead further. */
async function isInside(page: Page, url: string) {
  if (url !== '/embedded') await page.getByRole('button', { name: /^Your account/ }).waitFor()
  const { pathname } = new URL(page.url())
  return pathname === url || (/^\/$|login$/.test(url) && pathname === '/clients/1')
}
/** Those who are to come, and sign up, stand before the doors. */
const isBefore = (url: string) => /\/register(\/|$)|setup-account$/.test(url)

for (const address of servedAddresses)
  test(`${address.pattern} opens ${address.tag}`, async () => {
    const page = await person.newPage()
    const heard = complaintsOf(page)
    const faults = await openingFaults(page, await page.goto(platform.origin + address.url), address)
    expect([...faults, ...heard]).toEqual([])
    if (address.tag === 'ad-console' && !isBefore(address.url)) expect(await isInside(page, address.url)).toBe(true)
    await page.close()
  })

test(`the ${unservedAddresses.length} addresses of tags that are not built say so`, async () => {
  const page = await person.newPage()
  const silent: string[] = []
  for (const { url, pattern } of unservedAddresses) {
    await page.goto(platform.origin + url)
    await page
      .getByRole('heading', { name: 'This page is not built yet' })
      .waitFor()
      .catch(() => silent.push(pattern))
  }
  expect(silent).toEqual([])
})

test('a page for frames that is opened alone speaks the browser’s language', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', storageState: await person.storageState() })
  const page = await context.newPage()
  await page.goto(`${platform.origin}/embedded/clients/1/chart`)
  const mail = page.getByLabel('E-mail')
  await mail.or(page.locator('ad-report-chart')).first().waitFor({ state: 'attached' })
  if (await mail.isVisible()) {
    await mail.fill('ines.okonjo@placard.example')
    await page.getByLabel('Password').fill(platform.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await expect(page.locator('ad-report-chart')).toHaveAttribute('lang', 'de-DE')
  await expect(page.locator('ad-report-chart')).toContainText('Ausgaben')
  await context.close()
})

const whole = '<h1>A page</h1><ad-gallery><h2>Inside</h2></ad-gallery>'
const faulty: readonly (readonly [what: string, status: number, body: string, found: string])[] = [
  ['another answer', 500, whole, 'answers 500'],
  ['no first heading', 200, '<ad-gallery><h2>Inside</h2></ad-gallery>', 'has no first heading'],
  ['another tag', 200, '<h1>A page</h1><ad-other></ad-other>', 'has no ad-gallery'],
  ['a tag beside it', 200, `${whole}<ad-other></ad-other>`, 'has a ad-other instead'],
  ['an empty element', 200, '<h1>A page</h1><ad-gallery></ad-gallery>', 'ad-gallery shows nothing'],
  ['an error of a script', 200, `${whole}<script>throw new Error('broken')</script>`, 'broken'],
  [
    'a breach of its policy',
    200,
    `${whole}<meta http-equiv="Content-Security-Policy" content="img-src 'none'"><img src="/a.png" alt="">`,
    'img-src',
  ],
]
for (const [what, status, body, found] of [['nothing', 200, whole, ''] as const, ...faulty])
  test(`${what} is what the walk finds in a page with it`, async ({ page }) => {
    const heard = complaintsOf(page)
    await page.route('**/faulty', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: `<!doctype html><title>Page</title>${body}` }),
    )
    const address = { url: '/faulty', pattern: '/faulty', tag: 'ad-gallery' }
    const faults = [
      ...(await openingFaults(page, await page.goto(`${platform.origin}/faulty`), address, 1500)),
      ...heard.filter((one) => !/status of 500/.test(one)),
    ]
    if (found) expect(faults.join('\n')).toContain(found)
    else expect(faults).toEqual([])
  })
