import { type Browser, type BrowserContextOptions, type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import {
  begin,
  builderAddress,
  chooseEntities,
  draftIn,
  fillBasics,
  fillMoney,
  goOn,
  reviewed,
  saved,
  submit,
} from '../support/drafts/builder-steps.ts'
import { toast } from '../support/console/notices.ts'
import { superUser } from '../support/console/sign-in.ts'
import { entered } from '../support/console/visit.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { days } from '../support/time/days.ts'
import { openHostPage } from '../support/embedding/host-page.ts'
import { personToken } from '../support/identity/person-token.ts'
import { callsAs } from '../support/platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'
import { png } from '../support/world/small-images.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
let token: string
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform()
  token = await personToken(platform, manager)
})
test.afterAll(() => platform?.clear())

/** The current campaign, read from the API. */
async function campaignOf(id: number): Promise<Record<string, unknown>> {
  const response = await fetch(`${platform.origin}/v1/member_groups/1/advertisers/1/campaigns/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  const { result } = (await response.json()) as { result: Record<string, unknown> } // any response of the platform
  return result
}
const visit = (browser: Browser, address = builderAddress, options: BrowserContextOptions = {}) =>
  entered(platform, browser, { address, email: manager, options })

test('the quick builder creates one campaign with exactly the entered values', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Quick')
  await goOn(page)
  const summary = page.getByRole('region', { name: /Fix \d+ fields? to continue/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: /Campaign name/ }).click()
  await expect(page.getByLabel('Campaign name')).toBeFocused()
  await fillBasics(page, 'Quick winter')
  await saved(page)
  await goOn(page)
  await chooseEntities(page, 3)
  await goOn(page)
  await fillMoney(page, { budget: '240', bid: '0.05' })
  await page
    .getByLabel('Campaign name')
    .or(page.getByLabel(/Daily budget/))
    .focus()
  await expect(page.getByText('Enter at least $0.10')).toBeVisible()
  await page.getByLabel(/Base bid/).fill('0.85')
  await expect(page.getByRole('complementary', { name: 'Forecast' })).toContainText('$240.00')
  await goOn(page)
  await expect(reviewed(page, 'Budget')).toHaveText('$240.00')
  const calls: string[] = []
  page.on(
    'request',
    (request) => void (new URL(request.url()).pathname.endsWith('/submit') && request.method() === 'POST' && calls.push(request.url())),
  )
  const id = await submit(page)
  expect(calls).toHaveLength(1)
  expect(await campaignOf(id)).toMatchObject({
    name: 'Quick winter',
    flow: 'simple',
    budget_period: 'Daily',
    budget: '240',
    always_on: true,
    end_date: null,
    pacing: 'Evenly',
    bidding_type_id: 1,
    ad_groups: 1,
    entities: 3,
    status: 'pending',
    review_status_id: 1,
  })
  await context.close()
})

test('the full builder creates ad groups with their bids, attribution and a goal', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Step by step')
  await fillBasics(page, 'Careful winter')
  await page.getByLabel('ROAS goal').fill('4.5')
  await goOn(page)
  await fillMoney(page, { budget: '120', bid: '0.90' })
  await goOn(page)
  await page.getByRole('button', { name: 'Add ad group' }).click()
  const editor = page.getByRole('dialog')
  // The address names the open ad group.
  await expect(page).toHaveURL(/draft=.*ad_group=/)
  await page.reload()
  await editor.getByRole('textbox', { name: /^Name/ }).fill('Coast')
  await editor.getByLabel(/Base bid/).fill('1.25')
  await editor.getByRole('button', { name: 'Save ad group' }).click()
  await expect(page.getByText('Bid $1.25')).toBeVisible()
  await expect(page).not.toHaveURL(/ad_group=/)
  await chooseEntities(page, 2)
  await goOn(page)
  await page.getByLabel(/Days after a click/).fill('31')
  await goOn(page)
  await expect(page.getByLabel(/Days after a click/)).toBeFocused()
  await expect(page.getByLabel(/Days after a click/)).toHaveAccessibleDescription(/Value has exceeded the max of 30/)
  await page.getByLabel(/Days after a click/).fill('7')
  await page.getByText('New customers', { exact: true }).click()
  await goOn(page)
  await expect(reviewed(page, 'Ad groups')).toHaveText(/Coast.*Bid \$1.25/)
  const id = await submit(page)
  expect(await campaignOf(id)).toMatchObject({
    name: 'Careful winter',
    flow: 'custom',
    goal_roas: '4.5',
    budget: '120',
    ad_groups: 1,
    entities: 2,
  })
  await context.close()
})

test('a copied campaign starts with all values of the original', async ({ browser }) => {
  const { context, page } = await visit(browser, `${builderAddress}?copy=1`)
  const source = await campaignOf(1)
  await page.getByRole('button', { name: 'Copy campaign' }).click()
  await expect(page).toHaveURL(/draft=/)
  await page.goto(`${platform.origin}${builderAddress}?draft=${draftIn(page)}`)
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible()
  await page
    .getByRole('button', { name: /Basics/ })
    .or(page.getByLabel('Campaign name'))
    .first()
    .click()
  await expect(page.getByLabel('Campaign name')).toHaveValue(new RegExp(String(source.name).slice(0, 8)))
  await context.close()
})

const list = (page: Page) => page.getByRole('region', { name: 'Drafts' })

test('a campaign draft can be found again, resumed and deleted', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Quick')
  await expect(page.getByRole('heading', { level: 3, name: 'Basics', exact: true })).toBeFocused()
  await fillBasics(page, 'Half a winter')
  await saved(page)
  await goOn(page)
  // The step's own heading; the form has one with the same text.
  await expect(page.getByRole('heading', { level: 3, name: 'Hotels', exact: true }).first()).toBeFocused()
  await saved(page)
  await page.getByRole('button', { name: 'Exit' }).click()
  const left = toast(page, 'Draft saved')
  await expect(left).toContainText('Half a winter is in the list of drafts.')
  await left.getByRole('button', { name: 'Open draft' }).click()
  await expect(page.getByRole('tab', { name: /^Selected/ })).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).click()
  await list(page).getByRole('button', { name: 'Half a winter' }).first().click()
  await expect(page.getByRole('tab', { name: /^Selected/ })).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).click()
  await list(page).getByRole('button', { name: 'Delete Half a winter' }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(list(page).getByRole('button', { name: 'Half a winter', exact: true })).toBeHidden()
  await context.close()
})

test('at a client without reviews a new campaign can be active or pending', inAudit, async ({ browser }) => {
  const ask = callsAs(platform, await personToken(platform, superUser))
  const { advertisers } = await ask('GET', 'v1/member_groups/2/advertisers?count=100')
  const { advertiser_id: id } = advertisers.find(({ currency_code }: { currency_code: string }) => currency_code === 'USD')
  const { context, page } = await entered(platform, browser, { address: `/clients/2/advertisers/${id}/campaigns/create` })
  await begin(page, 'Quick')
  await fillBasics(page, 'At once')
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  const status = page.getByRole('radiogroup', { name: 'Status' })
  await expect(status.getByRole('radio', { name: 'Active' })).toBeChecked()
  await expect(status.getByRole('radio')).toHaveCount(2)
  await expect(page.getByText('It becomes active now and serves from its start date.')).toBeVisible()
  await status.getByText('Pending', { exact: true }).click()
  await expect(page.getByText('A reviewer must approve it before it serves.')).toBeVisible()
  await status.getByText('Active', { exact: true }).click()
  const campaign = await submit(page)
  const made = await ask('GET', `v1/campaign/${campaign}`)
  expect(made).toMatchObject({ status: 'active', review_status_id: 3 })
  // A pending campaign cannot change its status, so the status is plain text.
  const { channel, budget, budget_period, start_date, always_on } = made
  const { entities } = await ask('POST', 'v1/member_groups/2/entities_report', { ...days, advertiser_ids: [id] })
  const body = { channel, budget, budget_period, start_date, always_on, base_bid: '0.60', entity_ids: [entities[0].entity_id] }
  const all = `v0.9/member_groups/2/advertisers/${id}/campaigns`
  const waits = await ask('POST', all, { ...body, name: 'It waits', status: 'pending' }, { 'Idempotency-Key': crypto.randomUUID() })
  expect(waits).toMatchObject({ status: 'pending' })
  await page.goto(`${platform.origin}/clients/2/advertisers/${id}/campaigns/${waits.campaign_id}`)
  await expect(page.getByRole('heading', { name: 'It waits' })).toBeVisible()
  await expect(page.locator('.detail-acts').getByText('Under Review', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Status/ })).toHaveCount(0)
  await context.close()
})

test('a viewer cannot create a campaign', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, {
    address: '/clients/1/advertisers/1/campaigns/create',
    email: 'mika.sato@harborline.example',
  })
  await expect(page.getByText('Ask your account administrator for access.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeHidden()
  await context.close()
})

test('a campaign can be created with the keyboard only', async ({ browser }) => {
  const { context, page } = await visit(browser)
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
  await page.getByRole('radio', { name: /Set dates/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /Always on/ })).toBeChecked()
  const onward = page.getByRole('button', { name: 'Continue', exact: true })
  await onward.press('Enter')
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).toBeVisible()
  await page.getByRole('grid').locator('[data-column][tabindex="0"]').press('Space')
  await expect(page.getByRole('tab', { name: 'Selected 1' })).toBeVisible()
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

/** Steps, forecast and Continue are in view at both ends of the page. */
async function staysInView(page: Page) {
  await page.setViewportSize({ width: 1440, height: 520 })
  for (const end of ['start', 'end'] as const) {
    await page.evaluate((to) => scrollTo(0, to === 'end' ? document.documentElement.scrollHeight : 0), end)
    for (const part of [
      page.getByRole('button', { name: 'Continue', exact: true }),
      page.getByRole('navigation', { name: 'Steps' }),
      page.getByRole('complementary', { name: 'Forecast' }).getByRole('heading').first(),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}

test('entities are found by name and id in the builder, and Enter in a filter keeps the step open', inAudit, async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Quick')
  await fillBasics(page, 'Found by name')
  await expect(page.getByRole('radio', { name: /Always on/ })).toBeChecked()
  await goOn(page)
  const row = page.getByRole('grid').locator('[aria-rowindex="2"]')
  await expect(row).toBeVisible()
  await staysInView(page)
  const all = await page.getByRole('grid').getAttribute('aria-rowcount')
  const name = (await row.locator('.cell-text').first().textContent())?.trim() ?? ''
  expect(name).not.toBe('')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(name)
  await expect(page).toHaveURL(/filter\.name=/)
  await expect(page.getByRole('grid')).not.toHaveAttribute('aria-rowcount', new RegExp(`^(-1|${all})$`))
  await expect(page.getByRole('grid').locator('[aria-rowindex="2"]')).toContainText(name)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue(name)
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('')
  const step = new URL(page.url()).searchParams.get('step')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Your ID' }).click()
  await page.getByLabel('Contains').fill('H-1-1147')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('tab', { name: /^Selected/ })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('step')).toBe(step)
  await context.close()
})

test(
  "the builder's address contains its flow and experience, and the campaign is created in that experience",
  inAudit,
  async ({ browser }) => {
    const { context, page } = await visit(browser)
    const flows = page.getByRole('radiogroup', { name: 'Start from' }).getByRole('radio')
    const lefts = await flows.evaluateAll((all) => all.map((node) => node.getBoundingClientRect().left))
    expect(lefts.length).toBeGreaterThan(3)
    expect(new Set(lefts).size).toBe(1)
    await page.getByText('Step by step', { exact: true }).click()
    await expect(page).toHaveURL(/way=custom/)
    await page.reload()
    await expect(page.getByRole('radio', { name: /Step by step/ })).toBeChecked()
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
  },
)

const region = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const give = (page: Page, at: string, name: string, mimeType: string, buffer: Buffer) =>
  region(page, at).getByLabel('Choose files').setInputFiles({ name, mimeType, buffer })
/** The natural width of an image; 0 until it has loaded. */
const widthOf = (page: Page, at: string) =>
  region(page, at)
    .getByRole('img', { name: `Image for ${at}` })
    .evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth : 0))

test('images of a wrong size are refused with instructions, and valid ones are shown and stored', inAudit, async ({ browser }) => {
  const { context, page } = await visit(browser)
  await page.getByLabel('Experience').click()
  await page.getByRole('option').first().click()
  await begin(page, 'Quick')
  await fillBasics(page, 'With pictures')
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await expect(region(page, 'Picture')).toContainText('1200 × 628')
  await expect(region(page, 'Picture')).toContainText('PNG, JPEG, GIF, WebP, up to 700 kB')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('link', { name: /Add an image for Picture/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Add an image for Logo/ })).toBeVisible()
  await give(page, 'Picture', 'small.png', 'image/png', png(600, 314))
  await expect(region(page, 'Picture')).toContainText('The image is 600 × 314 pixels. Resize it to 1200 × 628 and try again.')
  await region(page, 'Picture').getByRole('button', { name: 'Remove small.png' }).click()
  await give(page, 'Picture', 'notes.png', 'image/png', Buffer.from('no picture at all'))
  await expect(region(page, 'Picture')).toContainText('The file name says PNG, but the content is a different type.')
  await region(page, 'Picture').getByRole('button', { name: 'Remove notes.png' }).click()
  await give(page, 'Picture', 'winter.png', 'image/png', png(1200, 628))
  await expect.poll(() => widthOf(page, 'Picture')).toBe(1200)
  await give(page, 'Logo', 'logo.png', 'image/png', png(400, 400))
  await expect.poll(() => widthOf(page, 'Logo')).toBe(400)
  await saved(page)
  await page.reload()
  await expect.poll(() => widthOf(page, 'Picture')).toBe(1200)
  await region(page, 'Logo').getByRole('button', { name: 'Remove Logo' }).click()
  await expect(region(page, 'Logo').getByRole('img', { name: 'Image for Logo' })).toBeHidden()
  await give(page, 'Logo', 'logo.png', 'image/png', png(400, 400))
  await expect.poll(() => widthOf(page, 'Logo')).toBe(400)
  await goOn(page)
  for (const one of ['Picture', 'Logo']) await expect(reviewed(page, 'Images').getByRole('img', { name: `Image for ${one}` })).toBeVisible()
  await submit(page)
  await context.close()
})

test('each step of the quick builder is accessible on a dark phone screen', inAudit, async ({ browser }) => {
  const { context, page } = await visit(browser, builderAddress, { colorScheme: 'dark', viewport: { width: 360, height: 900 } })
  const fits = async () => {
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await hardToUse(page)).toEqual([])
  }
  await begin(page, 'Quick')
  await fillBasics(page, 'On a telephone')
  await saved(page)
  await fits()
  await goOn(page)
  await chooseEntities(page, 1)
  await fits()
  await goOn(page)
  await fillMoney(page, { budget: '240', bid: '0.85' })
  await saved(page)
  await fits()
  await goOn(page)
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
  await fits()
  await context.close()
})

interface Detail {
  readonly campaign_draft_uuid?: string
  readonly held_version?: number
  readonly campaign_id?: number
  readonly status?: string
}

test("the builder on a partner's page emits events with ids, and the host can cancel a submission", async ({ page }) => {
  await openHostPage(page, platform, {
    body: '<main><ad-campaign-builder client-id="1" advertiser-id="1" locale="en-US"></ad-campaign-builder></main>',
    pageScript: `window.events = []
const builder = document.querySelector('ad-campaign-builder')
builder.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
for (const type of ['ad-campaign-draft-saved', 'ad-campaign-draft-deleted', 'ad-before-submit', 'ad-campaign-submitted'])
  builder.addEventListener(type, (event) => {
    window.events.push([type, event.detail])
    if (type === 'ad-before-submit' && window.events.filter(([one]) => one === type).length === 1) event.preventDefault()
  })`,
  })
  const events = async (type: string) => {
    const all = (await page.evaluate(() => Reflect.get(window, 'events'))) as [string, Detail][] // the page made it
    return all.filter(([one]) => one === type).map(([, detail]) => detail)
  }
  await begin(page, 'Quick')
  await fillBasics(page, 'On a partner’s page')
  await saved(page)
  const uuid = new URLSearchParams((await page.locator('ad-campaign-builder').getAttribute('path')) ?? '').get('draft')
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
  const first = (await events('ad-campaign-draft-saved')).at(-1)
  expect(first).toEqual({ campaign_draft_uuid: uuid, version: expect.any(Number), held_version: expect.any(Number) })
  await goOn(page)
  await chooseEntities(page, 1)
  // Chosen entities are saved by their own call, which also sends the event.
  await expect
    .poll(async () => (await events('ad-campaign-draft-saved')).at(-1))
    .toMatchObject({ campaign_draft_uuid: uuid, held_version: Number(first?.held_version) + 1 })
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await saved(page)
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect.poll(() => events('ad-before-submit')).toEqual([{ campaign_draft_uuid: uuid, name: 'On a partner’s page' }])
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
  expect(await events('ad-campaign-submitted')).toEqual([])
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible()
  const submitted = await events('ad-campaign-submitted')
  expect(submitted).toEqual([{ campaign_draft_uuid: uuid, campaign_id: expect.any(Number), status: expect.any(String) }])
  const made = await callsAs(platform, token)('GET', `v1/campaign/${submitted[0]?.campaign_id}`)
  expect(made).toMatchObject({ name: 'On a partner’s page', status: submitted[0]?.status })
})

test('a template opens its own flow with its values, and deleting a draft emits its id', inAudit, async ({ page }) => {
  const admin = callsAs(platform, await personToken(platform, 'dana.whitfield@harborline.example'))
  const made = await admin(
    'POST',
    'v1/member_groups/1/templates',
    { name: 'Step by step for winter', flow: 'custom', is_active: true, defaults: { name: 'Winter, prepared' } },
    { 'Idempotency-Key': crypto.randomUUID() },
  )
  const attributes = `client-id="1" advertiser-id="1" locale="en-US" template-id="${made.campaign_template_id}" path="v2"`
  await openHostPage(page, platform, {
    body: `<main><ad-campaign-builder ${attributes}></ad-campaign-builder></main>`,
    pageScript: `const builder = document.querySelector('ad-campaign-builder')
builder.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
builder.addEventListener('ad-campaign-draft-saved', ({ detail }) => { window.saved = detail })
builder.addEventListener('ad-campaign-draft-deleted', ({ detail }) => { window.deleted = detail })
builder.addEventListener('ad-navigated', ({ detail }) => builder.setAttribute('path', detail.path))`,
  })
  await expect(page.getByRole('radio', { name: /Step by step/ })).toBeChecked()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByLabel('Campaign name')).toHaveValue('Winter, prepared')
  await page.getByLabel('Campaign name').fill('Winter in town')
  await saved(page)
  const uuid = await page.evaluate(() => Reflect.get(window, 'saved').campaign_draft_uuid)
  const draft = await callsAs(platform, token)('GET', `v1/member_groups/1/advertisers/1/campaign_drafts/${uuid}`)
  expect(draft).toMatchObject({ flow: 'custom', campaign_template_id: made.campaign_template_id, data: { name: 'Winter in town' } })
  await page.getByRole('button', { name: 'Exit' }).click()
  await page.getByRole('button', { name: /^Delete.*Winter in town/ }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'deleted'))).toEqual({ campaign_draft_uuid: uuid })
})
