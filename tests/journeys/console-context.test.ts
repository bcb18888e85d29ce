import { expect, type Locator, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { personToken } from '../support/person-token.ts'
import { callsAs } from '../support/platform-calls.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform-process.ts'

const emails = {
  ines: 'ines.okonjo@placard.example',
  dana: 'dana.whitfield@harborline.example',
  mika: 'mika.sato@harborline.example',
  carla: 'carla.ruiz@palisade.example',
  noor: 'noor.haddad@palisade.example',
}
type Name = keyof typeof emails

let platform: PlatformProcess
const tokens = new Map<Name, string>()
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  platform = await startPlatformProcess()
  for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(browser, platform, email)) // a key of the table above
})
test.afterAll(() => platform?.clear())

const as = (name: Name) => callsAs(platform, tokens.get(name) ?? '')

interface Look {
  readonly width?: number
  readonly theme?: string
}

/** The console at a place, in a page that has a token of somebody's. */
async function open(page: Page, name: Name, path: string, { width = 1440, theme = 'light' }: Look = {}) {
  await page.setViewportSize({ width, height: 900 })
  await openGuestPage(page, platform, {
    css: `body { margin: 0; background: ${theme === 'dark' ? '#111' : '#fff'} }`,
    body: `<ad-console path="${path}" locale="en-US" theme="${theme}"></ad-console>`,
    own: `document.querySelector('ad-console').getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })`,
  })
}
const go = (page: Page, path: string) => page.locator('ad-console').evaluate((node, to) => node.setAttribute('path', to), path)
const pathOf = (page: Page) => page.locator('ad-console').getAttribute('path')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const client = (page: Page) => page.getByRole('combobox', { name: 'Client', exact: true })
const advertisers = (page: Page) => page.getByRole('combobox', { name: /^Advertisers/ })
const header = (page: Page) => page.getByRole('banner')

/** Which advertisers the last figures were asked for; nothing where they were of all. */
function askedFor(page: Page) {
  const bodies: { advertiser_ids?: number[] }[] = []
  page.on('request', (request) => request.url().endsWith('/v2/report/total') && bodies.push(request.postDataJSON()))
  return () => bodies.at(-1)?.advertiser_ids
}

/** Whatever is shown is easy to use and fits, in both themes and at every width. */
async function look(page: Page, picture: string) {
  for (const theme of ['light', 'dark']) {
    await page.locator('ad-console').evaluate((node, to) => node.setAttribute('theme', to), theme)
    await page.evaluate((colour) => document.body.style.setProperty('background', colour), theme === 'dark' ? '#111' : '#fff')
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await hardToUse(page), `${picture} ${theme} ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `${pictures}context-${picture}-${width}-${theme}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Moves the focus on by keyboard alone until it is where it should be. */
async function tabTo(page: Page, to: Locator) {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    if ((await to.count()) > 0 && (await to.first().evaluate((node) => node.matches(':focus')))) return
  }
  throw new Error('The keyboard does not lead there')
}

test('addresses say whose data is shown: a client, an advertiser of another client, and neither', async ({ page }) => {
  const [own] = (await as('ines')('GET', 'v1/member_groups/2/advertisers?count=1')).advertisers
  const asked = askedFor(page)
  await open(page, 'ines', `?advertiser_id=${own.advertiser_id}`)
  await title(page, 'Greenbasket').waitFor()
  expect(await pathOf(page)).toBe(`clients/2?advertiser_id=${own.advertiser_id}`)
  await expect.poll(asked).toEqual([own.advertiser_id])
  await open(page, 'ines', '?client_id=2')
  await title(page, 'Greenbasket').waitFor()
  expect(await pathOf(page)).toBe('clients/2')
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
  await expect(single).toContainText('Cedar Court')
})

test('among thousands of advertisers one is found by its name, and all are all again, by keyboard alone', async ({ page }) => {
  const asked = askedFor(page)
  await open(page, 'ines', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await tabTo(page, client(page))
  await page.keyboard.type('handm')
  await expect(page.getByRole('option')).toHaveText([/Handmarket/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await title(page, 'Handmarket').waitFor()
  expect(await pathOf(page)).toBe('clients/4')
  await expect(header(page)).toContainText('3,200')
  await tabTo(page, advertisers(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look(page, 'many')
  await page.keyboard.type('zinnia')
  await expect(page.getByRole('option').first()).toHaveText(/Zinnia/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked()?.length).toBe(1)
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'Clear Advertisers' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => asked()).toBeUndefined()
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
  expect(await pathOf(page)).toBe('clients/1')
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
  const { user_id, version, first_name, last_name, locale, status, roles } = await as('ines')('GET', 'v1/users/8')
  const change = { first_name, last_name, locale_id: locale.id, status, role_ids: roles.map((role: { role_id: number }) => role.role_id) }
  const access = { clients: [], advertiser_groups: [], advertisers: [] }
  await as('ines')('PUT', `v1/users/${user_id}`, { ...change, access }, { 'If-Match': String(version) })
  for (const path of ['', 'admin']) {
    await open(page, 'noor', path)
    await expect(page.getByRole('heading', { name: 'No client is yours to see yet' })).toBeVisible()
  }
  await look(page, 'none')
})

test.describe('terms', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Terms and conditions' })
  const accept = (page: Page) => dialog(page).getByRole('button', { name: 'Accept and continue' })
  const yes = (page: Page) => dialog(page).getByRole('checkbox').check()
  const address = 'v1/member_groups/1/users/terms_and_conditions'
  const reset = async (to: string) => {
    const { version, locale_id } = await as('dana')('GET', address)
    const terms_conditions_url = `https://terms.example/${to}`
    await as('dana')('PUT', `${address}/reset`, { terms_conditions_url, locale_id }, { 'If-Match': String(version) })
  }

  test('are read and accepted by keyboard alone, once', async ({ page }) => {
    await reset('first')
    await open(page, 'carla', 'clients/1')
    await expect(dialog(page)).toBeVisible()
    await expect(title(page, 'Harborline Stays')).toHaveCount(0)
    await look(page, 'terms')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()
    await tabTo(page, dialog(page).getByRole('checkbox'))
    await page.keyboard.press('Space')
    await tabTo(page, accept(page))
    await page.keyboard.press('Enter')
    await title(page, 'Harborline Stays').waitFor()
    await open(page, 'carla', 'clients/1')
    await title(page, 'Harborline Stays').waitFor()
    await expect(dialog(page)).toHaveCount(0)
    await open(page, 'ines', 'clients/1')
    await title(page, 'Harborline Stays').waitFor()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('that cannot be read keep nobody out; a yes that does not arrive does', async ({ page }) => {
    await reset('second')
    const trouble = { GET: true, POST: false }
    await page.route(`**/${address}*`, (route) => {
      const method = route.request().method()
      return method in trouble && trouble[method as keyof typeof trouble] // one of its two keys
        ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } })
        : route.continue()
    })
    await open(page, 'carla', 'clients/1')
    await title(page, 'Harborline Stays').waitFor()
    await expect(dialog(page)).toHaveCount(0)
    Object.assign(trouble, { GET: false, POST: true })
    await open(page, 'carla', 'clients/1')
    await yes(page)
    await accept(page).press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing was accepted')
    await expect(title(page, 'Harborline Stays')).toHaveCount(0)
    trouble.POST = false
    await accept(page).press('Enter')
    await title(page, 'Harborline Stays').waitFor()
  })

  test('that change while somebody reads them or works are put before them, and the work stays', async ({ page }) => {
    await reset('third')
    await open(page, 'carla', 'clients/1')
    const link = dialog(page).getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://terms.example/third')
    await yes(page)
    await reset('fourth')
    await accept(page).press('Enter')
    await expect(link).toHaveAttribute('href', 'https://terms.example/fourth')
    await expect(title(page, 'Harborline Stays')).toHaveCount(0)
    await accept(page).press('Enter')
    await title(page, 'Harborline Stays').waitFor()
    await reset('fifth')
    await go(page, 'clients/1?date_range=last_14_days')
    await expect(dialog(page)).toHaveCount(0)
    await go(page, 'clients/1/campaigns')
    await expect(link).toHaveAttribute('href', 'https://terms.example/fifth')
    await expect(page.locator('ad-console .console-nav')).toBeAttached()
    await yes(page)
    await accept(page).press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    expect(await pathOf(page)).toBe('clients/1/campaigns')
  })

  test('that somebody does not accept lead out', async ({ page }) => {
    await reset('sixth')
    await page.goto(`${platform.origin}/clients/1`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
    await page.getByLabel('E-mail').fill(emails.carla)
    await page.getByLabel('Password').fill(platform.password)
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await expect(dialog(page)).toHaveCount(0)
  })
})
