import { expect, type Page, test } from 'playwright/test'
import {
  as,
  campaignNow,
  campaignPlatform,
  campaignsThat,
  heard,
  look,
  openCampaign,
  pathOf,
  tab,
  title,
} from '../support/campaign-page.ts'

campaignPlatform()

/** The campaign of all tests here. */
let first: number | undefined
/** It with everything passed that was added to it: additions have it looked at again. */
async function passed(id: number) {
  const { advertiser_id, review_status_id, version } = await campaignNow(id)
  const path = `v1/member_groups/1/advertisers/${advertiser_id}/campaigns/${id}/reviews/approve`
  if (review_status_id === 1) await as('dana')('POST', path, undefined, { 'If-Match': String(version) })
  return campaignNow(id)
}
const serving = async () => {
  const [found] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
    { field: 'budget_period', operation: '=', value: 'Daily' },
  ])
  first ??= found?.campaign_id
  return passed(first ?? 0)
}
const placeOf = ({ advertiser_id }: { advertiser_id: number }) => `member_groups/1/advertisers/${advertiser_id}`
const firstGroup = async (campaign: { advertiser_id: number; campaign_id: number }) => {
  const { ad_groups } = await as('dana')('GET', `v1/${placeOf(campaign)}/campaigns/${campaign.campaign_id}/ad_groups`)
  return as('dana')('GET', `v1/${placeOf(campaign)}/ad_groups/${ad_groups[0].ad_group_id}`)
}
const groupNow = (campaign: { advertiser_id: number }, id: number) => as('dana')('GET', `v1/${placeOf(campaign)}/ad_groups/${id}`)
const entitiesOf = async (campaign: { advertiser_id: number }, id: number) => {
  const body = { start_date: '2026-11-01', end_date: '2026-11-07', sort: [{ field: 'name', order: 'asc' }] }
  return (await as('dana')('POST', `v1/${placeOf(campaign)}/ad_groups/${id}/entities_report`, body)).entities
}
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first()
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

/** Begins a condition in a builder: the dimension, then its options. */
async function begin(page: Page, opens: string, dimension: string, ...options: string[]) {
  await page.getByRole('combobox', { name: opens }).last().click()
  await option(page, dimension).click()
  await page
    .getByRole('combobox', { name: `${dimension}: any of` })
    .last()
    .click()
  for (const name of options) await option(page, name).click()
  await page.keyboard.press('Escape')
}

test('an ad group is made with its bid, what it advertises, and who sees it, and the platform has just that', async ({ page }) => {
  const campaign = await serving()
  const { campaign_id, currency_code } = campaign
  await openCampaign(page, 'dana', `${campaign_id}/ad_groups`)
  await page.getByRole('button', { name: 'New ad group' }).press('Enter')
  await title(page, 'New ad group').waitFor()
  await page.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await expect(page.getByText('2 fields need another look')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Late winter')
  await page.getByLabel(`Base bid, ${currency_code}`).fill('0.01')
  await expect(page.getByText('Bid strength')).toBeVisible()
  const strength = page.locator('.strength')
  const weak = await strength.textContent()
  await page.getByLabel(`Base bid, ${currency_code}`).fill('9.50')
  await expect(strength).not.toHaveText(weak ?? '')
  await expect(strength).toContainText('Competitive')
  await page.getByRole('button', { name: 'Choose Hotels' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Choose Hotels' })
  await picker.getByRole('row').nth(1).getByRole('checkbox').click()
  await picker.getByRole('row').nth(2).getByRole('checkbox').click()
  await picker.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(picker.getByRole('tab', { name: /Chosen/ })).toContainText('2')
  await picker.getByRole('button', { name: 'Done' }).press('Enter')
  await begin(page, 'Add a condition', 'Device', 'Phone')
  await expect(page.getByRole('region', { name: 'Reach' })).toContainText('people, out of about')
  await page.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await title(page, 'Late winter').waitFor()
  const id = Number((await pathOf(page))?.split('/').at(-1))
  const made = await groupNow(campaign, id)
  expect(made).toMatchObject({ name: 'Late winter', status: 'pending', base_bid: '9.5', entities: 2, budget: null })
  expect(made.targeting.groups).toHaveLength(1)
  expect(made.targeting.groups[0].conditions).toHaveLength(1)
})

test('the bid says how strong it is, what is too much is refused with why, and what is saved is the platform’s', async ({ page }) => {
  const campaign = await serving()
  const group = await firstGroup(campaign)
  const code = campaign.currency_code
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}?tab=settings`)
  const save = page.getByRole('button', { name: 'Save bid, budget and schedule' })
  await page.getByLabel(`Base bid, ${code}`).fill('0.01')
  await save.press('Enter')
  await expect(page.getByText(/Bid at least/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Use the recommended bid' }).press('Enter')
  await expect(page.locator('.strength')).toContainText('Competitive')
  await page.getByText('Its own', { exact: true }).first().click()
  await page.getByLabel(`Own budget, ${code}`).fill('999999999')
  await save.press('Enter')
  await expect(page.getByText(/Its campaign can spend/).first()).toBeVisible()
  await page.getByLabel(`Own budget, ${code}`).fill('12')
  await save.press('Enter')
  await toast(page, 'Bid, budget and schedule saved').waitFor()
  const now = await groupNow(campaign, group.ad_group_id)
  expect(now).toMatchObject({ budget: '12', budget_period: 'Daily' })
  expect(Number(now.base_bid)).toBeGreaterThan(0.01)
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=history`)
  await expect(page.getByRole('listitem').first()).toContainText(group.name)
})

test('who sees it is said in groups that go together by and or by or, with its reach as it is said', async ({ page }) => {
  const campaign = await serving()
  const asked = { campaign_id: campaign.campaign_id, name: 'For some', base_bid: '1', entity_ids: [] }
  const group = await as('dana')('POST', `v3/${placeOf(campaign)}/ad_groups`, asked, { 'Idempotency-Key': crypto.randomUUID() })
  await passed(campaign.campaign_id)
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}?tab=targeting`)
  const reach = page.getByRole('region', { name: 'Reach' })
  await expect(reach).toContainText('out of about')
  const everybody = await reach.locator('.reach-figure').textContent()
  await begin(page, 'Add a condition', 'Region', 'West Coast', 'East Coast')
  await expect(reach.locator('.reach-figure')).not.toHaveText(everybody ?? '')
  await begin(page, 'Add a group', 'Device', 'Phone')
  await page.getByText('any group holds').click()
  await expect(page.getByText('or', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save targeting' }).press('Enter')
  await toast(page, 'Targeting saved').waitFor()
  const { targeting } = await groupNow(campaign, group.ad_group_id)
  expect(targeting.operator).toBe('OR')
  expect(targeting.groups.map(({ conditions }: { conditions: unknown[] }) => conditions.length)).toEqual([1, 1])
  expect(targeting.groups[0].conditions[0].targeting_option_ids).toHaveLength(2)
  await openCampaign(page, 'mika', `${campaign.campaign_id}?tab=targeting`)
  await expect(page.getByRole('region', { name: group.name }).getByText('Region: any of West Coast, East Coast')).toBeVisible()
})

test('bids of entities are set in their cells and for many at once, given up again, and entities are taken away', async ({ page }) => {
  const campaign = await serving()
  const group = await firstGroup(campaign)
  const [one, two] = await entitiesOf(campaign, group.ad_group_id)
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}?tab=entities&amp;sort=name`)
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await row(one.name).getByText('base bid').dblclick()
  await page.getByRole('textbox', { name: `Own bid of ${one.name}` }).fill('3.25')
  await page.keyboard.press('Enter')
  const bidOf = async (id: number) =>
    (await entitiesOf(campaign, group.ad_group_id)).find((entity: { entity_id: number }) => entity.entity_id === id)?.bid
  await expect.poll(() => bidOf(one.entity_id)).toBe('3.25')
  await expect(row(one.name)).toContainText('$3.25')
  await row(one.name).getByRole('checkbox').click()
  await row(two.name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Set bid', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set a bid of their own' })
  await dialog.getByLabel(/^Bid/).fill('4')
  await dialog.getByRole('button', { name: 'Set bid' }).press('Enter')
  await expect.poll(() => bidOf(two.entity_id)).toBe('4')
  // A bid is changed from what is seen of it.
  await expect(row(one.name)).toContainText('$4.00')
  await row(one.name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Use base bid' }).press('Enter')
  await expect.poll(() => bidOf(one.entity_id)).toBe(null)
  await row(two.name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Take away' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).press('Enter')
  await expect.poll(async () => (await groupNow(campaign, group.ad_group_id)).entities).toBe(group.entities - 1)
})

test('an ad group is deleted after a question', async ({ page }) => {
  const campaign = await serving()
  const body = { campaign_id: campaign.campaign_id, name: 'Not for long', base_bid: '1', entity_ids: [] }
  const made = await as('dana')('POST', `v3/${placeOf(campaign)}/ad_groups`, body, { 'Idempotency-Key': crypto.randomUUID() })
  await as('dana')(
    'PATCH',
    `v3/${placeOf(campaign)}/ad_groups/${made.ad_group_id}`,
    { status: 'paused' },
    { 'If-Match': String(made.version) },
  )
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${made.ad_group_id}`)
  await page.getByRole('button', { name: 'More for Not for long' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete ad group' }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe(`${campaign.campaign_id}/ad_groups`)
  const told = { campaign_id: campaign.campaign_id, fields: 'ad_groups' }
  expect(await heard(page, 'ad-campaign-changed')).toEqual([['ad-campaign-changed', told]])
  await expect(groupNow(campaign, made.ad_group_id)).rejects.toThrow(/404/)
})

test('what is typed into a new ad group is not left without a question', async ({ page }) => {
  const { campaign_id } = await serving()
  await openCampaign(page, 'dana', `${campaign_id}/ad_groups/create`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half')
  await page.getByRole('link', { name: /^Ad groups of/ }).press('Enter')
  await page.getByRole('button', { name: 'Stay' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half')
})

for (const [picture, tabName, shown] of [
  ['ad-group', undefined, 'Trend'],
  ['ad-group-entities', /Hotels/, 'Own bid'],
  ['ad-group-targeting', 'Targeting', 'Save targeting'],
  ['ad-group-settings', 'Bid, budget and schedule', 'Bid strength'],
] as const)
  test(`${picture} is easy to use in light and dark, wide and narrow`, async ({ page }) => {
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

test('a new ad group is easy to use in light and dark, wide and narrow', async ({ page }) => {
  const { campaign_id } = await serving()
  await openCampaign(page, 'dana', `${campaign_id}/ad_groups/create`)
  await page.getByRole('button', { name: 'Create ad group' }).waitFor()
  await look(page, 'ad-group-create')
})

test('an ad group says where its spend stands among those of its peers', async ({ page }) => {
  const campaign = await serving()
  const group = await firstGroup(campaign)
  const { pcl } = await as('dana')('GET', `v1/${placeOf(campaign)}/ad_groups/${group.ad_group_id}/pcl`)
  const said: Readonly<Record<string, string>> = {
    player: 'Player: it spends less',
    competitor: 'Competitor: it spends',
    leader: 'Leader: it spends',
  }
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}`)
  const line = page.getByRole('status').filter({ hasText: 'Among its peers, over 30 days:' })
  await expect(line).toContainText(said[pcl] ?? 'too few others to compare with.')
})
