import type { BrowserContext, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { account, signInButton, enterConsole, leaveConsole } from './people.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** The platform's tokens live ten minutes; tabs renew them two minutes before they expire. */
const due = '08:05'

/** Every refresh token that a tab sends to the provider. */
function renewalsOf(context: BrowserContext) {
  const renewals: string[] = []
  context.on('request', (request) => {
    const token = new URLSearchParams(request.postData() ?? '').get('refresh_token')
    if (request.url().endsWith('/idp/token') && token) renewals.push(token)
  })
  return renewals
}

/** The number of the renewal that each tab has its token from. */
const rounds = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => Number(JSON.parse(sessionStorage.getItem('placard-grant') ?? '{}').round))))
async function openTabs(context: BrowserContext, platform: PlatformProcess, count: number) {
  const first = await context.newPage()
  await enterConsole(first, platform, 'dana.whitfield@harborline.example')
  const others = Array.from({ length: count - 1 }, async () => {
    const tab = await context.newPage()
    await tab.goto(`${platform.origin}/clients/1/reservations`)
    await account(tab).waitFor()
    return tab
  })
  return [first, ...(await Promise.all(others))]
}

const question = (tab: Page) => tab.getByRole('heading', { name: 'Are you still there?' })
const firstName = (tab: Page) => tab.getByRole('dialog', { name: 'Profile' }).getByLabel('First name')
async function typeIn(tab: Page) {
  await account(tab).press('Enter')
  await tab.getByRole('menuitem', { name: 'Profile' }).click()
  await firstName(tab).fill('Half a na')
}

/** Tabs of one user share one session: one renewal for all, one answer to the question, typed text stays, and all sign out together. */
export async function shareOneSession(context: BrowserContext, platform: PlatformProcess, count: number) {
  await context.clock.install()
  const all = <T>(value: T) => Array.from({ length: count }, () => value)
  const renewals = renewalsOf(context)
  const tabs = await openTabs(context, platform, count)
  const [first, typing] = tabs
  if (!first || !typing) throw new Error('There are no tabs')
  await typeIn(typing)
  expect(await rounds(tabs)).toEqual(all(1))

  for (const round of [2, 3]) {
    await context.clock.fastForward(due)
    await expect.poll(() => rounds(tabs), { timeout: 30_000 }).toEqual(all(round))
    expect(renewals).toHaveLength(round - 1)
  }
  await expect(firstName(typing)).toHaveValue('Half a na')

  // After more than twenty idle minutes all tabs show the question, and one answer closes it in all of them.
  await context.clock.pauseAt((await first.evaluate(() => Date.now())) + 8 * 60_000 + 5000)
  // The tab that renewed last may still be busy while the clock is paused; it checks the time again once the clock advances.
  const areAllAsking = async () => {
    await context.clock.runFor(200)
    return Promise.all(tabs.map((tab) => question(tab).isVisible()))
  }
  await expect.poll(areAllAsking, { timeout: 30_000 }).toEqual(all(true))
  await context.clock.resume()
  expect(renewals).toHaveLength(2)
  await first.getByRole('button', { name: 'Stay signed in' }).click()
  await Promise.all(tabs.map((tab) => expect(question(tab)).toHaveCount(0, { timeout: 30_000 })))
  await expect.poll(() => rounds(tabs), { timeout: 30_000 }).toEqual(all(4))
  expect(renewals).toHaveLength(3)
  expect(new Set(renewals).size).toBe(3)
  await expect(firstName(typing)).toHaveValue('Half a na')

  await leaveConsole(first)
  await Promise.all(tabs.map((tab) => signInButton(tab).waitFor({ timeout: 30_000 })))
  expect(await rounds(tabs)).toEqual(all(Number.NaN))
  expect(renewals).toHaveLength(3)
}
