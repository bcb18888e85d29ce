import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { framed, heightChanges, heightFaults, press } from '../../support/embedding/height-changes.ts'
import { rested } from '../../support/embedding/framed-height.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

test('the frame height follows fifty changes to the pixel, with at most two messages', async ({ page }) => {
  test.setTimeout(240_000)
  expect(await heightFaults(page, platform(), heightChanges)).toEqual([])
  expect(heightChanges.length).toBeGreaterThanOrEqual(50)
})

test('the frame height follows a report that fails and then arrives', async ({ page }) => {
  const inner = await framed(page, platform())
  await page.route('**/v2/report/**', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
  const failed = await rested(page, inner, async () => {
    await press(inner, 'Dates')
    await inner.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
    await inner.getByText('Couldn’t load the report').waitFor()
  })
  expect(Math.abs(failed.frame - failed.content)).toBeLessThanOrEqual(1)
  await page.unroute('**/v2/report/**')
  const came = await rested(page, inner, async () => {
    await press(inner, 'Try again')
    await inner.getByText('Couldn’t load the report').waitFor({ state: 'hidden' })
  })
  expect(Math.abs(came.frame - came.content)).toBeLessThanOrEqual(1)
})
