import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { plainChart, workChart } from './guest-journey.ts'
import { openHostPage, tokenAt } from './host-page.ts'
import { errorsOf } from '../browser/opening.ts'
import type { PlatformProcess } from '../platform/process.ts'

export const integrity: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../dist/integrity.json', import.meta.url), 'utf8'),
)

/** Console errors of the page and its frames, including policy violations. */
export function errorsAndViolationsOf(page: Page) {
  const errors = errorsOf(page)
  return page
    .addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) => console.error(`${event.effectiveDirective} ${event.blockedURI}`)),
    )
    .then(() => errors)
}

/** A script of the page with a fixed token, so that it requests none. */
export const fixedTokenScript = async (platform: PlatformProcess) =>
  `const token = ${await tokenAt(platform)}\nfor (const one of document.querySelectorAll('ad-report-chart, ad-frame')) one.getToken = async () => token`

/** Adds the errors heard so far to a failure, because they usually explain it. */
export const withErrorsHeard = (errors: readonly string[], work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}\nErrors so far: ${JSON.stringify(errors)}`, { cause: error })
  })

export const nonce = 'c2FtZS1mb3ItdGhpcy10ZXN0'
export const noticeElement = '<ad-gallery path="overlays" locale="en-US"></ad-gallery>'
const scriptOf = (platform: PlatformProcess, file: string, attributes = '') =>
  `<script type="module" src="${platform.origin}/${file}"${attributes}></script>`
export const usualScripts = (platform: PlatformProcess, attributes = '') =>
  ['placard.js', 'ad-gallery.js'].map((file) => scriptOf(platform, file, attributes)).join('') +
  `<script type="module" src="{pageScript}"${attributes}></script>`

/** An import map that gives the hash of every file before it is loaded, as a strict page writes it. */
export async function scriptsWithIntegrity(platform: PlatformProcess, hashes: Readonly<Record<string, string>> = integrity) {
  const known = Object.fromEntries(Object.entries(hashes).map(([file, hash]) => [`${platform.origin}/${file}`, hash]))
  const tags = ['placard.js', 'ad-gallery.js'].map((file) =>
    scriptOf(platform, file, ` integrity="${hashes[file]}" crossorigin nonce="${nonce}"`),
  )
  return `<script type="importmap" nonce="${nonce}">${JSON.stringify({ integrity: known })}</script>${tags.join('')}<script type="module" nonce="${nonce}">${await fixedTokenScript(platform)}</script>`
}

export const trustedTypesPolicy = "require-trusted-types-for 'script'; trusted-types pl-html"
/** Allows only scripts with the nonce, style sheets and frames of known origins, and no HTML from text. */
export const strictestPolicy = ({ origin }: PlatformProcess) =>
  `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; connect-src ${origin}; frame-src ${origin}; base-uri 'none'; form-action 'none'; ${trustedTypesPolicy}`

/** Shows a notice in the gallery. */
export async function showNotice(page: Page) {
  await page.locator('ad-gallery').getByRole('button', { name: 'Success', exact: true }).click()
  await expect(page.locator('ad-gallery').getByText('They stop within five minutes.', { exact: true })).toBeVisible()
}

/** The policy that requires an integrity hash for every script. */
export const integrityPolicy = { 'Integrity-Policy': 'blocked-destinations=(script)' }

/** Checks that a chart and a notice work on a page with these headers, without violations. */
export async function expectWorkingUnder(
  page: Page,
  platform: PlatformProcess,
  headers: Record<string, string>,
  scripts: string,
  pageScript?: string,
) {
  const errors = await errorsAndViolationsOf(page)
  await openHostPage(page, platform, { body: plainChart() + noticeElement, scripts, headers, ...(pageScript && { pageScript }) })
  await withErrorsHeard(errors, workChart(page, page.locator('ad-report-chart')))
  await withErrorsHeard(errors, showNotice(page))
  expect(errors).toEqual([])
}
