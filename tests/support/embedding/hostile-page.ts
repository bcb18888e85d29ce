import { readFileSync } from 'node:fs'
import type { BrowserContext, Page, Route } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { fetchFromPlatform } from '../browser/fetch-from-platform.ts'
import type { HostProbe } from './probes/probes.ts'
import type { PlatformProcess } from '../platform/process.ts'

const eyes = readFileSync(new URL('../hostile/eyes.js', import.meta.url), 'utf8')
const html = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${head}</head><body>${body}</body></html>`

/** Reports every message to the page that embedded it, as a page that replaced a frame would. */
const listener = html(
  '',
  `<script>
const tell = (data) => (opener ?? top).postMessage({ heard: JSON.stringify(data) }, '*')
onmessage = ({ data, source, ports: [port] }) => {
  if (source === window) return
  tell(data)
  if (!port) return
  port.onmessage = ({ data }) => tell(data)
  for (const reason of ['start', 'expiring']) port.postMessage({ ns: 'placard', v: 1, id: reason, from: { tag: 'ad-report-chart', instance: '1' }, type: 'token', at: 1, payload: { reason } })
}
for (let count = 0; count < 20; count++) setTimeout(() => parent.postMessage({ ns: 'placard', type: 'hello', oldest: 1, newest: 1, nonce: 'a nonce of the listener ' + count + Math.random() }, '*'), count * 40)
</script>`,
)

/** A service worker that reports every request to its pages. */
const worker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.waitUntil((async () => {
  const sent = [event.request.url, ...event.request.headers].join()
  for (const client of await clients.matchAll()) client.postMessage(sent)
})()))`

/** Another partner's page; its token is known only to its own script and its frame. */
const partnerPage = (platform: string, isLeaky: boolean) =>
  html(
    `<script type="module">
import { connect } from '${platform}/host.js'
const frame = document.querySelector('iframe')
connect(frame, { getToken: async () => {
  const token = await (await fetch('/portal/token')).json()
  ${isLeaky ? "parent.postMessage({ careless: token.access_token.slice(-20) }, '*')" : ''}
  return token
} })
</script>`,
    `<iframe src="${platform}/embedded/clients/2/chart" width="800" height="600"></iframe>`,
  )

const hostilePage = (platform: string, partner: string, probe: HostProbe) =>
  html(
    `<script data-platform="${platform}">${eyes}
window.isOver = false
;(async () => (${String(probe.run).replace(/^(async )?run\b/, '$1function')})(window.tools))().then(() => (window.isOver = true), (error) => { window.eyes.keep(String(error)); window.isOver = String(error) })
</script><script type="module" src="${platform}/placard.js"></script>
<script type="module">document.querySelector('ad-frame').getToken = async () => (await fetch('/shop/token')).json()</script>`,
    `<ad-frame src="${platform}/embedded/clients/1/chart" title="Ours"></ad-frame><iframe id="partner" src="${partner}" allow="local-network-access" width="900" height="700"></iframe>`,
  )

/** The result of one probe. */
export interface Played {
  readonly seen: string
  /** True when the probe has ended, else the reason. */
  readonly isOver: unknown
  /** Whether the partner's frame showed its figures, and so used its token. */
  readonly isShown: boolean
}

/** A browser with a signed-in user, and a hostile page with its own frame and another partner's page in it. */
export async function hostileScene(context: BrowserContext, { origin, other, password }: PlatformProcess) {
  const partner = other.replace('localhost', '127.0.0.1')
  const secret = new Set<string>()
  const given = new Set<string>()
  let now: HostProbe = { name: 'nothing', run: () => undefined }
  let isLeaky = false
  const page = await context.newPage()

  const noting = (into: Set<string>) => async (route: Route) => {
    const original = await fetchFromPlatform(route)
    if (!original) return
    const { response, text } = original
    const body: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {}
    for (const name of ['access_token', 'refresh_token', 'id_token']) if (typeof body[name] === 'string') into.add(body[name])
    await route.fulfill({ response, body: text })
  }
  /** Adds the other partner's page to its client's list of allowed origins, which already has this page. */
  const allowing = async (route: Route) => {
    const original = await fetchFromPlatform(route)
    if (!original) return
    const { response, text } = original
    const policy = `${response.headers()['content-security-policy']} ${partner}`
    const body = text.replace('"allowed_origins":[', `"allowed_origins":["${partner}",`)
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy }, body })
  }
  const made =
    (body: () => string, contentType = 'text/html', headers = {}) =>
    (route: Route) =>
      route.fulfill({ contentType, headers, body: body() })
  await context.route(
    `${other}/made-for-a-test*`,
    made(() => hostilePage(origin, `${partner}/made-for-a-test/partner`, now)),
  )
  await context.route(
    `${other}/made-for-a-test/listener*`,
    made(() => listener),
  )
  await context.route(
    `${other}/made-for-a-test/sandboxed*`,
    made(() => listener, 'text/html', { 'Content-Security-Policy': 'sandbox allow-scripts' }),
  )
  await context.route(
    `${other}/made-for-a-test/nesting`,
    made(() => html('', `<iframe src="${origin}/embedded/clients/1/chart"></iframe>`)),
  )
  await context.route(
    `${other}/made-for-a-test/worker.js`,
    made(() => worker, 'text/javascript', { 'Service-Worker-Allowed': '/' }),
  )
  await context.route(
    `${partner}/made-for-a-test/partner`,
    made(() => partnerPage(origin, isLeaky)),
  )
  await context.route(`${origin}/embedded/clients/2/chart`, allowing)
  await context.route(`${origin}/idp/token`, noting(secret))
  await context.route(`${partner}/portal/token`, noting(secret))
  await context.route(`${other}/shop/token`, noting(given))
  context.on('request', (request) => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers().authorization ?? '') ?? []
    if (token) secret.add(token)
  })
  for (const one of [other, partner]) await context.grantPermissions(['local-network-access'], { origin: one })

  await page.goto(`${origin}/embedded/clients/1/chart`)
  await page.getByLabel('Email').fill('ines.okonjo@placard.example')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await showsFigures(page)

  // The page may have broken its own built-ins, so its values are read over the debugger protocol.
  const session = await context.newCDPSession(page)
  const read = async (expression: string): Promise<unknown> =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value

  return {
    page,
    given,
    /** The tokens in frames and windows, without those that the page itself was given. */
    secrets: () => [...secret].filter((token) => !given.has(token)),
    async play(probe: HostProbe, { leaky = false } = {}): Promise<Played> {
      now = probe
      isLeaky = leaky
      const opened = probe.opens && context.waitForEvent('page')
      await page.goto(`${other}/made-for-a-test?${encodeURIComponent(probe.name)}`, { waitUntil: 'commit' })
      if (opened && !/puts itself/.test(probe.name)) await showsFigures(await opened)
      const isShown = !probe.breaks && (await showsFigures(page.frameLocator('#partner').frameLocator('iframe')))
      // The page's own frame requests its token at its own time.
      if (probe.seesOwn) await showsFigures(page.frameLocator('ad-frame iframe'))
      // `isOver` is undefined until the page's own script runs.
      await expect.poll(async () => Boolean(await read('window.isOver')), { timeout: 30_000 }).toBe(true)
      const played = { seen: String(await read('window.seen')), isOver: await read('window.isOver'), isShown }
      for (const one of context.pages()) if (one !== page) await one.close()
      return played
    },
  }
}

/** Waits for the figures of a chart; they need a token. */
async function showsFigures(where: Page | ReturnType<Page['frameLocator']>) {
  await expect(where.locator('.figure dd').first()).toContainText(/\d/, { timeout: 30_000 })
  return true
}
