import { readFileSync } from 'node:fs'
import { type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { type Account, amountIn, draftFor, openIn, startWithMonies, written } from './amounts-page.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { press } from '../ui/table-steps.ts'

let platform: PlatformProcess
let accounts: readonly Account[]
let token: string
/** Starts a platform with an advertiser for each number of currency digits, for the tests of a file. */
export function amountsPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    const made = await startWithMonies()
    platform = made.platform
    accounts = made.accounts
  })
  // A token is valid for ten minutes, which all locales together may take.
  test.beforeEach(async () => {
    token = await personToken(platform, 'dana.whitfield@harborline.example')
  })
  test.afterAll(() => platform?.clear())
}

const ask = (...[method, path, body]: Parameters<ReturnType<typeof callsAs>>) => callsAs(platform, token)(method, path, body)
interface Made extends Account {
  readonly id: number
  readonly name: string
}
const campaignNow = ({ id }: Made) => ask('GET', `v1/campaign/${id}`)
const groupNow = async ({ id, advertiser }: Made) =>
  (await ask('GET', `v1/member_groups/1/advertisers/${advertiser}/campaigns/${id}/ad_groups`)).ad_groups[0]
const speak = (page: Page, tag: string, locale: string) => page.locator(tag).evaluate((node, to) => node.setAttribute('locale', to), locale)

/** Types an amount key by key, in the notation of the locale. */
async function type(field: ReturnType<Page['locator']>, amount: string) {
  await field.fill('')
  await field.pressSequentially(amount)
}

/** Bids have one decimal digit more than the currency, unless the currency has none. */
const bidDigitsIn = (digits: number) => (digits === 0 ? 0 : digits + 1)

/** Builds a campaign from the budget step: types the amounts in the locale's notation, checks the review and submits. */
async function build(page: Page, locale: string, account: Account, offset: number): Promise<Made> {
  const { advertiser, code, digits, least } = account
  const name = `Amounts of ${locale}: ${code}`
  const uuid = await draftFor(platform, token, account, name)
  const path = `?draft=${uuid}&amp;step=budget-step`
  const attributes = `client-id="1" advertiser-id="${advertiser}" locale="${locale}" path="${path}"`
  await openIn(page, platform, { token, tag: `<ad-campaign-builder ${attributes}></ad-campaign-builder>` })
  const bidDigits = bidDigitsIn(digits)
  const budget = amountIn(1_234_567 + offset, '456', digits)
  const bid = amountIn(12_345 + offset, '6781', bidDigits)
  const fields = page.getByRole('textbox', { name: new RegExp(code) })
  await expect(fields).toHaveCount(2)
  await type(fields.nth(0), await written(page, locale, { amount: '1', digits: 0 }))
  await fields.nth(1).focus()
  await expect(page.locator('.note.bad')).toContainText(await written(page, locale, { amount: least, digits, code }))
  await type(fields.nth(0), await written(page, locale, { amount: budget, digits }))
  await type(fields.nth(1), await written(page, locale, { amount: bid, digits: bidDigits }))
  await expect
    .poll(async () => (await ask('GET', `v1/member_groups/1/advertisers/${advertiser}/campaign_drafts/${uuid}`)).data)
    .toMatchObject({ budget, base_bid: bid })
  await page.locator('.builder-foot .primary').click()
  for (const amount of [
    { amount: budget, digits, code },
    { amount: bid, digits: bidDigits, code },
  ])
    await expect(page.locator('dd').getByText(await written(page, locale, amount), { exact: true })).toBeVisible()
  await page.locator('.builder-foot .primary').click()
  await expect(page.locator('.submitted')).toBeVisible()
  const { submitted_campaign_id: id } = await ask('GET', `v1/member_groups/1/advertisers/${advertiser}/campaign_drafts/${uuid}`)
  const made = { ...account, id, name }
  expect((await campaignNow(made)).budget).toBe(budget)
  expect((await groupNow(made)).base_bid).toBe(bid)
  return made
}

interface Cell {
  readonly name: string
  readonly column: number
}
const cellOf = (page: Page, { name, column }: Cell) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: name }).locator(`[data-column="${column}"]`)

/** Checks that an amount below the minimum is refused with the minimum in the locale's notation, then saves a valid one. */
async function change(page: Page, locale: string, made: Made, cell: Cell & { amount: string; digits: number }) {
  const { code, least } = made
  const { amount, digits } = cell
  await cellOf(page, cell).dblclick()
  const field = page.locator('.cell-field')
  await type(field, await written(page, locale, { amount: '1', digits: 0 }))
  await press(page, 'Enter')
  // Bids show their additional digit only where it is not zero.
  const shown = Math.min(digits, made.digits)
  await expect(page.locator('.cell-reason')).toContainText(await written(page, locale, { amount: least, digits: shown, code }))
  await press(page, 'Enter')
  await type(field, await written(page, locale, { amount, digits }))
  await press(page, 'Enter')
  await expect(cellOf(page, cell)).toContainText(await written(page, locale, { amount, digits, code }))
}

/** Downloads the sheet, writes other budgets into it as a spreadsheet of that locale does, and uploads it. */
async function bringSheet(page: Page, locale: string, all: readonly Made[], offset: number) {
  await speak(page, 'ad-campaigns', 'en-US')
  await page.getByRole('button', { name: 'Edit in a spreadsheet' }).click()
  const dialog = page.getByRole('dialog')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download spreadsheet' }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(all.length + 1)
  await speak(page, 'ad-campaigns', locale)
  const point = (await written(page, locale, { amount: '1.5', digits: 1 })).slice(1, 2)
  const comma = point === ',' ? ';' : ','
  const budgets = new Map<number, string>()
  const rows = lines.slice(1).map((line) => line.split(','))
  for (const cells of rows) {
    const made = all.find(({ id }) => String(id) === cells[0])
    if (!made) throw new Error(`The sheet has an unexpected campaign: ${cells[0]}`)
    expect(Number(cells[4])).toBe(Number((await campaignNow(made)).budget))
    budgets.set(made.id, amountIn(3_456_789 + offset, '123', made.digits))
    cells[4] = await written(page, locale, { amount: budgets.get(made.id) ?? '', digits: made.digits })
  }
  const sheet = (text: readonly string[][]) =>
    [(lines[0] ?? '').split(','), ...text].map((cells) => cells.map((cell) => `"${cell}"`).join(comma)).join('\r\n')
  const bring = (text: readonly string[][]) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet(text)) })
  await bring(rows.map((cells) => cells.with(4, '1')))
  for (const { least, digits, code } of all)
    await expect(dialog).toContainText(await written(page, locale, { amount: least, digits, code }))
  await dialog.locator('.modal-foot').getByRole('button').first().click()
  await bring(rows)
  for (const { id, digits, code } of all)
    await expect(dialog).toContainText(await written(page, locale, { amount: budgets.get(id) ?? '', digits, code }))
  await dialog.locator('.modal-foot').getByRole('button').last().click()
  await expect(dialog).toBeHidden()
  for (const made of all) {
    expect((await campaignNow(made)).budget).toBe(budgets.get(made.id))
    const amount = await written(page, locale, { amount: budgets.get(made.id) ?? '', digits: made.digits, code: made.code })
    await expect(cellOf(page, { name: made.name, column: 2 })).toContainText(amount)
  }
}

interface AmountsWalk {
  readonly locale: string
  readonly codes: readonly string[]
  readonly offset: number
  /** Skips the ad group list of each campaign; its cells are the same as those of the list of all ad groups. */
  readonly isShort?: boolean
}

/**
 * Types amounts in a locale's notation in the builder, the lists and a sheet, and checks that the platform stores every digit. Each test
 * passes another `offset`, so that amounts differ.
 */
export async function walkAmounts(page: Page, { locale, codes, offset, isShort = false }: AmountsWalk) {
  const all: Made[] = []
  for (const account of accounts.filter(({ code }) => codes.includes(code))) all.push(await build(page, locale, account, offset))
  const list = (path: string) =>
    openIn(page, platform, { token, tag: `<ad-campaigns client-id="1" locale="${locale}" path="${path}"></ad-campaigns>` })
  const found = encodeURIComponent(`Amounts of ${locale}:`)
  await list(`?filter.name=${found}`)
  for (const made of all) {
    const amount = amountIn(2_345_678 + offset, '789', made.digits)
    await change(page, locale, made, { name: made.name, column: 2, amount, digits: made.digits })
    expect((await campaignNow(made)).budget).toBe(amount)
  }
  await bringSheet(page, locale, all, offset)
  await list(`ad_groups?filter.campaign_name=${found}`)
  for (const made of all) {
    const digits = bidDigitsIn(made.digits)
    const amount = amountIn(23_456 + offset, '7891', digits)
    await change(page, locale, made, { name: made.name, column: 2, amount, digits })
    expect((await groupNow(made)).base_bid).toBe(amount)
  }
  for (const made of isShort ? [] : all) {
    await list(`${made.id}?tab=ad_groups`)
    const digits = bidDigitsIn(made.digits)
    const amount = amountIn(34_567 + offset, '8912', digits)
    const { name } = await groupNow(made)
    await change(page, locale, made, { name, column: 2, amount, digits })
    expect((await groupNow(made)).base_bid).toBe(amount)
  }
}
