import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { browserOf, faultsAt, faultsOf, firstOfEachTag, foreignAddresses, silentAddresses } from '../support/addresses/visit.ts'
import { consolePeople } from '../support/console/people.ts'
import { demonstration } from '../support/embedding/guest-journey.ts'
import { filledAs, servedAddresses, unservedAddresses } from '../support/addresses/served-addresses.ts'

const platform = demonstration()

/** Addresses of different kinds; the audit opens all. */
const samples = {
  'the console': [
    '/',
    '/harborline/register',
    '/admin/users/1',
    '/clients/1/saved_reports/1',
    '/clients/1/advertisers/1/campaigns/1/ad_groups/1',
    '/clients/1/campaigns/create',
    '/clients/1/advertisers/1/funds/invoices',
  ],
  frames: [
    '/embedded',
    '/embedded/error',
    '/embedded/clients/1/chart',
    '/embedded/clients/1/advertisers/1/campaigns/1/media-chart',
    '/embedded/clients/1/reporting',
    '/embedded/clients/1/campaigns/create',
    '/embedded/clients/1/insertion-orders',
  ],
}
for (const [name, urls] of Object.entries(samples))
  test(`the console addresses of ${name} open their elements without an error`, async ({ browser }) => {
    const context = await browserOf(browser, platform())
    const addresses = servedAddresses.filter(({ url }) => urls.includes(url))
    expect(addresses).toHaveLength(urls.length)
    const faults: string[] = []
    for (const address of addresses) faults.push(...(await faultsAt(context, platform(), address)))
    expect(faults).toEqual([])
    if (name === 'frames') expect(await silentAddresses(context, platform(), unservedAddresses.slice(0, 2))).toEqual([])
    await context.close()
  })

const walk = [...firstOfEachTag(/./).map(({ pattern, tag }) => ({ tag, url: filledAs(pattern) })), ...foreignAddresses]
// Each of the two roles opens a sixteenth of the addresses; in the audit all roles open all addresses.
for (const [at, role] of [3, 7].entries())
  for (const person of consolePeople.filter((one) => one.role === role)) {
    const some = walk.filter((_, index) => index % 16 === at)
    test(`${person.as} gets the right response at ${some.length} addresses`, async ({ browser }) => {
      expect(await faultsOf(browser, platform(), person, some)).toEqual([])
    })
  }
