import { readFileSync } from 'node:fs'
import { expect, type Page, test } from 'playwright/test'
import { demonstration, painted, plainChart, workChart } from '../support/guest-journey.ts'
import { openGuestPage, tokenAt } from '../support/guest-page.ts'
import { guestMarkup, guestReady, guestScriptWith, guestTags } from '../support/guest-subjects.ts'
import { complaintsOf } from '../support/opening.ts'
import { tokenInHand } from '../support/person-token.ts'

const platform = demonstration()
const integrity: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL('../../dist/integrity.json', import.meta.url), 'utf8'))

/** Whatever is refused on the page or in a frame of it is said as an error too. */
function refusalsOf(page: Page) {
  const heard = complaintsOf(page)
  return page
    .addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) => console.error(`${event.effectiveDirective} ${event.blockedURI}`)),
    )
    .then(() => heard)
}

/** A script of the page's own that asks nobody for its token. */
const inHand = async () =>
  `const token = ${await tokenAt(platform())}\nfor (const one of document.querySelectorAll('ad-report-chart, ad-frame')) one.getToken = async () => token`

/** What does not work says what was refused meanwhile: that is why. */
const saying = (heard: readonly string[], work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}\nHeard meanwhile: ${JSON.stringify(heard)}`, { cause: error })
  })

const nonce = 'c2FtZS1mb3ItdGhpcy10ZXN0'
const noticing = '<ad-gallery path="overlays" locale="en-US"></ad-gallery>'
const scriptOf = (file: string, attributes = '') => `<script type="module" src="${platform().origin}/${file}"${attributes}></script>`
const usualScripts = (attributes = '') =>
  ['placard.js', 'ad-gallery.js'].map((file) => scriptOf(file, attributes)).join('') +
  `<script type="module" src="{own}"${attributes}></script>`

/** Every file is named with its hash before any of them is asked for, as a page does that trusts nobody. */
async function provenScripts(hashes: Readonly<Record<string, string>> = integrity) {
  const known = Object.fromEntries(Object.entries(hashes).map(([file, hash]) => [`${platform().origin}/${file}`, hash]))
  const tags = ['placard.js', 'ad-gallery.js'].map((file) => scriptOf(file, ` integrity="${hashes[file]}" crossorigin nonce="${nonce}"`))
  return `<script type="importmap" nonce="${nonce}">${JSON.stringify({ integrity: known })}</script>${tags.join('')}<script type="module" nonce="${nonce}">${await inHand()}</script>`
}

const api = () => platform().origin
const trusted = "require-trusted-types-for 'script'; trusted-types pl-html"
const policies: Readonly<Record<string, () => string>> = {
  'scripts of the page and of the bundle alone': () => `script-src 'self' ${api()}`,
  'no inline style': () => "style-src 'self'",
  'the platform alone to talk to': () => `connect-src ${api()}`,
  'trusted types, and one policy of them': () => trusted,
  'a nonce, and what comes of it': () => `script-src 'nonce-${nonce}' 'strict-dynamic'`,
}
const everything = () =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; connect-src ${api()}; frame-src ${api()}; base-uri 'none'; form-action 'none'; ${trusted}`

async function noticed(page: Page) {
  await page.locator('ad-gallery').getByRole('button', { name: 'Success', exact: true }).click()
  await expect(page.locator('ad-gallery').getByText('They stop within five minutes.', { exact: true })).toBeVisible()
}

for (const [name, policy] of Object.entries(policies))
  test(`under "${name}" everything works and nothing is refused`, async ({ page }) => {
    const heard = await refusalsOf(page)
    await openGuestPage(page, platform(), {
      ...{ body: plainChart() + noticing, own: await inHand(), scripts: usualScripts(` nonce="${nonce}"`) },
      headers: { 'Content-Security-Policy': policy() },
    })
    await saying(heard, workChart(page, page.locator('ad-report-chart')))
    await saying(heard, noticed(page))
    expect(heard).toEqual([])
  })

const proven = { 'Integrity-Policy': 'blocked-destinations=(script)' }
for (const [name, headers] of [
  ['every file proven by its hash', () => proven],
  ['all of it together', () => ({ ...proven, 'Content-Security-Policy': everything() })],
] as const)
  test(`with ${name} everything works and nothing is refused`, async ({ page }) => {
    const heard = await refusalsOf(page)
    await openGuestPage(page, platform(), { body: plainChart() + noticing, scripts: await provenScripts(), headers: headers() })
    await saying(heard, workChart(page, page.locator('ad-report-chart')))
    await saying(heard, noticed(page))
    expect(heard).toEqual([])
  })

for (const tag of guestTags)
  test(`${tag} is ready under all of it, and nothing is refused`, async ({ page }) => {
    const heard = await refusalsOf(page)
    // A person's token, because a page of a partner's may not ask for all that the console shows.
    const own = guestScriptWith(`(${await tokenInHand(platform(), 'dana.whitfield@harborline.example')})`)
    await openGuestPage(page, platform(), {
      body: guestMarkup(tag, platform().origin),
      own,
      scripts: usualScripts(` nonce="${nonce}"`),
      headers: { 'Content-Security-Policy': everything() },
    })
    await saying(heard, guestReady(page, tag))
    expect(heard).toEqual([])
  })

test('a frame works on a page with all of it, and its own page refuses nothing', async ({ page }) => {
  const heard = await refusalsOf(page)
  await openGuestPage(page, platform(), {
    body: `<ad-frame src="${api()}/embedded/clients/1/advertisers/1/campaigns/1/chart" title="Figures" locale="en-US"></ad-frame>`,
    scripts: await provenScripts(),
    headers: { ...proven, 'Content-Security-Policy': everything() },
  })
  await saying(heard, workChart(page, page.frameLocator('iframe')))
  expect(heard).toEqual([])
})

test('what breaks a policy is heard, in the page and in a file of ours that is not what it was', async ({ page }) => {
  const heard = await refusalsOf(page)
  await openGuestPage(page, platform(), {
    body: `<p style="color: red">Red</p>${plainChart()}`,
    own: `${await inHand()}\ntry { new Function('return 1')() } catch {}`,
    headers: { 'Content-Security-Policy': `script-src 'self' ${api()}; style-src 'self'` },
  })
  await painted(page)
  expect(heard.filter((text) => text.startsWith('style-src-attr'))).toHaveLength(1)
  expect(heard.filter((text) => /^script-src eval/.test(text))).toHaveLength(1)
  const core = Object.keys(integrity).find((file) => file.startsWith('chunks/core-')) ?? ''
  const failed = page.waitForEvent('console', (message) => message.text().includes('integrity'))
  await openGuestPage(page, platform(), { scripts: await provenScripts({ ...integrity, [core]: integrity['placard.js'] ?? '' }) })
  await failed
  await expect(page.getByRole('button', { name: 'Dates' })).toHaveCount(0)
})
