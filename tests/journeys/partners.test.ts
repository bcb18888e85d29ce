import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { delayCode, shiftOf, watchShifts } from '../support/embedding/changing-chart.ts'
import { partnerPages, passed, press, worksByKeyboard } from '../support/embedding/partner-pages.ts'
import {
  choose,
  clickByKey,
  type DeclaredElement,
  figuresCame,
  openPlayground,
  opensWithControls,
  playgroundChart,
  snippet,
} from '../support/embedding/playground-page.ts'
import { errorsOf } from '../support/browser/opening.ts'
import { type PartnerSite, registerPartnerSite, runServer } from '../support/embedding/partner-site.ts'
import { inAudit } from '../support/journeys/in-audit.ts'

let site: PartnerSite
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await registerPartnerSite()
})
test.afterAll(() => site?.platform.clear())
const platform = () => site.platform

test('the shop shows messages and changes settings and session by keyboard', ({ page }) => worksByKeyboard(page, platform(), 'shop'))

test('the shop names blocked calls, which work again when they are allowed', async ({ page }) => {
  await page.goto(`${platform().other}/shop/?hood=open`)
  const chart = page.locator('ad-report-chart')
  await expect(chart.getByRole('slider')).toBeVisible()
  await press(page, 'Block calls')
  await chart.getByRole('button', { name: 'Dates' }).press('Enter')
  await chart.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toBeVisible()
  await expect(passed(page)).toContainText('ad-notice')
  await expect(chart.getByRole('button', { name: 'Try again' })).toBeVisible()
  await press(page, 'Block calls')
  await chart.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(chart.getByRole('slider')).toBeVisible()
  await expect(chart.getByText('Couldn’t load the report')).toBeHidden()
})

test('every call of the console and of an embedded page names the environment of the platform', async ({ page }) => {
  const named = new Map<string, Set<string | undefined>>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(v\d|api)/.test(pathname) || request.method() === 'OPTIONS') return
    const environments = named.get(pathname) ?? new Set()
    named.set(pathname, environments.add(request.headers()['x-environment']))
  })
  await page.goto(`${platform().origin}/clients/1`)
  await expect.poll(() => [...named.keys()]).toContain('/api/k1-ui/config')
  await page.goto(`${platform().other}/portal/`)
  await expect.poll(() => [...named.keys()]).toContain('/v2/report/trend')
  expect([...named].filter(([, environments]) => [...environments].join() !== 'development')).toEqual([])
})

test('shop and portal: nothing moves when the chart arrives, at any width', inAudit, async ({ page }) => {
  const shifts: Record<string, number> = {}
  await page.addInitScript(watchShifts)
  for (const width of [320, 360, 768, 1440])
    for (const name of ['shop', 'portal'] as const) {
      const release = await delayCode(page)
      await page.setViewportSize({ width, height: 823 })
      await page.goto(`${platform().other}/${name}/`, { waitUntil: 'commit' })
      await expect(page.locator(name === 'shop' ? 'ad-report-chart .waiting > div' : 'ad-frame iframe').first()).toBeVisible()
      // Two frames later the placeholder has been painted, and what replaces it would count as a shift.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      release()
      await expect(partnerPages[name](page).locator('.plot .line').first()).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      const each = await Promise.all(page.frames().map(shiftOf))
      shifts[`${name} ${width}`] = each.reduce((sum, shift) => sum + shift, 0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  console.log(`layout shift: ${JSON.stringify(shifts)}`)
  expect(Object.entries(shifts).filter(([, shift]) => shift > 0.02)).toEqual([])
})

test.describe('without a page error', () => {
  let errors: string[] = []
  test.beforeEach(({ page }) => {
    errors = errorsOf(page)
  })
  test.afterEach(() => expect(errors).toEqual([]))

  test('a changed attribute in the playground changes the element, the snippet and the address, and survives a reload', async ({
    page,
  }) => {
    await openPlayground(page, platform())
    await figuresCame(page)
    const before = await playgroundChart(page).elementHandle()
    await choose(page, 'locale', 'de')
    await expect(playgroundChart(page)).toContainText('Ausgaben')
    expect(await playgroundChart(page).evaluate((now, then) => now === then, before)).toBe(true)
    await choose(page, 'compare', 'none')
    await expect(snippet(page)).toContainText(
      '<ad-report-chart client-id="1" advertiser-id="1" date-range="last_30_days" compare="none" theme="auto" locale="de"></ad-report-chart>',
    )
    await page.getByLabel('inherit', { exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(playgroundChart(page)).toHaveAttribute('inherit', '')
    await page.reload()
    await expect(playgroundChart(page)).toContainText('Ausgaben')
    await expect(page.getByLabel('inherit', { exact: true })).toBeChecked()
    await expect(snippet(page)).toContainText('locale="de" inherit>')
  })

  test("the playground's page snippet works unchanged", async ({ page }) => {
    await openPlayground(page, platform())
    await figuresCame(page)
    const text = (await snippet(page).textContent()) ?? ''
    await page.route('**/token', async (route) =>
      route.fulfill({ response: await page.request.get(`${platform().other}/playground/token`) }),
    )
    await page.route('**/pasted', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="en"><title>Pasted</title>${text}</html>` }),
    )
    await page.context().grantPermissions(['local-network-access'], { origin: platform().other })
    await page.goto(`${platform().other}/pasted`)
    await figuresCame(page)
  })

  test('the playground lists and filters events, and shows no token', async ({ page }) => {
    await openPlayground(page, platform())
    await figuresCame(page)
    await expect(passed(page).getByRole('listitem').filter({ hasText: 'ad-ready' })).toHaveCount(2)
    await page.getByLabel('Filter').fill('token')
    await expect(passed(page).getByRole('listitem')).toHaveCount(1)
    await expect(passed(page)).toContainText('"reason":"start"')
    await expect(page.locator('body')).not.toContainText(/eyJ[\w-]{20,}/)
    expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
    await clickByKey(page, 'Clear')
    await expect(page.getByText('No messages yet.')).toBeVisible()
  })

  test('the playground shows messages of a frame, and names the attributes that a frame ignores', async ({ page }) => {
    await openPlayground(page, platform())
    await figuresCame(page)
    await choose(page, 'Where', 'in a f')
    const frame = page.locator('ad-frame').frameLocator('iframe')
    await expect(frame.getByRole('slider')).toBeVisible()
    await expect(passed(page)).toContainText('hello')
    await expect(page.getByText('Ignored here: advertiser-id')).toBeVisible()
    await choose(page, 'locale', 'de')
    await expect(frame.getByText('Ausgaben').first()).toBeVisible()
    await page.reload()
    await expect(frame.getByText('Ausgaben').first()).toBeVisible()
    await clickByKey(page, 'Sign out')
    await expect(page.getByText('Signed out.')).toBeVisible()
    await expect(passed(page)).toContainText('ad-session-expired')
  })

  test('the playground opens every element of the manifest with a control for each attribute', inAudit, async ({ page, request }) => {
    const manifest = await (await request.get(`${platform().origin}/custom-elements.json`)).json()
    const declared: DeclaredElement[] = manifest.modules.flatMap(({ declarations }: { declarations: DeclaredElement[] }) => declarations)
    const others = declared.filter(({ tagName }) => tagName !== 'ad-console')
    expect(others.length).toBeGreaterThan(1)
    for (const element of others) await opensWithControls(page, platform(), element)
  })
})

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const chapter = /^## Embed a chart[\s\S]*?(?=^## )/m.exec(readme)?.[0] ?? ''
const block = (language: string) => new RegExp(`^\`\`\`${language}\\n((?:.|\\n)*?)^\`\`\``, 'm').exec(chapter)?.[1] ?? ''

test('the README embeds a chart in fewer than ten lines', async ({ page }) => {
  const lines = `${block('html')}${block('js')}`.split('\n').filter((line) => line.trim())
  expect([block('html') && block('js') ? 'both' : 'none', lines.length < 10]).toEqual(['both', true])
  expect(block('sh')).toContain('npm start -- --partner my-site,1,http://localhost:8080')

  const folder = mkdtempSync(join(tmpdir(), 'placard-readme-'))
  const here = (text: string) => text.replaceAll('http://localhost:4400', site.platform.origin).replaceAll('8080', String(site.port))
  writeFileSync(join(folder, 'index.html'), here(block('html')))
  writeFileSync(join(folder, 'server.mjs'), here(block('js')))
  const server = await runServer('server.mjs', { cwd: folder, env: { SECRET: site.secret }, at: site.origin })
  try {
    const errors = errorsOf(page)
    await page.goto(site.origin)
    await expect(page.locator('.figure dd').first()).toContainText('$')
    expect([errors, server.output()]).toEqual([[], ''])
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
})
