import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { chooseFile, keptFocus, pressAt } from '../support/browser/by-keys.ts'
import {
  apiAs,
  campaignNow,
  campaignPlatform,
  campaignsThat,
  eventsOf,
  lookNarrow,
  openCampaign,
  tab,
  title,
  toast,
} from '../support/campaigns/campaign-page.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { days } from '../support/time/days.ts'
import { createCampaign } from '../support/campaigns/created-campaign.ts'
import { later, tomorrow } from '../support/campaigns/refused-fields.ts'
import { png } from '../support/world/small-images.ts'
import { press } from '../support/ui/table-steps.ts'

campaignPlatform()

const pathOf = ({ advertiser_id, campaign_id }: { advertiser_id: number; campaign_id: number }) =>
  `member_groups/1/advertisers/${advertiser_id}/campaigns/${campaign_id}`
/** The dates and the budget of the campaigns that tests create. */
const soon = { start_date: tomorrow, end_date: later, budget: '9' }
const region = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('a campaign denied for its image is corrected, submitted again with a comment, and approved', async ({ page }) => {
  const waiting = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])
  const campaign = waiting.find(({ advertiser_id }) => advertiser_id === 1) ?? waiting[0]
  if (!campaign) throw new Error('Nothing to review')
  const { campaign_id: id, name } = campaign
  const now = () => campaignNow(id)
  const shown = async () => (await apiAs('dana')('GET', `v1/${pathOf(campaign)}/media_drafts`)).pictures

  // The reviewer sees the picture even on a page whose policy allows no images.
  await openCampaign(page, 'dana', `review-media?campaign=${id}`, { policy: "img-src 'none'" })
  const canvas = page.getByRole('region', { name: 'Images' }).getByRole('img', { name: /^Picture: / })
  await expect(canvas).toBeVisible()
  await expect(page.getByText(/1,200 × 628 pixels/)).toBeVisible()
  const colours = () =>
    canvas.evaluate((node: HTMLCanvasElement) => {
      const points = node.getContext('2d')?.getImageData(0, 0, node.width, node.height).data ?? []
      return new Set(Array.from({ length: 400 }, (_, at) => points.slice(at * 7500, at * 7500 + 4).join())).size
    })
  await expect.poll(colours).toBeGreaterThan(2)
  await lookNarrow(page)

  await openCampaign(page, 'dana', `${id}?tab=pictures`)
  await expect(page.getByText('These images are under review.')).toBeVisible()
  await expect(page.getByLabel('Choose files')).toHaveCount(0)
  await page.getByRole('button', { name: 'Deny' }).press('Enter')
  const denying = page.getByRole('dialog', { name: /^Deny / })
  await denying.getByRole('button', { name: 'Deny campaign' }).press('Enter')
  await expect(denying.getByText('This field is required').first()).toBeVisible()
  await denying.getByLabel('Comment').fill('The picture shows another hotel.')
  await denying.getByRole('button', { name: 'Deny campaign' }).press('Enter')
  await expect(denying).toBeHidden()
  await expect(page.getByText('The picture shows another hotel.')).toBeVisible()
  const standing = page.getByRole('status', { name: 'Serving status' })
  await expect(standing).toContainText('Rejected. Fix the issues and resubmit.')
  expect(await now()).toMatchObject({ review_status_id: 2, review_comment: 'The picture shows another hotel.' })
  expect(await eventsOf(page, 'ad-campaign-denied')).toHaveLength(1)

  // From here to the replacement by keyboard only.
  const ours = { name: 'ours.png', mimeType: 'image/png', buffer: png(1200, 628) }
  const choosing = region(page, 'Picture').getByRole('button', { name: 'Choose files' })
  await tab(page, 'Images').focus()
  await chooseFile(page, choosing, ours)
  await expect(region(page, 'Picture').getByText('New')).toBeVisible()
  await keptFocus(page)
  await pressAt(page, region(page, 'Picture').getByRole('button', { name: 'Keep current image' }))
  await expect(region(page, 'Picture').getByText('New')).toBeHidden()
  await keptFocus(page)
  await chooseFile(page, choosing, ours)
  await expect(region(page, 'Picture').getByText('New')).toBeVisible()
  await pressAt(page, page.getByRole('button', { name: 'Replace images' }))
  await expect(toast(page, 'Images replaced')).toContainText('Resubmit the campaign once all issues are fixed.')
  await expect(region(page, 'Picture').getByText(/^Version 2, by Dana/)).toBeVisible()
  await keptFocus(page)
  expect(await now()).toMatchObject({ review_status_id: 2 })
  expect((await shown())[0]).toMatchObject({ file_name: 'ours.png', version: 2, is_replaced: true })

  await page.getByRole('button', { name: 'Resubmit…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Resubmit ${name}?` })
  await expect(dialog.getByText('The picture shows another hotel.')).toBeVisible()
  await dialog.getByLabel('Comment for the reviewer').fill('It is our own hotel now.')
  await dialog.getByRole('button', { name: 'Resubmit' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(now).toMatchObject({ review_status_id: 1, review_comment: '' })

  await openCampaign(page, 'dana', `review-media?campaign=${id}`)
  const looked = page.getByRole('article', { name })
  await expect(looked.getByText('It is our own hotel now.')).toBeVisible()
  await expect(looked.getByRole('region', { name: 'Images' }).getByText('Replaced')).toBeVisible()
  await expect(looked.getByText('The picture shows another hotel.')).toBeHidden()
  // The decision is enabled once everything has been read.
  await expect(looked.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled', 'true')
  await looked.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect.poll(now).toMatchObject({ review_status_id: 3, status: 'active' })
  await expect.poll(() => eventsOf(page, 'ad-campaign-approved')).toEqual([['ad-campaign-approved', { campaign_id: id }]])
})

test('adding an ad group to an approved campaign starts a new review and warns before', async ({ page }) => {
  const [serving] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
  ])
  const id = serving?.campaign_id ?? 0
  await openCampaign(page, 'dana', `${id}/ad_groups/create`)
  await title(page, 'New ad group').waitFor()
  await expect(page.getByText('This sends the campaign back to review')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Later')
  await page.getByLabel(`Base bid, ${serving?.currency_code}`).fill('1.50')
  await page.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await title(page, 'Later').waitFor()
  expect(await campaignNow(id)).toMatchObject({ status: 'active', review_status_id: 1, serving: { gate: 'under_review' } })
})

test('a link to a reviewed campaign shows no decision for another campaign', inAudit, async ({ page }) => {
  const [decided] = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 3 }])
  await createCampaign({ name: 'In the queue', ...soon })
  const before = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])
  await openCampaign(page, 'dana', `review-media?campaign=${decided?.campaign_id}`)
  await expect(page.getByRole('heading', { name: 'This campaign isn’t under review' })).toBeVisible()
  await page.getByRole('list', { name: 'Campaigns to review' }).getByRole('button').first().focus()
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])).toHaveLength(before.length)
  await pressAt(page, page.getByRole('button', { name: 'Review the oldest' }))
  const first = page.getByRole('list', { name: 'Campaigns to review' }).getByRole('button').first()
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expect(first).toBeFocused()
})

test('the review queue starts with the oldest, takes the keys a and d, and requires a comment to deny', async ({ page }) => {
  const first = await createCampaign({ name: 'Waits', ...soon })
  const next = await createCampaign({ name: 'Waits too', ...soon })
  const { campaigns } = await apiAs('dana')('POST', 'v1/member_groups/1/campaigns_report', {
    ...days,
    filters: [{ field: 'review_status_id', operation: '=', value: 1 }],
    sort: [
      { field: 'submitted_at', order: 'asc' },
      { field: 'created_at', order: 'asc' },
    ],
  })
  await openCampaign(page, 'dana', `review-media?campaign=${first}`)
  const list = page.getByRole('list', { name: 'Campaigns to review' })
  await expect(list.getByRole('button')).toContainText(campaigns.map(({ name }: { name: string }) => name))
  await expect(page.getByRole('heading', { name: 'Waits', exact: true })).toBeVisible()
  await list.getByRole('button', { name: /^Waits(?! too)/ }).focus()
  await press(page, 'd')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deny campaign' }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  expect(await campaignNow(first)).toMatchObject({ review_status_id: 1 })
  await dialog.getByLabel(/^Comment/).fill('The picture is too dark')
  await dialog.getByRole('button', { name: 'Deny campaign' }).click()
  await expect(toast(page, 'Denied: Waits')).toBeVisible()
  expect(await campaignNow(first)).toMatchObject({ review_status_id: 2, review_comment: 'The picture is too dark' })
  // The decision is enabled once everything has been read.
  await expect(page.getByRole('heading', { name: 'Waits too' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).not.toHaveAttribute('aria-disabled', 'true')
  await list.getByRole('button', { name: /^Waits too/ }).focus()
  await press(page, 'a')
  await expect(toast(page, 'Approved: Waits too')).toBeVisible()
  expect(await campaignNow(next)).toMatchObject({ review_status_id: 3 })
  await toast(page, 'Approved: Waits too').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toast(page, 'Back in review: Waits too')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waits too' })).toBeVisible()
  expect(await campaignNow(next)).toMatchObject({ status: 'pending', review_status_id: 1 })
  expect(await eventsOf(page, 'ad-campaign-approval-undone')).toEqual([['ad-campaign-approval-undone', { campaign_id: next }]])
})
