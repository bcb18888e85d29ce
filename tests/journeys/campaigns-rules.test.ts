import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { chooseEntities, goOn } from '../support/drafts/builder-steps.ts'
import { campaignPlatform, openCampaign } from '../support/campaigns/campaign-page.ts'
import { openDraft, openStep } from '../support/drafts/draft-page.ts'
import { createCampaign, review } from '../support/campaigns/created-campaign.ts'
import {
  tooManyBidDecimals,
  dayText,
  format,
  later,
  longName,
  missing,
  negative,
  noDay,
  onlyNumbers,
  tooManyDecimals,
  refuses,
  today,
  tomorrow,
  yesterday,
} from '../support/campaigns/refused-fields.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { bar, press, table } from '../support/ui/table-steps.ts'

// Unit tests cover the rules, and the audit covers each rule in its field. These tests show that an error reaches its field.
campaignPlatform()

test(
  "each field of the builder's first step explains an invalid value, and the summary lists what is missing",
  inAudit,
  async ({ page }) => {
    await openDraft(page, { flow: 'custom', step: 'step-basic-info' })
    await goOn(page)
    await expect(page.getByRole('link', { name: `Channel: ${missing}`, exact: true })).toBeVisible()
    await expect(page.getByLabel('Campaign name')).toHaveAttribute('aria-required', 'true')
    await refuses(page, [
      ['Campaign name', longName, 'Use at most 120 characters'],
      ['Start date', 'soon', noDay],
      ['Start date', yesterday, `Choose ${dayText(today)} or later`],
      ['Start date', later, ''],
      ['End date', tomorrow, `Choose ${dayText(later)} or later`],
      ['ROAS goal', '10001', 'Value has exceeded the max of 10,000'],
      ['ROAS goal', 'x', onlyNumbers],
    ])
  },
)

test('budget and bid in the builder explain invalid amounts and combinations', inAudit, async ({ page }) => {
  await openDraft(page, { flow: 'simple', step: 'budget-step', data: { budget: '', base_bid: '' } })
  const budget = /Daily budget/
  const bid = /Base bid/
  await goOn(page)
  await refuses(page, [
    [budget, '', missing],
    [budget, '0.09', 'Enter at least $0.10'],
    [budget, '1.005', tooManyDecimals],
    [budget, '-', negative],
    [budget, '1000000000.01', 'Enter at most $1,000,000,000.00'],
    [bid, '1.0005', tooManyBidDecimals],
    [bid, '20.01', 'Enter at most $20.00'],
  ])
  await page.getByLabel(bid).fill('0.85')
  await refuses(page, [[budget, '0.84', 'Enter at least $0.850, the base bid']])
  await page.getByLabel(budget).fill('40')
  await page.getByText('One time', { exact: true }).click()
  await goOn(page)
  await expect(page.getByText('End date: A one-time budget needs an end date')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toHaveAccessibleDescription('Fix the issues listed above')
})

test('the review step of the builder shows changes from another tab before the draft is submitted', inAudit, async ({ page, context }) => {
  const { uuid } = await openDraft(page, { flow: 'simple', step: 'step-3', isEmpty: true })
  await chooseEntities(page, 1)
  await goOn(page)
  await goOn(page)
  await page.getByRole('button', { name: 'Submit campaign' }).waitFor()
  const tab = await context.newPage()
  await openStep(tab, uuid, 'step-3')
  await tab
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .nth(1)
    .click()
  await expect(tab.getByRole('tab', { name: 'Selected 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect(page.getByText('This has changed since you opened it.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible()
})

test("each field of a campaign's budget and schedule explains an invalid value", inAudit, async ({ page }) => {
  const id = await createCampaign({ name: 'Is changed', budget: '9', start_date: tomorrow, end_date: later })
  await review(id, 'approve')
  await openCampaign(page, 'dana', `${id}?tab=budget`)
  const budget = page.getByRole('form', { name: 'Change budget' })
  await budget.getByText('Set to', { exact: true }).click()
  await budget.getByRole('button', { name: 'Change budget' }).press('Enter')
  await refuses(budget, [
    ['Set to, USD', '1.005', tooManyDecimals],
    ['Set to, USD', '0.09', 'The new budget is below the minimum of $0.10'],
  ])
  const spending = page.getByRole('form', { name: 'Spending and schedule' })
  await spending.getByLabel('ROAS goal').fill('0')
  await spending.getByRole('button', { name: 'Save spending and schedule' }).press('Enter')
  await refuses(spending, [
    ['ROAS goal', '0', 'Value must be greater than or equal to 0.01'],
    ['Start date', yesterday, 'The start date is in the past'],
    ['Start date', later, ''],
    ['End date', tomorrow, `The end date must be after the start date, ${dayText(later)}`],
  ])
})

test('a cell of the campaign list and the bulk edit preview explain a refused amount', async ({ page }) => {
  await createCampaign({ name: 'Stands in a list', budget: '9', start_date: tomorrow, end_date: later })
  await openCampaign(page, 'dana', '?filter.name=Stands%20in%20a%20list')
  const row = table(page).getByRole('row').filter({ hasText: 'Stands in a list' })
  await row.getByText('$9.00').dblclick()
  for (const [typed, says] of [
    ['x', format],
    ['0.09', 'Enter a budget of $0.10 or more'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Budget of Stands in a list' }).fill(typed)
    await press(page, 'Enter')
    await expect(page.getByText(says).first()).toBeVisible()
  }
  await press(page, 'Escape')
  await row.getByRole('checkbox').click()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Budget change').fill('-99')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('Enter a budget of $0.10 or more').first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Apply changes' })).toHaveAttribute('aria-disabled', 'true')
})
