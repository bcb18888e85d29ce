import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { bareServer } from '../support/embedding/bare-server.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { openMarkup } from '../support/reports/chart-markup.ts'
import { change, chart, expectNoShift, isStillFocused, keepFocused, openChart, styleOf } from '../support/embedding/changing-chart.ts'
import { figuresLoaded, reportNames, reportRequests, delayRendering } from '../support/embedding/early-reports.ts'
import { expectPageUnchanged, expectUnaffectedByPage } from '../support/embedding/hostile-styles.ts'
import { expectRecoveryFromMissing } from '../support/embedding/missing-code.ts'
import { coloursOf, expectNarrowLayout, openThemed } from '../support/embedding/narrow-elements.ts'
import { addChartScript, serveOtherRelease, otherReleaseUrl, expectBothLibrariesWork } from '../support/embedding/other-libraries.ts'
import {
  strictestPolicy,
  fixedTokenScript,
  integrity,
  integrityPolicy,
  scriptsWithIntegrity,
  errorsAndViolationsOf,
  withErrorsHeard,
  expectWorkingUnder,
} from '../support/embedding/page-policies.ts'
import { amountOf, demonstration, oneIdentity, painted, plainChart, requestsOf, workChart } from '../support/embedding/guest-journey.ts'
import { chartTag, openHostPage } from '../support/embedding/host-page.ts'
import { errorsOf } from '../support/browser/opening.ts'
import { runsIn } from '../support/embedding/token-runs.ts'

// The time zone of the charts' advertiser. In another zone it may be another day, which would add requests.
test.use({ timezoneId: 'America/Los_Angeles' })

const platform = demonstration()
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const charts = (page: Page) => page.locator('ad-report-chart')

const isDefined = (page: Page) => page.locator('ad-report-chart').evaluate((node) => customElements.get(node.localName) !== undefined)

test('a chart requests its data once, while its code is still loading', async ({ page }) => {
  const release = await delayRendering(page)
  const requests = reportRequests(page)
  await openHostPage(page, platform(), {})
  await expect.poll(() => reportNames(requests)).toEqual(['total', 'trend'])
  expect(await isDefined(page)).toBe(false)
  for (const request of requests) expect((await request.response())?.status()).toBe(200)
  release()
  await figuresLoaded(page)
  await page.waitForLoadState('networkidle')
  expect(reportNames(requests)).toEqual(['total', 'trend'])
})

test('two identities request data with their own tokens, and a chart without a token requests nothing', async ({ page }) => {
  const release = await delayRendering(page)
  const requests = reportRequests(page)
  const pageScript = `const give = (who) => async () => { (window.given ??= []).push(who); return (await fetch('/shop/token?' + who)).json() }
for (const who of ['one', 'two']) document.querySelector('#' + who).getToken = give(who)`
  const body = ['none', 'one', 'two'].map((id) => chartTag.replace(' client-id', ` id="${id}" client-id`)).join('')
  await openHostPage(page, platform(), { body, pageScript })
  await expect.poll(() => reportNames(requests)).toEqual(['total', 'total', 'trend', 'trend'])
  expect(await page.evaluate('window.given.sort().join()')).toBe('one,two')
  release()
  for (const id of ['one', 'two']) await expect(page.locator(`#${id} .figure dd`).first()).toContainText('$')
  await expect(page.locator('#none').getByText('Your session has expired', { exact: false })).toBeVisible()
  expect(requests).toHaveLength(4)
})

/** A token from the partner's server with these permissions. */
async function tokenFor(rights: Readonly<Record<string, string>>) {
  const { partners } = JSON.parse(readFileSync(join(platform().dataDir, 'secrets.json'), 'utf8'))
  const response = await fetch(`${platform().origin}/idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`greenbasket-portal:${partners['greenbasket-portal']}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', client: '2', ...rights }),
  })
  return response.text()
}

const chartOfClientTwo = '<ad-report-chart client-id="2" date-range="last_30_days" locale="en-US"></ad-report-chart>'
const firstOfClientTwo = '21'
/** A token for all advertisers of client 2, and one for the first of them. */
const tokensOfClientTwo = () =>
  Promise.all([tokenFor({ user: 'supplier-desk' }), tokenFor({ user: 'one-supplier', advertisers: firstOfClientTwo })])

test.describe('with a browser in New York, as the first advertiser of client 2', () => {
  // A chart of one advertiser uses the advertiser's day, and a chart of several uses the browser's day. In this zone both are the same day,
  // so that no chart requests its report a second time.
  test.use({ timezoneId: 'America/New_York' })

  test('two identities on one page share no response, and one keeps working after the other signs out', async ({ page }) => {
    const requests = requestsOf(page)
    const [tokenForAll, tokenForOne] = await tokensOfClientTwo()
    const pageScript = `const identities = [async () => (${tokenForAll}), async () => (${tokenForOne})]
  document.querySelectorAll('ad-report-chart').forEach((one, at) => { one.getToken = identities[at % 2] })`
    await openHostPage(page, platform(), { body: chartOfClientTwo.repeat(4), pageScript })
    for (let at = 0; at < 4; at++) await painted(charts(page).nth(at))
    const spends = await Promise.all([0, 1, 2, 3].map((at) => amountOf(charts(page).nth(at)).textContent()))
    expect(spends[0]).toBe(spends[2])
    expect(spends[1]).toBe(spends[3])
    expect(spends[0]).not.toBe(spends[1])
    const reports = requests.filter(({ address }) => address.includes('/v2/report/'))
    const tokens = [tokenForAll, tokenForOne].map((text) => `Bearer ${JSON.parse(text).access_token}`)
    expect(reports.map(({ address, token }) => `${address.replace(/.*\//, '')} ${tokens.indexOf(token)}`).sort()).toEqual([
      'total 0',
      'total 1',
      'trend 0',
      'trend 1',
    ])
    expect(new Set(reports.map(({ body }) => body)).size).toBe(2)

    const before = requests.length
    const dates = charts(page).nth(1).getByRole('button', { name: 'Dates' })
    const datesBefore = String(await dates.textContent())
    expect(datesBefore).not.toBe('')
    await page.evaluate("document.querySelector('ad-report-chart').signOut()")
    await page.evaluate("for (const one of document.querySelectorAll('ad-report-chart')) one.dateRange = 'last_7_days'")
    await expect(dates).not.toHaveText(datesBefore)
    for (const at of [1, 3]) await expect(amountOf(charts(page).nth(at))).not.toHaveText(String(spends[1]))
    for (const at of [0, 2]) await expect(charts(page).nth(at).getByRole('alert')).toBeVisible()
    const after = requests.slice(before).filter(({ address }) => address.includes('/v2/'))
    expect(new Set(after.map(({ token }) => token))).toEqual(new Set([tokens[1]]))
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
    for (const secret of [...tokens.map((token) => token.slice('Bearer '.length)), ...spends]) expect(stored).not.toContain(secret)
  })

  test('the response of one identity is never shown to the next', async ({ page }) => {
    const [tokenForAll, tokenForOne] = await tokensOfClientTwo()
    const pageScript = `const identities = [async () => (${tokenForAll}), async () => (${tokenForOne})]
const [one] = document.querySelectorAll('ad-report-chart')
one.getToken = identities[0]
window.become = (at) => { one.getToken = identities[at] }`
    await openHostPage(page, platform(), { body: chartOfClientTwo, pageScript })
    await painted(charts(page))
    const spendOfAll = String(await amountOf(charts(page)).textContent())
    const shown: string[] = []
    await page.exposeFunction('saw', (text: string) => shown.push(text))
    await page.evaluate(`
    const { shadowRoot } = document.querySelector('ad-report-chart')
    new MutationObserver(() => window.saw(shadowRoot.querySelector('.figure')?.textContent ?? '')).observe(shadowRoot, { subtree: true, childList: true, characterData: true })
    window.become(1)`)
    await expect(amountOf(charts(page))).not.toHaveText(spendOfAll)
    await painted(charts(page))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((text) => text.includes(spendOfAll))).toEqual([])
  })
})

test('if the chunk report-chart fails to load, each chart shows an error, and one retry loads it for all', ({ page }) =>
  expectRecoveryFromMissing('report-chart', page, platform()))

test('a chart keeps the selected point and the focus when language, theme and advertiser change', async ({ page }) => {
  const errors = errorsOf(page)
  await openChart(page, platform())
  const slider = chart(page).getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('PageUp')
  await expect(slider).toHaveAttribute('aria-valuenow', '7')
  await keepFocused(page)
  const english = await slider.getAttribute('aria-valuetext')
  await change(page, "chart.locale = 'de'")
  await expect(slider).not.toHaveAttribute('aria-valuetext', english ?? '')
  await change(page, "chart.theme = 'dark'")
  await change(page, 'chart.advertiserId = undefined; chart.compare = undefined')
  await expect(chart(page).getByRole('alert').or(slider)).toBeVisible()
  await change(page, "chart.advertiserId = '1'; chart.locale = 'en-US'")
  await expect(slider).toHaveAttribute('aria-valuenow', '7')
  expect(await isStillFocused(page)).toBe(true)
  expect(errors).toEqual([])
})

test('a chart of an advertiser that does not exist says what to do and does not retry', async ({ page }) => {
  const { codes, warnings } = await openMarkup(page, platform(), 'advertiser-id="999999"')
  await expect(page.getByRole('heading', { name: 'Report not found' })).toBeVisible()
  await expect(page.getByText('Ask the operator of this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect.poll(codes).toContain('not_found')
  expect(warnings()).toEqual([])
})

test('a chart with the dates Today offers no comparison, and its menu says why', async ({ page }) => {
  await openMarkup(page, platform(), 'advertiser-id="1" date-range="today" compare')
  await page.getByRole('button', { name: 'Compare with' }).click()
  const before = page.getByRole('menuitemradio', { name: 'Previous period' })
  await expect(before).toBeDisabled()
  await expect(before).toContainText('Today is not complete')
  await page.getByRole('button', { name: 'Compare with' }).press('Escape')
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(page.getByRole('button', { name: 'Compare with' })).toContainText('compared with')
})

test('design tokens, ::part rules and themeTokens each change styles of a chart', async ({ page }) => {
  await openChart(page, platform(), {
    css: 'ad-report-chart { --ad-chart-2: rgb(200, 0, 90) } ad-report-chart::part(toolbar) { background: rgb(255, 240, 200) }',
  })
  expect(await styleOf(page, '.chart .line', 'stroke')).toBe('rgb(200, 0, 90)')
  expect(await styleOf(page, '.toolbar', 'background-color')).toBe('rgb(255, 240, 200)')
  await change(page, "chart.themeTokens = { 'chart-1': 'rgb(9, 8, 7)' }")
  await expect.poll(() => styleOf(page, '.chart .full', 'fill')).toBe('rgb(9, 8, 7)')
})

test('nothing below the placeholder moves when the chart arrives', ({ page }) => expectNoShift(page, platform(), 1000))

test('hostile style sheets of the page do not affect ad-report-chart', ({ page }) =>
  expectUnaffectedByPage(page, platform(), 'ad-report-chart', {
    names: ['a reset of everything', 'inherited properties'],
    allowedRules: ['filter: invert(1)'],
  }))

test('no style of an element affects the page', ({ page }) => expectPageUnchanged(page, platform(), ['ad-report-chart']))

test('ad-report-chart in 320 px of a wide page has the narrow layout', ({ page }) =>
  expectNarrowLayout(page, platform(), 'ad-report-chart'))

test.describe('a person who prefers dark', () => {
  test.use({ colorScheme: 'dark' })

  test('two elements with the theme auto are dark', inAudit, async ({ page }) => {
    for (const tag of ['ad-report-chart', 'ad-sign-in']) {
      const colours: string[][] = []
      for (const theme of ['auto', 'dark', 'light']) {
        await openThemed(page, platform(), tag, theme, 'dark')
        colours.push(await coloursOf(page, tag))
      }
      expect(colours[0], tag).toEqual(colours[1])
      expect(colours[0], tag).not.toEqual(colours[2])
    }
  })
})

test('another version of the component library works on the same page', inAudit, ({ page }) =>
  expectBothLibrariesWork(page, platform(), ['Theirs', 'Ours']),
)

test('with two releases on one page, the first one defines every element', async ({ page }) => {
  const errors = errorsOf(page)
  await serveOtherRelease(page, platform())
  await openHostPage(page, platform(), { body: plainChart(), pageScript: oneIdentity, script: `${otherReleaseUrl(platform())}/placard.js` })
  await painted(page.locator('ad-report-chart'))
  const secondRelease = page.waitForResponse((response) => response.url().startsWith(`${platform().origin}/chunks/report-chart-`))
  await page.evaluate(`import('${platform().origin}/placard.js')`)
  await secondRelease
  await page.evaluate(addChartScript)
  // The first release says Turnover instead of Revenue, so both charts use its code.
  for (const at of [0, 1]) await expect(page.locator('ad-report-chart').nth(at).getByRole('button', { name: 'Turnover' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a release works from any file host and path, with the platform on another origin', async ({ page, context }) => {
  const files = await bareServer(dist, '/vendor/placard-1.2/')
  const pageScript = `import { configure } from '${files.address}placard.js'\nconfigure({ apiBase: '${platform().origin}' })\n${oneIdentity}`
  const errors = errorsOf(page)
  const requests = requestsOf(page)
  await context.grantPermissions(['local-network-access'])
  await openHostPage(page, platform(), { body: plainChart(), pageScript, script: `${files.address}placard.js` })
  await workChart(page, page.locator('ad-report-chart'))
  const scripts = requests.filter(({ isScript, address }) => isScript && !address.includes('made-for-a-test'))
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.filter(({ address }) => !address.startsWith(`GET ${files.address}`))).toEqual([])
  const calls = requests.filter(({ address }) => /\/v[12]\//.test(address))
  expect(calls.filter(({ address }) => !address.includes(` ${platform().origin}/`))).toEqual([])
  expect(errors).toEqual([])
  await files.stop()
})

const listening = `<script>
window.messages = []
addEventListener('message', ({ data }) => window.messages.push(JSON.stringify(data)))
for (const type of ['ad-ready', 'ad-error', 'ad-notice', 'ad-navigated', 'ad-session-expiring', 'ad-session-restored'])
  addEventListener(type, ({ detail }) => window.messages.push(JSON.stringify(detail)), true)
</script>`

/** Everything that a page shows and stores, by kind; runs in the page. */
function pageTexts() {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  const markup = roots.map((root) => (root instanceof Document ? root.documentElement.outerHTML : root.innerHTML))
  const fields = roots.flatMap((root) => [...root.querySelectorAll('input, textarea, select')].map((field) => Reflect.get(field, 'value')))
  return {
    page: [...markup, ...fields, document.title],
    stores: [...Object.values(localStorage), ...Object.values(sessionStorage), document.cookie, window.name, JSON.stringify(history.state)],
    addresses: [location.href, document.referrer, ...performance.getEntries().map(({ name }) => name)],
    messages: Reflect.get(window, 'messages') as string[], // filled by the page's own script
  }
}

test('a token appears in no markup, storage, address, log or message of the page', async ({ page }) => {
  const given = new Set<string>()
  const outside: Record<'logs' | 'urls', string[]> = { logs: [], urls: [] }
  page.on('console', (message) => outside.logs.push(message.text()))
  page.on('pageerror', (error) => outside.logs.push(String(error.stack)))
  page.on('request', (request) => {
    outside.urls.push(request.url(), request.headers().referer ?? '')
    const [, token] = /^Bearer (.+)$/.exec(request.headers().authorization ?? '') ?? []
    if (token) given.add(token)
  })
  await openHostPage(page, platform(), { head: listening, body: chartTag })
  await expect(page.locator('.figure dd').first()).toContainText('$')
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  const found = async () => {
    const all = { ...(await page.evaluate(pageTexts)), ...outside }
    return Object.entries(all).flatMap(([kind, texts]) => (runsIn(texts.join('\n'), given, []).length > 0 ? [kind] : []))
  }
  expect(given.size).toBeGreaterThan(0)
  expect((await page.evaluate(pageTexts)).messages.length).toBeGreaterThan(1)
  expect(await found()).toEqual([])

  // Control: the same search finds a token that is put into each of these places.
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

test('a chart and a notice work under the strictest content security policy, without violations', async ({ page }) =>
  expectWorkingUnder(
    page,
    platform(),
    { ...integrityPolicy, 'Content-Security-Policy': strictestPolicy(platform()) },
    await scriptsWithIntegrity(platform()),
  ))

test('a frame works on a page with the strictest content security policy, without violations', async ({ page }) => {
  const errors = await errorsAndViolationsOf(page)
  await openHostPage(page, platform(), {
    body: `<ad-frame src="${platform().origin}/embedded/clients/1/advertisers/1/campaigns/1/chart" title="Figures" locale="en-US"></ad-frame>`,
    scripts: await scriptsWithIntegrity(platform()),
    headers: { ...integrityPolicy, 'Content-Security-Policy': strictestPolicy(platform()) },
  })
  await withErrorsHeard(errors, workChart(page, page.frameLocator('iframe')))
  expect(errors).toEqual([])
})

test('a policy violation of the page and a modified file of ours are both detected', async ({ page }) => {
  const errors = await errorsAndViolationsOf(page)
  await openHostPage(page, platform(), {
    body: `<p style="color: red">Red</p>${plainChart()}`,
    pageScript: `${await fixedTokenScript(platform())}\ntry { new Function('return 1')() } catch {}`,
    headers: { 'Content-Security-Policy': `script-src 'self' ${platform().origin}; style-src 'self'` },
  })
  await painted(page)
  expect(errors.filter((text) => text.startsWith('style-src-attr'))).toHaveLength(1)
  expect(errors.filter((text) => /^script-src eval/.test(text))).toHaveLength(1)
  const core = Object.keys(integrity).find((file) => file.startsWith('chunks/core-')) ?? ''
  const failed = page.waitForEvent('console', (message) => message.text().includes('integrity'))
  await openHostPage(page, platform(), {
    scripts: await scriptsWithIntegrity(platform(), { ...integrity, [core]: integrity['placard.js'] ?? '' }),
  })
  await failed
  await expect(page.getByRole('button', { name: 'Dates' })).toHaveCount(0)
})
