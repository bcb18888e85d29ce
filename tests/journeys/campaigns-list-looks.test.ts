import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { as, campaignsPlatform, days, one, open, report, toast } from '../support/campaigns-page.ts'
import { pictures } from '../support/gallery-page.ts'
import { press } from '../support/table-hands.ts'

campaignsPlatform()

/** One more campaign waits for a review beside the one of the demonstration. */
async function anotherWaits() {
  const { campaigns } = await report('dana', { filters: [{ field: 'status', operation: '=', value: 'active' }] })
  const [{ advertiser_id, channel }] = campaigns
  const { entities } = await as('dana')('POST', 'v1/member_groups/1/entities_report', { ...days, advertiser_ids: [advertiser_id] })
  const body = { name: 'Waits too', channel, budget: '50', base_bid: '1', entity_ids: [entities[0].entity_id] }
  const path = `v1/member_groups/1/advertisers/${advertiser_id}/simple_campaigns`
  await as('dana')('POST', path, body, { 'Idempotency-Key': crypto.randomUUID() })
}

test('what is looked at is the picture itself, drawn in a page that lets in no image', async ({ page }) => {
  const waiting = await report('dana', { filters: [{ field: 'review_status_id', operation: '=', value: 1 }] })
  expect(waiting.total).toBeGreaterThan(0)
  await open(page, 'dana', { path: 'review-media', policy: "img-src 'none'" })
  const picture = page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name: /^Picture: / })
  await expect(picture).toBeVisible()
  await expect(page.getByText(/1,200 × 628 pixels/)).toBeVisible()
  const colours = () =>
    picture.evaluate((canvas: HTMLCanvasElement) => {
      const points = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return new Set(Array.from({ length: 400 }, (_, at) => points.slice(at * 7500, at * 7500 + 4).join())).size
    })
  await expect.poll(colours).toBeGreaterThan(2)
})

for (const theme of ['light', 'dark'])
  test(`every list is easy to use and fits, ${theme}, at every width`, async ({ page }) => {
    test.setTimeout(240_000)
    const lists = { campaigns: '', groups: 'ad_groups', entities: 'hotels', review: 'review-media' }
    for (const [name, path] of Object.entries(lists)) {
      await open(page, 'dana', { path, theme })
      if (name !== 'review') await expect(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1')
      else await page.getByRole('img', { name: /^Picture: / }).waitFor()
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await hardToUse(page), `${name} ${width}`).toEqual([])
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await page.screenshot({ path: `${pictures}campaigns-${name}-${width}-${theme}.png` })
      }
    }
  })

test('the queue is decided by letters, the oldest first, and a denial says why', async ({ page }) => {
  const waiting = () =>
    report('dana', {
      filters: [{ field: 'review_status_id', operation: '=', value: 1 }],
      sort: [
        { field: 'submitted_at', order: 'asc' },
        { field: 'created_at', order: 'asc' },
      ],
    })
  await anotherWaits()
  const [first, next] = (await waiting()).campaigns
  await open(page, 'dana', { path: 'review-media' })
  const list = page.getByRole('list', { name: 'Campaigns that wait' })
  await expect(list.getByRole('button').first()).toContainText(first.name)
  await list.getByRole('button').first().focus()
  await press(page, 'd')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deny campaign' }).click()
  await expect(dialog.getByText('Enter or choose a value').first()).toBeVisible()
  expect((await waiting()).campaigns[0].campaign_id).toBe(first.campaign_id)
  await dialog.getByLabel(/^Comment/).fill('The picture is too dark')
  await dialog.getByRole('button', { name: 'Deny campaign' }).click()
  await expect(toast(page, `Denied: ${first.name}`)).toBeVisible()
  expect(await one('dana', first)).toMatchObject({ review_status_id: 2, review_comment: 'The picture is too dark' })
  await expect(list.getByRole('button').first()).toContainText(next.name)
  // Nobody decides before all of it was read.
  await expect(page.getByRole('heading', { name: next.name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).not.toHaveAttribute('aria-disabled', 'true')
  await list.getByRole('button').first().focus()
  await press(page, 'a')
  await expect(toast(page, `Approved: ${next.name}`)).toBeVisible()
  expect(await one('dana', next)).toMatchObject({ review_status_id: 3 })
  await expect(page.getByRole('heading', { name: 'Nothing waits for a review' })).toBeVisible()
})
