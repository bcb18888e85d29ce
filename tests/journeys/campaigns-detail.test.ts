import { expect, type Page, test } from 'playwright/test'
import {
  as,
  campaignNow,
  campaignPlatform,
  campaignsThat,
  heard,
  look,
  money,
  openCampaign,
  pathOf,
  tab,
  title,
} from '../support/campaign-page.ts'

campaignPlatform()

const inDays = 'start_date=2026-11-01&amp;end_date=2026-11-07&amp;compare=previous_period'
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
  return as('dana')('PATCH', `v2/${of(now)}`, body, { 'If-Match': `"${now.version}"` })
}
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first()
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' })
const rename = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Change the name' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.keyboard.press('Enter')
}

test('the figures are those of the platform, against the days before, and the address keeps days and tab', async ({ page }) => {
  const campaign = await serving()
  const asked = { member_group_id: 1, campaign_ids: [campaign.campaign_id], start_date: '2026-11-01', end_date: '2026-11-07' }
  const { kpis } = await as('dana')('POST', 'v2/report/total', { ...asked, compare: 'previous_period', metrics: ['cost', 'clicks'] })
  const total = (metric: string) => kpis.find((one: { metric: string }) => one.metric === metric)
  await openCampaign(page, 'dana', `${campaign.campaign_id}?${inDays}`)
  await title(page, campaign.name).waitFor()
  const figure = (name: string) => page.locator('.figure').filter({ has: page.getByRole('button', { name, exact: true }) })
  await expect(figure('Spend')).toContainText(money(total('cost').total, campaign.currency_code))
  await expect(figure('Clicks')).toContainText(Number(total('clicks').total).toLocaleString('en-US'))
  const change = Math.abs(total('clicks').percentage).toLocaleString('en-US', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  await expect(figure('Clicks')).toContainText(change)
  await expect(page.getByRole('slider', { name: /Spend, Return on Ad Spend by date/ })).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await expect(page.getByRole('table', { name: 'Figures by date' })).toContainText(
    money(total('cost').total, campaign.currency_code).replace(/^\D+/, ''),
  )
  await tab(page, 'Budget').click()
  await expect.poll(() => pathOf(page)).toContain('tab=budget')
  await expect.poll(() => pathOf(page)).toContain('start_date=2026-11-01')
})

test('what the table of one tab was asked stays behind when another tab is opened', async ({ page }) => {
  const { campaign_id } = await serving()
  const path = `${campaign_id}?tab=ad_groups&amp;filter.name=nothing%20is%20called%20so&amp;sort=name&amp;${inDays}`
  await openCampaign(page, 'dana', path)
  await expect(page.getByRole('heading', { name: 'No rows match' })).toBeVisible()
  await tab(page, /^(Hotels|Products|Entities)/).click()
  await expect.poll(() => pathOf(page)).toMatch(/tab=entities/)
  expect(await pathOf(page)).not.toMatch(/filter|sort/)
  expect(await pathOf(page)).toContain('start_date=2026-11-01')
  await expect(page.getByRole('heading', { name: 'No rows match' })).toHaveCount(0)
  await expect(page.getByRole('grid').locator('[aria-rowindex="3"]')).toBeVisible()
})

test('a budget grows by an amount, says what it becomes, stands in the history, and is taken back', async ({ page }) => {
  const campaign = await serving()
  const before = await as('dana')('GET', `v1/${of(campaign)}/budget`)
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=budget`)
  await page.getByLabel(`Increase by, ${campaign.currency_code}`).fill('250')
  const after = Number(before.budget) + 250
  const become = page.getByRole('form', { name: 'Change the budget' })
  await expect(become).toContainText(money(after, campaign.currency_code))
  await expect(become).toContainText(money(Number(before.remaining) + 250, campaign.currency_code))
  await become.getByRole('button', { name: 'Change budget' }).press('Enter')
  await toast(page, 'Budget').waitFor()
  expect(Number((await campaignNow(campaign.campaign_id)).budget)).toBe(after)
  expect(await heard(page, 'ad-campaign-changed')).toEqual([
    ['ad-campaign-changed', { campaign_id: campaign.campaign_id, fields: 'budget' }],
  ])
  await tab(page, 'History').click()
  const [entry] = [
    page
      .getByRole('listitem')
      .filter({ hasText: money(after, campaign.currency_code) })
      .first(),
  ]
  await expect(entry).toContainText(money(before.budget, campaign.currency_code))
  await expect(entry).toContainText('Dana Whitfield')
  await entry.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(async () => Number((await campaignNow(campaign.campaign_id)).budget)).toBe(Number(before.budget))
  await expect(page.getByRole('listitem').first()).toContainText('took a change back')
  const told = ['ad-campaign-changed', { campaign_id: campaign.campaign_id, fields: 'budget' }]
  await expect.poll(() => heard(page, 'ad-campaign-changed')).toEqual([told, told])
})

test('a budget that would be too small says the least, before anything is sent', async ({ page }) => {
  const campaign = await serving()
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=budget`)
  await page.getByText('Set to', { exact: true }).click()
  await page.getByLabel(`Set to, ${campaign.currency_code}`).fill('0')
  await page.getByRole('button', { name: 'Change budget' }).press('Enter')
  await expect(page.getByText(/the least that it can be now/).first()).toBeVisible()
  expect((await campaignNow(campaign.campaign_id)).budget).toBe(campaign.budget)
})

test('what somebody changed since is shown before an earlier change is taken back', async ({ page }) => {
  const campaign = await serving()
  await change(campaign.campaign_id, { name: 'First name' })
  await change(campaign.campaign_id, { name: 'Second name' })
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=history`)
  const first = page.getByRole('listitem').filter({ hasText: 'First name' }).filter({ hasText: campaign.name })
  await first.getByRole('button', { name: 'Undo' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Undo an earlier change?' })
  await expect(question).toContainText('Second name')
  await question.getByRole('button', { name: 'Undo all the same' }).press('Enter')
  await title(page, campaign.name).waitFor()
  expect((await campaignNow(campaign.campaign_id)).name).toBe(campaign.name)
})

test('a status becomes what the rules let it become, and the notice takes it back', async ({ page }) => {
  const campaign = await serving()
  await openCampaign(page, 'dana', `${campaign.campaign_id}`)
  await page.getByRole('button', { name: 'Status: Active' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: /Pending/ })).toContainText('It cannot go from Active to Pending')
  await page.getByRole('menuitemradio', { name: /Paused/ }).press('Enter')
  await page.getByRole('button', { name: 'Status: Paused' }).waitFor()
  expect((await campaignNow(campaign.campaign_id)).status).toBe('paused')
  const standing = page.getByRole('status', { name: 'Whether it serves' })
  await expect(standing).toContainText(/Paused since \w+ \d+, \d{4} by Dana Whitfield\. See its history/)
  await expect(standing).toContainText('Nothing of it is shown until its status is set to active.')
  await undo(page, 'Status: Paused').press('Enter')
  await page.getByRole('button', { name: 'Status: Active' }).waitFor()
  expect((await campaignNow(campaign.campaign_id)).status).toBe('active')
})

test('what does not serve for want of funds says so, and the page is asked for funds', async ({ page }) => {
  const [broke] = await campaignsThat([{ field: 'gate', operation: '=', value: 'no_funds' }])
  await openCampaign(page, 'dana', `${broke?.campaign_id}`)
  await expect(page.getByText('No funds left')).toBeVisible()
  await page.getByRole('link', { name: 'Add funds' }).press('Enter')
  expect(await heard(page, 'ad-funds-asked')).toEqual([['ad-funds-asked', { advertiser_id: broke?.advertiser_id }]])
})

test('a review is denied with a comment by whoever may, and not without one', async ({ page }) => {
  const [waiting] = await campaignsThat([{ field: 'review_status_id', operation: '=', value: 1 }])
  await openCampaign(page, 'dana', `${waiting?.campaign_id}`)
  await page.getByRole('button', { name: 'Deny' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Deny / })
  await dialog.getByRole('button', { name: 'Deny campaign' }).press('Enter')
  await expect(dialog.getByText('Enter or choose a value').first()).toBeVisible()
  await dialog.getByLabel('Comment').fill('The picture shows another hotel.')
  await dialog.getByRole('button', { name: 'Deny campaign' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The picture shows another hotel.')).toBeVisible()
  const standing = page.getByRole('status', { name: 'Whether it serves' })
  await expect(standing.getByText('The picture shows another hotel.', { exact: true })).toBeVisible()
  await expect(standing).toContainText('The review denied it. Mend it and submit it again.')
  expect(await campaignNow(waiting?.campaign_id ?? 0)).toMatchObject({
    review_status_id: 2,
    review_comment: 'The picture shows another hotel.',
  })
  const told = { campaign_id: waiting?.campaign_id }
  expect(await heard(page, 'ad-campaign-denied')).toEqual([['ad-campaign-denied', told]])
  expect(await heard(page, 'ad-campaign-opened')).toEqual([['ad-campaign-opened', told]])
})

test('what somebody else changed meanwhile is not written over, and nothing typed is lost', async ({ page }) => {
  const campaign = await serving()
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=budget`)
  await page.getByLabel('Goal: return on ad spend').fill('6')
  await change(campaign.campaign_id, { name: 'Named by another' })
  const save = page.getByRole('button', { name: 'Save spending and schedule' })
  await save.press('Enter')
  await expect(page.getByText(/Somebody has changed this since you read it/).first()).toBeVisible()
  await title(page, 'Named by another').waitFor()
  await expect(page.getByLabel('Goal: return on ad spend')).toHaveValue('6')
  await save.press('Enter')
  await toast(page, 'Spending and schedule saved').waitFor()
  expect(await campaignNow(campaign.campaign_id)).toMatchObject({ name: 'Named by another', goal_roas: '6' })
  await change(campaign.campaign_id, { name: campaign.name })
})

test('it is renamed, looked at and left by the keys alone', async ({ page }) => {
  const campaign = await serving()
  await openCampaign(page, 'dana', `${campaign.campaign_id}`)
  await rename(page, '')
  await expect(page.getByRole('alert')).toContainText('Enter or choose a value')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Change the name' })).toBeFocused()
  await rename(page, 'By the keys')
  await title(page, 'By the keys').waitFor()
  await tab(page, 'Overview').press('End')
  await expect(tab(page, 'History')).toBeFocused()
  await expect(page.getByRole('listitem').first()).toContainText('By the keys')
  await page.getByRole('link', { name: 'All campaigns' }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe('')
  await change(campaign.campaign_id, { name: campaign.name })
})

test('who may only look changes nothing and is told why; an element for looking offers nothing', async ({ page }) => {
  const { campaign_id, name } = await serving()
  await openCampaign(page, 'mika', `${campaign_id}?tab=budget`)
  await title(page, name).waitFor()
  await expect(page.getByRole('button', { name: 'Change budget' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Change budget' })).toHaveAttribute('title', /You do not have the permission/)
  await expect(page.getByRole('button', { name: /^Status/ })).toHaveCount(0)
  await openCampaign(page, 'dana', `${campaign_id}?tab=budget`, { attributes: 'readonly' })
  await title(page, name).waitFor()
  await expect(page.getByText('Spent ever')).toBeVisible()
  for (const act of ['Change budget', 'Save spending and schedule', 'Change the name', `More for ${name}`])
    await expect(page.getByRole('button', { name: act })).toHaveCount(0)
})

test('a campaign of another client or of nobody is not there, and what does not arrive is asked for again', async ({ page }) => {
  const { campaign_id, name } = await serving()
  await openCampaign(page, 'dana', '2000000')
  await expect(page.getByRole('heading', { name: 'There is no such campaign' })).toBeVisible()
  let isDown = true
  await page.route(`**/v1/campaign/${campaign_id}`, (route) =>
    isDown ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } }) : route.continue(),
  )
  await openCampaign(page, 'dana', `${campaign_id}`)
  await expect(page.getByRole('heading', { name: 'The campaign could not be read' })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await title(page, name).waitFor()
})

test('a campaign is deleted after a question, and is nowhere any more', async ({ page }) => {
  const [gone] = await campaignsThat([{ field: 'status', operation: '=', value: 'paused' }])
  const { campaign_id, name } = await campaignNow(gone?.campaign_id ?? 0)
  await openCampaign(page, 'dana', `${campaign_id}`)
  await page.getByRole('button', { name: `More for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete campaign' }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe('')
  expect(await heard(page, 'ad-campaign-deleted')).toEqual([['ad-campaign-deleted', { campaign_id }]])
  await expect(campaignNow(campaign_id)).rejects.toThrow(/404/)
})

test('history is easy to use in light and dark, wide and narrow', async ({ page }) => {
  const { campaign_id, name } = await serving()
  await change(campaign_id, { name: 'Looked at' })
  await openCampaign(page, 'dana', `${campaign_id}?tab=history`)
  await page.getByRole('listitem').filter({ hasText: 'Looked at' }).first().waitFor()
  await look(page, 'history')
  await change(campaign_id, { name })
})

for (const [picture, at, shown] of [
  ['overview', '', 'About it'],
  ['goal', '/v2', 'Average basket size'],
  ['ad-groups', '/ad_groups', 'Bid strength'],
  ['entities', '?tab=entities', 'Own bid'],
  ['targeting', '?tab=targeting', 'Open the ad group'],
  ['budget', '?tab=budget', 'Spent ever'],
  ['attribution', '/v2?tab=attribution', 'Days after a click'],
] as const)
  test(`${picture} is easy to use in light and dark, wide and narrow`, async ({ page }) => {
    const { campaign_id } = await serving()
    await openCampaign(page, 'dana', `${campaign_id}${at}`)
    await page.getByText(shown).first().waitFor()
    await look(page, picture)
  })
