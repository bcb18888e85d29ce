import { type Locator, type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { toast } from '../support/console/notices.ts'
import { errorsOf } from '../support/browser/opening.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'
import { returnRoutes } from '../support/identity/return-routes.ts'
import { signInElement, signInButton as button, withSignInPages } from '../support/identity/sign-in-page.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const wanted = '/embedded/clients/1/chart?date_range=last_7_days'
const email = 'ines.okonjo@placard.example'
test.beforeEach(({ context }) => withSignInPages(context))

const toDoor = (page: Page, path = '/login', route = wanted) =>
  page.goto(`${platform.origin}${path}?returnRoute=${encodeURIComponent(route)}`)
/** The message of the page itself; a toast may have the same text. */
const callout = (page: Page) => signInElement(page).locator('.callout')
/** Signs in by keyboard only. */
async function say(page: Page, password: string, who = email) {
  await page.getByLabel('Email').waitFor()
  if (!(await page.getByLabel('Email').inputValue())) {
    await page.getByLabel('Email').focus()
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

/** The column and shape of a card; its height follows from its content. */
const cardOf = (card: Locator) =>
  card.evaluate((node) => {
    const { left, width } = node.getBoundingClientRect()
    const { padding, borderRadius, backgroundColor } = getComputedStyle(node)
    return { left, width, padding, borderRadius, backgroundColor }
  })

test('signing in by keyboard refuses a wrong password, and the right one opens the requested page', async ({ page }) => {
  const errors = errorsOf(page)
  await toDoor(page)
  await button(page).waitFor()
  const card = await cardOf(signInElement(page).locator('.card'))
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Email').waitFor()
  expect(await cardOf(page.locator('main.card'))).toEqual(card)
  await say(page, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.')
  await say(page, platform.password)
  await shows(page)
  expect(page.url()).toBe(platform.origin + wanted)
  expect(errors.filter((text) => !text.includes('401'))).toEqual([])

  await page.reload()
  await shows(page)
  const kept = await page.evaluate(() => Object.entries(localStorage).flat().join(' '))
  expect(kept).not.toMatch(/eyJ|"access_token"|refresh/)
})

test('a second window is signed in, and signing out in one ends the other', inAudit, async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto(platform.origin + wanted)
  await shows(other)
  // A sign-out in any tab removes the marker and notifies all tabs.
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

test('an ended session is reported once, and the requested page is kept', async ({ page }) => {
  await signIn(page)
  await page.evaluate(() => sessionStorage.setItem('placard-sign-in-problem', 'expired'))
  await toDoor(page)
  await expect(toast(page, 'Authentication Failed')).toBeVisible()
  await expect(callout(page)).toContainText('Your session has expired.')
  await page.reload()
  await button(page).waitFor()
  await expect(callout(page)).toHaveCount(0)
})

test('a forged response of the identity provider signs nobody in', async ({ page }) => {
  for (const query of ['code=made-up&state=made-up', 'error=access_denied&state=x', '', 'state=__proto__&code=1']) {
    await page.goto(`${platform.origin}/signed-in?${query}`)
    await expect(callout(page)).toContainText('There was an issue with our authentication service')
    expect(await page.evaluate(() => sessionStorage.getItem('placard-grant'))).toBeNull()
  }
})

test('no return address leads to another origin', async ({ page }) => {
  const routes: string[] = []
  await toDoor(page)
  await button(page).waitFor()
  await page.evaluate(() => {
    const events: string[] = []
    Object.assign(window, { events })
    addEventListener('ad-before-sign-in', (event) => {
      event.preventDefault()
      if (event instanceof CustomEvent) events.push(event.detail.return_route)
    })
  })
  // Every seventh route; the unit tests and the audit cover all.
  for (const route of returnRoutes.filter((one, at) => one.length < 2000 && at % 7 === 0)) {
    await signInElement(page).evaluate(
      (node, path) => node.setAttribute('path', path),
      `login?returnRoute=${encodeURIComponent(route.toWellFormed())}`,
    )
    await button(page).click()
    routes.push(route)
  }
  const gone = await page.evaluate(() => (Reflect.get(window, 'events') as string[]).map((route) => new URL(route, location.href).origin)) // filled above
  expect(gone).toHaveLength(routes.length)
  expect(gone.length).toBeGreaterThanOrEqual(18)
  expect([...new Set(gone)]).toEqual([platform.origin])
})

test('each client has its own name and colours on the sign-in page', inAudit, async ({ page }) => {
  const config = await (await fetch(`${platform.origin}/v1/member_groups/login_config_by_host_name?login_key=x`)).json()
  const looks: string[] = []
  for (const path of ['/login', '/greenbasket/login', '/nobody-at-all/login']) {
    await toDoor(page, path)
    await button(page).waitFor()
    const heading = await signInElement(page).getByRole('heading', { level: 2 }).textContent()
    looks.push(`${heading} ${await button(page).evaluate((node) => getComputedStyle(node).backgroundColor)}`)
  }
  expect(looks[0]).toContain(config.result.name)
  expect(looks[2]).toBe(looks[0])
  expect(looks[1]).not.toBe(looks[0])
})

test('a password reset does not tell whether the address is known', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 700 })
  await toDoor(page)
  await button(page).waitFor()
  expect(await hardToUse(page)).toEqual([])
  await signInElement(page).getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await signInElement(page).getByRole('button', { name: 'Send reset link' }).press('Enter')
  await expect(signInElement(page).getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await signInElement(page).getByLabel('Email').fill('nobody@placard.example')
  await page.keyboard.press('Enter')
  await expect(callout(page)).toContainText('If an account exists for this email')
  await signInElement(page).getByRole('link', { name: 'Back to sign in' }).press('Enter')
  await expect(button(page)).toBeVisible()
})
