import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { buildExamples } from '../../support/embedding/built-examples.ts'
import { errorsOf } from '../../support/browser/opening.ts'
import { freeSite, type PartnerSite, pageListeners, registerPartnerSite, runServer } from '../../support/embedding/partner-site.ts'

/** Each example's page, the element with its chart, and how the page removes it. */
const examples = [
  ['plain/', 'page'],
  ['react/', 'page'],
  ['react-18/', 'page'],
  ['vue/', 'page'],
  ['server-rendered/', 'page'],
  ['frame/', 'ad-frame iframe'],
  ['frame/iframe.html', 'iframe'],
] as const

/** Each React copy on a page adds one listener that is never removed. */
const ofReact = 'document selectionchange'
/** SWR adds these listeners once per page. */
const ofSwr = ['window offline', 'window online']
/** The listeners of a page without those of the libraries. */
const own = (listeners: readonly string[]) =>
  listeners.filter((one, at) => one !== ofReact && !(ofSwr.includes(one) && listeners.indexOf(one) === at))

let site: PartnerSite
let built: Awaited<ReturnType<typeof buildExamples>>
let server: Awaited<ReturnType<typeof runServer>>
/** Runs the partner's server of the examples with changed settings. */
const serveExamples = (differs: Record<string, string>, at: string) => {
  const own = { PLACARD: site.platform.origin, PLACARD_ID: site.clientId, PLACARD_SECRET: site.secret, PAGES: built.pages }
  const file = join(built.folder, 'token-server', 'token-server.js')
  return runServer(file, { cwd: built.folder, env: { ...own, ...differs }, at: `${at}/token` })
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await registerPartnerSite()
  built = await buildExamples(site.platform.origin)
  server = await serveExamples({ PORT: String(site.port) }, site.origin)
})
test.afterAll(async () => {
  await server?.end()
  if (built) rmSync(built.folder, { recursive: true, force: true })
  await site?.platform.clear()
})

async function leave(page: Page) {
  const button = page.getByRole('button', { name: 'Leave', exact: true })
  if (await button.count()) await button.click()
  else await page.evaluate(() => document.querySelector('ad-report-chart, ad-frame, iframe')?.remove())
}

for (const [address, where] of examples)
  test(`${address}: shows figures and an event, reports no error, and leaves nothing behind`, async ({ page }) => {
    const errors = errorsOf(page)
    await page.goto(`${site.origin}/${address}`)
    const chart = where === 'page' ? page : page.frameLocator(where)
    await expect(chart.getByRole('button', { name: 'Spend', exact: true })).toBeVisible()
    await expect(chart.locator('.figure dd').first()).toContainText('$')
    await expect(page.locator('#heard')).toHaveText('The figures are there.')
    expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
    const listening = async () => own(await pageListeners(page))
    const before = await listening()
    await leave(page)
    await expect(page.locator('ad-report-chart, ad-frame, iframe')).toHaveCount(0)
    await expect.poll(listening).toEqual([])
    expect(before.length).toBeGreaterThan(0)
    expect([errors, server.output()]).toEqual([[], ''])
  })

test('the token server gives no token to an unknown visitor', async ({ request }) => {
  const response = await request.get(`${site.origin}/token`)
  expect([response.status(), await response.json()]).toEqual([401, { error: 'Sign in first' }])
})

const lameness: Readonly<Record<string, Record<string, string>>> = {
  'a platform that is down': { PLACARD: 'http://127.0.0.1:9' },
  'a wrong secret': { PLACARD_SECRET: 'of-somebody-else' },
}
for (const [what, wrong] of Object.entries(lameness))
  test(`with ${what} the token server responds 502 with a sentence`, async ({ request }) => {
    const { port, origin } = await freeSite()
    const lame = await serveExamples({ ...wrong, PORT: String(port) }, origin)
    try {
      await request.get(`${origin}/plain/`)
      const response = await request.get(`${origin}/token`)
      expect([response.status(), await response.json()]).toEqual([502, { error: 'The platform gave no token. Try again in a moment.' }])
      expect(lame.output()).not.toBe('')
      expect(lame.output()).not.toContain(site.secret)
    } finally {
      await lame.end()
    }
  })

test('a page whose origin is not allowed says so, and what to do', async ({ page }) => {
  const stranger = `http://127.0.0.1:${site.port}`
  await page.goto(`${stranger}/plain/`)
  await expect(page.getByRole('alert')).toContainText(`Pages of ${stranger} are not allowed`)
  await expect(page.getByRole('alert')).toContainText('Ask the platform operator to add the origin')
})
