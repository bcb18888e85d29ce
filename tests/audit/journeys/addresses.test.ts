import { type BrowserContext, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { browserOf, faultsAt, faultsOf, foreignAddresses, silentAddresses } from '../../support/addresses/visit.ts'
import { consolePeople } from '../../support/console/people.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { errorsOf, openingFaults } from '../../support/browser/opening.ts'
import { consoleAddresses, filledAs, servedAddresses, unservedAddresses } from '../../support/addresses/served-addresses.ts'

const platform = demonstration()
let superUser: BrowserContext
test.beforeAll(async ({ browser }) => {
  superUser = await browserOf(browser, platform())
})
test.afterAll(() => superUser?.close())

for (const address of servedAddresses)
  test(`${address.pattern} opens ${address.tag}`, async () => {
    expect(await faultsAt(superUser, platform(), address)).toEqual([])
  })

test(`the ${unservedAddresses.length} addresses of elements that are not built say so`, async () => {
  expect(await silentAddresses(superUser, platform(), unservedAddresses)).toEqual([])
})

const walk = [...consoleAddresses.map(({ pattern, tag }) => ({ tag, url: filledAs(pattern) })), ...foreignAddresses]
for (const person of consolePeople)
  test(`${person.as} gets the right response at ${walk.length} console addresses`, async ({ browser }) => {
    expect(await faultsOf(browser, platform(), person, walk)).toEqual([])
  })

const framed = servedAddresses.filter(({ url }) => url.startsWith('/embedded/'))
// The first tests open them as the super user.
for (const person of consolePeople.filter(({ role }) => role !== 1))
  test(`${person.as} can open the ${framed.length} pages for frames`, async ({ browser }) => {
    const context = await browserOf(browser, platform(), person.email)
    const faults: string[] = []
    for (const address of framed) faults.push(...(await faultsAt(context, platform(), address)))
    // The browser also logs expected refusals (403 and 404) to its console.
    expect(faults.filter((fault) => !/status of 40[34]/.test(fault))).toEqual([])
    await context.close()
  })

test("a page for frames uses the browser's language when opened alone", async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', storageState: await superUser.storageState() })
  const page = await context.newPage()
  await page.goto(`${platform().origin}/embedded/clients/1/chart`)
  const mail = page.getByLabel('Email')
  await mail.or(page.locator('ad-report-chart')).first().waitFor({ state: 'attached' })
  if (await mail.isVisible()) {
    await mail.fill('ines.okonjo@placard.example')
    await page.getByLabel('Password').fill(platform().password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await expect(page.locator('ad-report-chart')).toHaveAttribute('lang', 'de-DE')
  await expect(page.locator('ad-report-chart')).toContainText('Ausgaben')
  await context.close()
})

const whole = '<h1>A page</h1><ad-gallery><h2>Inside</h2></ad-gallery>'
const faulty: readonly (readonly [what: string, status: number, body: string, found: string])[] = [
  ['another status', 500, whole, 'answers 500'],
  ['no h1', 200, '<ad-gallery><h2>Inside</h2></ad-gallery>', 'has no h1'],
  ['another tag', 200, '<h1>A page</h1><ad-other></ad-other>', 'has no ad-gallery'],
  ['another tag next to it', 200, `${whole}<ad-other></ad-other>`, 'also has ad-other'],
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
  test(`the page check finds ${what}`, async ({ page }) => {
    const errors = errorsOf(page)
    await page.route('**/faulty', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: `<!doctype html><title>Page</title>${body}` }),
    )
    const address = { url: '/faulty', pattern: '/faulty', tag: 'ad-gallery' }
    const faults = [
      ...(await openingFaults(page, await page.goto(`${platform().origin}/faulty`), address, 1500)),
      ...errors.filter((one) => !/status of 500/.test(one)),
    ]
    if (found) expect(faults.join('\n')).toContain(found)
    else expect(faults).toEqual([])
  })
