import { type BrowserContext, expect, test } from 'playwright/test'
import { answered } from '../support/answered.ts'
import { hardToUse } from '../support/axe.ts'
import { account, at, clientViewer, entered, go, heading, trail } from '../support/console-visit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** A partner's own campaigns: they say which advertisers they want to know of, and grow long only after a while. */
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

test('what is lost is said by its name, and every page has its own title and way', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  const lost = [
    ['clients/999/campaigns', 'There is no such client', 'Campaigns · Placard'],
    ['clients/1/advertisers/999999/campaigns', 'There is no such advertiser', 'Campaigns · Harborline Stays · Placard'],
    ['admin/clients/1/advertiser-groups/999999/advertisers', 'There is no such advertiser group', 'Admin · Harborline Stays · Placard'],
    ['clients/1/nowhere/at/all', 'There is no such page', 'Not found · Placard'],
    ['clients/1', 'Harborline Stays', 'Harborline Stays · Placard'],
  ] as const
  for (const [path, said, title] of lost) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: said, exact: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(title)
  }
  await context.close()
})

test('steps have names, and the internal tooling leads back to the admin area', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  const ways = [
    ['admin/users/3', ['Admin', 'Users', 'Dana Whitfield']],
    ['admin/clients/1/template/5', ['Admin', 'Clients', 'Harborline Stays', 'Template', 'Template 5']],
    [
      'clients/1/advertisers/1/campaigns/42/ad_groups',
      ['Harborline Stays', 'Advertisers', 'Fernhill Houses', 'Campaigns', 'Campaign 42', 'Ad groups'],
    ],
    ['placard/clients/create', ['Admin', 'Clients', 'Create']],
  ] as const
  for (const [path, names] of ways) {
    await go(page, path)
    await expect(trail(page).locator('li:not(.between)')).toHaveText([...names])
  }
  await expect(trail(page).getByRole('link', { name: 'Clients' })).toHaveAttribute('href', '/admin')
  await context.close()
})

test('somebody who may not see a place reads its name, its way and whom to ask', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { email: clientViewer })
  await go(page, 'clients/1/campaigns')
  await expect(page).toHaveTitle('Campaigns · Harborline Stays · Placard')
  await go(page, 'admin/users')
  await expect(heading(page, 'You do not have permission to view this information')).toBeVisible()
  await expect(page).toHaveTitle('Admin · Harborline Stays · Placard')
  await expect(trail(page)).toContainText('Users')
  await go(page, 'clients/1/yield-management')
  await expect(page).toHaveTitle('Yield · Harborline Stays · Placard')
  await expect(heading(page, 'You do not have permission to view this information')).toBeVisible()
  await go(page, 'clients/1/dashboard/publisher')
  await expect(heading(page, 'Publisher dashboards: not built yet')).toBeVisible()
  await context.close()
})

test('a page that could not be read has the title of its place', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  await expect(page).toHaveTitle('Harborline Stays · Placard')
  await context.route('**/v1/sso/login', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
  await page.goto(`${platform.origin}/clients/1/campaigns`)
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveTitle(/^Campaigns · /)
  await context.close()
})

test('an element that wants to know is told which advertisers are chosen; where one is shown, it is the first', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { before: withCampaigns })
  const own = page.locator('ad-campaigns')
  await go(page, 'clients/1/campaigns')
  await expect(own).toHaveAttribute('client-id', '1')
  await expect(own).not.toHaveAttribute('advertiser-ids')
  const choice = page.locator('.console-advertisers').getByRole('combobox')
  await choice.press('Enter')
  for (const at of [1, 3]) await page.getByRole('option').nth(at).click()
  await page.keyboard.press('Escape')
  await expect(own).toHaveAttribute('advertiser-ids', /^\d+,\d+$/)
  const [first] = ((await own.getAttribute('advertiser-ids')) ?? '').split(',')
  // The element is the same one at its other places: nothing in it is begun anew.
  await own.evaluate((node) => Reflect.set(node, 'isKept', true))
  await go(page, 'clients/1/campaigns-restaurants')
  await expect(own).toHaveAttribute('advertiser-id', first ?? '')
  expect(await own.evaluate((node) => Reflect.get(node, 'isKept'))).toBe(true)
  await expect(own).not.toHaveAttribute('advertiser-ids')
  await go(page, 'clients/1/advertisers/7/campaigns')
  await expect(own).toHaveAttribute('advertiser-id', '7')
  await context.close()
})

test('the flag service that the platform names takes a surface out of the navigation', async ({ browser }) => {
  const asked: string[] = []
  const { context, page } = await entered(platform, browser, {
    before: async (context) => {
      await withCampaigns(context)
      await context.route('**/api/k1-ui/config', async (route) => {
        const [answer, flags_url] = [await answered(route), `${platform.origin}/flags-of-another-service`]
        if (!answer) return
        const { result, ...more } = JSON.parse(answer.text)
        await route.fulfill({ response: answer.response, json: { ...more, result: { ...result, flags_url } } })
      })
      await context.route('**/flags-of-another-service', (route) => {
        asked.push(route.request().postData() ?? '')
        return route.fulfill({ json: { flags: [{ key: 'console-campaigns', value: false }] } })
      })
    },
  })
  const entry = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Campaigns' })
  await expect.poll(() => asked.length).toBe(1)
  await expect(entry).toBeHidden()
  expect(JSON.parse(asked[0] ?? '')).toEqual({ context: { targetingKey: 'development', environment: 'development' } })
  await context.unroute('**/flags-of-another-service')
  await context.route('**/flags-of-another-service', (route) => route.abort())
  await page.reload()
  await expect(entry).toBeVisible()
  await context.close()
})

test('back is where one was, however late the content comes, and forward begins at the top', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { before: withCampaigns, options: { viewport: { width: 1280, height: 700 } } })
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
  // A way back that changes the query alone says nothing of the next way forward.
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
})

test('a call of the console’s own that reaches nobody raises the line, and it goes when the platform is back', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  await page.getByRole('heading', { name: 'Alerts' }).first().waitFor()
  const calls = /\/(v1|v2|health|ready)(\/|$|\?)/
  await context.route(calls, (route) => route.abort())
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(page.getByText('The platform does not answer')).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('Escape')
  expect(await hardToUse(page)).toEqual([])
  await page.screenshot({ path: new URL('../output/pictures/console-down-1280.png', import.meta.url).pathname })
  await context.unroute(calls)
  await expect(page.getByText('The platform does not answer')).toBeHidden({ timeout: 20_000 })
  await context.close()
})

test('Escape asks before what was typed into the profile is lost', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Profile' })
  const field = dialog.getByLabel('First name')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await field.fill('Somebody else')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('First name')
  await question.getByRole('button', { name: 'Stay' }).press('Enter')
  await expect(field).toHaveValue('Somebody else')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).press('Enter')
  await expect(field).not.toHaveValue('Somebody else')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await context.close()
})

test('what is found says whether there is a page yet', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search by name or number' }).fill('ailsa')
  await expect(page.getByRole('option', { name: 'Ailsa Murray' }).first()).toContainText('Page not built yet')
  await page.getByRole('combobox', { name: 'Search by name or number' }).fill('fernhill')
  await expect(page.getByRole('option', { name: 'Fernhill Houses' }).first()).toBeVisible()
  await expect(page.getByRole('option', { name: 'Fernhill Houses' }).first()).not.toContainText('not built')
  await page.getByRole('combobox', { name: 'Search by name or number' }).fill('greenbasket')
  const client = page.getByRole('option').filter({ hasText: 'Client' }).first()
  await expect(client).toContainText('Greenbasket')
  await expect(client).not.toContainText('not built')
  await context.close()
})

test('language, theme and notifications are there by keyboard alone, and languages without words say so', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  await page.getByRole('button', { name: 'Language', exact: false }).first().focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitemcheckbox')
  await expect(items).toHaveCount(17)
  for (const name of ['Deutsch', '日本語']) await expect(page.getByRole('menuitemcheckbox', { name, exact: true })).toHaveCount(1)
  await expect(items.filter({ hasText: ': dates and numbers only' })).toHaveCount(13)
  await expect(items.filter({ hasText: /^\s*français .*: dates and numbers only/ })).toHaveCount(2)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.locator('ad-console')).toHaveAttribute('locale', 'pt-BR')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await page.getByRole('button', { name: 'Theme' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Dark' })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('ad-console')).toHaveAttribute('theme', 'dark')
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await bell.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  const one = dialog.getByRole('switch').first()
  await one.focus()
  const was = await one.isChecked()
  await page.keyboard.press('Space')
  await expect(one).toBeChecked({ checked: !was })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bell).toBeFocused()
  await context.close()
})

test('until the first paint no more than 150 KB of code have come', async ({ browser }) => {
  const { context, page } = await entered(platform, browser)
  await context.addInitScript(() => {
    const tell = () => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js($|\?)/.test(name))
      Reflect.set(
        globalThis,
        'painted',
        scripts.map((one) => [one.name.replace(/.*\//, ''), one instanceof PerformanceResourceTiming ? one.encodedBodySize : 0]),
      )
    }
    const look = () => {
      const root = document.querySelector('ad-console')?.shadowRoot
      if (!root) return requestAnimationFrame(look)
      if (root.querySelector('.console-top')) return tell()
      // At once when it is there: by the next frame what is asked for afterwards may have come, too.
      const observer = new MutationObserver(() => {
        if (!root.querySelector('.console-top')) return
        observer.disconnect()
        tell()
      })
      observer.observe(root, { childList: true, subtree: true })
    }
    requestAnimationFrame(look)
  })
  await page.goto(`${platform.origin}/clients/1/campaigns`)
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'painted'))).toBeTruthy()
  const scripts: [string, number][] = await page.evaluate(() => Reflect.get(globalThis, 'painted'))
  const total = scripts.reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(total).toBeGreaterThan(90_000)
  expect(total).toBeLessThanOrEqual(150_000)
  await context.close()
})
