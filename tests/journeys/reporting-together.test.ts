import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { keptFocus, pressAt, tabTo, typeOver } from '../support/browser/by-keys.ts'
import { account } from '../support/console/visit.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import {
  apiAs,
  emailOf,
  kept,
  openReporting,
  pathOf,
  platform,
  rowsLoaded,
  reportingPlatform,
  rows,
  toast,
} from '../support/reports/reporting-page.ts'
import { focused, press, table } from '../support/ui/table-steps.ts'

reportingPlatform()

test('when two users change a saved report, each is asked and no change is lost', async ({ page, browser }) => {
  const { saved_report_id: id } = await kept('jonas', 'Of us both', { visibility: 'shared' })
  await openReporting(page, 'jonas', `saved_reports/${id}?metrics=clicks,cost,revenue`)
  await rowsLoaded(page)
  // A separate browser context, because tabs of one browser notify each other.
  const away = await browser.newContext()
  const other = await away.newPage()
  await openReporting(other, 'dana', `saved_reports/${id}?dimensions=campaign_name,device`)
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(other, 'Changes saved')).toBeVisible()
  await away.close()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const conflict = page.getByRole('dialog', { name: 'This has changed since you opened it' })
  await expect(conflict).toContainText('Changed: Group by.')
  await conflict.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, 'Changes not saved')).toBeVisible()
  await expect.poll(() => pathOf(page)).toContain('metrics=clicks')
  expect((await apiAs('jonas')('GET', `v2/saved_report/${id}`)).question.metrics).toEqual(['clicks', 'cost'])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  const both = { dimensions: ['campaign_name', 'device'], metrics: ['clicks', 'cost', 'revenue'] }
  expect((await apiAs('jonas')('GET', `v2/saved_report/${id}`)).question).toMatchObject(both)
})

test('a report name that another user has changed is reported, and input is kept', inAudit, async ({ page }) => {
  const { saved_report_id: id, version } = await kept('jonas', 'Before', { visibility: 'shared' })
  await openReporting(page, 'jonas', `saved_reports/${id}`)
  await page.getByRole('button', { name: 'More for Before' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('By me')
  await apiAs('dana')('PATCH', `v2/saved_report/${id}`, { name: 'By somebody' }, { 'If-Match': `"${version}"` })
  await page.getByRole('button', { name: 'Save name' }).click()
  const conflict = page.getByRole('dialog', { name: 'This has changed since you opened it' })
  await expect(conflict).toContainText('Changed: Name.')
  await conflict.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('By me')
  await expect(page.getByText('Review the latest version, then try again.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save name' }).click()
  await conflict.getByRole('button', { name: 'Save my changes' }).click()
  await expect(page.getByRole('heading', { name: 'By me' })).toBeVisible()
})

test('a schedule that was changed elsewhere must be read before it is removed, and can be restored', inAudit, async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'Removed too early')
  const path = `v2/saved_report/${id}/schedule`
  const schedule = { frequency: 'weekly', weekday: 1, time: '08:00', time_zone: 'Europe/Berlin', recipients: [emailOf('jonas')] }
  const body = { ...schedule, format: 'csv', skip_if_empty: true, is_paused: false }
  await apiAs('jonas')('PUT', path, body, { 'If-Match': '"0"' })
  await openReporting(page, 'jonas', `saved_report/${id}/schedule`)
  const remove = page.getByRole('button', { name: 'Delete schedule' })
  await remove.waitFor()
  await apiAs('jonas')('PUT', path, { ...body, format: 'xlsx' }, { 'If-Match': '"1"' })
  await remove.click()
  await expect(toast(page, 'Couldn’t delete the schedule')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'XLSX' })).toBeChecked()
  await remove.click()
  await expect(toast(page, 'Schedule deleted')).toBeVisible()
  expect(await apiAs('jonas')('GET', path)).toBeNull()
  await toast(page, 'Schedule deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Emails resumed')).toBeVisible()
  expect((await apiAs('jonas')('GET', path)).schedule).toMatchObject({ ...body, format: 'xlsx' })
})

test('a saved report that was changed elsewhere must be read before it is deleted', inAudit, async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'Deleted too early')
  await openReporting(page, 'jonas', 'saved_reports')
  const more = page.getByRole('button', { name: 'More actions for Deleted too early' })
  await more.waitFor()
  await apiAs('jonas')('PATCH', `v2/saved_report/${id}`, { name: 'Looked at first' }, { 'If-Match': '"1"' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(toast(page, 'Couldn’t delete the report')).toContainText('This has changed since you opened it')
  await page.getByRole('button', { name: 'More actions for Looked at first' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(toast(page, 'Deleted: Looked at first')).toBeVisible()
})

test('a share link asks for the sign-in and then opens the report', async ({ browser }) => {
  const { saved_report_id: id } = await kept('jonas', 'Behind the door')
  const { path } = await apiAs('jonas')('POST', `v2/saved_report/${id}/shares`, { days: 1 })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(platform().origin + path)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email').fill(emailOf('mika'))
  await page.locator('input[type=password]').fill(platform().password)
  await press(page, 'Enter')
  await account(page).waitFor()
  await expect(page.getByRole('heading', { name: 'Behind the door' })).toBeVisible()
  await rowsLoaded(page)
  expect(new URL(page.url()).pathname).toBe(`/clients/1/saved_reports/${id}`)
  await context.close()
})

test('a report is built, broken down, saved and scheduled with the keyboard only', async ({ page }) => {
  await openReporting(page, 'jonas', 'reporting?context=campaign&rows=flat&date_range=last_7_days&compare=none')
  await rowsLoaded(page)
  await pressAt(page, page.getByRole('button', { name: 'Add metric' }))
  const picker = page.getByRole('dialog', { name: 'Report metrics' })
  await typeOver(page, picker.getByRole('searchbox', { name: 'Search fields' }), 'units')
  await pressAt(page, picker.getByRole('checkbox', { name: 'Units', exact: true }), 'Space')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=[^&]*units/)
  await press(page, 'Escape')
  await keptFocus(page)
  await pressAt(page, page.getByRole('button', { name: 'Add filter' }))
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await typeOver(page, form.getByRole('textbox', { name: 'Value' }), 'a')
  await press(page, 'Enter')
  await expect.poll(() => pathOf(page)).toContain('filters=')
  await keptFocus(page)
  await rowsLoaded(page)
  await tabTo(page, page.getByRole('button', { name: 'Export' }))
  await press(page, 'Tab')
  await expect.poll(() => focused(page)).toMatchObject({ column: 1 })
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  await expect(page.getByRole('navigation', { name: 'Drill-down path' })).toBeVisible()
  await keptFocus(page)
  await pressAt(page, page.getByRole('button', { name: 'Back' }))
  await keptFocus(page)
  await pressAt(page, page.getByRole('button', { name: 'Save report' }))
  const dialog = page.getByRole('dialog', { name: 'Save this report' })
  await typeOver(page, dialog.getByRole('textbox', { name: 'Name' }), 'By keys')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'By keys' })).toBeVisible()
  await keptFocus(page)
  await pressAt(page, page.getByRole('button', { name: 'Schedule' }))
  await tabTo(page, page.getByRole('radio', { name: 'Every week' }))
  await press(page, 'ArrowLeft')
  const recipients = page.getByRole('textbox', { name: 'Recipients' })
  await tabTo(page, recipients)
  await page.keyboard.type('reader@partner.example,')
  await pressAt(page, page.getByRole('button', { name: 'Save schedule' }))
  await expect(toast(page, 'Schedule saved')).toBeVisible()
  await keptFocus(page)
  await expect(table(page, rows)).toHaveCount(0)
})
