import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { bareServer } from '../support/embedding/bare-server.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { openMarkup } from '../support/reports/chart-markup.ts'
import { change, chart, shiftsNothing, isStillFocused, keepFocused, openChart, styleOf } from '../support/embedding/changing-chart.ts'
import { figuresShown, reportNames, reportRequests, withoutCode } from '../support/embedding/early-reports.ts'
import { expectPageUnchanged, expectUnaffectedByPage } from '../support/embedding/hostile-styles.ts'
import { recoversFromMissing } from '../support/embedding/missing-code.ts'
import { coloursOf, fitsNarrow, openThemed } from '../support/embedding/narrow-elements.ts'
import { anotherChart, anotherRelease, copyOf, liveTogether } from '../support/embedding/other-libraries.ts'
import {
  everything,
  fixedTokenScript,
  integrity,
  proven,
  provenScripts,
  refusalsOf,
  saying,
  worksUnder,
} from '../support/embedding/page-policies.ts'
import { amountOf, demonstration, oneIdentity, painted, plainChart, requestsOf, workChart } from '../support/embedding/guest-journey.ts'
import { chartTag, openGuestPage } from '../support/embedding/guest-page.ts'
import { complaintsOf } from '../support/browser/opening.ts'
import { runsIn } from '../support/embedding/token-runs.ts'

// The time zone of the charts' advertiser. In another zone it may be another day, which would add requests.
test.use({ timezoneId: 'America/Los_Angeles' })

const platform = demonstration()
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const charts = (page: Page) => page.locator('ad-report-chart')

const drawn = (page: Page) => page.locator('ad-report-chart').evaluate((node) => customElements.get(node.localName) !== undefined)

test('a chart requests its data once, while its code is still loading', async ({ page }) => {
  const release = await withoutCode(page)
  const asked = reportRequests(page)
  await openGuestPage(page, platform(), {})
  await expect.poll(() => reportNames(asked)).toEqual(['total', 'trend'])
  expect(await drawn(page)).toBe(false)
  for (const request of asked) expect((await request.response())?.status()).toBe(200)
  release()
  await figuresShown(page)
  await page.waitForLoadState('networkidle')
  expect(reportNames(asked)).toEqual(['total', 'trend'])
})

test('two identities request data with their own tokens, and a chart without a token requests nothing', async ({ page }) => {
  const release = await withoutCode(page)
  const asked = reportRequests(page)
  const own = `const give = (who) => async () => { (window.given ??= []).push(who); return (await fetch('/shop/token?' + who)).json() }
for (const who of ['one', 'two']) document.querySelector('#' + who).getToken = give(who)`
  const body = ['none', 'one', 'two'].map((id) => chartTag.replace(' client-id', ` id="${id}" client-id`)).join('')
  await openGuestPage(page, platform(), { body, own })
  await expect.poll(() => reportNames(asked)).toEqual(['total', 'total', 'trend', 'trend'])
  expect(await page.evaluate('window.given.sort().join()')).toBe('one,two')
  release()
  for (const id of ['one', 'two']) await expect(page.locator(`#${id} .figure dd`).first()).toContainText('$')
  await expect(page.locator('#none').getByText('Your session has expired', { exact: false })).toBeVisible()
  expect(asked).toHaveLength(4)
})

/** A token from the partner's server with these permissions. */
async function tokenFor(rights: Readonly<Record<string, string>>) {
  const { partners } = JSON.parse(readFileSync(join(platform().dataDir, 'secrets.json'), 'utf8'))
  const asked = await fetch(`${platform().origin}/idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`greenbasket-portal:${partners['greenbasket-portal']}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', client: '2', ...rights }),
  })
  return asked.text()
}

const theSame = '<ad-report-chart client-id="2" date-range="last_30_days" locale="en-US"></ad-report-chart>'
const firstOfClientTwo = '21'

test.describe('with an advertiser in New York', () => {
  // The time zone of the only advertiser of these charts.
  test.use({ timezoneId: 'America/New_York' })

  test('two identities on one page share no response, and one keeps working after the other signs out', async ({ page }) => {
    const asked = requestsOf(page)
    const whole = await tokenFor({ user: 'supplier-desk' })
    const part = await tokenFor({ user: 'one-supplier', advertisers: firstOfClientTwo })
    const own = `const [whole, part] = [${whole}, ${part}]
  const people = [async () => whole, async () => part]
  window.people = people
  document.querySelectorAll('ad-report-chart').forEach((one, at) => { one.getToken = people[at % 2] })`
    await openGuestPage(page, platform(), { body: theSame.repeat(4), own })
    for (let at = 0; at < 4; at++) await painted(charts(page).nth(at))
    const spends = await Promise.all([0, 1, 2, 3].map((at) => amountOf(charts(page).nth(at)).textContent()))
    expect(spends[0]).toBe(spends[2])
    expect(spends[1]).toBe(spends[3])
    expect(spends[0]).not.toBe(spends[1])
    const reports = asked.filter(({ address }) => address.includes('/v2/report/'))
    const tokens = [whole, part].map((text) => `Bearer ${JSON.parse(text).access_token}`)
    expect(reports.map(({ address, token }) => `${address.replace(/.*\//, '')} ${tokens.indexOf(token)}`).sort()).toEqual([
      'total 0',
      'total 1',
      'trend 0',
      'trend 1',
    ])
    expect(new Set(reports.map(({ body }) => body)).size).toBe(2)

    const before = asked.length
    await page.evaluate("document.querySelector('ad-report-chart').signOut()")
    await page.evaluate("for (const one of document.querySelectorAll('ad-report-chart')) one.dateRange = 'last_7_days'")
    await expect(charts(page).nth(1).getByRole('button', { name: 'Dates' })).not.toHaveText(spends[0] ?? '')
    for (const at of [1, 3]) await expect(amountOf(charts(page).nth(at))).not.toHaveText(spends[1] ?? '')
    for (const at of [0, 2]) await expect(charts(page).nth(at).getByRole('alert')).toBeVisible()
    const after = asked.slice(before).filter(({ address }) => address.includes('/v2/'))
    expect(new Set(after.map(({ token }) => token))).toEqual(new Set([tokens[1]]))
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
    for (const secret of [...tokens.map((token) => token.slice('Bearer '.length)), ...spends]) expect(kept).not.toContain(secret)
  })
})

test('the response of one identity is never shown to the next', async ({ page }) => {
  const own = `const [whole, part] = [${await tokenFor({ user: 'supplier-desk' })}, ${await tokenFor({ user: 'one-supplier', advertisers: firstOfClientTwo })}]
const people = [async () => whole, async () => part]
const [one] = document.querySelectorAll('ad-report-chart')
one.getToken = people[0]
window.become = (at) => { one.getToken = people[at] }`
  await openGuestPage(page, platform(), { body: theSame, own })
  await painted(charts(page))
  const whole = (await amountOf(charts(page)).textContent()) ?? ''
  const seen: string[] = []
  await page.exposeFunction('saw', (text: string) => seen.push(text))
  await page.evaluate(`
    const { shadowRoot } = document.querySelector('ad-report-chart')
    new MutationObserver(() => window.saw(shadowRoot.querySelector('.figure')?.textContent ?? '')).observe(shadowRoot, { subtree: true, childList: true, characterData: true })
    window.become(1)`)
  await expect(amountOf(charts(page))).not.toHaveText(whole)
  await painted(charts(page))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((text) => text.includes(whole))).toEqual([])
})

test('without the report-chart chunk each chart shows an error, and one retry loads it for all', ({ page }) =>
  recoversFromMissing('report-chart', page, platform()))

test('a chart keeps the selected point and the focus when language, theme and advertiser change', async ({ page }) => {
  const heard = complaintsOf(page)
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
  expect(heard).toEqual([])
})

test('a chart of a report that does not exist says what to do and does not retry', async ({ page }) => {
  const { codes, warnings } = await openMarkup(page, platform(), 'advertiser-id="999999"')
  await expect(page.getByRole('heading', { name: 'Report not found' })).toBeVisible()
  await expect(page.getByText('Ask the operator of this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect.poll(codes).toContain('not_found')
  expect(warnings()).toEqual([])
})

test('a chart of today has no comparison, and its menu says why', async ({ page }) => {
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

test('tokens, part rules and the theme object each change their styles', async ({ page }) => {
  await openChart(page, platform(), {
    css: 'ad-report-chart { --ad-chart-2: rgb(200, 0, 90) } ad-report-chart::part(toolbar) { background: rgb(255, 240, 200) }',
  })
  expect(await styleOf(page, '.chart .line', 'stroke')).toBe('rgb(200, 0, 90)')
  expect(await styleOf(page, '.toolbar', 'background-color')).toBe('rgb(255, 240, 200)')
  await change(page, "chart.themeTokens = { 'chart-1': 'rgb(9, 8, 7)' }")
  await expect.poll(() => styleOf(page, '.chart .full', 'fill')).toBe('rgb(9, 8, 7)')
})

test('nothing below the placeholder moves when the chart arrives', ({ page }) => shiftsNothing(page, platform(), 1000))

test('hostile style sheets of the page do not affect ad-report-chart', ({ page }) =>
  expectUnaffectedByPage(page, platform(), 'ad-report-chart', {
    names: ['a reset of everything', 'inherited properties'],
    allowedRules: ['filter: invert(1)'],
  }))

test('no style of an element affects the page', ({ page }) => expectPageUnchanged(page, platform(), ['ad-report-chart']))

test('ad-report-chart in 320 px of a wide page has the narrow layout', ({ page }) => fitsNarrow(page, platform(), 'ad-report-chart'))

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
  liveTogether(page, platform(), ['Theirs', 'Ours']),
)

test('with two releases on one page, the first defines every element', async ({ page }) => {
  const heard = complaintsOf(page)
  await anotherRelease(page, platform())
  await openGuestPage(page, platform(), { body: plainChart(), own: oneIdentity, script: `${copyOf(platform())}/placard.js` })
  await painted(page.locator('ad-report-chart'))
  const late = page.waitForResponse((response) => response.url().startsWith(`${platform().origin}/chunks/report-chart-`))
  await page.evaluate(`import('${platform().origin}/placard.js')`)
  await late
  await page.evaluate(anotherChart)
  for (const at of [0, 1]) await expect(page.locator('ad-report-chart').nth(at).getByRole('button', { name: 'Turnover' })).toBeVisible()
  expect(heard).toEqual([])
})

test('a release works from any file host and path, with the platform on another origin', async ({ page, context }) => {
  const files = await bareServer(dist, '/vendor/placard-1.2/')
  const own = `import { configure } from '${files.address}placard.js'\nconfigure({ apiBase: '${platform().origin}' })\n${oneIdentity}`
  const heard = complaintsOf(page)
  const asked = requestsOf(page)
  await context.grantPermissions(['local-network-access'])
  await openGuestPage(page, platform(), { body: plainChart(), own, script: `${files.address}placard.js` })
  await workChart(page, page.locator('ad-report-chart'))
  const scripts = asked.filter(({ isScript, address }) => isScript && !address.includes('made-for-a-test'))
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.filter(({ address }) => !address.startsWith(`GET ${files.address}`))).toEqual([])
  const calls = asked.filter(({ address }) => /\/v[12]\//.test(address))
  expect(calls.filter(({ address }) => !address.includes(` ${platform().origin}/`))).toEqual([])
  expect(heard).toEqual([])
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
  await openGuestPage(page, platform(), { head: listening, body: chartTag })
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

test('everything works under the strictest content security policy, without violations', async ({ page }) =>
  worksUnder(page, platform(), { ...proven, 'Content-Security-Policy': everything(platform()) }, await provenScripts(platform())))

test('a frame works on a page with the strictest content security policy, without violations', async ({ page }) => {
  const heard = await refusalsOf(page)
  await openGuestPage(page, platform(), {
    body: `<ad-frame src="${platform().origin}/embedded/clients/1/advertisers/1/campaigns/1/chart" title="Figures" locale="en-US"></ad-frame>`,
    scripts: await provenScripts(platform()),
    headers: { ...proven, 'Content-Security-Policy': everything(platform()) },
  })
  await saying(heard, workChart(page, page.frameLocator('iframe')))
  expect(heard).toEqual([])
})

test('a policy violation of the page and a modified file of ours are both detected', async ({ page }) => {
  const heard = await refusalsOf(page)
  await openGuestPage(page, platform(), {
    body: `<p style="color: red">Red</p>${plainChart()}`,
    own: `${await fixedTokenScript(platform())}\ntry { new Function('return 1')() } catch {}`,
    headers: { 'Content-Security-Policy': `script-src 'self' ${platform().origin}; style-src 'self'` },
  })
  await painted(page)
  expect(heard.filter((text) => text.startsWith('style-src-attr'))).toHaveLength(1)
  expect(heard.filter((text) => /^script-src eval/.test(text))).toHaveLength(1)
  const core = Object.keys(integrity).find((file) => file.startsWith('chunks/core-')) ?? ''
  const failed = page.waitForEvent('console', (message) => message.text().includes('integrity'))
  await openGuestPage(page, platform(), {
    scripts: await provenScripts(platform(), { ...integrity, [core]: integrity['placard.js'] ?? '' }),
  })
  await failed
  await expect(page.getByRole('button', { name: 'Dates' })).toHaveCount(0)
})
