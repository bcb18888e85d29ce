import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { bareServer } from '../support/bare-server.ts'
import { amountOf, demonstration, oneIdentity, plainChart, requestsOf, workChart } from '../support/guest-journey.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { complaintsOf } from '../support/opening.ts'

const platform = demonstration()
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
let files: Awaited<ReturnType<typeof bareServer>>
test.beforeAll(async () => {
  files = await bareServer(dist, '/vendor/placard-1.2/')
})
test.afterAll(() => files?.stop())

const pointed = () =>
  `import { configure } from '${files.address}placard.js'\nconfigure({ apiBase: '${platform().origin}' })\n${oneIdentity}`

test('a release works from any host of files, below any path, with the platform elsewhere', async ({ page, context }) => {
  const heard = complaintsOf(page)
  const asked = requestsOf(page)
  await context.grantPermissions(['local-network-access'])
  await openGuestPage(page, platform(), { body: plainChart(), own: pointed(), script: `${files.address}placard.js` })
  await workChart(page, page.locator('ad-report-chart'))
  const scripts = asked.filter(({ isScript, address }) => isScript && !address.includes('made-for-a-test'))
  expect(scripts.length).toBeGreaterThan(4)
  expect(scripts.filter(({ address }) => !address.startsWith(`GET ${files.address}`))).toEqual([])
  const calls = asked.filter(({ address }) => /\/v[12]\//.test(address))
  expect(calls.filter(({ address }) => !address.includes(` ${platform().origin}/`))).toEqual([])
  expect(heard).toEqual([])
})

test('so does the entry of one element, without the loader', async ({ page, context }) => {
  const heard = complaintsOf(page)
  await context.grantPermissions(['local-network-access'])
  await openGuestPage(page, platform(), { body: plainChart(), own: oneIdentity, script: `${platform().origin}/ad-report-chart.js` })
  await expect(amountOf(page)).toContainText('$')
  expect(heard).toEqual([])
})
