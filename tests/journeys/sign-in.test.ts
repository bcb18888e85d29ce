import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { complaintsOf } from '../support/opening.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { returnRoutes } from '../support/return-routes.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const wanted = '/embedded/clients/1/chart?date_range=last_7_days'
const email = 'ines.okonjo@placard.example'
const policy = () =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types pl-html; frame-ancestors 'none'`

/** Pages that are nothing but the door, at the addresses that are its own, under the platform's own rules. */
async function withDoors(context: BrowserContext) {
  await context.route(/\/login(\?|$)|\/door\/setup-account/, (route) => {
    const url = new URL(route.request().url())
    if (url.pathname.startsWith('/idp/')) return route.continue()
    const [, name] = /^\/([^/]+)\/(login|setup-account)$/.exec(url.pathname) ?? []
    const path = `${url.pathname.split('/').at(-1)}${url.search}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': policy() },
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sign in</title><script type="module" src="/placard.js"></script></head><body><main><h1>Placard</h1><ad-sign-in theme="auto"${name ? ` client-name="${name}"` : ''} path="${path}"></ad-sign-in></main></body></html>`,
    })
  })
}
test.beforeEach(({ context }) => withDoors(context))

const door = (page: Page) => page.locator('ad-sign-in')
const button = (page: Page) => door(page).getByRole('button', { name: 'Sign in', exact: true })
const toDoor = (page: Page, path = '/login', route = wanted) =>
  page.goto(`${platform.origin}${path}?returnRoute=${encodeURIComponent(route)}`)
/** By keyboard alone. */
async function say(page: Page, password: string, who = email) {
  await page.getByLabel('E-mail').waitFor()
  if (!(await page.getByLabel('E-mail').inputValue())) {
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(who)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
const shows = (page: Page) => expect(page.locator('ad-report-chart .figure dd').first()).toContainText('$')
async function signIn(page: Page, path?: string) {
  await toDoor(page, path)
  await button(page).press('Enter')
  await say(page, platform.password)
  await shows(page)
}

test('somebody signs in by keyboard alone: a wrong password, then the right one, and is where they wanted to go', async ({ page }) => {
  const heard = complaintsOf(page)
  await toDoor(page)
  await button(page).waitFor()
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await say(page, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is not right.')
  await say(page, platform.password)
  await shows(page)
  expect(page.url()).toBe(platform.origin + wanted)
  expect(heard.filter((text) => !text.includes('401'))).toEqual([])

  await page.reload()
  await shows(page)
  const kept = await page.evaluate(() => Object.entries(localStorage).flat().join(' '))
  expect(kept).not.toMatch(/eyJ|"access_token"|refresh/)
})

test('a second window is signed in without a word, and signing out in one ends the other', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto(platform.origin + wanted)
  await shows(other)
  // Whoever signs out anywhere says so to all: the mark goes, and the word goes round.
  const id = await page.evaluate(() => localStorage.getItem('placard-session')?.split(' ')[0])
  await page.evaluate((over) => {
    localStorage.removeItem('placard-session')
    localStorage.setItem('logout', String(Date.now()))
    new BroadcastChannel('placard-session').postMessage({ kind: 'out', id: over })
  }, id)
  await expect(other).toHaveURL(/\/login\?returnRoute=/)
  await expect(button(other)).toBeVisible()
  expect(await other.evaluate(() => sessionStorage.getItem('placard-grant'))).toBeNull()
  await button(other).press('Enter')
  await expect(other.getByLabel('Password')).toBeVisible()
})

test('a session that is over is said as a notice and at the door, and the way back is kept', async ({ page }) => {
  await signIn(page)
  await page.evaluate(() => sessionStorage.setItem('placard-sign-in-problem', 'expired'))
  await toDoor(page)
  await expect(door(page).locator('.toast')).toContainText('Authentication Failed')
  await expect(door(page).locator('.callout')).toContainText('Your session has expired.')
  await page.reload()
  await button(page).waitFor()
  await expect(door(page).locator('.callout')).toHaveCount(0)
})

test('a forged way back from the provider signs nobody in, and the door says so', async ({ page }) => {
  for (const query of ['code=made-up&state=made-up', 'error=access_denied&state=x', '', 'state=__proto__&code=1']) {
    await page.goto(`${platform.origin}/signed-in?${query}`)
    await expect(door(page).locator('.callout')).toContainText('There was an issue with our authentication service')
    expect(await page.evaluate(() => sessionStorage.getItem('placard-grant'))).toBeNull()
  }
})

test('no way back leads to another origin', async ({ page }) => {
  const asked: string[] = []
  await toDoor(page)
  await button(page).waitFor()
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    addEventListener('ad-before-sign-in', (event) => {
      event.preventDefault()
      if (event instanceof CustomEvent) heard.push(event.detail.return_route)
    })
  })
  for (const route of returnRoutes.filter((one) => one.length < 2000)) {
    await door(page).evaluate(
      (node, path) => node.setAttribute('path', path),
      `login?returnRoute=${encodeURIComponent(route.toWellFormed())}`,
    )
    await button(page).click()
    asked.push(route)
  }
  const gone = await page.evaluate(() => (Reflect.get(window, 'heard') as string[]).map((route) => new URL(route, location.href).origin)) // filled above
  expect(gone).toHaveLength(asked.length)
  expect(gone.length).toBeGreaterThanOrEqual(150)
  expect([...new Set(gone)]).toEqual([platform.origin])
})

test('each client has its own door: its name and its colours', async ({ page }) => {
  const config = await (await fetch(`${platform.origin}/v1/member_groups/login_config_by_host_name?login_key=x`)).json()
  const looks: string[] = []
  for (const path of ['/login', '/greenbasket/login', '/nobody-at-all/login']) {
    await toDoor(page, path)
    await button(page).waitFor()
    const heading = await door(page).getByRole('heading', { level: 2 }).textContent()
    looks.push(`${heading} ${await button(page).evaluate((node) => getComputedStyle(node).backgroundColor)}`)
  }
  expect(looks[0]).toContain(config.result.name)
  expect(looks[2]).toBe(looks[0])
  expect(looks[1]).not.toBe(looks[0])
})

test('who forgot the password asks for a mail, and is not told whether the address is known', async ({ page }) => {
  await toDoor(page)
  await door(page).getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await door(page).getByRole('button', { name: 'Send the link' }).press('Enter')
  await expect(door(page).getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await door(page).getByLabel('E-mail').fill('nobody@placard.example')
  await page.keyboard.press('Enter')
  await expect(door(page).locator('.callout')).toContainText('If there is an account with this address')
  await door(page).getByRole('link', { name: 'Back to the sign-in' }).press('Enter')
  await expect(button(page)).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`in ${colorScheme} everybody can use each door, and nothing is wider than the page`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme })
    await withDoors(page.context())
    const token = 'a'.repeat(43)
    const places = ['/login', '/greenbasket/login', '/login?view=forgotten', `/door/setup-account?token=${token}`, '/door/setup-account']
    for (const [index, place] of places.entries()) {
      await page.goto(platform.origin + place)
      await door(page).getByRole('heading', { level: 2 }).waitFor()
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 700 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await hardToUse(page)).toEqual([])
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/door-${index}-${colorScheme}-${width}.png` })
      }
    }
    await page.close()
  })
