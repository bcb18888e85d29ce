import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from 'playwright/test'
import { demonstration, oneIdentity, painted, plainChart, requestsOf, workChart, wordsOf } from '../support/guest-journey.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { complaintsOf } from '../support/opening.ts'
import { differences } from '../support/pictures.ts'

const platform = demonstration()
const root = fileURLToPath(new URL('../..', import.meta.url))
const type = (path: string) => (path.endsWith('.css') ? 'text/css' : path.endsWith('.woff2') ? 'font/woff2' : 'text/javascript')

/** Serves a folder's files below an address, to pages of every origin. */
const serve = (page: Page, address: string, from: string, change: (body: Buffer) => Buffer | string = (body) => body) =>
  page.route(`${address}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(new URL(address).pathname.length)
    const headers = { 'Access-Control-Allow-Origin': '*' }
    return route.fulfill({ body: change(readFileSync(join(from, path))), contentType: type(path), headers })
  })

const theirs = `<div id="theirs" class="their-place"><sl-button variant="primary">Their button</sl-button> <sl-button>Open theirs</sl-button>
<sl-select label="Their colour" value="red"><sl-option value="red">Red</sl-option><sl-option value="blue">Blue</sl-option></sl-select>
<sl-dialog label="Their dialog">What they say</sl-dialog></div>`
const look =
  '.their-place { position: fixed; inset: 640px auto auto 0; width: 600px; background: #fff } sl-dialog, sl-select { --sl-transition-medium: 0ms }'
const chart = plainChart()

/** What the page's own script can do: bring either of the two, and say whose classes their tags are. */
const bringing = (ours: string) => `${oneIdentity}
let library
window.bringOurs = async () => { await import('${ours}/placard.js'); await customElements.whenDefined('ad-report-chart') }
window.bringTheirs = async () => {
  library = await import('/their-library/shoelace.js')
  document.querySelector('#theirs sl-button:last-of-type').addEventListener('click', () => document.querySelector('sl-dialog').show())
}
window.theirClasses = () => customElements.get('sl-button') === library.SlButton && customElements.get('sl-dialog') === library.SlDialog && customElements.get('sl-icon') === library.SlIcon`

async function openTheirs(page: Page, own = bringing(platform().origin)) {
  await page.setViewportSize({ width: 1000, height: 900 })
  await serve(page, `${platform().other}/their-library`, join(root, 'node_modules', 'shoelace-2-4', 'dist'))
  const head = '<link rel="stylesheet" href="/their-library/themes/light.css">'
  await openGuestPage(page, platform(), {
    css: look,
    head,
    body: chart + theirs,
    own,
    scripts: '<script type="module" src="{own}"></script>',
  })
}

const bring = (page: Page, what: 'Ours' | 'Theirs') => page.evaluate(`window.bring${what}()`)

async function pictureOfTheirs(page: Page) {
  await page.locator('sl-select sl-icon svg').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(990, 10)
  return page.screenshot({ clip: { x: 0, y: 640, width: 600, height: 160 }, animations: 'disabled' })
}

/** Their button opens their dialog, and their select takes another value. */
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

let alone: Buffer
for (const order of [
  ['Theirs', 'Ours'],
  ['Ours', 'Theirs'],
] as const)
  test(`another version of the component library lives beside ours, ${order[0].toLowerCase()} first`, async ({ page }) => {
    const heard = complaintsOf(page)
    alone ??= await openTheirs(page).then(async () => {
      await bring(page, 'Theirs')
      return pictureOfTheirs(page)
    })
    await openTheirs(page)
    for (const what of order) {
      await bring(page, what)
      if (what === 'Ours') await workChart(page, page.locator('ad-report-chart'))
    }
    expect(await differences(page, await pictureOfTheirs(page), alone), 'theirs look as they do without us').toBe(0)
    await workTheirs(page)
    expect(await differences(page, await pictureOfTheirs(page), alone), 'the same eyes see another colour chosen').toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Last 30 days' }).click()
    await expect(page.getByRole('row')).toHaveCount(32)
    const inner = await innerTags(page)
    expect(inner).toContain('pl-sl-dropdown')
    expect(inner.filter((name) => !name.startsWith('pl-'))).toEqual([])
    expect(heard).toEqual([])
  })

const another =
  "document.body.append(Object.assign(document.createElement('ad-report-chart'), { clientId: '1', locale: 'en-US', getToken: window.getToken }))"
const copy = () => `${platform().origin}/another-release`
/** The same bundle with one word changed, from another address: nothing of it is the first one's. */
const anotherRelease = (page: Page) =>
  serve(page, copy(), join(root, 'dist'), (body) =>
    body.includes('"8YBH95":["Revenue"]') ? body.toString().replace('["Revenue"]', '["Turnover"]') : body,
  )

const counting = `${oneIdentity}
window.counts = {}
const count = (name) => { window.counts[name] = (window.counts[name] ?? 0) + 1 }
for (const name of ['ad-ready', 'ad-report-range-changed', 'ad-report-exported', 'ad-error']) document.addEventListener(name, () => count(name))
addEventListener('message', ({ data }) => data?.ns === 'placard' && count('message ' + data.type))`

async function openTogether(page: Page, releases: readonly string[]) {
  const heard = complaintsOf(page)
  const asked = requestsOf(page)
  await anotherRelease(page)
  const scripts = releases.map((release) => `<script type="module" src="${release}/placard.js"></script>`).join('')
  await openGuestPage(page, platform(), { body: chart, own: counting, scripts: `<script type="module" src="{own}"></script>${scripts}` })
  await workChart(page, page.locator('ad-report-chart'))
  return {
    heard,
    calls: wordsOf(asked.filter(({ address }) => /\/v1\/|token/.test(address))),
    counts: await page.evaluate('window.counts'),
  }
}

test('two releases on one page do not break each other, whichever comes first', async ({ page, context }) => {
  const single = await openTogether(page, [platform().origin])
  for (const releases of [
    [platform().origin, copy()],
    [copy(), platform().origin],
  ]) {
    const both = await context.newPage()
    const { heard, calls, counts } = await openTogether(both, releases)
    expect(heard).toEqual([])
    expect(calls).toEqual(single.calls)
    expect(counts).toEqual(single.counts)
    await both.evaluate(another)
    await painted(both.locator('ad-report-chart').nth(1))
    await both.close()
  }
})

test('of two releases the one that is there first draws every element', async ({ page }) => {
  const heard = complaintsOf(page)
  await anotherRelease(page)
  await openGuestPage(page, platform(), { body: chart, own: oneIdentity, script: `${copy()}/placard.js` })
  await painted(page.locator('ad-report-chart'))
  const late = page.waitForResponse((response) => response.url().startsWith(`${platform().origin}/chunks/report-chart-`))
  await page.evaluate(`import('${platform().origin}/placard.js')`)
  await late
  await page.evaluate(another)
  for (const at of [0, 1]) await expect(page.locator('ad-report-chart').nth(at).getByRole('button', { name: 'Turnover' })).toBeVisible()
  expect(heard).toEqual([])
})
