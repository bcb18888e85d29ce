import { expect, test } from 'playwright/test'
import {
  advertisers,
  as,
  askedFor,
  client,
  contextPlatform,
  go,
  header,
  look,
  open,
  pathOf,
  tabTo,
  title,
} from '../support/console-context.ts'

contextPlatform()

test('addresses say whose data is shown: a client, an advertiser of another client, and neither', async ({ page }) => {
  const [own] = (await as('ines')('GET', 'v1/member_groups/2/advertisers?count=1')).advertisers
  const asked = askedFor(page)
  await open(page, 'ines', `?advertiser_id=${own.advertiser_id}`)
  await title(page, 'Greenbasket').waitFor()
  await expect.poll(() => pathOf(page)).toBe(`clients/2?advertiser_id=${own.advertiser_id}`)
  await expect.poll(asked).toEqual([own.advertiser_id])
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
  await expect(page.getByRole('heading', { name: 'There is no such advertiser' })).toBeVisible()
})

test('where one advertiser is shown the first stays alone, and a dashboard shows all', async ({ page }) => {
  const asked = askedFor(page)
  await open(page, 'dana', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  for (const name of ['Palisade Resorts', 'Fernhill Houses']) {
    await advertisers(page).focus()
    await page.keyboard.type(name)
    await expect(page.getByRole('option')).toHaveText([new RegExp(`^${name}`)])
    await page.getByRole('option').click()
    await page.keyboard.press('Escape')
  }
  await expect.poll(() => asked()?.length).toBe(2)
  await go(page, 'clients/1/campaigns-single')
  const single = page.getByRole('combobox', { name: 'Advertiser', exact: true })
  await expect(single).toContainText('Palisade Resorts')
  await go(page, 'clients/1')
  await expect(advertisers(page)).toContainText('Palisade Resorts')
  await expect(advertisers(page)).not.toContainText('Fernhill Houses')
  await go(page, 'clients/1/dashboard/publisher')
  await expect(advertisers(page)).toHaveAttribute('aria-disabled', 'true')
  await open(page, 'dana', 'clients/1/campaigns-restaurants')
  const [first] = (await as('dana')('GET', 'v1/member_groups/1/advertisers/get_user_advertisers?count=1')).advertisers
  await expect(single).toContainText(first.name)
})

test('among thousands of advertisers one is found by its name, and all are all again, by keyboard alone', async ({ page }) => {
  const asked = askedFor(page)
  await open(page, 'ines', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  // What stands above is there a little later; whoever tabbed past its place would be past it.
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
  await look(page, 'many')
  // What was looked at in a narrow window was another list.
  await page.keyboard.press('Escape')
  await tabTo(page, advertisers(page))
  await page.keyboard.press('Enter')
  await page.keyboard.type('zinnia')
  await expect(page.getByRole('option').first()).toHaveText(/Zinnia/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked()?.length).toBe(1)
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Clear Advertisers' }))
  await page.keyboard.press('Enter')
  await expect(advertisers(page)).toContainText('All 3,200 advertisers')
})

test('whoever has one client or one advertiser has nothing to choose', async ({ page }) => {
  await open(page, 'mika', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(header(page).getByText('Client: Harborline Stays')).toBeVisible()
  await expect(client(page)).toHaveCount(0)
  await expect(advertisers(page)).toBeVisible()
  await open(page, 'carla', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(header(page).getByText('Advertiser: Palisade Resorts')).toBeVisible()
  await expect(header(page).getByRole('combobox')).toHaveCount(0)
  await look(page, 'one')
})

test('a client that may not be read is shown by its number, and one begins there all the same', async ({ page }) => {
  const granted: { activity_id: number; name: string; permissions: { name: string; role_permission_id: number }[] }[] = (
    await as('ines')('GET', 'v1/role?role_id=4')
  ).activities
  for (const area of ['member_groups', 'users']) {
    const id = granted.find(({ name }) => name === area)?.permissions.find(({ name }) => name === 'read')?.role_permission_id
    await as('ines')('DELETE', `v1/role_permissions/${id}`)
  }
  await open(page, 'mika', '')
  await title(page, 'Client 1').waitFor()
  await expect.poll(() => pathOf(page)).toBe('clients/1')
  await expect(page.getByRole('region', { name: 'Campaigns by status' }).getByRole('listitem').first()).toBeVisible()
  await expect(header(page).getByText('Client: Client 1')).toBeVisible()
  await look(page, 'minimal')
})

test('what cannot be read is asked for again, and somebody without a client is told so', async ({ page }) => {
  let isDown = true
  await page.route('**/v1/sso/login', (route) =>
    isDown ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } }) : route.continue(),
  )
  for (const [path, heading] of [
    ['admin', 'Your clients could not be read'],
    ['clients/1', 'Who you are could not be read'],
  ] as const) {
    isDown = true
    await open(page, 'dana', path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(title(page, 'Harborline Stays')).toHaveCount(0)
    if (path === 'admin') await look(page, 'unread')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(header(page)).toBeVisible()
  }
  // Nobody is made without a client; who has one advertiser alone is without when that one is gone.
  const [{ advertiser_id: only }] = (await as('noor')('GET', 'v1/member_groups/1/advertisers/get_user_advertisers')).advertisers
  await as('ines')('DELETE', `v1/member_groups/1/advertisers/${only}`)
  for (const path of ['', 'admin']) {
    await open(page, 'noor', path)
    await expect(page.getByRole('heading', { name: 'No client is yours to see yet' })).toBeVisible()
  }
  await look(page, 'none')
})
