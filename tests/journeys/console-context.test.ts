import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import {
  advertisers,
  apiAs,
  totalsAdvertisers,
  client,
  contextPlatform,
  emails,
  go,
  header,
  open,
  pathOf,
  tabTo,
  title,
} from '../support/console/context.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { dayAgo, days } from '../support/time/days.ts'
import { table } from '../support/ui/table-steps.ts'

contextPlatform()

const section = (page: Page, name: string) => page.getByRole('region', { name })
const settled = (page: Page) => section(page, 'Campaigns by status').getByRole('listitem').first().waitFor()
/** The first row of campaigns, below the header and the totals. */
const firstRow = (page: Page) => table(page).getByRole('row').filter({ hasText: '#' }).first()

test('the console address contains client and advertiser, also one of another client', async ({ page }) => {
  const [own] = (await apiAs('ines')('GET', 'v1/member_groups/2/advertisers?count=1')).advertisers
  const requestedIds = totalsAdvertisers(page)
  await open(page, 'ines', `?advertiser_id=${own.advertiser_id}`)
  await title(page, own.name).waitFor()
  await expect.poll(() => pathOf(page)).toBe(`clients/2?advertiser_id=${own.advertiser_id}`)
  await expect.poll(requestedIds).toEqual([own.advertiser_id])
  await open(page, 'ines', '?client_id=2')
  await title(page, 'Greenbasket').waitFor()
  await expect.poll(() => pathOf(page)).toBe('clients/2')
  await open(page, 'ines', 'admin?client_id=2')
  await expect(client(page)).toContainText('Greenbasket')
  await open(page, 'ines', 'admin')
  await expect(client(page)).toContainText('Harborline Stays')
  await open(page, 'ines', '')
  await title(page, 'Harborline Stays').waitFor()
  await go(page, 'clients/2')
  await title(page, 'Greenbasket').waitFor()
  await go(page, 'admin')
  await expect(client(page)).toContainText('Greenbasket')
  await go(page, 'clients/1?advertiser_id=999999')
  await expect(page.getByRole('heading', { name: 'Advertiser not found' })).toBeVisible()
})

test('pages for one advertiser show the first selected one, and a dashboard shows all', inAudit, async ({ page }) => {
  const requestedIds = totalsAdvertisers(page)
  await open(page, 'dana', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  for (const name of ['Palisade Resorts', 'Fernhill Houses']) {
    await advertisers(page).focus()
    await page.keyboard.type(name)
    await expect(page.getByRole('option')).toHaveText([new RegExp(`^${name}`)])
    await page.getByRole('option').click()
    await page.keyboard.press('Escape')
  }
  await expect.poll(() => requestedIds()?.length).toBe(2)
  await go(page, 'clients/1/campaigns-single')
  const single = page.getByRole('combobox', { name: 'Advertiser', exact: true })
  await expect(single).toContainText('Palisade Resorts')
  await go(page, 'clients/1')
  await expect(advertisers(page)).toContainText('Palisade Resorts')
  await expect(advertisers(page)).not.toContainText('Fernhill Houses')
  await go(page, 'clients/1/dashboard/publisher')
  await expect(advertisers(page)).toHaveAttribute('aria-disabled', 'true')
  await open(page, 'dana', 'clients/1/campaigns-restaurants')
  const [first] = (await apiAs('dana')('GET', 'v1/member_groups/1/advertisers/get_user_advertisers?count=1')).advertisers
  await expect(single).toContainText(first.name)
})

test('one of thousands of advertisers is found by name, and all are selected again, with the keyboard only', async ({ page }) => {
  const requestedIds = totalsAdvertisers(page)
  await open(page, 'ines', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  // The header loads a little later; tabbing earlier would miss it.
  await client(page).waitFor()
  await tabTo(page, client(page))
  await page.keyboard.type('handm')
  await expect(page.getByRole('option')).toHaveText([/Handmarket/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await title(page, 'Handmarket').waitFor()
  await expect.poll(() => pathOf(page)).toBe('clients/4')
  await expect(header(page)).toContainText('3,200')
  await tabTo(page, advertisers(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('zinnia')
  await expect(page.getByRole('option').first()).toHaveText(/Zinnia/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => requestedIds()?.length).toBe(1)
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Clear Advertisers' }))
  await page.keyboard.press('Enter')
  await expect(advertisers(page)).toContainText('All 3,200 advertisers')
})

test('a user with one client or one advertiser has nothing to select', inAudit, async ({ page }) => {
  await open(page, 'mika', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(header(page).getByText('Client: Harborline Stays')).toBeVisible()
  await expect(client(page)).toHaveCount(0)
  await expect(advertisers(page)).toBeVisible()
  await open(page, 'carla', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(header(page).getByText('Advertiser: Palisade Resorts')).toBeVisible()
  await expect(header(page).getByRole('combobox')).toHaveCount(0)
})

test('a client that the user may not read is shown by its number, and its pages work', async ({ page }) => {
  const { activities } = await apiAs('ines')('GET', 'v1/role?role_id=4')
  const granted: { role_permission_id: number; permission_id: number; activity_id: number }[] = await apiAs('ines')(
    'GET',
    'v1/role_permissions?role_id=4',
  )
  const reads = (activities as { activity_id: number; name: string; permissions: { name: string; role_permission_id: number }[] }[]) // any JSON; the platform sent it
    .filter(({ name }) => ['member_groups', 'users'].includes(name))
    .map(({ permissions }) => permissions.find(({ name }) => name === 'read')?.role_permission_id)
  for (const id of reads) await apiAs('ines')('DELETE', `v1/role_permissions/${id}`)
  try {
    await open(page, 'mika', '')
    await title(page, 'Client 1').waitFor()
    await expect.poll(() => pathOf(page)).toBe('clients/1')
    await expect(section(page, 'Campaigns by status').getByRole('listitem').first()).toBeVisible()
    await expect(header(page).getByText('Client: Client 1')).toBeVisible()
  } finally {
    for (const { role_permission_id, permission_id, activity_id } of granted)
      if (reads.includes(role_permission_id)) await apiAs('ines')('POST', 'v1/role_permissions', { role_id: 4, permission_id, activity_id })
  }
})

test('a user whose only advertiser was removed is told that they have no client', async ({ page }) => {
  const ask = apiAs('ines')
  const [{ user_id }] = (await ask('POST', 'v1/users/report', { filters: [{ field: 'email', operation: '=', value: emails.noor }] })).users
  const reach = async (advertisers: readonly number[]) => {
    const { first_name, last_name, locale, status, roles, version } = await ask('GET', `v1/users/${user_id}`)
    const role_ids = roles.map(({ role_id }: { role_id: number }) => role_id)
    const body = {
      first_name,
      last_name,
      locale_id: locale.id,
      status,
      role_ids,
      access: { clients: [], advertiser_groups: [], advertisers },
    }
    await ask('PUT', `v1/users/${user_id}`, body, { 'If-Match': String(version) })
  }
  const own = (await apiAs('noor')('GET', 'v1/member_groups/1/advertisers/get_user_advertisers')).advertisers
  const body = { name: 'Soon gone', advertiser_group_id: null }
  const { advertiser_id } = await ask('POST', 'v1/member_groups/1/advertisers', body, { 'Idempotency-Key': crypto.randomUUID() })
  await reach([advertiser_id])
  await ask('DELETE', `v1/member_groups/1/advertisers/${advertiser_id}`)
  try {
    for (const path of ['', 'admin']) {
      await open(page, 'noor', path)
      await expect(page.getByRole('heading', { name: 'You don’t have access to a client yet' })).toBeVisible()
    }
  } finally {
    await reach(own.map((one: { advertiser_id: number }) => one.advertiser_id))
  }
})

test("the overview's figures, chart, issues and status counts lead to their details", async ({ page }) => {
  const figures = page.getByRole('term').or(page.locator('dl.figures dt'))
  await open(page, 'dana', 'clients/1')
  await settled(page)
  await title(page, 'Harborline Stays').waitFor()
  await expect(figures).toContainText(['Impressions', 'Clicks', 'Click-through rate', 'Spend', 'Revenue', 'Return on Ad Spend'])
  await expect(page.getByRole('slider', { name: 'Spend, Return on Ad Spend by date' })).toBeVisible()
  const attention = section(page, 'Needs attention')
  const issues = attention.locator('.lines').getByRole('link')
  await expect(issues.first()).toBeVisible()
  const all = await issues.count()
  const filter = attention.getByRole('list', { name: 'Filter by type' }).getByRole('button').first()
  await filter.press('Enter')
  await expect.poll(() => issues.count()).toBeLessThan(all)
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await filter.press('Enter')
  await expect(issues).toHaveCount(all)
  await expect(page.getByRole('heading', { name: 'Alerts' })).toHaveCount(0)
  await section(page, 'Campaigns by status').getByRole('link', { name: 'Active', exact: true }).press('Enter')
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns?filter.status=active')
})

test("the overview's dates are in the address and in its requests", inAudit, async ({ page }) => {
  const { start_date, end_date } = { ...days, end_date: dayAgo(22) }
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/v2/report/total') && requests.push(request.postData() ?? ''))
  await open(page, 'dana', `clients/1?start_date=${start_date}&end_date=${end_date}&compare=previous_week`)
  await settled(page)
  await expect.poll(() => requests.at(-1)).toContain(`"start_date":"${start_date}","end_date":"${end_date}","compare":"previous_week"`)
  await page.getByRole('button', { name: /^Dates/ }).press('Enter')
  await page.getByText('Last 14 days', { exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => pathOf(page)).toBe('clients/1?compare=previous_week&date_range=last_14_days')
})

test('a user with one advertiser sees only that advertiser in the overview, and no other client', async ({ page }) => {
  const statuses = () => section(page, 'Campaigns by status').getByRole('listitem').allTextContents()
  await open(page, 'carla', 'clients/1')
  await settled(page)
  await expect(page.getByRole('link', { name: 'Funds', exact: true })).toBeVisible()
  const own = await statuses()
  await open(page, 'dana', 'clients/1')
  await settled(page)
  await expect.poll(statuses).not.toEqual(own)
  await open(page, 'carla', 'clients/2')
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
})

test('in the console a campaign row opens its campaign, and a new one or a copy opens the builder', async ({ page }) => {
  await open(page, 'dana', 'clients/1')
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns')
  await expect(page.getByRole('combobox', { name: /^Advertisers/ })).toHaveCount(1)
  const link = firstRow(page).getByRole('link').first()
  const name = await link.textContent()
  await link.click()
  await expect.poll(() => pathOf(page)).toMatch(/^clients\/1\/campaigns\/\d+$/)
  await expect(page.getByRole('heading', { level: 2, name: name ?? '', exact: true })).toBeVisible()
  await go(page, 'clients/1/campaigns')
  await page.getByRole('button', { name: 'More ways to create' }).click()
  await page.getByRole('menuitem', { name: /^Step by step/ }).click()
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns/create?flow=custom')
  // A copy starts at the advertiser of its campaign.
  await go(page, 'clients/1/campaigns?sort=name')
  const id = /#(\d+)/.exec((await firstRow(page).textContent()) ?? '')?.[1]
  await firstRow(page)
    .getByRole('button', { name: /^More actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect.poll(() => pathOf(page)).toMatch(new RegExp(`^clients/1/advertisers/\\d+/campaigns/create\\?copy=${id}$`))
})

test('in the console a campaigns page for one advertiser keeps that advertiser while its list is sorted', inAudit, async ({ page }) => {
  await open(page, 'dana', 'clients/1/campaigns-restaurants')
  await expect(firstRow(page)).toContainText('#')
  await table(page).getByRole('columnheader', { name: 'Campaign' }).click()
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns-restaurants?sort=name')
  const listRequest = page.waitForRequest((request) => request.url().endsWith('/campaigns_report'))
  await page.reload()
  expect((await listRequest).postDataJSON().advertiser_ids).toHaveLength(1)
})

test('campaign figures in the console link to the report with the same total', async ({ page }) => {
  const inDays = `start_date=${days.start_date}&end_date=${days.end_date}`
  const spend = () => page.locator('.figure', { hasText: 'Spend' }).first().locator('dd').first()
  await open(page, 'dana', `clients/1/campaigns?${inDays}`)
  await expect(firstRow(page)).toContainText('#')
  await expect(spend()).toContainText('$')
  const all = await spend().textContent()
  await page.getByRole('button', { name: 'Open in Reporting' }).click()
  await expect.poll(() => pathOf(page)).toMatch(new RegExp(`^clients/1/reporting\\?.*start_date=${days.start_date}`))
  await expect(spend()).toContainText(all ?? '')
  await open(page, 'dana', `clients/1/campaigns?${inDays}`)
  await firstRow(page).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open in Reporting' })).toBeVisible()
  await expect(spend()).toContainText(/\d/)
  const one = await spend().textContent()
  await page.getByRole('button', { name: 'Open in Reporting' }).click()
  await expect.poll(() => pathOf(page)).toMatch(/reporting\?.*filters=campaign_id%3Ais%3A\d+/)
  await expect(spend()).toContainText(one ?? '')
})
