import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { campaignNow, campaignPlatform, campaignsThat, look, openCampaign, title } from '../../support/campaigns/campaign-page.ts'
import { addDays } from '../../support/drafts/draft-page.ts'
import { firstGroupOf, createCampaign, review } from '../../support/campaigns/created-campaign.ts'
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
import { bar, press, table } from '../../support/ui/table-steps.ts'

campaignPlatform()

const waits = 'Under review: only budget, end date and pausing can change until it is approved'
const days = { start_date: tomorrow, end_date: later }
/** A campaign in US dollars with a daily budget that has been active for long. */
async function running() {
  const found = await campaignsThat([
    { field: 'status', operation: '=', value: 'active' },
    { field: 'gate', operation: 'IS NULL' },
    { field: 'budget_period', operation: '=', value: 'Daily' },
  ])
  return found.find(({ currency_code }) => currency_code === 'USD')?.campaign_id
}

test('each campaign status offers what the rules allow, also during a review', async ({ page }) => {
  const id = await createCampaign({ name: 'Waits', budget: '9', ...days })
  const offered = (name: string) => page.getByRole('menuitemradio', { name: new RegExp(name) })
  const becomes = (from: string) => page.getByRole('button', { name: `Status: ${from}` })
  const cannot = (from: string, to: string) => expect(offered(to)).toContainText(`Status can’t change from ${from} to ${to}`)
  await openCampaign(page, 'dana', `${id}`)
  await page.getByRole('button', { name: 'Rename' }).press('Enter')
  for (const [name, says] of [
    [longName, 'Use at most 120 characters'],
    ['Another', waits],
  ] as const) {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await press(page, 'Enter')
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
  }
  await press(page, 'Escape')
  await becomes('Pending').press('Enter')
  await cannot('Pending', 'Active')
  await offered('Paused').press('Enter')
  await becomes('Paused').press('Enter')
  await cannot('Paused', 'Active')
  await offered('Pending').press('Enter')
  await becomes('Pending').waitFor()
  await expect(page.getByText('Under Review', { exact: true }).first()).toBeVisible()
  await openCampaign(page, 'dana', `${id}/ad_groups/create`)
  await expect(page.getByText(waits)).toBeVisible()
  await review(id, 'deny', 'The price is another one.')
  await openCampaign(page, 'dana', `${id}`)
  await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible()
  const [paused] = await campaignsThat([{ field: 'status', operation: '=', value: 'paused' }])
  await openCampaign(page, 'dana', `${paused?.campaign_id}`)
  await becomes('Paused').press('Enter')
  await cannot('Paused', 'Pending')
  for (const [status, word] of [
    ['ended', 'Ended'],
    ['invalid', 'Invalid'],
  ]) {
    const [over] = await campaignsThat([{ field: 'status', operation: '=', value: status }])
    await openCampaign(page, 'dana', `${over?.campaign_id}?tab=budget`)
    const change = page.getByRole('button', { name: 'Change budget' })
    await expect(change).toHaveAccessibleDescription(`Status is ${word}. Make a copy to run it again`)
    await expect(page.getByRole('button', { name: /^Status/ })).toHaveCount(0)
  }
})

test("each field of a campaign's budget and schedule refuses what the rules refuse", async ({ page }) => {
  const id = await createCampaign({ name: 'Is changed', budget: '9', ...days })
  await review(id, 'approve')
  await openCampaign(page, 'dana', `${id}?tab=budget`)
  const budget = page.getByRole('form', { name: 'Change budget' })
  await budget.getByText('Set to', { exact: true }).click()
  await budget.getByRole('button', { name: 'Change budget' }).press('Enter')
  const amount = 'Set to, USD'
  await refuses(budget, [
    [amount, '', missing],
    [amount, '1.005', tooManyDecimals],
    [amount, 'x', format],
    [amount, '-', negative],
    [amount, '0.09', 'The new budget is below the minimum of $0.10'],
  ])
  await budget.getByLabel(amount).fill('1000000001')
  await budget.getByRole('button', { name: 'Change budget' }).press('Enter')
  await expect(budget.getByText('Enter a budget of $1,000,000,000.00 or less').first()).toBeVisible()
  const spending = page.getByRole('form', { name: 'Spending and schedule' })
  const save = spending.getByRole('button', { name: 'Save spending and schedule' })
  const goal = 'ROAS goal'
  await spending.getByLabel(goal).fill('0')
  await save.press('Enter')
  await refuses(spending, [
    [goal, '0', 'Value must be greater than or equal to 0.01'],
    [goal, '10001', 'Value has exceeded the max of 10,000'],
    [goal, '4.125', tooManyDecimals],
    [goal, 'x', onlyNumbers],
    [goal, '-', negative],
    ['Start date', '', missing],
    ['Start date', 'soon', noDay],
    ['Start date', yesterday, 'The start date is in the past'],
    ['Start date', later, ''],
    ['End date', '', 'Choose an end date or “Always on”'],
    ['End date', 'never', noDay],
    ['End date', tomorrow, `The end date must be after the start date, ${dayText(later)}`],
  ])
  await spending.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await spending.getByText('Always on', { exact: true }).click()
  await spending.getByText('One time', { exact: true }).click()
  await save.press('Enter')
  await expect(spending.getByText(/Choose an end date for a one-time budget/).first()).toBeVisible()
  await spending.getByRole('button', { name: 'Discard changes' }).press('Enter')

  await openCampaign(page, 'dana', `${await running()}?tab=budget`)
  await expect(spending.getByLabel('Start date').first()).toHaveAccessibleDescription(/Already started/)
  await spending.getByText('Set dates', { exact: true }).click()
  await spending.getByLabel('End date').first().fill(later)
  await spending.getByText('One time', { exact: true }).click()
  await save.press('Enter')
  await expect(spending.getByText(/^The budget can’t be lower than the \$/).first()).toBeVisible()
  await refuses(spending, [['End date', addDays(today, -3), 'The end date is in the past']])
})

test('the fields of campaign attribution refuse what the rules refuse', async ({ page }) => {
  await openCampaign(page, 'dana', `${await running()}/v2?tab=attribution`)
  const form = page.getByRole('form', { name: 'Attribution' })
  await form.getByLabel('Days after a click').fill('31')
  await form.getByRole('button', { name: 'Save attribution' }).press('Enter')
  const rows = (label: string, min: number): Row[] => [
    [label, '', missing],
    [label, '31', 'Value has exceeded the max of 30'],
    [label, '.', 'Value should be a whole number'],
    [label, 'x', onlyNumbers],
    ...(min > 0 ? [[label, String(min - 1), `Value must be greater than or equal to ${min}`] as const] : []),
  ]
  await refuses(form, [...rows('Days after a click', 1), ...rows('Days after a view', 0)])
})

test('the fields of an ad group stay within its campaign', async ({ page }) => {
  const id = await createCampaign({ name: 'Has ad groups', budget: '9', ...days })
  await review(id, 'approve')
  await openCampaign(page, 'dana', `${id}/ad_groups/create`)
  await title(page, 'New ad group').waitFor()
  const form = page.getByRole('form', { name: 'New ad group' })
  await form.getByRole('button', { name: 'Create ad group' }).press('Enter')
  await form.getByText('Custom value', { exact: true }).first().click()
  await form.getByText('Custom value', { exact: true }).last().click()
  await form.getByText('Set dates', { exact: true }).click()
  const bid = 'Base bid, USD'
  const budget = 'Custom budget, USD'
  await refuses(form, [
    ['Name', '', missing],
    ['Name', longName, 'Use at most 120 characters'],
    [bid, '', missing],
    [bid, 'x', bidFormat],
    [bid, '0.1234', tooManyBidDecimals],
    [bid, '-', negative],
    [budget, '', missing],
    [budget, '1.005', tooManyDecimals],
    [budget, '9.01', 'The campaign can spend at most $9.00 in these dates'],
    ['Start date', '', missing],
    ['Start date', 'soon', noDay],
    ['Start date', yesterday, 'The start date is in the past'],
    ['Start date', today, `The campaign starts on ${dayText(tomorrow)}`],
    ['Start date', addDays(later, 1), `The campaign ends on ${dayText(later)}`],
    ['Start date', later, ''],
    ['End date', '', 'Choose an end date or “Always on”'],
    ['End date', 'never', noDay],
    ['End date', addDays(later, 1), `The campaign ends on ${dayText(later)}`],
    ['End date', tomorrow, `The end date must be after the start date, ${dayText(later)}`],
  ])
})

test("an ad group's status and bid refuse what the rules refuse", async ({ page }) => {
  const id = (await running()) ?? 0
  await openCampaign(page, 'dana', `${id}/ad_groups/${await firstGroupOf(id)}?tab=settings`)
  const form = page.getByRole('form', { name: 'Bid, budget and schedule' })
  await form.getByLabel('Base bid, USD').fill('0.05')
  await form.getByRole('button', { name: 'Save bid, budget and schedule' }).press('Enter')
  await expect(form.getByLabel('Base bid, USD')).toHaveAccessibleDescription(/^Enter a bid of \$0\.100 or more/)
  await form.getByLabel('Base bid, USD').fill('20.01')
  await expect(form.getByLabel('Base bid, USD')).toHaveAccessibleDescription(/^Enter a bid of \$20\.000 or less/)
  await page.getByRole('button', { name: 'Status: Active' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: /Pending/ })).toContainText('Status can’t change from Active to Pending')
})

test('list cells and bulk edits refuse what the rules refuse', async ({ page }) => {
  await createCampaign({ name: 'Stands in a list', budget: '9', ...days })
  await openCampaign(page, 'dana', '?filter.name=Stands%20in%20a%20list')
  const row = table(page).locator('[aria-rowindex="3"]')
  await expect(row).toContainText('Stands in a list')
  await row.locator('[data-column="2"]').dblclick()
  for (const [typed, says] of [
    ['x', format],
    ['1.005', tooManyDecimals],
    ['-5', negative],
    ['0.09', 'Enter a budget of $0.10 or more'],
  ] as const) {
    await page.locator('.cell-field').fill(typed)
    await press(page, 'Enter')
    await expect(page.locator('.cell-reason')).toContainText(says)
  }
  await press(page, 'Escape')
  await row.locator('.pick').click()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const preview = dialog.getByRole('button', { name: 'Preview changes' })
  await dialog.getByRole('radiogroup', { name: 'End date' }).getByText('End date').click()
  await preview.click()
  await expect(dialog.getByText(missing).first()).toBeVisible()
  await dialog.getByText('No change', { exact: true }).last().click()
  await dialog.getByLabel('Budget change').fill('-99')
  await look(page, 'bulk')
  for (const [status, says] of [
    ['Active', 'Status can’t change from Pending to Active'],
    ['No change', 'Enter a budget of $0.10 or more'],
  ] as const) {
    await dialog.getByText(status, { exact: true }).first().click()
    await preview.click()
    await expect(dialog.getByText(says).first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Apply changes' })).toHaveAttribute('aria-disabled', 'true')
    if (status === 'Active') await look(page, 'bulk-preview')
    await dialog.getByRole('button', { name: 'Back' }).click()
  }
})

test('each refused line of a campaign sheet says why', async ({ page }) => {
  const id = await createCampaign({ name: 'Comes in a sheet', budget: '9', ...days })
  await openCampaign(page, 'dana', '?filter.name=Comes%20in%20a%20sheet')
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('Comes in a sheet')
  await page.getByRole('button', { name: 'Edit in a spreadsheet' }).click()
  const dialog = page.getByRole('dialog')
  const bring = (...lines: readonly string[]) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  const bad: readonly [line: string, says: string][] = [
    [`x,1,Oats,paused,20,${today},`, 'Campaign ID missing'],
    [`${id},1,Oats,paused,20,${today},`, 'This campaign is already in a row above'],
    [`1,,Oats,paused,20,${today},`, 'Version missing. Download the spreadsheet again'],
    [`1,1,,paused,20,${today},`, 'Enter a name'],
    [`1,1,Oats,flying,20,${today},`, 'Enter active, paused or pending as the status'],
    [`1,1,Oats,paused,-5,${today},`, 'Enter a budget such as 450.00'],
    ['1,1,Oats,paused,20,soon,', 'Enter the start date as YYYY-MM-DD'],
    [`1,1,Oats,paused,20,${today},never`, 'Enter the end date as YYYY-MM-DD, or leave it empty for always on'],
  ]
  await bring(
    'campaign_id,version,name,status,budget,start_date,end_date',
    `${id},99,Oats,,9,${tomorrow},${later}`,
    ...bad.map(([line]) => line),
  )
  for (const [index, [, says]] of bad.entries()) await expect(dialog.getByText(`Row ${index + 3}: ${says}`, { exact: true })).toBeVisible()
  await expect(dialog.getByText('Changed by another user since. Download the file again and redo your changes').first()).toBeVisible()
  await look(page, 'sheet')
})

test('an ad group, a bulk edit and a sheet need no mouse', async ({ page }) => {
  const id = await createCampaign({ name: 'By the keys', budget: '9', ...days })
  await review(id, 'approve')
  await openCampaign(page, 'dana', `${id}/ad_groups/${await firstGroupOf(id)}`)
  await page.getByRole('tab', { name: 'Overview' }).press('End')
  await page.getByLabel('Base bid, USD').focus()
  await press(page, 'Control+a')
  await page.keyboard.type('1.25')
  await page.getByRole('button', { name: 'Save bid, budget and schedule' }).press('Enter')
  await expect(page.locator('.toast', { hasText: 'Bid, budget and schedule saved' })).toBeVisible()
  await openCampaign(page, 'dana', '?filter.name=By%20the%20keys')
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('By the keys')
  await table(page).locator('[data-column][tabindex="0"]').press('Space')
  await bar(page).getByRole('button', { name: 'Edit' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Budget change').focus()
  await page.keyboard.type('10')
  await dialog.getByRole('button', { name: 'Preview changes' }).press('Enter')
  await dialog.getByRole('button', { name: 'Apply changes' }).press('Enter')
  await expect(page.locator('.toast', { hasText: '1 change made' })).toBeVisible()
  await expect.poll(async () => (await campaignNow(id)).budget).toBe('9.9')
  const sheet = page.getByRole('button', { name: 'Edit in a spreadsheet' })
  await sheet.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Download spreadsheet' })).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(sheet).toBeFocused()
})
