import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, saved } from '../../support/drafts/builder-steps.ts'
import { entered, look } from '../../support/console/visit.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import { type PlatformProcess, openPlatform } from '../../support/platform/process.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
test.beforeAll(async () => {
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

for (const theme of ['light', 'dark'] as const)
  test(`every step of the quick builder is accessible at every width, in ${theme}`, async ({ browser }) => {
    const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager, options: { colorScheme: theme } })
    const name = (step: string) => `${pictures}builder-${step}-${theme}`
    await look(page, name('start'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await begin(page, 'Quick')
    await fillBasics(page, 'Looked at')
    await saved(page)
    await look(page, name('basics'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await chooseEntities(page, 2)
    await look(page, name('entities'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await fillMoney(page, { budget: '240', bid: '0.85' })
    await saved(page)
    await look(page, name('money'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
    await look(page, name('review'))
    await context.close()
  })

test('templates that failed to load are not shown as an empty list, and load on retry', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { address: `${builderAddress}?template=2`, email: manager })
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).not.toHaveAttribute('aria-disabled', 'true')
  await page.route('**/active_templates*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  const broken = page.getByRole('heading', { name: 'Couldn’t load templates and experiences' })
  await expect(broken).toBeVisible()
  await expect(page.getByText('No templates available')).toHaveCount(0)
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/active_templates*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(broken).toBeHidden()
  await expect(start).not.toHaveAttribute('aria-disabled', 'true')
  await context.close()
})
