import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import {
  apiAs,
  campaignNow,
  campaignPlatform,
  campaignsThat,
  eventsOf,
  lookNarrow,
  money,
  openCampaign,
  pathOf,
  tab,
  title,
  toast,
} from '../support/campaigns/campaign-page.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { firstWeek, inPath } from '../support/time/days.ts'

campaignPlatform()

const datesQuery = inPath(firstWeek, 'previous_period').replaceAll('&', '&amp;')
const servingCampaign = async () => {
  const [found] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
  ])
  return campaignNow(found?.campaign_id ?? 0)
}
const pathTo = ({ advertiser_id, campaign_id }: { advertiser_id: number; campaign_id: number }) =>
  `member_groups/1/advertisers/${advertiser_id}/campaigns/${campaign_id}`
const change = async (id: number, body: object) => {
  const now = await campaignNow(id)
  return apiAs('dana')('PATCH', `v2/${pathTo(now)}`, body, { 'If-Match': `"${now.version}"` })
}
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' })
const rename = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Rename' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.keyboard.press('Enter')
}

test("a campaign shows the platform's figures, and its URL contains the dates and the tab", async ({ page }) => {
  const campaign = await servingCampaign()
  const body = { member_group_id: 1, campaign_ids: [campaign.campaign_id], ...firstWeek }
  const { kpis } = await apiAs('dana')('POST', 'v2/report/total', { ...body, compare: 'previous_period', metrics: ['cost', 'clicks'] })
  const total = (metric: string) => kpis.find((one: { metric: string }) => one.metric === metric)
  await openCampaign(page, 'dana', `${campaign.campaign_id}?${datesQuery}`)
  await title(page, campaign.name).waitFor()
  // A figure is a `dt` with its values; the group has no accessible name.
  const figure = (name: string) => page.locator('.figure').filter({ has: page.getByRole('button', { name, exact: true }) })
  await expect(figure('Spend')).toContainText(money(total('cost').total, campaign.currency_code))
  await expect(figure('Clicks')).toContainText(Number(total('clicks').total).toLocaleString('en-US'))
  const changeText = Math.abs(total('clicks').percentage).toLocaleString('en-US', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  await expect(figure('Clicks')).toContainText(changeText)
  await expect(page.getByRole('slider', { name: /Spend, Return on Ad Spend by date/ })).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await expect(page.getByRole('table', { name: 'Metrics by date' })).toContainText(
    money(total('cost').total, campaign.currency_code).replace(/^\D+/, ''),
  )
  await tab(page, 'Budget').click()
  await expect.poll(() => pathOf(page)).toContain('tab=budget')
  await expect.poll(() => pathOf(page)).toContain(`start_date=${firstWeek.start_date}`)
})

test('filters and sorting of one campaign tab do not apply to the next tab', inAudit, async ({ page }) => {
  const { campaign_id } = await servingCampaign()
  const path = `${campaign_id}?tab=ad_groups&amp;filter.name=no%20such%20name&amp;sort=name&amp;${datesQuery}`
  await openCampaign(page, 'dana', path)
  await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible()
  await tab(page, /^(Hotels|Products|Entities)/).click()
  await expect.poll(() => pathOf(page)).toMatch(/tab=entities/)
  expect(await pathOf(page)).not.toMatch(/filter|sort/)
  expect(await pathOf(page)).toContain(`start_date=${firstWeek.start_date}`)
  await expect(page.getByRole('heading', { name: 'No matching rows' })).toHaveCount(0)
  await expect(page.getByRole('grid').locator('[aria-rowindex="3"]')).toBeVisible()
})

test('a campaign budget is raised, appears in the history, and is undone there', async ({ page }) => {
  const campaign = await servingCampaign()
  const before = await apiAs('dana')('GET', `v1/${pathTo(campaign)}/budget`)
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=budget`)
  await page.getByLabel(`Increase by, ${campaign.currency_code}`).fill('250')
  const after = Number(before.budget) + 250
  const budgetForm = page.getByRole('form', { name: 'Change budget' })
  await expect(budgetForm).toContainText(money(after, campaign.currency_code))
  await expect(budgetForm).toContainText(money(Number(before.remaining) + 250, campaign.currency_code))
  await budgetForm.getByRole('button', { name: 'Change budget' }).press('Enter')
  await toast(page, 'Budget').waitFor()
  expect(Number((await campaignNow(campaign.campaign_id)).budget)).toBe(after)
  expect(await eventsOf(page, 'ad-campaign-changed')).toEqual([
    ['ad-campaign-changed', { campaign_id: campaign.campaign_id, fields: 'budget' }],
  ])
  await tab(page, 'History').click()
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: money(after, campaign.currency_code) })
    .first()
  await expect(entry).toContainText(money(before.budget, campaign.currency_code))
  await expect(entry).toContainText('Dana Whitfield')
  await entry.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(async () => Number((await campaignNow(campaign.campaign_id)).budget)).toBe(Number(before.budget))
  await expect(page.getByRole('listitem').first()).toContainText('undid a change')
  const budgetChange = ['ad-campaign-changed', { campaign_id: campaign.campaign_id, fields: 'budget' }]
  await expect.poll(() => eventsOf(page, 'ad-campaign-changed')).toEqual([budgetChange, budgetChange])
})

test('undoing an earlier change of a campaign shows what has changed since', inAudit, async ({ page }) => {
  const campaign = await servingCampaign()
  await change(campaign.campaign_id, { name: 'First name' })
  await change(campaign.campaign_id, { name: 'Second name' })
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=history`)
  const first = page.getByRole('listitem').filter({ hasText: 'First name' }).filter({ hasText: campaign.name })
  await first.getByRole('button', { name: 'Undo' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Undo an earlier change?' })
  await expect(question).toContainText('Second name')
  await question.getByRole('button', { name: 'Undo anyway' }).press('Enter')
  await title(page, campaign.name).waitFor()
  expect((await campaignNow(campaign.campaign_id)).name).toBe(campaign.name)
})

test("a campaign's status changes as the rules allow, and Undo in the notice restores it", async ({ page }) => {
  const campaign = await servingCampaign()
  await openCampaign(page, 'dana', `${campaign.campaign_id}`)
  await page.getByRole('button', { name: 'Status: Active' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: /Pending/ })).toContainText('Status can’t change from Active to Pending')
  await page.getByRole('menuitemradio', { name: /Paused/ }).press('Enter')
  await page.getByRole('button', { name: 'Status: Paused' }).waitFor()
  expect((await campaignNow(campaign.campaign_id)).status).toBe('paused')
  const servingStatus = page.getByRole('status', { name: 'Serving status' })
  await expect(servingStatus).toContainText(/Paused since \w+ \d+, \d{4} by Dana Whitfield\. View history/)
  await expect(servingStatus).toContainText('Set the status to Active to start serving.')
  await undo(page, 'Status: Paused').press('Enter')
  await page.getByRole('button', { name: 'Status: Active' }).waitFor()
  expect((await campaignNow(campaign.campaign_id)).status).toBe('active')
})

test('a campaign without funds says so and asks the page to add funds', async ({ page }) => {
  const [withoutFunds] = await campaignsThat([{ field: 'gate', operation: '=', value: 'no_funds' }])
  await openCampaign(page, 'dana', `${withoutFunds?.campaign_id}`)
  await expect(page.getByText('No funds left')).toBeVisible()
  await page.getByRole('link', { name: 'Add funds' }).press('Enter')
  const missing = expect.stringMatching(/^\d+(\.\d+)?$/)
  await expect
    .poll(() => eventsOf(page, 'ad-funds-asked'))
    .toEqual([['ad-funds-asked', { advertiser_id: withoutFunds?.advertiser_id, amount: missing }]])
})

test("saving a campaign neither overwrites another user's change nor loses input", async ({ page }) => {
  const campaign = await servingCampaign()
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=budget`)
  await page.getByLabel('ROAS goal').fill('6')
  await change(campaign.campaign_id, { name: 'Renamed by another user' })
  const save = page.getByRole('button', { name: 'Save spending and schedule' })
  await save.press('Enter')
  await expect(page.getByText(/This has changed since you opened it/).first()).toBeVisible()
  await title(page, 'Renamed by another user').waitFor()
  await expect(page.getByLabel('ROAS goal')).toHaveValue('6')
  await save.press('Enter')
  await toast(page, 'Spending and schedule saved').waitFor()
  expect(await campaignNow(campaign.campaign_id)).toMatchObject({ name: 'Renamed by another user', goal_roas: '6' })
  await change(campaign.campaign_id, { name: campaign.name })
})

test('a campaign is renamed, read and left with the keyboard', inAudit, async ({ page }) => {
  const campaign = await servingCampaign()
  await openCampaign(page, 'dana', `${campaign.campaign_id}`)
  await rename(page, '')
  await expect(page.getByRole('alert')).toContainText('This field is required')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
  await rename(page, 'Renamed by keyboard')
  await title(page, 'Renamed by keyboard').waitFor()
  await tab(page, 'Overview').press('End')
  await expect(tab(page, 'History')).toBeFocused()
  await expect(page.getByRole('listitem').first()).toContainText('Renamed by keyboard')
  await page.getByRole('link', { name: 'All campaigns' }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe('')
  await change(campaign.campaign_id, { name: campaign.name })
})

test('a viewer reads why nothing can be changed, and a readonly element shows no actions', async ({ page }) => {
  const { campaign_id, name } = await servingCampaign()
  await openCampaign(page, 'mika', `${campaign_id}?tab=budget`)
  await title(page, name).waitFor()
  await expect(page.getByRole('button', { name: 'Change budget' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Change budget' })).toHaveAccessibleDescription(/You don’t have permission to do this/)
  await expect(page.getByRole('button', { name: /^Status/ })).toHaveCount(0)
  await openCampaign(page, 'dana', `${campaign_id}?tab=budget`, { attributes: 'readonly' })
  await title(page, name).waitFor()
  await expect(page.getByText('Total spend')).toBeVisible()
  for (const act of ['Change budget', 'Save spending and schedule', 'Rename', `More actions for ${name}`])
    await expect(page.getByRole('button', { name: act })).toHaveCount(0)
})

test('a campaign is deleted after a confirmation and disappears', async ({ page }) => {
  const [toDelete] = await campaignsThat([{ field: 'status', operation: '=', value: 'paused' }])
  const { campaign_id, name } = await campaignNow(toDelete?.campaign_id ?? 0)
  await openCampaign(page, 'dana', `${campaign_id}`)
  await page.getByRole('button', { name: `More actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete campaign' }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe('')
  expect(await eventsOf(page, 'ad-campaign-deleted')).toEqual([['ad-campaign-deleted', { campaign_id }]])
  await expect(campaignNow(campaign_id)).rejects.toThrow(/404/)
  await openCampaign(page, 'dana', `${campaign_id}`)
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible()
})

test('overview, budget and ad groups of a campaign are accessible in the dark theme on a phone-sized screen', inAudit, async ({ page }) => {
  const { campaign_id } = await servingCampaign()
  for (const [suffix, shown] of [
    ['', 'Details'],
    ['?tab=budget', 'Total spend'],
    ['/ad_groups', 'Bid strength'],
  ]) {
    await openCampaign(page, 'dana', `${campaign_id}${suffix}`)
    await page.getByText(`${shown}`).first().waitFor()
    await lookNarrow(page)
  }
})
