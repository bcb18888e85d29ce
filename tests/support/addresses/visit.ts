import type { Browser, BrowserContext, Page } from 'playwright/test'
import { expectedScreens, addressAfter } from './expected-screen.ts'
import { type Found, walkAddresses } from './walk.ts'
import { account, type ConsolePerson, signedInto } from '../console/people.ts'
import { errorsOf, openingFaults } from '../browser/opening.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { consoleAddresses, filledAs, type Opened } from './served-addresses.ts'
import { withCountedCalls, withStandIns } from '../console/stand-in-tags.ts'

/** A browser in which a person is signed in; its first page stays open, because other tabs take their session from it. */
export async function browserOf(browser: Browser, platform: PlatformProcess, email = 'ines.okonjo@placard.example') {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${platform.origin}/embedded/clients/1/chart`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(platform.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('ad-report-chart').waitFor({ state: 'attached' })
  return context
}

/** Whether the user is at the address and sees no sign-in page; the start and login pages redirect to the first client. */
async function isInside(page: Page, url: string) {
  if (url !== '/embedded') await account(page).waitFor()
  const { pathname } = new URL(page.url())
  return pathname === url || (/^\/$|login$/.test(url) && pathname === '/clients/1')
}
/** Whether an address comes before the sign-in: registration and account set-up. */
const isBefore = (url: string) => /\/register(\/|$)|setup-account$/.test(url)

/** Loads an address in a new tab; returns its faults. */
export async function faultsAt(context: BrowserContext, platform: PlatformProcess, address: Opened): Promise<string[]> {
  const page = await context.newPage()
  const errors = errorsOf(page)
  const faults = await openingFaults(page, await page.goto(platform.origin + address.url), address)
  if (address.tag === 'ad-console' && !isBefore(address.url) && !(await isInside(page, address.url))) faults.push('leads elsewhere')
  await page.close()
  return [...faults, ...errors].map((fault) => `${address.url}: ${fault}`)
}

/** Patterns of addresses whose tag is not built and that do not say so. */
export async function silentAddresses(context: BrowserContext, platform: PlatformProcess, addresses: readonly Opened[]) {
  const page = await context.newPage()
  const silent: string[] = []
  for (const { url, pattern } of addresses) {
    await page.goto(platform.origin + url)
    await page
      .getByRole('heading', { name: 'This page is not available yet' })
      .waitFor()
      .catch(() => silent.push(pattern))
  }
  await page.close()
  return silent
}

/** The first address of each tag whose pattern matches. */
export const firstOfEachTag = (within: RegExp) => [
  ...new Map(consoleAddresses.filter(({ pattern }) => within.test(pattern)).map((one) => [one.tag, one])).values(),
]
/** One address of each tag under another client, and one under an advertiser that only some people see. */
export const foreignAddresses = [
  ...firstOfEachTag(/:clientId/).map(({ pattern, tag }) => ({ tag, url: filledAs(pattern, { clientId: '2' }) })),
  ...firstOfEachTag(/:advertiserId/).map(({ pattern, tag }) => ({ tag, url: filledAs(pattern, { advertiserId: '3' }) })),
]

/** Addresses where a user gets another result than the specification gives their role. */
export async function faultsOf(
  browser: Browser,
  platform: PlatformProcess,
  person: ConsolePerson,
  walk: readonly Pick<Opened, 'url' | 'tag'>[],
) {
  const { context, page } = await signedInto(browser, platform, person.email, async (fresh) => {
    await withStandIns(fresh)
    await withCountedCalls(fresh)
  })
  const errors = errorsOf(page)
  const tags = new Map(walk.map(({ url, tag }) => [url, tag]))
  const wrong = (found: readonly Found[]) =>
    found.filter(({ url, at, screen }) => !expectedScreens(person, url, tags.get(url) ?? '').includes(screen) || at !== addressAfter(url))
  const first = wrong(await walkAddresses(page, [...tags.keys()]))
  // On a busy machine a call may start late, so a second, slower walk decides.
  const last = wrong(
    await walkAddresses(
      page,
      first.map(({ url }) => url),
      true,
    ),
  )
  const faults = last.map(({ url, at, screen }) => {
    const wanted = expectedScreens(person, url, tags.get(url) ?? '').join(' or ')
    return `${person.as} at ${url}: ${screen || 'nothing'} (${at}), not ${wanted} (${addressAfter(url)})`
  })
  // This page is opened directly because no other page links to it.
  await page.goto(`${platform.origin}/embedded`)
  await account(page).waitFor()
  await context.close()
  // The browser also logs expected refusals (403 and 404) to its console.
  return [...faults, ...errors.filter((text) => !/status of 40[34]/.test(text)).map((text) => `${person.as}: ${text}`)]
}
