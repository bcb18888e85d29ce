import { expect, type Page, test } from 'playwright/test'
import { chooseFile, keptFocus, pressAt } from '../support/by-keys.ts'
import { as, campaignNow, campaignPlatform, campaignsThat, heard, look, openCampaign, tab, title } from '../support/campaign-page.ts'
import { png } from '../support/small-pictures.ts'

campaignPlatform()

const placeOf = ({ advertiser_id, campaign_id }: { advertiser_id: number; campaign_id: number }) =>
  `member_groups/1/advertisers/${advertiser_id}/campaigns/${campaign_id}`
const place = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const notice = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first()

test('a campaign that was denied for its picture is mended, submitted again with a word, and approved as it has become', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const waiting = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])
  const campaign = waiting.find(({ advertiser_id }) => advertiser_id === 1) ?? waiting[0]
  if (!campaign) throw new Error('Nothing waits for a review')
  const { campaign_id: id, name } = campaign
  const now = () => campaignNow(id)
  const shown = async () => (await as('dana')('GET', `v1/${placeOf(campaign)}/media_drafts`)).pictures

  await openCampaign(page, 'dana', `${id}?tab=pictures`)
  await expect(page.getByText('Somebody looks at the pictures as they are.')).toBeVisible()
  await expect(page.getByLabel('Choose files')).toHaveCount(0)
  await page.getByRole('button', { name: 'Deny' }).press('Enter')
  const denying = page.getByRole('dialog', { name: /^Deny / })
  await denying.getByLabel('Comment').fill('The picture shows another hotel.')
  await denying.getByRole('button', { name: 'Deny campaign' }).press('Enter')
  await expect(denying).toBeHidden()
  await expect(page.getByText('The picture shows another hotel.')).toBeVisible()
  expect(await now()).toMatchObject({ review_status_id: 2, review_comment: 'The picture shows another hotel.' })
  expect(await heard(page, 'ad-campaign-denied')).toHaveLength(1)

  // From here to the exchange by the keys alone.
  const ours = { name: 'ours.png', mimeType: 'image/png', buffer: png(1200, 628) }
  const choosing = place(page, 'Picture').getByRole('button', { name: 'Choose files' })
  await tab(page, 'Pictures').focus()
  await chooseFile(page, choosing, ours)
  await expect(place(page, 'Picture').getByText('As it will be')).toBeVisible()
  await keptFocus(page)
  await pressAt(page, place(page, 'Picture').getByRole('button', { name: 'Leave as it is' }))
  await expect(place(page, 'Picture').getByText('As it will be')).toBeHidden()
  await keptFocus(page)
  await chooseFile(page, choosing, ours)
  await expect(place(page, 'Picture').getByText('As it will be')).toBeVisible()
  await look(page, 'pictures')
  await pressAt(page, page.getByRole('button', { name: 'Exchange pictures' }))
  await expect(notice(page, 'Pictures exchanged')).toContainText('Submit the campaign again when everything of it is mended.')
  await expect(place(page, 'Picture').getByText(/^Version 2, by Dana/)).toBeVisible()
  await keptFocus(page)
  expect(await now()).toMatchObject({ review_status_id: 2 })
  expect((await shown())[0]).toMatchObject({ file_name: 'ours.png', version: 2, is_replaced: true })

  await page.getByRole('button', { name: 'Submit again…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Submit ${name} again?` })
  await expect(dialog.getByText('The picture shows another hotel.')).toBeVisible()
  await dialog.getByLabel('Comment for the reviewer').fill('It is our own hotel now.')
  await look(page, 'submit-again')
  await dialog.getByRole('button', { name: 'Submit again' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(now).toMatchObject({ review_status_id: 1, review_comment: '' })

  await openCampaign(page, 'dana', `review-media?campaign=${id}`)
  const looked = page.getByRole('article', { name })
  await expect(looked.getByText('It is our own hotel now.')).toBeVisible()
  await expect(looked.getByRole('region', { name: 'Pictures' }).getByText('Replaced')).toBeVisible()
  await expect(looked.getByText('The picture shows another hotel.')).toBeHidden()
  await look(page, 'replaced')
  await looked.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect.poll(now).toMatchObject({ review_status_id: 3, status: 'active' })
  await expect.poll(() => heard(page, 'ad-campaign-approved')).toEqual([['ad-campaign-approved', { campaign_id: id }]])
})

test('an approved campaign that gets an ad group says that it is looked at again, and is', async ({ page }) => {
  const [serving] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
  ])
  const id = serving?.campaign_id ?? 0
  await openCampaign(page, 'dana', `${id}/ad_groups/create`)
  await title(page, 'New ad group').waitFor()
  await expect(page.getByText('This puts the campaign under review again')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Later')
  await page.getByLabel(`Base bid, ${serving?.currency_code}`).fill('1.50')
  await page.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await title(page, 'Later').waitFor()
  expect(await campaignNow(id)).toMatchObject({ status: 'active', review_status_id: 1, serving: { gate: 'under_review' } })
})

test('a link to a campaign that does not wait any more leads to no decision about another one', async ({ page }) => {
  const [decided] = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 3 }])
  const before = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])
  await openCampaign(page, 'dana', `review-media?campaign=${decided?.campaign_id}`)
  await expect(page.getByRole('heading', { name: 'This campaign does not wait here' })).toBeVisible()
  await look(page, 'not-waiting')
  await page.getByRole('list', { name: 'Campaigns that wait' }).getByRole('button').first().focus()
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])).toHaveLength(before.length)
  await pressAt(page, page.getByRole('button', { name: 'Go to the first that waits' }))
  const first = page.getByRole('list', { name: 'Campaigns that wait' }).getByRole('button').first()
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expect(first).toBeFocused()
})
