import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { account, door, enterConsole, leaveConsole } from '../support/console-people.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

const count = 20
/** The platform's tokens live ten minutes, and are renewed two minutes before. */
const due = '08:05'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** Every time that somebody asks the provider for new tokens by an old one. */
function renewalsOf(context: BrowserContext) {
  const asked: string[] = []
  context.on('request', (request) => {
    const token = new URLSearchParams(request.postData() ?? '').get('refresh_token')
    if (request.url().endsWith('/idp/token') && token) asked.push(token)
  })
  return asked
}

/** Which renewal each tab has its token from. */
const rounds = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => Number(JSON.parse(sessionStorage.getItem('placard-grant') ?? '{}').round))))
const all = <T>(value: T) => Array.from({ length: count }, () => value)

async function twentyTabs(context: BrowserContext) {
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

test(`${count} tabs: one renewal for all, one answer for all, nothing typed is lost, and all go when one does`, async ({ context }) => {
  test.setTimeout(240_000)
  await context.clock.install()
  const renewals = renewalsOf(context)
  const tabs = await twentyTabs(context)
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

  // Nobody has done anything for more than twenty minutes: all ask, and one answer is enough.
  await context.clock.pauseAt((await first.evaluate(() => Date.now())) + 8 * 60_000 + 5000)
  // The tab that renewed last may still be at it while the clock stands: it looks at the clock again once that goes on a little.
  const isAsked = async () => {
    await context.clock.runFor(200)
    return Promise.all(tabs.map((tab) => question(tab).isVisible()))
  }
  await expect.poll(isAsked, { timeout: 30_000 }).toEqual(all(true))
  await context.clock.resume()
  expect(renewals).toHaveLength(2)
  await first.getByRole('button', { name: 'Stay signed in' }).click()
  await Promise.all(tabs.map((tab) => expect(question(tab)).toHaveCount(0, { timeout: 30_000 })))
  await expect.poll(() => rounds(tabs), { timeout: 30_000 }).toEqual(all(4))
  expect(renewals).toHaveLength(3)
  expect(new Set(renewals).size).toBe(3)
  await expect(firstName(typing)).toHaveValue('Half a na')

  await leaveConsole(first)
  await Promise.all(tabs.map((tab) => door(tab).waitFor({ timeout: 30_000 })))
  expect(await rounds(tabs)).toEqual(all(Number.NaN))
  expect(renewals).toHaveLength(3)
})
