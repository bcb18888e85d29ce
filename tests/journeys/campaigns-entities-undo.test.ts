import { expect, type Page, test } from 'playwright/test'
import { as, campaignNow, campaignPlatform, campaignsThat, openCampaign } from '../support/campaign-page.ts'

campaignPlatform()

interface Entity {
  readonly entity_id: number
  readonly name: string
  readonly bid: string | null
}
/** An ad group of a campaign that serves, with what is in it. */
async function ground() {
  const [found] = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
  ])
  const campaign = await campaignNow(found?.campaign_id ?? 0)
  const place = `v1/member_groups/1/advertisers/${campaign.advertiser_id}`
  const { ad_groups } = await as('dana')('GET', `${place}/campaigns/${campaign.campaign_id}/ad_groups`)
  const id: number = ad_groups[0].ad_group_id
  const body = {
    start_date: '2026-11-01',
    end_date: '2026-11-07',
    sort: [{ field: 'name', order: 'asc' }],
    pagination: { start: 0, count: 1000 },
  }
  const entities = async (): Promise<Entity[]> => (await as('dana')('POST', `${place}/ad_groups/${id}/entities_report`, body)).entities
  return { campaign, id, entities, path: `${campaign.campaign_id}/ad_groups/${id}?tab=entities&amp;sort=name` }
}
/** What is compared: which are in it, each with its bid. */
const bids = (entities: readonly Entity[]) => entities.map(({ entity_id, bid }) => [entity_id, bid])
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).last()
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo', exact: true }).press('Enter')
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** Selects all that there are, by one of them. */
async function selectAll(page: Page, name: string) {
  await row(page, name).first().getByRole('checkbox').click()
  await page.getByRole('button', { name: /^Select all/ }).press('Enter')
}
async function bidForAll(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Set bid', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set a bid of their own' })
  await dialog.getByLabel(/^Bid/).fill(amount)
  await dialog.getByRole('button', { name: 'Set bid' }).press('Enter')
}

test('all of an ad group is bid for in one call and taken away in one, and each is taken back as it was', async ({ page }) => {
  const { id, entities, path } = await ground()
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
  await undo(page, 'Bids set')
  await expect.poll(async () => bids(await entities())).toEqual(bids(before))
  await selectAll(page, before[0]?.name ?? '')
  await page.getByRole('button', { name: 'Take away' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Take away Hotels?' })
  await expect(question).toContainText(before.length === 1 ? '1 is no longer' : `${before.length} are no longer`)
  await question.getByRole('button', { name: 'Take away' }).press('Enter')
  await expect.poll(entities).toEqual([])
  await undo(page, 'Hotels taken away')
  await expect(toast(page, 'The campaign is under review again')).toBeVisible()
  await expect.poll(async () => bids(await entities())).toEqual(bids(before))
  expect(calls.map((call) => call.replace(/^(\w+) .*\/(bulk.*)$/, '$1 $2'))).toEqual(['POST bulk/all', 'DELETE bulk/all'])
  expect(id).toBeGreaterThan(0)
})

test('what somebody else has bid since is said before it is taken back all the same', async ({ page }) => {
  const { id, entities, path } = await ground()
  const [one] = await entities()
  await openCampaign(page, 'dana', path)
  await row(page, one?.name ?? '')
    .first()
    .getByRole('checkbox')
    .click()
  await bidForAll(page, '4')
  await toast(page, 'Bids set').waitFor()
  await as('dana')('POST', 'v1/ad_groups/entities/bulk', { entities: [{ ad_group_id: id, entity_id: one?.entity_id, bid: '4.5' }] })
  await undo(page, 'Bids set')
  await toast(page, 'Something changed since').getByRole('button', { name: 'Undo all the same' }).press('Enter')
  await expect.poll(async () => (await entities())[0]?.bid).toBe(one?.bid ?? null)
})

test('what was added in the list of all is taken back; under review nothing comes again, and the history says so', async ({ page }) => {
  const { campaign, entities, path } = await ground()
  const before = await entities()
  await openCampaign(page, 'dana', path)
  await page.getByRole('button', { name: 'Add Hotels' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Add Hotels to/ })
  await dialog.getByRole('row').filter({ hasText: 'Active' }).first().waitFor()
  // The first ones are in it already.
  await expect(dialog.getByRole('row').filter({ hasText: 'Active' }).first()).toContainText('In the ad group')
  await dialog.getByRole('row').filter({ hasText: 'Active' }).first().getByRole('gridcell').last().click()
  await page.keyboard.press('Control+End')
  await dialog.getByRole('row').filter({ hasText: /-1179/ }).getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  // What is added to an approved campaign has it looked at again, so it is added in one go.
  await expect(dialog).toContainText('This puts the campaign under review again')
  const together = dialog.getByRole('button', { name: 'Add what is chosen' })
  await expect(together).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaving).toContainText('Chosen Hotels')
  await leaving.getByRole('button', { name: 'Stay' }).press('Enter')
  await expect(leaving).toBeHidden()
  await together.press('Enter')
  await expect.poll(async () => (await entities()).length).toBe(before.length + 1)
  await undo(page, 'Hotels changed')
  await expect.poll(async () => bids(await entities())).toEqual(bids(before))
  await openCampaign(page, 'dana', `${campaign.campaign_id}?tab=history`)
  await page.getByRole('listitem').first().getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toast(page, 'It could not be undone')).toBeVisible()
  expect(bids(await entities())).toEqual(bids(before))
})
