import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import {
  apiAs,
  campaignNow,
  campaignPlatform,
  campaignsThat,
  eventsOf,
  openCampaign,
  pathOf,
  tab,
  title,
  toast,
} from '../support/campaigns/campaign-page.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { firstWeek } from '../support/time/days.ts'

campaignPlatform()

/** The campaign of all tests here. */
let first: number | undefined
/** Approves pending additions, because additions put the campaign under review again. */
async function passed(id: number) {
  const { advertiser_id, review_status_id, version } = await campaignNow(id)
  const path = `v1/member_groups/1/advertisers/${advertiser_id}/campaigns/${id}/reviews/approve`
  if (review_status_id === 1) await apiAs('dana')('POST', path, undefined, { 'If-Match': String(version) })
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
const advertiserPathOf = ({ advertiser_id }: { advertiser_id: number }) => `member_groups/1/advertisers/${advertiser_id}`
const firstGroup = async (campaign: { advertiser_id: number; campaign_id: number }) => {
  const { ad_groups } = await apiAs('dana')('GET', `v1/${advertiserPathOf(campaign)}/campaigns/${campaign.campaign_id}/ad_groups`)
  return apiAs('dana')('GET', `v1/${advertiserPathOf(campaign)}/ad_groups/${ad_groups[0].ad_group_id}`)
}
const groupNow = (campaign: { advertiser_id: number }, id: number) =>
  apiAs('dana')('GET', `v1/${advertiserPathOf(campaign)}/ad_groups/${id}`)
const entitiesOf = async (campaign: { advertiser_id: number }, id: number) => {
  const body = { ...firstWeek, sort: [{ field: 'name', order: 'asc' }] }
  return (await apiAs('dana')('POST', `v1/${advertiserPathOf(campaign)}/ad_groups/${id}/entities_report`, body)).entities
}
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

/** Adds a targeting condition: the dimension, then its options. */
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

test('an ad group is created with bid, entities and targeting, and warns before unsaved input is lost', async ({ page }) => {
  const campaign = await serving()
  const { campaign_id, currency_code } = campaign
  await openCampaign(page, 'dana', `${campaign_id}/ad_groups`)
  await page.getByRole('button', { name: 'New ad group' }).press('Enter')
  await title(page, 'New ad group').waitFor()
  await page.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await expect(page.getByText('Fix 2 fields to continue')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Late winter')
  await page.getByRole('link', { name: /^Ad groups of/ }).press('Enter')
  await page.getByRole('button', { name: 'Stay' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Late winter')
  await page.getByLabel(`Base bid, ${currency_code}`).fill('0.01')
  await expect(page.getByText('Bid strength')).toBeVisible()
  const strength = page.locator('.strength')
  const weak = await strength.textContent()
  await page.getByLabel(`Base bid, ${currency_code}`).fill('9.50')
  await expect(strength).not.toHaveText(weak ?? '')
  await expect(strength).toContainText('Competitive')
  await page.getByRole('button', { name: 'Select Hotels' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Select Hotels' })
  await picker.getByRole('row').nth(1).getByRole('checkbox').click()
  await picker.getByRole('row').nth(2).getByRole('checkbox').click()
  await picker.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(picker.getByRole('tab', { name: /Selected/ })).toContainText('2')
  await picker.getByRole('button', { name: 'Done' }).press('Enter')
  await begin(page, 'Add a condition', 'Device', 'Phone')
  await expect(page.getByRole('region', { name: 'Reach' })).toContainText('people of about')
  await page.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await title(page, 'Late winter').waitFor()
  const id = Number((await pathOf(page))?.split('/').at(-1))
  const made = await groupNow(campaign, id)
  expect(made).toMatchObject({ name: 'Late winter', status: 'pending', base_bid: '9.5', entities: 2, budget: null })
  expect(made.targeting.groups).toHaveLength(1)
  expect(made.targeting.groups[0].conditions).toHaveLength(1)
})

test("an ad group's bid shows its strength, is refused when it is too high, and is saved", async ({ page }) => {
  const campaign = await serving()
  const group = await firstGroup(campaign)
  const code = campaign.currency_code
  const { pcl } = await apiAs('dana')('GET', `v1/${advertiserPathOf(campaign)}/ad_groups/${group.ad_group_id}/pcl`)
  const said: Readonly<Record<string, string>> = {
    player: 'Player: spends',
    competitor: 'Competitor: spends',
    leader: 'Leader: spends',
  }
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}`)
  const line = page.getByRole('status').filter({ hasText: 'Compared with similar advertisers, last 30 days:' })
  await expect(line).toContainText(said[pcl] ?? 'not enough similar advertisers to compare.')
  await tab(page, 'Bid, budget and schedule').click()
  const save = page.getByRole('button', { name: 'Save bid, budget and schedule' })
  await page.getByLabel(`Base bid, ${code}`).fill('0.01')
  await save.press('Enter')
  await expect(page.getByText(/Enter a bid of .+ or more/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Use the recommended bid' }).press('Enter')
  await expect(page.locator('.strength')).toContainText('Competitive')
  await page.getByText('Custom value', { exact: true }).first().click()
  await page.getByLabel(`Custom budget, ${code}`).fill('999999999')
  await save.press('Enter')
  await expect(page.getByText(/The campaign can spend at most/).first()).toBeVisible()
  await page.getByLabel(`Custom budget, ${code}`).fill('12')
  await save.press('Enter')
  await toast(page, 'Bid, budget and schedule saved').waitFor()
  const now = await groupNow(campaign, group.ad_group_id)
  expect(now).toMatchObject({ budget: '12', budget_period: 'Daily' })
  expect(Number(now.base_bid)).toBeGreaterThan(0.01)
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=history`)
  await expect(page.getByRole('listitem').first()).toContainText(group.name)
})

test('ad group targeting joins groups with AND or OR, and the reach is updated', async ({ page }) => {
  const campaign = await serving()
  const body = { campaign_id: campaign.campaign_id, name: 'For some', base_bid: '1', entity_ids: [] }
  const group = await apiAs('dana')('POST', `v3/${advertiserPathOf(campaign)}/ad_groups`, body, { 'Idempotency-Key': crypto.randomUUID() })
  await passed(campaign.campaign_id)
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}?tab=targeting`)
  const reach = page.getByRole('region', { name: 'Reach' })
  await expect(reach).toContainText('people of about')
  const everybody = await reach.locator('.reach-figure').textContent()
  await begin(page, 'Add a condition', 'Region', 'West Coast', 'East Coast')
  await expect(reach.locator('.reach-figure')).not.toHaveText(everybody ?? '')
  await begin(page, 'Add a group', 'Device', 'Phone')
  await page.getByText('match any group').click()
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

test('bids of ad group entities are edited in cells and in bulk and reset, and entities are removed', async ({ page }) => {
  const campaign = await serving()
  const group = await firstGroup(campaign)
  const [one, two] = await entitiesOf(campaign, group.ad_group_id)
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${group.ad_group_id}?tab=entities&amp;sort=name`)
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await row(one.name).getByText('base bid').dblclick()
  await page.getByRole('textbox', { name: `Custom bid of ${one.name}` }).fill('3.25')
  await page.keyboard.press('Enter')
  const bidOf = async (id: number) =>
    (await entitiesOf(campaign, group.ad_group_id)).find((entity: { entity_id: number }) => entity.entity_id === id)?.bid
  await expect.poll(() => bidOf(one.entity_id)).toBe('3.25')
  await expect(row(one.name)).toContainText('$3.25')
  await row(one.name).getByRole('checkbox').click()
  await row(two.name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Set bid', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set custom bid' })
  await dialog.getByLabel(/^Bid/).fill('4')
  await dialog.getByRole('button', { name: 'Set bid' }).press('Enter')
  await expect.poll(() => bidOf(two.entity_id)).toBe('4')
  // The change is based on the displayed bid.
  await expect(row(one.name)).toContainText('$4.00')
  await row(one.name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Use base bid' }).press('Enter')
  await expect.poll(() => bidOf(one.entity_id)).toBe(null)
  await row(two.name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect.poll(async () => (await groupNow(campaign, group.ad_group_id)).entities).toBe(group.entities - 1)
})

test('an ad group is deleted after a confirmation', inAudit, async ({ page }) => {
  const campaign = await serving()
  const body = { campaign_id: campaign.campaign_id, name: 'Not for long', base_bid: '1', entity_ids: [] }
  const made = await apiAs('dana')('POST', `v3/${advertiserPathOf(campaign)}/ad_groups`, body, { 'Idempotency-Key': crypto.randomUUID() })
  await apiAs('dana')(
    'PATCH',
    `v3/${advertiserPathOf(campaign)}/ad_groups/${made.ad_group_id}`,
    { status: 'paused' },
    { 'If-Match': String(made.version) },
  )
  await openCampaign(page, 'dana', `${campaign.campaign_id}/ad_groups/${made.ad_group_id}`)
  await page.getByRole('button', { name: 'More actions for Not for long' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete ad group' }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe(`${campaign.campaign_id}/ad_groups`)
  const detail = { campaign_id: campaign.campaign_id, fields: 'ad_groups' }
  expect(await eventsOf(page, 'ad-campaign-changed')).toEqual([['ad-campaign-changed', detail]])
  await expect(groupNow(campaign, made.ad_group_id)).rejects.toThrow(/404/)
})

interface Entity {
  readonly entity_id: number
  readonly name: string
  readonly bid: string | null
}
/** An ad group of an active campaign, with its entities. */
async function groupOfEntities() {
  // The tests above use the first one.
  const [, found] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
  ])
  const campaign = await campaignNow(found?.campaign_id ?? 0)
  const advertiserPath = `v1/member_groups/1/advertisers/${campaign.advertiser_id}`
  const { ad_groups } = await apiAs('dana')('GET', `${advertiserPath}/campaigns/${campaign.campaign_id}/ad_groups`)
  const id: number = ad_groups[0].ad_group_id
  const body = {
    ...firstWeek,
    sort: [{ field: 'name', order: 'asc' }],
    pagination: { start: 0, count: 1000 },
  }
  const entities = async (): Promise<Entity[]> =>
    (await apiAs('dana')('POST', `${advertiserPath}/ad_groups/${id}/entities_report`, body)).entities
  return { campaign, id, entities, path: `${campaign.campaign_id}/ad_groups/${id}?tab=entities&amp;sort=name` }
}
/** The compared values: the id and the bid of each entity. */
const bids = (entities: readonly Entity[]) => entities.map(({ entity_id, bid }) => [entity_id, bid])
/** The newest toast with a text. */
const newest = (page: Page, text: string) => page.locator('.toast', { hasText: text }).last()
const undo = (page: Page, text: string) => newest(page, text).getByRole('button', { name: 'Undo', exact: true }).press('Enter')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** Selects all rows, starting from one. */
async function selectAll(page: Page, name: string) {
  await rowOf(page, name).first().getByRole('checkbox').click()
  await page.getByRole('button', { name: /^Select all/ }).press('Enter')
}
async function bidForAll(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Set bid', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set custom bid' })
  await dialog.getByLabel(/^Bid/).fill(amount)
  await dialog.getByRole('button', { name: 'Set bid' }).press('Enter')
}

test('all entities of an ad group are bid for in one call, removed in another, and each is undone', inAudit, async ({ page }) => {
  const { entities, path } = await groupOfEntities()
  const before = await entities()
  const calls: string[] = []
  page.on(
    'request',
    (request) => /entities\/bulk/.test(request.url()) && calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  await openCampaign(page, 'dana', path)
  await selectAll(page, before[0]?.name ?? '')
  await bidForAll(page, '3.5')
  await expect.poll(async () => new Set((await entities()).map(({ bid }) => bid))).toEqual(new Set(['3.5']))
  await undo(page, 'Bids updated')
  await expect.poll(async () => bids(await entities())).toEqual(bids(before))
  await selectAll(page, before[0]?.name ?? '')
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Remove Hotels?' })
  await expect(question).toContainText(`${before.length} will no longer`)
  await question.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect.poll(entities).toEqual([])
  await undo(page, 'Hotels removed')
  await expect(newest(page, 'The campaign is back in review')).toBeVisible()
  await expect.poll(async () => bids(await entities())).toEqual(bids(before))
  expect(calls.map((call) => call.replace(/^(\w+) .*\/(bulk.*)$/, '$1 $2'))).toEqual(['POST bulk/all', 'DELETE bulk/all'])
})

test('undoing entity bids names the later change of another user', inAudit, async ({ page }) => {
  const { id, entities, path } = await groupOfEntities()
  const [one] = await entities()
  await openCampaign(page, 'dana', path)
  await rowOf(page, one?.name ?? '')
    .first()
    .getByRole('checkbox')
    .click()
  await bidForAll(page, '4')
  await newest(page, 'Bids updated').waitFor()
  await apiAs('dana')('POST', 'v1/ad_groups/entities/bulk', { entities: [{ ad_group_id: id, entity_id: one?.entity_id, bid: '4.5' }] })
  await undo(page, 'Bids updated')
  await newest(page, 'There are newer changes').getByRole('button', { name: 'Undo anyway' }).press('Enter')
  await expect.poll(async () => (await entities())[0]?.bid).toBe(one?.bid ?? null)
})

test('adding entities starts a review and can be undone, and nothing is restored during a review', async ({ page }) => {
  const { campaign, entities, path } = await groupOfEntities()
  const before = await entities()
  await openCampaign(page, 'dana', path)
  await page.getByRole('button', { name: 'Add Hotels' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Add Hotels to/ })
  await dialog.getByRole('row').filter({ hasText: 'Active' }).first().waitFor()
  // The first ones are already in the ad group.
  await expect(dialog.getByRole('row').filter({ hasText: 'Active' }).first()).toContainText('In the ad group')
  await dialog.getByRole('row').filter({ hasText: 'Active' }).first().getByRole('gridcell').last().click()
  await page.keyboard.press('Control+End')
  await dialog.getByRole('row').filter({ hasText: /-1179/ }).getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  // Additions to an approved campaign start a review, so they are saved together.
  await expect(dialog).toContainText('This sends the campaign back to review')
  const together = dialog.getByRole('button', { name: 'Add selected' })
  await expect(together).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaving).toContainText('Selected Hotels')
  await leaving.getByRole('button', { name: 'Stay' }).press('Enter')
  await expect(leaving).toBeHidden()
  await together.press('Enter')
  await expect.poll(async () => (await entities()).length).toBe(before.length + 1)
  await undo(page, 'Hotels changed')
  await expect.poll(async () => bids(await entities())).toEqual(bids(before))
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=history`)
  await page.getByRole('listitem').first().getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(newest(page, 'Couldn’t undo')).toBeVisible()
  expect(bids(await entities())).toEqual(bids(before))
})
