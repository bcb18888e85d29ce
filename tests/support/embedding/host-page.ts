import type { Page } from 'playwright/test'
import type { PlatformProcess } from '../platform/process.ts'

interface HostPage {
  readonly css?: string
  /** The body of the page; by default a chart that gets its tokens from the page's own server. */
  readonly body?: string
  readonly head?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The address of the script; an empty text leaves the script out. */
  readonly script?: string
  /** The page's own script; by default it gives each chart and frame a getToken function. */
  readonly pageScript?: string
  /** All script tags, instead of the usual two; {pageScript} is replaced with the address of the page's own script. */
  readonly scripts?: string
}

/** The chart of the partner whose server gives tokens at /shop/token. */
export const chartTag =
  '<ad-report-chart client-id="1" advertiser-id="1" date-range="last_30_days" compare locale="en-US"></ad-report-chart>'

const giveToken = `for (const one of document.querySelectorAll('ad-report-chart, ad-frame')) one.getToken = async () => (await fetch('/shop/token')).json()`

/** A token from the partner's server, for a page that may connect only to the platform. */
export const tokenAt = async (platform: PlatformProcess, path = '/shop/token') => (await fetch(platform.other + path)).text()

/** Opens a partner's page made for one test, on the origin that the client allows. */
export async function openHostPage(
  page: Page,
  platform: PlatformProcess,
  { css = '', body = chartTag, head = '', headers = {}, script, pageScript = giveToken, scripts }: HostPage,
) {
  const address = `${platform.other}/made-for-a-test`
  const source = script ?? `${platform.origin}/placard.js`
  const scriptAddress = `${address}/page.js`
  const usual =
    source && `<script type="module" blocking="render" src="${source}"></script><script type="module" src="{pageScript}"></script>`
  const files: Readonly<Record<string, { contentType: string; body: string }>> = {
    [`${address}/page.css`]: { contentType: 'text/css', body: css },
    [scriptAddress]: { contentType: 'text/javascript', body: pageScript },
    [address]: {
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A partner</title>${head}<link rel="stylesheet" href="${address}/page.css">
${(scripts ?? usual).replaceAll('{pageScript}', scriptAddress)}</head><body>${body}</body></html>`,
    },
  }
  for (const [url, file] of Object.entries(files)) await page.route(url, (route) => route.fulfill({ ...file, headers }))
  // A mocked page has no network address, so it needs a permission to connect to this machine.
  await page.context().grantPermissions(['local-network-access'], { origin: platform.other })
  await page.goto(address)
}
