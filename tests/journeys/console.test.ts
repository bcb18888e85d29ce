import { type Browser, type BrowserContext, type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { fetchFromPlatform } from '../support/browser/fetch-from-platform.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { at, clientViewer, entered as enteredAt, go, heading, trail, type Visit } from '../support/console/visit.ts'
import { toast } from '../support/console/notices.ts'
import { enterConsole } from '../support/console/sign-in.ts'
import { errorsOf } from '../support/browser/opening.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const entered = (browser: Browser, visit?: Visit) => enteredAt(platform, browser, visit)
const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Harborline Stays' })

/** A partner's own element with this name: it observes the advertiser attributes, and becomes tall only after a while. */
const campaigns = () =>
  customElements.define(
    'ad-campaigns',
    class extends HTMLElement {
      static observedAttributes = ['client-id', 'advertiser-id', 'advertiser-ids']
      connectedCallback() {
        this.style.display = 'block'
        this.textContent = 'Campaigns of the partner'
        setTimeout(() => {
          this.style.height = '6000px'
        }, 300)
      }
    },
  )
const withCampaigns = (context: BrowserContext) => context.addInitScript(campaigns)

test('a user signs in, changes the client, goes back and forward, and signing out ends all tabs', async ({ context, page }) => {
  await enterConsole(page, platform)
  const errors = errorsOf(page)
  await overview(page).waitFor()
  expect(at(page)).toBe('/clients/1')
  await expect(page).toHaveTitle('Harborline Stays · Placard')
  await page.getByRole('combobox', { name: 'Client', exact: true }).press('Enter')
  await page.getByRole('option', { name: 'Greenbasket' }).click()
  await page.getByRole('heading', { level: 1, name: 'Greenbasket' }).waitFor()
  expect(at(page)).not.toBe('/clients/1')
  await page.goBack()
  await overview(page).waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Greenbasket' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Greenbasket' }).waitFor()
  const second = await context.newPage()
  await second.goto(`${platform.origin}/clients/1/campaigns/42?tab=budget`)
  await expect(second.getByRole('tab', { name: 'Budget', selected: true })).toBeVisible()
  expect(at(second)).toBe('/clients/1/campaigns/42?tab=budget')
  await account(second).press('Enter')
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await second.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('console search opens with Ctrl-K, finds clients and advertisers, and works by keyboard', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await overview(page).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search by name or ID' })
  const found = (name: string) => page.getByRole('option', { name }).first()
  await expect(field).toBeFocused()
  await expect(found('Overview')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('zzzz')
  await expect(page.getByText('No results. Try another name')).toBeVisible()
  // The dialog stays as it is while results arrive.
  const dialogBox = () => page.getByRole('dialog', { name: 'Search', exact: true }).boundingBox()
  const withoutResults = await dialogBox()
  await field.fill('ailsa')
  await expect(found('Ailsa Murray')).toBeVisible()
  await field.fill('greenbasket')
  const client = page.getByRole('option').filter({ hasText: 'Client' }).first()
  await expect(client).toContainText('Greenbasket')
  await field.fill('fernhill')
  await expect(page.getByRole('option').first()).toContainText('Fernhill Houses')
  expect(await dialogBox()).toEqual(withoutResults)
  expect(await hardToUse(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect.poll(() => at(page)).toMatch(/^\/clients\/1\/advertisers\/\d+\/campaigns$/)
  await context.close()
})

test('skip link, links and page titles of the console work without a mouse', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await overview(page).waitFor()
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Active', exact: true }).press('Enter')
  await expect.poll(() => at(page)).toBe('/clients/1/campaigns?filter.status=active')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Campaigns · Harborline Stays · Placard')
  await page.getByRole('link', { name: 'Harborline Stays' }).press('Enter')
  await overview(page).waitFor()
  await context.close()
})

test('language, theme and notifications are set with the keyboard and kept after a reload', async ({ browser }) => {
  const { context, page } = await entered(browser)
  await page.getByRole('button', { name: 'Language', exact: false }).first().focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitemradio')
  await expect(items).toHaveCount(15)
  for (const name of ['Deutsch', '日本語']) await expect(page.getByRole('menuitemradio', { name, exact: true })).toHaveCount(1)
  await expect(page.getByText('Region format: dates and numbers only')).toHaveCount(1)
  await expect(items.filter({ hasText: 'français' })).toHaveCount(2)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.locator('ad-console')).toHaveAttribute('locale', 'pt-BR')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await page.getByRole('button', { name: 'Theme' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('ad-console')).toHaveAttribute('theme', 'dark')
  await page.reload()
  await account(page).waitFor()
  await expect(page.locator('ad-console')).toHaveAttribute('theme', 'dark')
  await expect(page.locator('ad-console')).toHaveAttribute('locale', 'pt-BR')
  const mails = page.getByRole('button', { name: 'Email notifications', exact: true })
  await mails.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Email notifications' })
  const one = dialog.getByRole('switch').first()
  await one.focus()
  const was = await one.isChecked()
  await page.keyboard.press('Space')
  await expect(one).toBeChecked({ checked: !was })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(mails).toBeFocused()
  await context.close()
})

test('a profile is edited and saved, and Escape asks before input is lost', async ({ browser }) => {
  const { context, page } = await entered(browser, { email: clientViewer })
  const dialog = page.getByRole('dialog', { name: 'Profile' })
  const field = dialog.getByLabel('First name')
  const open = async () => {
    await account(page).press('Enter')
    await page.getByRole('menuitem', { name: 'Profile' }).press('Enter')
  }
  await open()
  await field.fill('Mikael')
  expect(await hardToUse(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save profile' }).press('Enter')
  await expect(toast(page, 'Saved Successfully')).toBeVisible()
  await open()
  await expect(field).toHaveValue('Mikael')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await field.fill('Somebody else')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('First name')
  await question.getByRole('button', { name: 'Stay' }).press('Enter')
  await expect(field).toHaveValue('Somebody else')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await open()
  await expect(field).toHaveValue('Mikael')
  await context.close()
})

test('each console page has a title and breadcrumbs, and a missing page says what is missing', async ({ browser }) => {
  const { context, page } = await entered(browser)
  const lost = [
    ['clients/999/campaigns', 'Client not found', 'Campaigns · Placard'],
    ['clients/1/advertisers/999999/campaigns', 'Advertiser not found', 'Campaigns · Harborline Stays · Placard'],
    ['admin/clients/1/advertiser-groups/999999/advertisers', 'Advertiser group not found', 'Admin · Harborline Stays · Placard'],
    ['clients/1/nowhere/at/all', 'Page not found', 'Not found · Placard'],
    ['clients/1', 'Harborline Stays', 'Harborline Stays · Placard'],
  ] as const
  for (const [path, said, title] of lost) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: said, exact: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(title)
  }
  const ways = [
    ['admin/users/3', ['Admin', 'Users', 'Dana Whitfield']],
    ['admin/clients/1/template/5', ['Admin', 'Clients', 'Harborline Stays', 'Template', 'Template 5']],
    [
      'clients/1/advertisers/1/campaigns/42/ad_groups',
      ['Harborline Stays', 'Advertisers', 'Fernhill Houses', 'Campaigns', /^Family rooms \d{4}$/, 'Ad groups'],
    ],
    ['placard/clients/create', ['Admin', 'Clients', 'Create']],
  ] as const
  for (const [path, names] of ways) {
    await go(page, path)
    await expect(trail(page).locator('li:not(.between)')).toHaveText([...names])
  }
  await expect(trail(page).getByRole('link', { name: 'Clients' })).toHaveAttribute('href', '/admin')
  await page.keyboard.press('Tab')
  await page.getByRole('main').focus()
  // A ring around the whole content, not a bar across its top.
  await expect(page.getByRole('main')).toHaveCSS('outline', /solid 2px$/)
  await go(page, 'clients/1/nowhere/at/all')
  await page.getByRole('button', { name: 'Go to the overview' }).press('Enter')
  await overview(page).waitFor()
  await context.close()
})

test('a viewer without access to a page reads its name and whom to ask', async ({ browser }) => {
  const { context, page } = await entered(browser, { email: clientViewer })
  await go(page, 'clients/1/campaigns')
  await expect(page).toHaveTitle('Campaigns · Harborline Stays · Placard')
  await go(page, 'admin/clients/1/add-users')
  await expect(heading(page, 'You do not have permission to view this information')).toBeVisible()
  await expect(page).toHaveTitle('Admin · Harborline Stays · Placard')
  await expect(trail(page)).toContainText('Add users')
  await go(page, 'clients/1/yield-management')
  await expect(page).toHaveTitle('Yield · Harborline Stays · Placard')
  await expect(heading(page, 'You do not have permission to view this information')).toBeVisible()
  await go(page, 'clients/1/dashboard/publisher')
  await expect(heading(page, 'Publisher dashboards: not available yet')).toBeVisible()
  await go(page, 'placard/clients/create')
  await expect(heading(page, 'You do not have permission to view this information')).toBeVisible()
  await context.close()
})

test('a custom element defined by the partner replaces ours and works through its public interface', async ({ browser }) => {
  const { context, page } = await entered(browser, { before: withCampaigns })
  await page.getByRole('link', { name: 'Campaigns', exact: true }).press('Enter')
  await expect.poll(() => at(page)).toBe('/clients/1/campaigns')
  const own = page.locator('ad-campaigns')
  await expect(own).toHaveText('Campaigns of the partner')
  const given = await own.evaluate(async (node) => {
    const getToken: unknown = Reflect.get(node, 'getToken')
    const token: unknown =
      typeof getToken === 'function' ? await getToken({ reason: 'start', signal: new AbortController().signal }) : undefined
    // The element sets its own style attribute.
    const names = node.getAttributeNames().filter((name) => name !== 'style')
    return [...names.map((name) => `${name}=${node.getAttribute(name)}`), JSON.stringify(token).includes('access_token')]
  })
  expect(given).toEqual(['client-id=1', 'link-base=/clients/1/campaigns', 'locale=en-US', 'theme=auto', true])
  const say = (type: string, detail: object) =>
    own.evaluate(
      (node, [name, said]) => node.dispatchEvent(new CustomEvent(name, { detail: said, bubbles: true, composed: true, cancelable: true })),
      [type, detail] as const,
    ) // the two arguments of the function above
  await say('ad-navigated', { path: '42/ad_groups?sort=name', title: 'Ski season' })
  await expect.poll(() => at(page)).toBe('/clients/1/campaigns/42/ad_groups?sort=name')
  await expect(own).toHaveAttribute('path', '42/ad_groups?sort=name')
  await expect(page).toHaveTitle('Ski season · Harborline Stays · Placard')
  await say('ad-notice', { kind: 'success', title: 'Saved', text: 'Budget 450.00' })
  await say('ad-notice', { kind: 'success', title: 'Saved', text: 'Budget 450.00' })
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Budget 450.00')).toHaveCount(1)
  await page.goBack()
  await expect(own).not.toHaveAttribute('path')
  await context.close()
})

test('the console passes all selected advertisers to an element, or the first where it shows one', async ({ browser }) => {
  const { context, page } = await entered(browser, { before: withCampaigns })
  const own = page.locator('ad-campaigns')
  await go(page, 'clients/1/campaigns')
  await expect(own).toHaveAttribute('client-id', '1')
  await expect(own).not.toHaveAttribute('advertiser-ids')
  const choice = page.getByRole('combobox', { name: /^Advertisers/ })
  await choice.press('Enter')
  for (const at of [1, 3]) await page.getByRole('option').nth(at).click()
  await page.keyboard.press('Escape')
  await expect(own).toHaveAttribute('advertiser-ids', /^\d+,\d+$/)
  const [first] = ((await own.getAttribute('advertiser-ids')) ?? '').split(',')
  // The same element is reused at its other addresses: it does not start again.
  await own.evaluate((node) => Reflect.set(node, 'isKept', true))
  await go(page, 'clients/1/campaigns-restaurants')
  await expect(own).toHaveAttribute('advertiser-id', first ?? '')
  expect(await own.evaluate((node) => Reflect.get(node, 'isKept'))).toBe(true)
  await expect(own).not.toHaveAttribute('advertiser-ids')
  await go(page, 'clients/1/advertisers/7/campaigns')
  await expect(own).toHaveAttribute('advertiser-id', '7')
  await context.close()
})

test('a feature flag removes a surface from the navigation, and its address says so', async ({ browser }) => {
  const requests: string[] = []
  const { context, page } = await entered(browser, {
    before: async (context) => {
      await withCampaigns(context)
      await context.route('**/api/k1-ui/config', async (route) => {
        const original = await fetchFromPlatform(route)
        const flags_url = `${platform.origin}/flags-of-another-service`
        if (!original) return
        const { result, ...more } = JSON.parse(original.text)
        await route.fulfill({ response: original.response, json: { ...more, result: { ...result, flags_url } } })
      })
      await context.route('**/flags-of-another-service', (route) => {
        requests.push(route.request().postData() ?? '')
        return route.fulfill({ json: { flags: [{ key: 'console-campaigns', value: false }] } })
      })
    },
  })
  const entry = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Campaigns' })
  await expect.poll(() => requests.length).toBe(1)
  await expect(entry).toBeHidden()
  expect(JSON.parse(requests[0] ?? '')).toEqual({ context: { targetingKey: 'development', environment: 'development' } })
  await go(page, 'clients/1/campaigns')
  await expect(page.getByText('Campaigns is switched off')).toBeVisible()
  expect(requests).toHaveLength(1)
  await context.unroute('**/flags-of-another-service')
  await context.route('**/flags-of-another-service', (route) => route.abort())
  await page.reload()
  await expect(entry).toBeVisible()
  await context.close()
})

test(
  'going back restores the scroll position, even after slow loading, and going forward starts at the top',
  inAudit,
  async ({ browser }) => {
    const { context, page } = await entered(browser, { before: withCampaigns, options: { viewport: { width: 1280, height: 700 } } })
    const down = () => page.evaluate(() => Math.round(scrollY))
    const overview = page.getByRole('link', { name: 'Overview', exact: true })
    const link = page.getByRole('link', { name: 'Campaigns', exact: true })
    await link.click()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(5000)
    await page.mouse.wheel(0, 3000)
    await expect.poll(down).toBe(3000)
    await overview.click()
    await expect.poll(down).toBe(0)
    await page.goBack()
    await expect.poll(() => at(page)).toBe('/clients/1/campaigns')
    await expect.poll(down).toBe(3000)
    // A back navigation that changes only the query does not affect the next navigation.
    await page
      .locator('ad-campaigns')
      .evaluate((node) =>
        node.dispatchEvent(new CustomEvent('ad-navigated', { detail: { path: '?sort=name', title: '' }, bubbles: true, composed: true })),
      )
    await expect.poll(() => at(page)).toBe('/clients/1/campaigns?sort=name')
    await page.goBack()
    await expect.poll(() => at(page)).toBe('/clients/1/campaigns')
    await page.mouse.wheel(0, 100)
    await expect.poll(down).toBeGreaterThan(2000)
    await overview.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Harborline Stays' })).toBeVisible()
    await expect.poll(down).toBe(0)
    await context.close()
  },
)

test('a banner appears while offline or without a platform, and disappears afterwards', inAudit, async ({ browser }) => {
  const { context, page } = await entered(browser)
  await page.getByRole('heading', { name: 'Needs attention' }).first().waitFor()
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()
  const calls = /\/(v1|v2|health|ready)(\/|$|\?)/
  await context.route(calls, (route) => route.abort())
  await page.getByRole('button', { name: 'Email notifications', exact: true }).click()
  await expect(page.getByText('The platform is not responding')).toBeVisible()
  await page.keyboard.press('Escape')
  await context.unroute(calls)
  await expect(page.getByText('The platform is not responding')).toBeHidden()
  await context.close()
})

test('a header part that fails to load affects nothing else and is loaded later', inAudit, async ({ browser }) => {
  let tries = 0
  const { context, page } = await entered(browser, {
    before: (given) => given.route('**/chunks/scope-switcher-*.js', (route) => (++tries < 3 ? route.abort() : route.continue())),
  })
  await expect(overview(page)).toBeAttached()
  await expect(page.getByRole('banner')).toContainText('Harborline Stays')
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toBeVisible({ timeout: 20_000 })
  expect(tries).toBe(3)
  await context.close()
})

test('the overview and the menu of the console are accessible on a dark phone screen', inAudit, async ({ browser }) => {
  const { context, page } = await entered(browser, { options: { colorScheme: 'dark', viewport: { width: 360, height: 900 } } })
  await page.getByRole('heading', { name: 'Needs attention' }).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await hardToUse(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Overview' }).waitFor()
  expect(await hardToUse(page)).toEqual([])
  await context.close()
})
