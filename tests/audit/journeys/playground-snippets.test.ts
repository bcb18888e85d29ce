import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { buildBeside } from '../../support/embedding/built-examples.ts'
import { errorsOf } from '../../support/browser/opening.ts'
import { type PartnerSite, registerPartnerSite, runServer } from '../../support/embedding/partner-site.ts'

const colour = 'rgb(1, 2, 3)'
const set = `tag=ad-report-chart&a.client-id=1&a.advertiser-id=1&a.date-range=last_30_days&a.compare=previous_period&a.locale=en-US&a.inherit&t.text=${encodeURIComponent(colour)}`
/** The query of the playground for each snippet, by the name of the page that the snippet is pasted into. */
const states = {
  page: `?${set}&snippet=page`,
  frame: `?${set}&snippet=frame`,
  react: `?${set}&snippet=react`,
  vue: `?${set}&snippet=vue`,
  'react-frame': `?${set}&place=frame&snippet=react`,
  'vue-frame': `?${set}&place=frame&snippet=vue`,
  server: `?${set}&snippet=server`,
} as const
type Name = keyof typeof states
const names = Object.keys(states).filter((name): name is Exclude<Name, 'server'> => name !== 'server')
const isFramed = (name: Name) => name.endsWith('frame')

const mainOf = {
  react:
    "import { createRoot } from 'react-dom/client'\nimport { Placed } from './placed.jsx'\ncreateRoot(document.querySelector('#report')).render(<Placed />)",
  vue: "import { createApp } from 'vue'\nimport Placed from './placed.vue'\ncreateApp(Placed).mount('#report')",
}
const wayOf = (name: Name) => (name.startsWith('react') ? 'react' : name.startsWith('vue') ? 'vue' : undefined)
const endings = { react: 'jsx', vue: 'vue' }

let site: PartnerSite
const texts = new Map<Name, string>()
let built: Awaited<ReturnType<typeof buildBeside>>
let server: Awaited<ReturnType<typeof runServer>>

/** Reads the snippets that a user copies. */
async function readSnippets(page: Page) {
  for (const [name, query] of Object.entries(states)) {
    await page.goto(`${site.platform.other}/playground/${query}`)
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    texts.set(name as Name, (await page.getByRole('tabpanel').textContent()) ?? '') // the keys of the states
  }
}

function filesOf(name: Name): Record<string, string> {
  const way = wayOf(name)
  if (!way) return {}
  return { [`${name}/main.jsx`]: mainOf[way], [`${name}/placed.${endings[way]}`]: texts.get(name) ?? '' }
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  site = await registerPartnerSite()
  const page = await browser.newPage()
  await readSnippets(page)
  await page.close()
  const inputs = names.filter(wayOf).map((name) => [`${name}/main.jsx`, name] as const)
  built = await buildBeside(site.platform.origin, Object.assign({}, ...names.map(filesOf)), inputs)
  writeFileSync(join(built.folder, 'server.mjs'), texts.get('server') ?? '')
  const env = { PLACARD_ID: site.clientId, PLACARD_SECRET: site.secret, PORT: String(site.port) }
  server = await runServer('server.mjs', { cwd: built.folder, env, at: `${site.origin}/token` })
})
test.afterAll(async () => {
  await server?.end()
  if (built) rmSync(built.folder, { recursive: true, force: true })
  await site?.platform.clear()
})

/** Opens the page that contains the pasted snippet; its token comes from the pasted server code. */
async function openPasted(page: Page, name: Name) {
  await page.context().grantPermissions(['local-network-access'], { origin: site.origin })
  const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pasted</title><link rel="icon" href="data:,"></head><body>${texts.get(name)}</body></html>`
  await page.route(`${site.origin}/${name}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(name.length + 2) || 'index.html'
    if (!wayOf(name)) return route.fulfill({ contentType: 'text/html', body: shell })
    const contentType = file.endsWith('.html') ? 'text/html' : file.endsWith('.js') ? 'text/javascript' : 'font/woff2'
    return route.fulfill({ contentType, body: readFileSync(join(built.pages, name, file)) })
  })
  await page.route(`${site.origin}/favicon.ico`, (route) => route.fulfill({ status: 204 }))
  await page.goto(`${site.origin}/${name}/`)
}

for (const name of names)
  test(`the snippet for ${name} works as copied`, async ({ page }) => {
    test.setTimeout(90_000)
    const errors = errorsOf(page)
    await openPasted(page, name)
    const target = isFramed(name) ? page.frameLocator('ad-frame iframe') : page
    await expect(target.locator('.figure dd').first()).toContainText('$')
    if (!isFramed(name)) {
      const chart = page.locator('ad-report-chart')
      await expect.poll(() => chart.evaluate((node) => getComputedStyle(node).getPropertyValue('--ad-text').trim())).toBe(colour)
      await expect(chart).toHaveAttribute('inherit', '')
    }
    expect([errors, server.output()]).toEqual([[], ''])
  })

test('the snippet for a server refuses with a sentence when the platform does', async ({ request }) => {
  const text = texts.get('server') ?? ''
  writeFileSync(join(built.folder, 'lame.mjs'), text.replaceAll(site.platform.origin, 'http://127.0.0.1:9'))
  await server.end()
  const env = { PLACARD_ID: site.clientId, PLACARD_SECRET: site.secret, PORT: String(site.port) }
  server = await runServer('lame.mjs', { cwd: built.folder, env, at: `${site.origin}/token` })
  const response = await request.get(`${site.origin}/token`)
  expect([response.status(), await response.json()]).toEqual([502, { error: 'The platform gave no token. Try again in a moment.' }])
})
