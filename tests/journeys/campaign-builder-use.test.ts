import { expect, test } from 'playwright/test'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, reviewed, saved } from '../support/builder-hands.ts'
import { entered, look } from '../support/console-visit.ts'
import { pictures } from '../support/gallery-page.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { personToken } from '../support/person-token.ts'
import { callsAs } from '../support/platform-calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

const manager = 'ailsa.murray@fernhill.example'
interface Detail {
  readonly campaign_draft_uuid?: string
  readonly held_version?: number
  readonly campaign_id?: number
  readonly status?: string
}

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

for (const theme of ['light', 'dark'] as const)
  test(`every step reads well at any width, in ${theme}`, async ({ browser }) => {
    const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager, options: { colorScheme: theme } })
    const name = (step: string) => `${pictures}builder-${step}-${theme}`
    await look(page, name('start'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await begin(page, 'Quick')
    await fillBasics(page, 'Looked at')
    await saved(page)
    await look(page, name('basics'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await chooseEntities(page, 2)
    await look(page, name('entities'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await fillMoney(page, { budget: '240', bid: '0.85' })
    await saved(page)
    await look(page, name('money'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
    await look(page, name('review'))
    await context.close()
  })

test('by keyboard alone, from the first place to a campaign', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  await page.getByRole('radio', { name: /Quick/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).toBeEnabled()
  await start.press('Enter')
  await page.getByLabel('Campaign name').focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /From and until/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /Always on/ })).toBeChecked()
  const onward = page.getByRole('button', { name: 'Continue', exact: true })
  await onward.press('Enter')
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).toBeVisible()
  await page.getByRole('grid').locator('[data-column][tabindex="0"]').press('Space')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Chosen 1' })).toBeVisible()
  await onward.press('Enter')
  await page.getByLabel(/Daily budget/).focus()
  await page.keyboard.type('50')
  await page.getByLabel(/Base bid/).focus()
  await page.keyboard.type('0.60')
  await onward.press('Enter')
  await expect(reviewed(page, 'Budget')).toHaveText('$50.00')
  await page.getByRole('button', { name: /^Edit Budget/ }).press('Enter')
  await expect(page.getByLabel(/Daily budget/)).toHaveValue('50.00')
  await onward.press('Enter')
  await page.getByRole('button', { name: 'Submit campaign' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible()
  await context.close()
})

test("on a partner's page the builder speaks by events, and the host may stop the submission", async ({ page }) => {
  const token = await personToken(platform, manager)
  await openGuestPage(page, platform, {
    body: '<main><ad-campaign-builder client-id="1" advertiser-id="1" locale="en-US"></ad-campaign-builder></main>',
    own: `window.heard = []
const builder = document.querySelector('ad-campaign-builder')
builder.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
for (const type of ['ad-campaign-draft-saved', 'ad-campaign-draft-deleted', 'ad-before-submit', 'ad-campaign-submitted'])
  builder.addEventListener(type, (event) => {
    window.heard.push([type, event.detail])
    if (type === 'ad-before-submit' && window.heard.filter(([one]) => one === type).length === 1) event.preventDefault()
  })`,
  })
  const heard = async (type: string) => {
    const all = (await page.evaluate(() => Reflect.get(window, 'heard'))) as [string, Detail][] // the page made it
    return all.filter(([one]) => one === type).map(([, detail]) => detail)
  }
  await begin(page, 'Quick')
  await fillBasics(page, 'On a partner’s page')
  await saved(page)
  const uuid = new URLSearchParams((await page.locator('ad-campaign-builder').getAttribute('path')) ?? '').get('draft')
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
  const first = (await heard('ad-campaign-draft-saved')).at(-1)
  expect(first).toEqual({ campaign_draft_uuid: uuid, version: expect.any(Number), held_version: expect.any(Number) })
  await goOn(page)
  await chooseEntities(page, 1)
  // What is chosen is on the platform by a call of its own, and told as well.
  await expect
    .poll(async () => (await heard('ad-campaign-draft-saved')).at(-1))
    .toMatchObject({ campaign_draft_uuid: uuid, held_version: Number(first?.held_version) + 1 })
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await saved(page)
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect.poll(() => heard('ad-before-submit')).toEqual([{ campaign_draft_uuid: uuid, name: 'On a partner’s page' }])
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
  expect(await heard('ad-campaign-submitted')).toEqual([])
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible()
  const told = await heard('ad-campaign-submitted')
  expect(told).toEqual([{ campaign_draft_uuid: uuid, campaign_id: expect.any(Number), status: expect.any(String) }])
  const made = await callsAs(platform, token)('GET', `v1/campaign/${told[0]?.campaign_id}`)
  expect(made).toMatchObject({ name: 'On a partner’s page', status: told[0]?.status })
})

test('a draft that is deleted is told with its id', async ({ page }) => {
  const token = await personToken(platform, manager)
  const all = 'v1/member_groups/1/advertisers/1/campaign_drafts'
  const made = await callsAs(platform, token)(
    'POST',
    all,
    { flow: 'simple', data: { name: 'To be deleted' } },
    { 'Idempotency-Key': crypto.randomUUID() },
  )
  await openGuestPage(page, platform, {
    body: '<main><ad-campaign-builder client-id="1" advertiser-id="1" locale="en-US"></ad-campaign-builder></main>',
    own: `window.heard = []
const builder = document.querySelector('ad-campaign-builder')
builder.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
builder.addEventListener('ad-campaign-draft-deleted', ({ detail }) => window.heard.push(detail))`,
  })
  await page.getByRole('button', { name: /^Delete.*To be deleted/ }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([{ campaign_draft_uuid: made.campaign_draft_uuid }])
})

test('a template opens its own way, whatever the address says, and fills in what it has', async ({ page }) => {
  const admin = callsAs(platform, await personToken(platform, 'dana.whitfield@harborline.example'))
  const token = await personToken(platform, manager)
  const made = await admin(
    'POST',
    'v1/member_groups/1/templates',
    { name: 'Step by step for winter', flow: 'custom', is_active: true, defaults: { name: 'Winter, prepared' } },
    { 'Idempotency-Key': crypto.randomUUID() },
  )
  const attributes = `client-id="1" advertiser-id="1" locale="en-US" template-id="${made.campaign_template_id}" path="v2"`
  await openGuestPage(page, platform, {
    body: `<main><ad-campaign-builder ${attributes}></ad-campaign-builder></main>`,
    own: `const builder = document.querySelector('ad-campaign-builder')
builder.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
builder.addEventListener('ad-campaign-draft-saved', ({ detail }) => { window.saved = detail })`,
  })
  await expect(page.getByRole('radio', { name: /Step by step/ })).toBeChecked()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByLabel('Campaign name')).toHaveValue('Winter, prepared')
  await page.getByLabel('Campaign name').fill('Winter in town')
  await saved(page)
  const uuid = await page.evaluate(() => Reflect.get(window, 'saved').campaign_draft_uuid)
  const draft = await callsAs(platform, token)('GET', `v1/member_groups/1/advertisers/1/campaign_drafts/${uuid}`)
  expect(draft).toMatchObject({ flow: 'custom', campaign_template_id: made.campaign_template_id, data: { name: 'Winter in town' } })
})

test('templates that could not be read are not told as none, and what was meant does not begin without them', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { address: `${builderAddress}?template=2`, email: manager })
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).not.toHaveAttribute('aria-disabled', 'true')
  await page.route('**/active_templates*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  const broken = page.getByRole('heading', { name: 'Templates and experiences could not be read' })
  await expect(broken).toBeVisible()
  await expect(page.getByText('There is no template yet')).toHaveCount(0)
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/active_templates*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(broken).toBeHidden()
  await expect(start).not.toHaveAttribute('aria-disabled', 'true')
  await context.close()
})

test('what is to be advertised is found by its name, and the address says so', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  await begin(page, 'Quick')
  await fillBasics(page, 'Found by name')
  await expect(page.getByRole('radio', { name: /Always on/ })).toBeChecked()
  await goOn(page)
  const row = page.getByRole('grid').locator('[aria-rowindex="2"]')
  await expect(row).toBeVisible()
  const all = await page.getByRole('grid').getAttribute('aria-rowcount')
  const name = (await row.locator('.cell-text').first().textContent())?.trim() ?? ''
  expect(name).not.toBe('')
  await page.getByRole('searchbox', { name: 'Find by name' }).fill(name)
  await expect(page).toHaveURL(/filter\.name=/)
  await expect(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount', new RegExp(`^(-1|${all})$`))
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toContainText(name)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Find by name' })).toHaveValue(name)
  await context.close()
})

test('the way and the experience that one chooses are in the address, and an experience of the address leads to a campaign in it', async ({
  browser,
}) => {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  await page.getByText('Step by step', { exact: true }).click()
  await expect(page).toHaveURL(/way=custom/)
  await page.reload()
  await expect(page.getByRole('radio', { name: /Step by step/ })).toBeChecked()
  const token = await personToken(platform, manager)
  const { experiences } = await callsAs(platform, token)('GET', 'v1/member_groups/1/experiences')
  const [{ experience_id: id, name }] = experiences
  await page.getByRole('combobox', { name: 'Experience' }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`experience=${id}`))
  await page.goto(`${platform.origin}/clients/1/advertisers/1/experiences/${id}/campaigns/create`)
  await expect(page.getByRole('combobox', { name: 'Experience' })).toHaveCount(0)
  await begin(page, 'Quick')
  await page.getByLabel('Campaign name').fill('In its experience')
  await saved(page)
  const draft = new URL(page.url()).searchParams.get('draft')
  const kept = await callsAs(platform, token)('GET', `v1/member_groups/1/advertisers/1/campaign_drafts/${draft}`)
  expect(kept).toMatchObject({ experience_id: id, data: { name: 'In its experience' } })
  await context.close()
})
