import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { oneIdentity, plainChart, workChart } from './guest-journey.ts'
import { openHostPage } from './host-page.ts'
import { errorsOf } from '../browser/opening.ts'
import { differences } from '../browser/pictures.ts'
import type { PlatformProcess } from '../platform/process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const type = (path: string) => (path.endsWith('.css') ? 'text/css' : path.endsWith('.woff2') ? 'font/woff2' : 'text/javascript')

/** Serves a folder's files below an address, to pages of every origin. */
const serve = (page: Page, address: string, from: string, change: (body: Buffer) => Buffer | string = (body) => body) =>
  page.route(`${address}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(new URL(address).pathname.length)
    const headers = { 'Access-Control-Allow-Origin': '*' }
    return route.fulfill({ body: change(readFileSync(join(from, path))), contentType: type(path), headers })
  })

const theirs = `<div id="theirs" class="their-box"><sl-button variant="primary">Their button</sl-button> <sl-button>Open theirs</sl-button>
<sl-select label="Their colour" value="red"><sl-option value="red">Red</sl-option><sl-option value="blue">Blue</sl-option></sl-select>
<sl-dialog label="Their dialog">What they say</sl-dialog></div>`
const look =
  '.their-box { position: fixed; inset: 640px auto auto 0; width: 600px; background: #fff } sl-dialog, sl-select { --sl-transition-medium: 0ms }'
const chart = plainChart()

/** The functions of the page's own script: they load either library and check that their tags have their own classes. */
const bringing = (ours: string) => `${oneIdentity}
let library
window.bringOurs = async () => { await import('${ours}/placard.js'); await customElements.whenDefined('ad-report-chart') }
window.bringTheirs = async () => {
  library = await import('/their-library/shoelace.js')
  document.querySelector('#theirs sl-button:last-of-type').addEventListener('click', () => document.querySelector('sl-dialog').show())
}
window.theirClasses = () => customElements.get('sl-button') === library.SlButton && customElements.get('sl-dialog') === library.SlDialog && customElements.get('sl-icon') === library.SlIcon`

async function openTheirs(page: Page, platform: PlatformProcess) {
  await page.setViewportSize({ width: 1000, height: 900 })
  await serve(page, `${platform.other}/their-library`, join(root, 'node_modules', 'shoelace-2-4', 'dist'))
  const head = '<link rel="stylesheet" href="/their-library/themes/light.css">'
  await openHostPage(page, platform, {
    css: look,
    head,
    body: chart + theirs,
    pageScript: bringing(platform.origin),
    scripts: '<script type="module" src="{pageScript}"></script>',
  })
}

const bring = (page: Page, what: 'Ours' | 'Theirs') => page.evaluate(`window.bring${what}()`)

async function pictureOfTheirs(page: Page) {
  await page.locator('sl-select sl-icon svg').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(990, 10)
  return page.screenshot({ clip: { x: 0, y: 640, width: 600, height: 160 }, animations: 'disabled' })
}

/** Opens the dialog of their library and changes its select. */
async function workTheirs(page: Page) {
  await page.getByRole('button', { name: 'Open theirs' }).click()
  await expect(page.getByText('What they say')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('What they say')).toBeHidden()
  await page.getByRole('combobox', { name: 'Their colour' }).click()
  await page.getByRole('option', { name: 'Blue' }).click()
  await expect.poll(() => page.evaluate("document.querySelector('sl-select').value")).toBe('blue')
  expect(await page.evaluate('window.theirClasses()')).toBe(true)
}

/** The names of the library's tags inside our element. */
const innerTags = (page: Page) =>
  page
    .locator('ad-report-chart')
    .evaluate(({ shadowRoot }) => [
      ...new Set([...(shadowRoot?.querySelectorAll('*') ?? [])].map(({ localName }) => localName).filter((name) => name.includes('-'))),
    ])

/** Another version of the component library and ours work on one page, in either order, and theirs looks as it does alone. */
export async function expectBothLibrariesWork(page: Page, platform: PlatformProcess, order: readonly ('Theirs' | 'Ours')[]) {
  const errors = errorsOf(page)
  await openTheirs(page, platform)
  await bring(page, 'Theirs')
  const alone = await pictureOfTheirs(page)
  await openTheirs(page, platform)
  for (const what of order) {
    await bring(page, what)
    if (what === 'Ours') await workChart(page, page.locator('ad-report-chart'))
  }
  expect(await differences(page, await pictureOfTheirs(page), alone), 'theirs look as they do without us').toBe(0)
  await workTheirs(page)
  expect(await differences(page, await pictureOfTheirs(page), alone), 'the same eyes see another colour chosen').toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Dates' }).click()
  const range = page.getByRole('menuitemradio', { name: 'Last 30 days' })
  await range.waitFor()
  const inner = await innerTags(page)
  expect(inner).toContain('pl-sl-menu-item')
  await range.click()
  await expect(page.getByRole('row')).toHaveCount(32)
  expect(inner.filter((name) => !name.startsWith('pl-'))).toEqual([])
  expect(errors).toEqual([])
}

/** Adds a chart with the getToken function of the page; runs in the page. */
export const addChartScript =
  "document.body.append(Object.assign(document.createElement('ad-report-chart'), { clientId: '1', locale: 'en-US', getToken: window.getToken }))"
export const otherReleaseUrl = (platform: PlatformProcess) => `${platform.origin}/another-release`
/** Serves the same bundle at another address, so that it shares no module with the first. It says "Turnover" instead of "Revenue". */
export const serveOtherRelease = (page: Page, platform: PlatformProcess) =>
  serve(page, otherReleaseUrl(platform), join(root, 'dist'), (body) =>
    body.includes('"8YBH95":["Revenue"]') ? body.toString().replace('["Revenue"]', '["Turnover"]') : body,
  )
