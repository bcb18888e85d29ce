import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { root } from '../house/source.ts'
import { type PartnerSite, registerPartnerSite } from '../support/embedding/partner-site.ts'
import { byHandFiles } from './by-hand-files.ts'

const chart = '<ad-report-chart client-id="1" advertiser-id="1" date-range="last_30_days" compare locale="en-US"></ad-report-chart>'
const follows = '<p>What follows the chart</p>'

/** A partner's page as in the README, with PLATFORM as a placeholder for the platform's origin. */
const pageOf = (
  body: string,
  own = `const getToken = async () => (await fetch('/token')).json()
for (const one of document.querySelectorAll('ad-report-chart, ad-frame')) one.getToken = getToken`,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A partner</title>
<script type="module" blocking="render" src="PLATFORM/placard.js"></script></head>
<body>${body}${follows}<script type="module">${own}</script></body></html>`

const written: Readonly<Record<string, string>> = {
  '/page': pageOf(chart),
  '/ten': pageOf(chart.repeat(10)),
  '/frame': pageOf('<ad-frame src="PLATFORM/embedded/clients/1/chart?compare=previous_period" title="A chart"></ad-frame>'),
  '/by-hand-frame': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A frame by hand</title></head>
<body><iframe src="/by-hand" title="A chart" width="100%" height="560"></iframe>${follows}</body></html>`,
}
/** The page of a path, with the placeholder. */
const pageAt = (path: string) =>
  path === '/by-hand' ? readFileSync(join(root, 'tests/measures/by-hand/index.html'), 'utf8') : written[path]

async function tokenOf({ platform, clientId, secret }: PartnerSite) {
  const ask = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, user: 'ailsa', permissions: 'reports.read' }
  return (await fetch(`${platform.origin}/idp/token`, { method: 'POST', body: new URLSearchParams(ask) })).text()
}

/** A partner's server with the same chart as an element, in a frame, ten times, and written by hand. */
export async function startSpeedSite() {
  const site = await registerPartnerSite()
  const files = await byHandFiles()
  const server = createServer(async ({ url = '', headers }, response) => {
    const { pathname } = new URL(url, site.origin)
    if (pathname === '/token') return response.end(await tokenOf(site))
    const page = pageAt(pathname)
    const fileRequest = new Request(new URL(url, site.origin), { headers: { 'accept-encoding': String(headers['accept-encoding']) } })
    const file = page ? undefined : await files.answer(fileRequest, pathname.slice(1))
    response.writeHead(page || file ? 200 : 404, file ? Object.fromEntries(file.headers) : { 'Content-Type': 'text/html' })
    response.end(file ? Buffer.from(await file.arrayBuffer()) : page?.replaceAll('PLATFORM', site.platform.origin))
  })
  await new Promise<void>((done) => server.listen(site.port, done))
  return {
    origin: site.origin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      files.clear()
      await site.platform.clear()
    },
  }
}
