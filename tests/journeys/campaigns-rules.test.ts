import { expect, type Locator, type Page, test } from 'playwright/test'
import { as, campaignPlatform } from '../support/campaign-page.ts'
import { addDays, openDraft } from '../support/draft-page.ts'
import { press } from '../support/table-hands.ts'

campaignPlatform()

const dayText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })
const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
const [yesterday, tomorrow, later] = [addDays(today, -1), addDays(today, 1), addDays(today, 9)]
const longName = 'x'.repeat(121)
const [missing, negative] = ['Enter or choose a value', 'Value can not be negative']
const [format, places] = ['Please only use a value in this format 1,234.50', 'This field accepts up to 2 decimal places']

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A field by its label, what is typed, and the sentence that stands below it then. */
type Row = readonly [label: string | RegExp, typed: string, says: string]

/** Types what each rule refuses into its field, one after the other, and reads what it says. */
async function refuses(place: Page | Locator, rows: readonly Row[]) {
  for (const [label, typed, says] of rows)
    await test.step(`${label}: ${typed.slice(0, 12)} → ${says}`, async () => {
      const field = place.getByLabel(label).first()
      await field.fill('')
      await field.fill(typed)
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(says)}( [\\d,]+ characters? remaining| Use at most .*)?$`))
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
    ['Comment', 'x'.repeat(1001), 'Use at most 1,000 characters'],
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
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toHaveAttribute('title', 'Put right what is listed above first')
})

test('the builder: something to advertise, attribution, and ad groups within their campaign', async ({ page }) => {
  await openDraft(page, { flow: 'simple', step: 'step-3', isEmpty: true })
  await goOn(page)
  await summary(page, 'Hotels: Add at least one')
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
    ['Starts', later, ''],
    ['Ends', tomorrow, `Choose ${dayText(later)} or a later day`],
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
