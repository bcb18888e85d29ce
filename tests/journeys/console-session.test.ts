import { type BrowserContext, type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { account, addressOf, callAs, chooseOwn, enterConsole, expectWarning, signInHere, signInButton } from '../support/console/sign-in.ts'
import { openHostPage } from '../support/embedding/host-page.ts'
import { toast } from '../support/console/notices.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'

test.describe.configure({ timeout: 150_000 })
let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const prompt = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
const seconds = async (page: Page) => Number(await prompt(page).locator('[data-seconds]').getAttribute('data-seconds'))
const profile = (page: Page) => page.getByRole('dialog', { name: 'Profile' })
const firstName = (page: Page) => profile(page).getByLabel('First name')
const said = (page: Page) => page.locator('ad-sign-in .callout')

/** The test advances the page's clock, and resets it to real time before a sign-in. */
const idle = (page: Page) => page.clock.fastForward('20:30')
async function isReal(page: Page) {
  await page.clock.setSystemTime(Date.now())
  await page.clock.resume()
}

/** Ends the session from the page, as any host may. */
const endFromOutside = (page: Page) =>
  page.locator('ad-console').evaluate((node) => 'signOut' in node && typeof node.signOut === 'function' && node.signOut())

/** Refuses every request that has a token. */
const refuseAll = (context: BrowserContext, code: string) =>
  context.route(/\/v\d\//, (route) =>
    route.request().headers().authorization
      ? route.fulfill({
          status: 401,
          json: { status: 'error', error: 'no', code, formatting: { subject: 'a', rule: 'b' }, request_id: '1' },
        })
      : route.continue(),
  )

test(
  'an idle user is asked and must press the button to stay signed in, and signing in again returns to the same page',
  inAudit,
  async ({ page }) => {
    await page.clock.install()
    const path = '/clients/1/reporting?tab=saved#part'
    await enterConsole(page, platform, path)
    expect(addressOf(page)).toBe(path)
    await idle(page)
    await expect(prompt(page)).toBeVisible()
    expect(await hardToUse(page)).toEqual([])
    const before = await seconds(page)
    for (const key of ['Escape', 'a', 'Control+k', 'Escape', 'Control+k']) await page.keyboard.press(key)
    await page.mouse.click(4, 4)
    await page.clock.fastForward(20_000)
    await expect(prompt(page)).toBeVisible()
    await expect.poll(() => seconds(page)).toBeLessThanOrEqual(before - 20)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await prompt(page).getByRole('button', { name: 'Stay signed in' }).press('Enter')
    await expect(prompt(page)).toBeHidden()
    await account(page).waitFor()

    await idle(page)
    await expect(prompt(page)).toBeVisible()
    await page.keyboard.press('Escape')
    // The sign-in page follows the warning after seconds, so it waits until the warning is checked.
    let release = () => {}
    const isChecked = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/login\?/, (route) => isChecked.then(() => route.continue()))
    await page.clock.fastForward(30_000)
    await page.keyboard.press('Escape')
    await page.clock.fastForward(31_000)
    await expectWarning(page)
    expect(await hardToUse(page)).toEqual([])
    release()
    await page.clock.fastForward(2600)
    await expect(said(page)).toContainText('Your session has expired.')
    expect(addressOf(page)).toBe(`/login?returnRoute=${encodeURIComponent(path)}`)
    expect(await hardToUse(page)).toEqual([])
    await isReal(page)
    await signInHere(page, platform.password)
    expect(addressOf(page)).toBe(path)
  },
)

test('a platform that refuses a fresh token signs the user out, and input is kept', async ({ page, context }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    return dialog.accept()
  })
  await enterConsole(page, platform, '/clients/1')
  await chooseOwn(page, 'Profile')
  await firstName(page).fill('Inés typed')
  await refuseAll(context, 'not_authenticated')
  await profile(page).getByRole('button', { name: 'Save profile' }).press('Enter')
  await expectWarning(page)
  await expect(said(page)).toContainText('Session has expired; not authenticated')
  await expect(toast(page, 'Authentication Failed')).toBeVisible()
  await context.unroute(/\/v\d\//)
  await signInHere(page, platform.password)
  expect([addressOf(page), dialogs]).toEqual(['/clients/1', []])
  await expect(toast(page, 'Your entries are saved')).toBeVisible()
  await chooseOwn(page, 'Profile')
  await expect(firstName(page)).toHaveValue('Inés typed')
  await page.reload()
  await chooseOwn(page, 'Profile')
  await expect(firstName(page)).not.toHaveValue('Inés typed')
})

test('signing out warns about unsaved input, and the next user sees none of it', async ({ page }) => {
  await enterConsole(page, platform, '/clients/1')
  await page.evaluate(() => sessionStorage.setItem('placard-form.999 /clients/1 first_name last_name locale_id', '{"first_name":"Other"}'))
  await page.reload()
  await chooseOwn(page, 'Profile')
  await expect(firstName(page)).not.toHaveValue('Other')
  await page.keyboard.press('Escape')
  await chooseOwn(page, 'Sign out')
  await expectWarning(page)
  await expect(account(page)).toBeVisible()
  await signInButton(page).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('placard-grant'))).toBeNull()
  await signInButton(page).press('Enter')
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('the embedded console stays in its frame through sign-in, forced sign-out and return', inAudit, async ({ page, context }) => {
  await enterConsole(page, platform, '/embedded#/clients/1/reporting?tab=saved')
  expect(addressOf(page)).toBe('/embedded#/clients/1/reporting?tab=saved')
  await refuseAll(context, 'not_authenticated')
  await chooseOwn(page, 'Profile')
  await expectWarning(page)
  await expect(said(page)).toContainText('Session has expired; not authenticated')
  expect(addressOf(page)).toBe('/embedded#/login?returnRoute=%2Fclients%2F1%2Freporting%3Ftab%3Dsaved')
  await context.unroute(/\/v\d\//)
  await page.goBack()
  await signInButton(page).waitFor()
  await signInHere(page, platform.password)
  expect(addressOf(page)).toBe('/embedded#/clients/1/reporting?tab=saved')
  await page.goto(`${platform.origin}/embedded`)
  await expect.poll(() => addressOf(page)).toBe('/embedded#/clients/1')
})

test('a deep link survives the sign-in, with its fragment', inAudit, async ({ page }) => {
  await enterConsole(page, platform, '/greenbasket/login')
  await endFromOutside(page)
  await expectWarning(page)
  await signInButton(page).waitFor()
  await page.goto(`${platform.origin}/clients/2/reporting?tab=saved#part`)
  await signInButton(page).waitFor()
  expect(addressOf(page)).toBe(`/greenbasket/login?returnRoute=${encodeURIComponent('/clients/2/reporting?tab=saved#part')}`)
  await expect(page.getByRole('heading', { name: 'Sign in to Greenbasket' })).toBeVisible()
  await signInHere(page, platform.password)
  expect(addressOf(page)).toBe('/clients/2/reporting?tab=saved#part')
  await page.goto(`${platform.origin}/login#return-route=/clients/1/reporting?tab=saved`)
  await expect.poll(() => addressOf(page)).toBe('/clients/1/reporting?tab=saved')
  await page.goto(`${platform.origin}/clients/1#return-route=/clients/2`)
  await expect.poll(() => addressOf(page)).toBe('/clients/2')
})

test('when a host ends the session the sign-in page appears, and the next token continues', async ({ page, context }) => {
  const other = await context.newPage()
  await enterConsole(other, platform, '/clients/1')
  const token = await other.evaluate(() => JSON.parse(sessionStorage.getItem('placard-grant') ?? '{}').access_token)
  await openHostPage(page, platform, { body: '<ad-console locale="en-US" path="clients/1/reporting"></ad-console>', pageScript: '' })
  await page.evaluate((given) => {
    const events: string[] = []
    const give = () => async () => ({ access_token: given, expires_at: Date.now() / 1000 + 600 })
    const element = document.querySelector('ad-console')
    for (const name of ['ad-signed-in', 'ad-signed-out']) element?.addEventListener(name, () => events.push(name))
    Object.assign(window, { events, give })
    Object.assign(element ?? {}, { getToken: give() })
  }, token)
  await account(page).waitFor()
  await chooseOwn(page, 'Profile')
  await firstName(page).fill('Inés at the host')
  await endFromOutside(page)
  await signInButton(page).waitFor()
  await expect(page.locator('ad-console')).toHaveAttribute('path', 'login?returnRoute=%2Fclients%2F1%2Freporting')
  expect(await page.evaluate(() => Reflect.get(window, 'events'))).toEqual(['ad-signed-in', 'ad-signed-out'])
  await page.evaluate(() => Object.assign(document.querySelector('ad-console') ?? {}, { getToken: Reflect.get(window, 'give')() }))
  await account(page).waitFor()
  await expect(page.locator('ad-console')).toHaveAttribute('path', 'clients/1/reporting')
  await chooseOwn(page, 'Profile')
  await expect(firstName(page)).toHaveValue('Inés at the host')
})

test("a partner's page without a token opens the platform's sign-in", async ({ page }) => {
  await openHostPage(page, platform, { body: '<ad-console locale="en-US" path="clients/1/reporting"></ad-console>', pageScript: '' })
  await signInButton(page).press('Enter')
  await page.waitForURL(`${platform.origin}/login?returnRoute=%2Fclients%2F1%2Freporting`)
  await signInHere(page, platform.password)
  expect(addressOf(page)).toBe('/clients/1/reporting')
  expect((await callAs(page, 'GET', 'v1/locales')).status).toBe(200)
})

test('in a frame whose host ended the session, the sign-in page tells the host where to sign in', async ({ page, context }) => {
  const other = await context.newPage()
  await enterConsole(other, platform, '/clients/1')
  const token = await other.evaluate(() => JSON.parse(sessionStorage.getItem('placard-grant') ?? '{}').access_token)
  await openHostPage(page, platform, {
    body: `<ad-frame src="${platform.origin}/embedded?client_id=1#/clients/1/reporting" title="The console" locale="en-US" min-height="700"></ad-frame>`,
    pageScript: `const frame = document.querySelector('ad-frame')
window.events = []
for (const type of ['ad-before-sign-in', 'ad-signed-out']) frame.addEventListener(type, ({ detail }) => window.events.push([type, detail.return_route]))
frame.getToken = async () => ({ access_token: ${JSON.stringify(token)}, expires_at: Date.now() / 1000 + 600 })`,
  })
  const inner = page.locator('ad-frame').frameLocator('iframe')
  await inner.getByRole('button', { name: /^Your account/ }).waitFor()
  await page.locator('ad-frame').evaluate((node) => 'signOut' in node && typeof node.signOut === 'function' && node.signOut())
  await inner.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await expect(inner.getByText('Sign in to the surrounding page')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'events')))
    .toEqual([
      ['ad-signed-out', undefined],
      ['ad-before-sign-in', '/clients/1/reporting'],
    ])
  await expect(inner.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})
