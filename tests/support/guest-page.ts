import type { Page } from 'playwright/test'
import type { PlatformProcess } from './platform-process.ts'

interface GuestPage {
  readonly css?: string
  /** What stands in the page; a chart that the page's own server has tokens for, by default. */
  readonly body?: string
  readonly head?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Where the script comes from; a page without one, when it is empty. */
  readonly script?: string
  /** The page's own script; one that gives each chart and frame a function for tokens, by default. */
  readonly own?: string
  /** The tags of all scripts, when they are not the usual two; {own} stands for the address of the page's own; no hash can hold a brace. */
  readonly scripts?: string
}

/** The chart of the partner whose server gives tokens at /shop/token. */
export const chartTag =
  '<ad-report-chart client-id="1" advertiser-id="1" date-range="last_30_days" compare locale="en-US"></ad-report-chart>'

const giveToken = `for (const one of document.querySelectorAll('ad-report-chart, ad-frame')) one.getToken = async () => (await fetch('/shop/token')).json()`

/** A token as the partner's server gives it to a page, for a page that may ask nobody but the platform. */
export const tokenAt = async (platform: PlatformProcess, path = '/shop/token') => (await fetch(platform.other + path)).text()

/** Opens a partner's page that is made for one test, on the origin that the client allows. */
export async function openGuestPage(
  page: Page,
  platform: PlatformProcess,
  { css = '', body = chartTag, head = '', headers = {}, script, own = giveToken, scripts }: GuestPage,
) {
  const address = `${platform.other}/made-for-a-test`
  const source = script ?? `${platform.origin}/placard.js`
  const ownScript = `${address}/page.js`
  const usual = source && `<script type="module" blocking="render" src="${source}"></script><script type="module" src="{own}"></script>`
  const files: Readonly<Record<string, { contentType: string; body: string }>> = {
    [`${address}/page.css`]: { contentType: 'text/css', body: css },
    [ownScript]: { contentType: 'text/javascript', body: own },
    [address]: {
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A partner</title>${head}<link rel="stylesheet" href="${address}/page.css">
${(scripts ?? usual).replaceAll('{own}', ownScript)}</head><body>${body}</body></html>`,
    },
  }
  for (const [url, file] of Object.entries(files)) await page.route(url, (route) => route.fulfill({ ...file, headers }))
  // A page that is made up comes from no address, and such a one may speak to this machine only when it is let.
  await page.context().grantPermissions(['local-network-access'], { origin: platform.other })
  await page.goto(address)
}
