import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import {
  apiAs,
  campaignNow,
  campaignPlatform,
  campaignsThat,
  look,
  openCampaign,
  tab,
  title,
} from '../../support/campaigns/campaign-page.ts'
import { openDraft } from '../../support/drafts/draft-page.ts'
import { review } from '../../support/campaigns/created-campaign.ts'
import { png } from '../../support/world/small-images.ts'

campaignPlatform()
test.describe.configure({ timeout: 240_000 })

const serving = async () => {
  const [found] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
  ])
  return campaignNow(found?.campaign_id ?? 0)
}
const of = ({ advertiser_id, campaign_id }: { advertiser_id: number; campaign_id: number }) =>
  `member_groups/1/advertisers/${advertiser_id}/campaigns/${campaign_id}`
const change = async (id: number, body: object) => {
  const now = await campaignNow(id)
  return apiAs('dana')('PATCH', `v2/${of(now)}`, body, { 'If-Match': `"${now.version}"` })
}
const firstGroup = async (campaign: { advertiser_id: number; campaign_id: number }) =>
  (await apiAs('dana')('GET', `v1/${of(campaign)}/ad_groups`)).ad_groups[0]

for (const [picture, path] of [
  ['campaigns', ''],
  ['groups', 'ad_groups'],
  ['entities-list', 'hotels'],
  ['drafts', 'drafts'],
  ['review', 'review-media'],
] as const)
  test(`the list ${picture} is accessible in light and dark, at every width`, async ({ page }) => {
    const draft = { flow: 'simple', data: { name: 'Half a summer' } }
    if (picture === 'drafts') await apiAs('dana')('POST', 'v1/member_groups/1/advertisers/1/campaign_drafts', draft)
    await openCampaign(page, 'dana', path)
    if (picture === 'review') await page.getByRole('img', { name: /^Picture: / }).waitFor()
    else await expect(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1')
    await look(page, picture)
  })

test('the campaign history is accessible in light and dark, at every width', async ({ page }) => {
  const { campaign_id, name } = await serving()
  await change(campaign_id, { name: 'Looked at' })
  await openCampaign(page, 'dana', `${campaign_id}?tab=history`)
  await page.getByRole('listitem').filter({ hasText: 'Looked at' }).first().waitFor()
  await look(page, 'history')
  await change(campaign_id, { name })
})

for (const [picture, at, shown] of [
  ['overview', '', 'Details'],
  ['goal', '/v2', 'Average basket size'],
  ['ad-groups', '/ad_groups', 'Bid strength'],
  ['entities', '?tab=entities', 'Custom bid'],
  ['targeting', '?tab=targeting', 'View ad group'],
  ['budget', '?tab=budget', 'Total spend'],
  ['attribution', '/v2?tab=attribution', 'Days after a click'],
] as const)
  test(`the campaign screen ${picture} is accessible in light and dark, at every width`, async ({ page }) => {
    const { campaign_id } = await serving()
    await openCampaign(page, 'dana', `${campaign_id}${at}`)
    await page.getByText(shown).first().waitFor()
    await look(page, picture)
  })

for (const [picture, tabName, shown] of [
  ['ad-group', undefined, 'Trend'],
  ['ad-group-entities', /Hotels/, 'Custom bid'],
  ['ad-group-targeting', 'Targeting', 'Save targeting'],
  ['ad-group-settings', 'Bid, budget and schedule', 'Bid strength'],
] as const)
  test(`the screen ${picture} is accessible in light and dark, at every width`, async ({ page }) => {
    const campaign = await serving()
    const group = await firstGroup(campaign)
    await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}`)
    await title(page, group.name).waitFor()
    if (tabName) await tab(page, tabName).click()
    await page
      .getByText(shown)
      .or(page.getByRole('region', { name: shown }))
      .first()
      .waitFor()
    await look(page, picture)
  })

test('a new ad group is accessible in light and dark, at every width', async ({ page }) => {
  const { campaign_id } = await serving()
  await openCampaign(page, 'dana', `${campaign_id}/ad_groups/create`)
  await page.getByRole('button', { name: 'Create ad group' }).waitFor()
  await look(page, 'ad-group-create')
})

const region = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test("a denied campaign, its new image and the reviewer's view are accessible in light and dark, at every width", async ({ page }) => {
  const waiting = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])
  const campaign = waiting.find(({ advertiser_id }) => advertiser_id === 1) ?? waiting[0]
  if (!campaign) throw new Error('Nothing to review')
  const { campaign_id: id, name } = campaign
  await review(id, 'deny', 'The picture shows another hotel.')
  await openCampaign(page, 'dana', `${id}?tab=pictures`)
  await region(page, 'Picture')
    .getByLabel('Choose files')
    .setInputFiles({ name: 'ours.png', mimeType: 'image/png', buffer: png(1200, 628) })
  await expect(region(page, 'Picture').getByText('New')).toBeVisible()
  await look(page, 'pictures')
  await page.getByRole('button', { name: 'Replace images' }).press('Enter')
  await expect(region(page, 'Picture').getByText(/^Version 2, by Dana/)).toBeVisible()
  await page.getByRole('button', { name: 'Resubmit…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Resubmit ${name}?` })
  await dialog.getByLabel('Comment for the reviewer').fill('It is our own hotel now.')
  await look(page, 'submit-again')
  await dialog.getByRole('button', { name: 'Resubmit' }).press('Enter')
  await expect(dialog).toBeHidden()
  await openCampaign(page, 'dana', `review-media?campaign=${id}`)
  await expect(page.getByRole('article', { name }).getByText('It is our own hotel now.')).toBeVisible()
  await look(page, 'replaced')
})

test('a campaign that is not waiting for review is accessible in light and dark, at every width', async ({ page }) => {
  const [decided] = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 3 }])
  await openCampaign(page, 'dana', `review-media?campaign=${decided?.campaign_id}`)
  await expect(page.getByRole('heading', { name: 'This campaign isn’t under review' })).toBeVisible()
  await look(page, 'not-waiting')
})

for (const [picture, flow, step, shown] of [
  ['builder-template', 'templated', 'step-1', 'Prepared by your administrator. You can change every setting.'],
  ['builder-ad-groups', 'custom', 'step-ad-group', 'Add ad group'],
  ['builder-attribution', 'custom', 'step-attribution', 'Which purchases count toward this campaign.'],
] as const)
  test(`the screen ${picture} is accessible in light and dark, at every width`, async ({ page }) => {
    await openDraft(page, { flow, step })
    await page.getByText(shown).first().waitFor()
    await look(page, picture)
  })
