import { expect, test } from 'playwright/test'
import { chartTag, openGuestPage } from '../support/guest-page.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { runsIn } from '../support/token-runs.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const listening = `<script>
window.messages = []
addEventListener('message', ({ data }) => window.messages.push(JSON.stringify(data)))
for (const type of ['ad-ready', 'ad-error', 'ad-notice', 'ad-navigated', 'ad-session-expiring', 'ad-session-restored'])
  addEventListener(type, ({ detail }) => window.messages.push(JSON.stringify(detail)), true)
</script>`

/** All that a page shows and keeps, by where it was found; runs in the page. */
function places() {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  const markup = roots.map((root) => (root instanceof Document ? root.documentElement.outerHTML : root.innerHTML))
  const fields = roots.flatMap((root) => [...root.querySelectorAll('input, textarea, select')].map((field) => Reflect.get(field, 'value')))
  return {
    page: [...markup, ...fields, document.title],
    stores: [...Object.values(localStorage), ...Object.values(sessionStorage), document.cookie, window.name, JSON.stringify(history.state)],
    addresses: [location.href, document.referrer, ...performance.getEntries().map(({ name }) => name)],
    messages: Reflect.get(window, 'messages') as string[], // the page's own script fills it
  }
}

test('the token of a chart in the page is in no markup, store, address, log or message', async ({ page }) => {
  const given = new Set<string>()
  const outside: Record<'logs' | 'urls', string[]> = { logs: [], urls: [] }
  page.on('console', (message) => outside.logs.push(message.text()))
  page.on('pageerror', (error) => outside.logs.push(String(error.stack)))
  page.on('request', (request) => {
    outside.urls.push(request.url(), request.headers().referer ?? '')
    const [, token] = /^Bearer (.+)$/.exec(request.headers().authorization ?? '') ?? []
    if (token) given.add(token)
  })
  await openGuestPage(page, platform, { head: listening, body: chartTag })
  await expect(page.locator('.figure dd').first()).toContainText('$')
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  const found = async () => {
    const all = { ...(await page.evaluate(places)), ...outside }
    return Object.entries(all).flatMap(([place, texts]) => (runsIn(texts.join('\n'), given, []).length > 0 ? [place] : []))
  }
  expect(given.size).toBeGreaterThan(0)
  expect((await page.evaluate(places)).messages.length).toBeGreaterThan(1)
  expect(await found()).toEqual([])

  const [token = ''] = given
  await page.evaluate((secret) => {
    document.querySelector('ad-report-chart')?.shadowRoot?.querySelector('button')?.setAttribute('data-of', secret)
    localStorage.setItem('kept', secret)
    history.replaceState(null, '', `#${secret}`)
    console.info(secret)
    Reflect.get(window, 'messages').push(secret)
  }, token)
  await page.evaluate((secret) => fetch(`/shop/token?${secret}`), token)
  expect((await found()).sort()).toEqual(['addresses', 'logs', 'messages', 'page', 'stores', 'urls'])
})
