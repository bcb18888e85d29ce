import { expect, type Locator, type Page, test } from 'playwright/test'
import { addDays } from '../../src/contract/date-ranges.ts'
import { as, campaignNow, campaignPlatform, campaignsThat, openCampaign } from '../support/campaign-page.ts'
import { openDraft } from '../support/draft-page.ts'
import { press, table } from '../support/table-hands.ts'

campaignPlatform()

const dayText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })
const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
const [yesterday, tomorrow, later] = [addDays(today, -1), addDays(today, 1), addDays(today, 9)]
const longName = 'x'.repeat(121)
const missing = 'Enter or choose a value'
const format = 'Please only use a value in this format 1,234.50'
const places = 'This field accepts up to 2 decimal places'
const negative = 'Value can not be negative'

/** A field by its label, what is typed, and the sentence that stands below it then. */
type Row = readonly [label: string | RegExp, typed: string, says: string]

/** Types what each rule refuses into its field, one after the other, and reads what it says. */
async function refuses(place: Page | Locator, rows: readonly Row[]) {
  for (const [label, typed, says] of rows)
    await test.step(`${label}: ${typed.slice(0, 12)} → ${says}`, async () => {
      const field = place.getByLabel(label).first()
      await field.fill('')
      await field.fill(typed)
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${says.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?= \\d|$)`))
    })
}
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()
const summary = (page: Page, text: string) => expect(page.getByRole('link', { name: text, exact: true })).toBeVisible()

test('the builder: name, channel, days, goal and comment', async ({ page }) => {
  await openDraft(page, { flow: 'custom', step: 'step-basic-info' })
  await goOn(page)
  await summary(page, `Channel: ${missing}`)
  await refuses(page, [
    ['Campaign name', '', missing],
    ['Campaign name', '   ', missing],
    ['Campaign name', longName, 'Use at most 120 characters'],
    ['Starts', '', missing],
    ['Starts', 'soon', 'Enter a date as YYYY-MM-DD'],
    ['Starts', '2026-02-30', 'Enter a date as YYYY-MM-DD'],
    ['Starts', yesterday, `Choose ${dayText(today)} or a later day`],
    ['Ends', '', missing],
    ['Ends', 'never', 'Enter a date as YYYY-MM-DD'],
    ['Starts', later, ''],
    ['Ends', tomorrow, `Choose ${dayText(later)} or a later day`],
    ['Return on ad spend, goal', '0', 'Value must be greater than or equal to 0.01'],
    ['Return on ad spend, goal', '10001', 'Value has exceeded the max of 10,000'],
    ['Return on ad spend, goal', '4.125', places],
    ['Return on ad spend, goal', 'x', 'This field only accepts numbers'],
    ['Return on ad spend, goal', '-', negative],
    ['Comment', 'x'.repeat(1001), 'Use at most 1000 characters'],
  ])
})

test('the builder: budget, bid, and what goes together with them', async ({ page }) => {
  await openDraft(page, { flow: 'simple', step: 'budget-step', data: { budget: '', base_bid: '' } })
  const [budget, bid] = [/Daily budget/, /Base bid/]
  await goOn(page)
  const money = (label: RegExp): Row[] => [
    [label, '', missing],
    [label, '0.09', 'Enter at least $0.10'],
    [label, '1.005', places],
    [label, 'x', format],
    [label, '-', negative],
    [label, '1,2', format],
  ]
  await refuses(page, [
    ...money(budget),
    [budget, '1000000000.01', 'Enter at most $1,000,000,000.00'],
    ...money(bid),
    [bid, '20.01', 'Enter at most $20.00'],
  ])
  await page.getByLabel(bid).fill('0.85')
  await refuses(page, [[budget, '0.84', 'Enter at least the bid of $0.85']])
  await page.getByLabel(budget).fill('40')
  await page.getByText('One time', { exact: true }).click()
  await goOn(page)
  await expect(page.getByText('Last day: A budget for once needs an end date')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit campaign' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(submit).toHaveAttribute('title', 'Put right what is listed above first')
})

test('the builder: something to advertise, attribution, and ad groups within their campaign', async ({ page }) => {
  const { uuid, path } = await openDraft(page, { flow: 'simple', step: 'step-3', isEmpty: true })
  await goOn(page)
  await summary(page, 'Hotels: Add at least one')
  expect(uuid).toBeTruthy()
  await openDraft(page, { flow: 'custom', step: 'step-attribution' })
  await goOn(page)
  await openDraft(page, { flow: 'custom', step: 'step-attribution' })
  await page.getByLabel('Days after a click').fill('')
  await goOn(page)
  const days = (label: string, least: string): Row[] => [
    [label, '', missing],
    [label, '31', 'Value has exceeded the max of 30'],
    [label, '.', 'Value should be a whole number'],
    [label, 'x', 'This field only accepts numbers'],
    ...(least === '1' ? [[label, '0', 'Value must be greater than or equal to 1'] as const] : []),
  ]
  await refuses(page, [...days('Days after a click', '1'), ...days('Days after a view', '0')])
  expect(path).toContain('campaign_drafts')
})

test('the builder: an ad group of its own', async ({ page }) => {
  const data = { budget: '120', base_bid: '0.85', always_on: false, start_date: tomorrow, end_date: later }
  const { path } = await openDraft(page, { flow: 'custom', step: 'step-ad-group', data })
  await as('dana')('POST', `${path}/ad_group_drafts`, { data: { name: 'Coast' } }, { 'Idempotency-Key': crypto.randomUUID() })
  await page.reload()
  await page.getByRole('button', { name: 'Add an ad group' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Name').fill('')
  await editor.getByRole('button', { name: 'Save ad group' }).click()
  await refuses(editor, [
    ['Name', '', missing],
    ['Name', longName, 'Use at most 120 characters'],
    ['Name', 'Coast', 'Another ad group is called Coast'],
    [/Base bid/, '0.05', 'Enter at least $0.10'],
    [/Base bid/, '20.01', 'Enter at most $20.00'],
    [/^Budget/, '120.01', 'Enter at most the campaign’s budget of $120.00'],
    ['Starts', today, `The campaign starts on ${dayText(tomorrow)}`],
    ['Ends', addDays(later, 1), `The campaign ends on ${dayText(later)}`],
    ['Ends', today, `Choose ${dayText(today)} or a later day`],
  ])
})

test('the builder: who sees it', async ({ page }) => {
  await openDraft(page, { flow: 'simple', step: 'step-3' })
  const seen = page.getByRole('region', { name: 'Who sees it' })
  const add = async (opens: string, of: Locator = seen) => {
    await of.getByRole('combobox', { name: opens, exact: true }).last().click()
    await page.getByRole('option', { name: /^Device/ }).click()
  }
  await add('Add a condition')
  await seen.getByRole('combobox', { name: 'Device: any of' }).focus()
  await press(page, 'Escape', 'Tab')
  await expect(seen.getByText('Choose at least one', { exact: true })).toBeVisible()
  await seen.getByRole('combobox', { name: 'Device: any of' }).click()
  await page.getByRole('option', { name: /^Phone/ }).click()
  await press(page, 'Escape')
  await expect(seen.getByText('Choose at least one', { exact: true })).toBeHidden()
  for (let at = 1; at < 5; at += 1) await add('Add a group')
  await expect(seen.getByRole('combobox', { name: 'Add a group', exact: true })).toHaveAccessibleDescription('No more groups fit')
})

const [active, over, waiting] = ['active', 'ended', 'pending'].map((status) => async () => {
  const review = status === 'pending' ? [{ field: 'review_status_id', operation: '=', value: 1 }] : []
  const [found] = await campaignsThat([{ field: 'status', operation: '=', value: status }, { field: 'advertiser_id', operation: '=', value: status === 'pending' ? undefined : undefined }, ...review].filter(({ value }) => value !== undefined))
  return campaignNow(found?.campaign_id ?? 0)
}) as [() => Promise<any>, () => Promise<any>, () => Promise<any>] // a campaign as the wire has it, three times

const days = 'start_date=2026-11-01&amp;end_date=2026-11-14&amp;compare=none'
const cell = (page: Page, { campaign_id }: { campaign_id: number }, column: number) =>
  table(page)
    .getByRole('row')
    .filter({ hasText: new RegExp(`#${campaign_id}(?!\\d)`) })
    .locator(`[data-column="${column}"]`)

test('the list: what a cell refuses, before and after it is sent', async ({ page }) => {
  const [mine, ended, seen] = [await active(), await over(), await waiting()]
  const code = { symbol: mine.currency_code === 'USD' ? '$' : '€' }
  const open = (of: { name: string }) => openCampaign(page, 'dana', `?${days}&amp;filter.name=${encodeURIComponent(of.name)}`)
  const rows: readonly (readonly [of: { campaign_id: number; name: string }, column: number, typed: string, says: string])[] = [
    [mine, 0, '', 'Give it a name'],
    [mine, 0, longName, 'Give it a name of at most 120 characters'],
    [mine, 2, 'a lot', format],
    [mine, 2, '1.005', format],
    [mine, 2, '-1', format],
    [mine, 2, '0', 'Enter an amount above 0'],
    [mine, 2, '0.05', `The budget must be at least ${code.symbol}${mine.currency_code === 'USD' ? '0.10' : '0.09'}`],
    [mine, 2, '1000000001', `The budget can be at most ${code.symbol}1,000,000,000.00`],
    [mine, 12, '2020-01-01', 'It would end before it begins'],
    [mine, 12, yesterday, 'The last day has passed'],
    [seen, 0, 'Another name', 'It is under review; until then only its budget, its last day and a pause can be set'],
  ]
  let shown = 0
  for (const [of, column, typed, says] of rows)
    await test.step(`${column}: ${typed.slice(0, 12)} → ${says}`, async () => {
      if (shown !== of.campaign_id) await open(of)
      shown = of.campaign_id
      await cell(page, of, column).dblclick()
      await page.locator('.cell-field').fill(typed)
      await press(page, 'Enter')
      await expect(page.locator('.cell-reason')).toHaveText(says)
      await press(page, 'Escape')
      await expect(page.locator('.cell-reason')).toHaveCount(0)
      expect(await campaignNow(of.campaign_id)).toMatchObject({ name: of.name })
    })
  await open(ended)
  for (const column of [0, 1, 2, 12]) {
    await cell(page, ended, column).dblclick()
    await expect(page.locator('.cell-reason')).toHaveText('It is over. Copy it to begin anew')
    await press(page, 'Escape')
  }
})

test('one campaign: name, status, budget, days, goal and attribution', async ({ page }) => {
  const mine = await active()
  await openCampaign(page, 'dana', `${mine.campaign_id}?tab=budget`)
  for (const [name, says] of [
    ['', 'Give it a name of at most 120 characters'],
    [longName, 'Give it a name of at most 120 characters'],
  ] as const) {
    await page.getByRole('button', { name: 'Change the name' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await press(page, 'Enter')
    await expect(page.getByRole('alert')).toHaveText(says)
    await press(page, 'Escape')
  }
  await page.getByRole('button', { name: 'Status: Active' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: /Pending/ })).toContainText('It cannot go from Active to Pending')
  await press(page, 'Escape')
  const [symbol, least] = mine.currency_code === 'USD' ? ['$', '0.10'] : ['€', '0.09']
  await page.getByText('Set to', { exact: true }).click()
  await page.getByRole('button', { name: 'Change budget' }).press('Enter')
  await refuses(page, [
    [/^Set to, /, '', missing],
    [/^Set to, /, '0.05', `The budget would be below ${symbol}${least}, the least that it can be now.`],
    [/^Set to, /, '1.005', places],
    [/^Set to, /, '1000000001', `The budget can be at most ${symbol}1,000,000,000.00`],
  ])
  await page.getByText('From and until', { exact: true }).click()
  await page.getByRole('button', { name: 'Save spending and schedule' }).press('Enter')
  await refuses(page, [
    ['Ends', '', 'Choose the last day, or let it be always on'],
    ['Ends', '2020-01-01', `It would end before it begins, ${dayText(mine.start_date)}`],
    ['Ends', yesterday, 'The last day has passed'],
    ['Goal: return on ad spend', '0', 'The goal must be above 0 and at most 10000'],
    ['Goal: return on ad spend', '10001', 'The goal must be above 0 and at most 10000'],
  ])
  await expect(page.getByLabel('Starts')).toHaveAccessibleDescription('It has begun')
})
