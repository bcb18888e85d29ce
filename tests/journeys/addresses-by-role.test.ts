import { type Browser, expect, test } from 'playwright/test'
import { answersFor, placeAfter } from '../support/address-oracle.ts'
import { type Found, walkAddresses } from '../support/address-walk.ts'
import { account, type ConsolePerson, consolePeople, signedInto } from '../support/console-people.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { complaintsOf } from '../support/opening.ts'
import { consoleAddresses, filledAs } from '../support/served-addresses.ts'
import { withCountedCalls, withStandIns } from '../support/stand-ins.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** One address of each tag below another client, and one below an advertiser of the ones who see the third alone. */
const firstOfEach = (within: RegExp) => [
  ...new Map(consoleAddresses.filter(({ pattern }) => within.test(pattern)).map((one) => [one.tag, one])).values(),
]
const walk = [
  ...consoleAddresses.map(({ pattern, tag }) => ({ tag, url: filledAs(pattern) })),
  ...firstOfEach(/:clientId/).map(({ pattern, tag }) => ({ tag, url: filledAs(pattern, { clientId: '2' }) })),
  ...firstOfEach(/:advertiserId/).map(({ pattern, tag }) => ({ tag, url: filledAs(pattern, { advertiserId: '3' }) })),
]

/** What somebody finds elsewhere than they should. */
async function faultsOf(browser: Browser, person: ConsolePerson) {
  const { context, page } = await signedInto(browser, platform, person.email, async (fresh) => {
    await withStandIns(fresh)
    await withCountedCalls(fresh)
  })
  const heard = complaintsOf(page)
  const tags = new Map(walk.map(({ url, tag }) => [url, tag]))
  const wrong = (found: readonly Found[]) =>
    found.filter(({ url, at, answer }) => !answersFor(person, url, tags.get(url) ?? '').includes(answer) || at !== placeAfter(url))
  const first = wrong(await walkAddresses(page, [...tags.keys()]))
  // On a busy machine a call may begin late: what stays there counts.
  const last = wrong(
    await walkAddresses(
      page,
      first.map(({ url }) => url),
      true,
    ),
  )
  const faults = last.map(({ url, at, answer }) => {
    const wanted = answersFor(person, url, tags.get(url) ?? '').join(' or ')
    return `${person.as} at ${url}: ${answer || 'nothing'} (${at}), not ${wanted} (${placeAfter(url)})`
  })
  // A page of its own, which no other leads to.
  await page.goto(`${platform.origin}/embedded`)
  await account(page).waitFor()
  await context.close()
  // What is refused is an answer, which the browser notes all the same.
  return [...faults, ...heard.filter((text) => !/status of 40[34]/.test(text)).map((text) => `${person.as}: ${text}`)]
}

test(`each of ${consolePeople.length - 1} roles has the right answer at ${walk.length} addresses of the console`, async ({ browser }) => {
  test.setTimeout(480_000)
  const all = await Promise.all(consolePeople.filter(({ role }) => role !== 1).map((person) => faultsOf(browser, person)))
  expect(all.flat()).toEqual([])
})
