import { type Locator, type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { apiAs, campaignPlatform } from '../../support/campaigns/campaign-page.ts'
import { addDays, openDraft } from '../../support/drafts/draft-page.ts'
import {
  bidFormat,
  tooManyBidDecimals,
  dayText,
  format,
  longName,
  missing,
  negative,
  noDay,
  onlyNumbers,
  tooManyDecimals,
  type Row,
  refuses,
  later,
  today,
  tomorrow,
  yesterday,
} from '../../support/campaigns/refused-fields.ts'
import { press } from '../../support/ui/table-steps.ts'

campaignPlatform()

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()
const summary = (page: Page, text: string) => expect(page.getByRole('link', { name: text, exact: true })).toBeVisible()

test('name, channel, days, goal and comment in the builder refuse what the rules refuse', async ({ page }) => {
  await openDraft(page, { flow: 'custom', step: 'step-basic-info' })
  await goOn(page)
  await summary(page, `Channel: ${missing}`)
  await expect(page.locator('label', { hasText: 'Campaign name' })).toContainText('*')
  await expect(page.getByLabel('Campaign name')).toHaveAttribute('aria-required', 'true')
  await refuses(page, [
    ['Campaign name', '', missing],
    ['Campaign name', '   ', missing],
    ['Campaign name', longName, 'Use at most 120 characters'],
    ['Start date', '', missing],
    ['Start date', 'soon', noDay],
    ['Start date', '2025-02-30', noDay],
    ['Start date', yesterday, `Choose ${dayText(today)} or later`],
    ['End date', '', missing],
    ['End date', 'never', noDay],
    ['Start date', later, ''],
    ['End date', tomorrow, `Choose ${dayText(later)} or later`],
    ['ROAS goal', '0', 'Value must be greater than or equal to 0.01'],
    ['ROAS goal', '10001', 'Value has exceeded the max of 10,000'],
    ['ROAS goal', '4.125', tooManyDecimals],
    ['ROAS goal', 'x', onlyNumbers],
    ['ROAS goal', '-', negative],
    ['Comment', 'x'.repeat(1001), 'Use at most 1,000 characters'],
  ])
})

test('budget, bid and period in the builder refuse what the rules refuse', async ({ page }) => {
  const { path } = await openDraft(page, { flow: 'simple', step: 'budget-step', data: { budget: '', base_bid: '' } })
  const budget = /Daily budget/
  const bid = /Base bid/
  // The entities and basics steps are done, this step is open, and the review is not done yet.
  await expect(page.locator('[aria-current=step] button')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'completed: ' }).getByRole('button')).toHaveCount(2)
  await expect(page.getByRole('listitem').filter({ hasText: 'not completed: ' }).getByRole('button')).toHaveCount(0)
  await goOn(page)
  await refuses(page, [
    [budget, '', missing],
    [budget, '0.09', 'Enter at least $0.10'],
    [budget, '1.005', tooManyDecimals],
    [budget, 'x', format],
    [budget, '-', negative],
    [budget, '1000000000.01', 'Enter at most $1,000,000,000.00'],
    // A bid may have three decimal places.
    [bid, '', missing],
    [bid, '0.09', 'Enter at least $0.10'],
    [bid, '1.0005', tooManyBidDecimals],
    [bid, 'x', bidFormat],
    [bid, '-', negative],
    [bid, '20.01', 'Enter at most $20.00'],
  ])
  const paces = page.getByRole('radiogroup', { name: 'Pacing' })
  await expect(paces.getByRole('radio')).toHaveCount(2)
  await expect(paces.getByRole('radio', { name: 'Evenly' })).toBeChecked()
  await paces.getByText('As fast as possible', { exact: true }).click()
  await expect.poll(async () => (await apiAs('dana')('GET', path)).data.pacing).toBe('ASAP')
  await page.getByLabel(bid).fill('0.85')
  await refuses(page, [[budget, '0.84', 'Enter at least $0.850, the base bid']])
  await page.getByLabel(budget).fill('40')
  await page.getByText('One time', { exact: true }).click()
  await goOn(page)
  await expect(page.getByText('End date: A one-time budget needs an end date')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toHaveAccessibleDescription('Fix the issues listed above')
})

test('entities and attribution in the builder refuse what the rules refuse', async ({ page }) => {
  await openDraft(page, { flow: 'simple', step: 'step-3', isEmpty: true })
  await goOn(page)
  await summary(page, 'Hotels: Add at least one entry')
  await openDraft(page, { flow: 'custom', step: 'step-attribution' })
  await page.getByLabel('Days after a click').fill('')
  await goOn(page)
  const days = (label: string, min: string): Row[] => [
    [label, '', missing],
    [label, '31', 'Value has exceeded the max of 30'],
    [label, '.', 'Value should be a whole number'],
    [label, 'x', onlyNumbers],
    ...(min === '1' ? [[label, '0', 'Value must be greater than or equal to 1'] as const] : []),
  ]
  await refuses(page, [...days('Days after a click', '1'), ...days('Days after a view', '0')])
})

test('the fields of an ad group in the builder refuse what the rules refuse', async ({ page }) => {
  const data = { budget: '120', base_bid: '0.85', always_on: false, start_date: tomorrow, end_date: later }
  const { path } = await openDraft(page, { flow: 'custom', step: 'step-ad-group', data })
  await apiAs('dana')('POST', `${path}/ad_group_drafts`, { data: { name: 'Coast' } }, { 'Idempotency-Key': crypto.randomUUID() })
  await page.reload()
  await page.getByRole('button', { name: 'Add ad group' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('textbox', { name: /^Name/ }).fill('')
  await editor.getByRole('button', { name: 'Save ad group' }).click()
  await refuses(editor, [
    ['Name', '', missing],
    ['Name', longName, 'Use at most 120 characters'],
    ['Name', 'Coast', 'Another ad group is already named Coast'],
    [/Base bid/, '0.05', 'Enter at least $0.10'],
    [/Base bid/, '20.01', 'Enter at most $20.00'],
    [/^Budget/, '120.01', 'Enter at most $120.00, the campaign budget'],
    ['Start date', today, `The campaign starts on ${dayText(tomorrow)}`],
    ['End date', addDays(later, 1), `The campaign ends on ${dayText(later)}`],
    ['Start date', later, ''],
    ['End date', tomorrow, `Choose ${dayText(later)} or later`],
  ])
})

test('targeting conditions and groups in the builder refuse what the rules refuse', async ({ page }) => {
  await openDraft(page, { flow: 'simple', step: 'step-3' })
  const seen = page.getByRole('region', { name: 'Targeting' })
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
  await expect(seen.getByRole('combobox', { name: 'Add a group', exact: true })).toHaveAccessibleDescription(
    'Maximum number of groups reached',
  )
  const group = seen.getByRole('region', { name: 'Group 1' })
  await add('Add a condition', group)
  await group.getByRole('combobox', { name: 'Device: any of' }).last().click()
  await page.getByRole('option', { name: /^Phone/ }).click()
  await press(page, 'Escape', 'Tab')
  await expect(group.getByText('This condition is a duplicate', { exact: true })).toBeVisible()
  await group.getByText('none of', { exact: true }).last().click()
  await expect(group.getByText('No audience left: Device is both included and excluded', { exact: true })).toBeVisible()
  for (let at = 2; at < 10; at += 1) await add('Add a condition', group)
  const more = group.getByRole('combobox', { name: 'Add a condition', exact: true })
  await expect(more).toHaveAccessibleDescription('This group is full')
})

test('targeting options in the builder that were withdrawn or are too many say so', async ({ page }) => {
  const all = 'v1/member_groups/1/targetings'
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const options = Array.from({ length: 51 }, (_, at) => ({ name: `Street ${at + 1}`, code: `street-${at + 1}` }))
  const made = { name: 'Street', targeting_types: ['geography'], targeting_options: options }
  const { targeting_id, options: streets } = await apiAs('dana')('POST', all, made, key)
  const ids = streets.map((one: { targeting_option_id: number }) => one.targeting_option_id)
  const condition = { targeting_id, match_type_id: 1, targeting_option_ids: ids.slice(0, 50) }
  const data = { targeting: { operator: 'AND', groups: [{ operator: 'AND', conditions: [condition] }] } }
  await openDraft(page, { flow: 'simple', step: 'step-3', data })
  const seen = page.getByRole('region', { name: 'Targeting' })
  const says = (text: string) => expect(seen.getByText(text, { exact: true })).toBeVisible()
  await seen.getByRole('combobox', { name: 'Street: any of' }).click()
  await page.keyboard.type('Street 51')
  await page.getByRole('option', { name: /^Street 51/ }).click()
  await press(page, 'Escape')
  await says('Choose at most 50 options')
  // The option is saved before the page reloads.
  await expect(page.locator('[data-saving=saved]')).toContainText('Saved')
  const { version } = (await apiAs('dana')('GET', `${all}/${targeting_id}`)).targeting_options[0]
  await apiAs('dana')('PATCH', `${all}/${targeting_id}`, { hidden: true }, { 'If-Match': `"${version}"` })
  await page.reload()
  await says('Street is not available for new conditions')
  await apiAs('dana')('DELETE', `${all}/${targeting_id}`)
  await page.reload()
  await says('This is no longer available. Remove the condition.')
  await seen.getByRole('button', { name: 'Remove No longer available' }).click()
  await expect(seen.getByRole('region', { name: /^Group/ })).toHaveCount(0)
})
