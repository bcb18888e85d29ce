import type { BrowserContext, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { account, type ConsolePerson, signInButton, enterConsole, leaveConsole } from './people.ts'
import { errorsOf } from '../browser/opening.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { type DirectCall, roleTable } from './role-table.ts'
import { withStandIns } from './stand-in-tags.ts'

export const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Harborline Stays' })
export const lines = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')

/** Calls the platform as the page would, without the page. */
export async function ask(platform: PlatformProcess, { method, path, body }: DirectCall, token: string) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
    'If-Match': '"1"',
  }
  const response = await fetch(`${platform.origin}/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: response.status, reply: await response.json() }
}
export const own: DirectCall = { method: 'GET', path: 'v1/member_groups/1' }

/** Signs a user in; returns the token of their page. */
export async function signIn(context: BrowserContext, platform: PlatformProcess, { email }: ConsolePerson) {
  await withStandIns(context)
  const page = await context.newPage()
  const firstRequest = page.waitForRequest((request) => request.headers().authorization?.startsWith('Bearer ') === true)
  await enterConsole(page, platform, email)
  const token = ((await firstRequest).headers().authorization ?? '').slice('Bearer '.length)
  return { page, token }
}

async function seesTheirs(page: Page, { role, name }: ConsolePerson) {
  const { navigation, opens } = roleTable[role]
  await overview(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/clients/1')
  await expect(account(page)).toHaveAccessibleName(new RegExp(name.split(' ')[0] ?? '', 'i'))
  await expect(lines(page)).toHaveText([...navigation])
  await expect(page.locator('dl.figures dt').first()).toBeVisible()
  const byStatus = page.getByRole('region', { name: 'Campaigns by status' })
  // Reporting users see figures, but no campaigns.
  if (role === 8) await expect(byStatus).toHaveCount(0)
  else await expect(byStatus.getByRole('listitem').first()).toBeVisible()
  await lines(page).filter({ hasText: opens[0] }).press('Enter')
  await expect(page.getByRole('main').locator(opens[1])).toHaveText(`Stands in for ${opens[1]}`)
}

/** Checks that foreign data is hidden, and that the page says what to do instead. */
async function seesNoOthers(page: Page, platform: PlatformProcess, { role }: ConsolePerson, token: string) {
  for (const [address, heading] of roleTable[role].closed) {
    await page.goto(platform.origin + address)
    await expect(page.getByRole('main').getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Ask your account administrator for access|Choose another one above/)
    await expect(page.getByText(/^Stands in for/)).toHaveCount(0)
  }
  expect((await ask(platform, own, token)).status).toBe(200)
  for (const call of roleTable[role].calls) {
    const { status, reply } = await ask(platform, call, token)
    expect([403, 404], `${call.method} ${call.path} answers ${status}`).toContain(status)
    expect(Object.keys(reply)).not.toContain('result')
  }
}

/** Whether the provider still accepts a tab's refresh token. */
async function renews(platform: PlatformProcess, refreshToken: string) {
  const config = await (await fetch(`${platform.origin}/api/k1-ui/config`)).json()
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: config.result.client_id, refresh_token: refreshToken })
  return (await fetch(`${platform.origin}/idp/token`, { method: 'POST', body })).ok
}

/** After the sign-out, neither the page nor its tokens show anything. */
async function signsOut(page: Page, platform: PlatformProcess, token: string) {
  await page.goto(`${platform.origin}/clients/1`)
  await account(page).waitFor()
  const kept = await page.evaluate(() => String(JSON.parse(sessionStorage.getItem('placard-grant') ?? '{}').refresh_token))
  await leaveConsole(page)
  // The provider shows no question, so the previous page is the console.
  // The navigation is delayed, else it may abort the evaluation that starts it.
  await page.evaluate(() => void setTimeout(() => history.go(-1)))
  await page.waitForURL(/\/login\?returnRoute=%2Fclients%2F1$/)
  await signInButton(page).waitFor()
  await expect(account(page)).toHaveCount(0)
  await expect(page.getByText('Harborline Stays', { exact: true })).toHaveCount(0)
  expect(kept.length).toBeGreaterThan(20)
  expect(await renews(platform, kept)).toBe(false)
  expect((await ask(platform, own, token)).status).toBe(401)
}

/** A user signs in, sees only what their role allows, and signs out. */
export async function visits(context: BrowserContext, platform: PlatformProcess, person: ConsolePerson) {
  const { page, token } = await signIn(context, platform, person)
  const errors = errorsOf(page)
  await seesTheirs(page, person)
  expect(errors).toEqual([])
  await seesNoOthers(page, platform, person, token)
  await signsOut(page, platform, token)
}
