import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import {
  account,
  addressOf,
  callAs,
  chooseOwn,
  enterConsole,
  giveName,
  signInHere,
  signInButton,
  superUser,
} from '../support/console/sign-in.ts'
import { toast } from '../support/console/notices.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { personToken } from '../support/identity/person-token.ts'
import { callsAs } from '../support/platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'

test.describe.configure({ timeout: 150_000 })
let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const first = 'Correct-horse-battery-9'
const next = 'Another-horse-battery-10'

/** The link in the newest mail to an address, from the demonstration's outbox. */
async function linkTo(page: Page, email: string, subject: string) {
  const mail = page.getByRole('listitem').filter({ hasText: subject }).filter({ hasText: email }).first()
  await expect(async () => {
    await page.goto(`${platform.origin}/outbox`)
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await mail.getByText(subject, { exact: false }).first().click()
  const link = mail.getByRole('link', { name: 'Open the link of this email' })
  return new URL((await link.getAttribute('href')) ?? '', platform.origin)
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  expect(await hardToUse(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your password is saved' }).waitFor()
}

test('a user is invited, sets up the account by mail, signs in, changes the password and is removed', async ({ browser }) => {
  const ask = callsAs(platform, await personToken(platform, superUser))
  const email = 'new.person@placard.example'
  const { user_id } = await ask(
    'POST',
    'v1/member_groups/2/users',
    { email, first_name: 'New', last_name: 'Person', role_ids: [4] },
    { 'Idempotency-Key': crypto.randomUUID() },
  )

  const page = await browser.newPage()
  const link = await linkTo(page, email, 'Set up your Placard account')
  expect(link.pathname).toBe('/setup-account')
  await page.goto(`${link.origin}/greenbasket${link.pathname}${link.search}`)
  await page.getByRole('heading', { name: 'Welcome to Greenbasket' }).waitFor()
  await page.getByRole('button', { name: 'Set up your account' }).press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await choosePassword(page, first)
  await page.goto(platform.origin)
  await giveName(page, first, email)
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' })
  await terms.getByRole('checkbox').check()
  await terms.getByRole('button', { name: 'Accept and continue' }).press('Enter')
  await account(page).waitFor()
  await expect.poll(() => addressOf(page)).toBe('/clients/2')

  const other = await browser.newPage()
  await other.goto(`${platform.origin}/login`)
  await other.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await other.getByRole('textbox', { name: 'Email' }).fill(email)
  await other.keyboard.press('Enter')
  await expect(other.getByText('Check your email')).toBeVisible()
  await other.goto((await linkTo(other, email, 'Choose a new')).href)
  await choosePassword(other, next)
  // Every session of the user has ended; the next action shows the sign-in page.
  await chooseOwn(page, 'Profile')
  await expect(page.locator('ad-sign-in .callout')).toContainText('We could not refresh this session')
  await signInHere(page, next, email)

  await ask('DELETE', `v1/users/${user_id}`)
  await chooseOwn(page, 'Profile')
  await expect(toast(page, 'Signing Out')).toBeVisible()
  await expect(page.locator('ad-sign-in .callout')).toContainText('Your user was not found')
  for (const one of [page, other]) await one.context().close()
})

test("a client's single sign-on organization and connection are sent to the identity provider", inAudit, async ({ page }) => {
  await enterConsole(page, platform, '/clients/2')
  const { reply } = await callAs(page, 'GET', 'v1/member_groups/2')
  const changed = await callAs(
    page,
    'PATCH',
    'v1/member_groups/2',
    { sso_organization_id: 'org_green', sso_connection_id: 'con-green' },
    { 'If-Match': String(reply.result.version) },
  )
  expect(changed.status).toBe(200)
  await page.goto(`${platform.origin}/greenbasket/login`)
  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${platform.origin}/greenbasket/login?returnRoute=/clients/2`)
  const request = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/auth'))
  await signInButton(page).press('Enter')
  const { searchParams } = new URL((await request).url())
  expect([searchParams.get('organization'), searchParams.get('connection'), searchParams.get('code_challenge_method')]).toEqual([
    'org_green',
    'con-green',
    'S256',
  ])
  await account(page).waitFor()
})

test('the sign-in page uses the selected language and remembers it', async ({ page }) => {
  await page.goto(`${platform.origin}/login`)
  const menu = page.locator('ad-console').getByRole('button', { name: /^Language/ })
  await menu.press('Enter')
  expect(await hardToUse(page)).toEqual([])
  await page.getByRole('menuitemradio', { name: /Deutsch/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
})
