import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { partsOf } from '../support/mime.ts'
import {
  amount,
  as,
  emailOf,
  heard,
  kept,
  mail,
  openFramed,
  openReporting,
  read,
  reportingPlatform,
  rows,
  toast,
} from '../support/reporting-page.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { press, table } from '../support/table-hands.ts'

let sink: Sink
reportingPlatform(async () => {
  sink = await startSink()
  return { SMTP_URL: `${sink.url}?tls=no`, MAIL_FROM: 'no-reply@placard.example' }
})
test.afterAll(() => sink?.close())

test('a report is saved, found, renamed, changed, duplicated, deleted and brought back', async ({ page }) => {
  await openReporting(page, 'jonas', 'reporting?context=campaign&metrics=clicks&date_range=last_7_days')
  await read(page)
  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this report' })
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('radio', { name: 'Shared' }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clicks of the week')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Clicks of the week' })).toBeVisible()
  const [[, told]] = (await heard(page, 'ad-report-saved')) as [[string, { saved_report_id: number }]] // one was saved
  const id = told.saved_report_id
  expect((await as('jonas')('GET', `v2/saved_report/${id}`)).question).toMatchObject({
    metrics: ['clicks'],
    date_range: { preset: 'last_7_days' },
  })
  await page.locator('ad-reporting').evaluate((node, path) => node.setAttribute('path', path), `saved_reports/${id}?metrics=clicks,cost`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  expect((await as('jonas')('GET', `v2/saved_report/${id}`)).question.metrics).toEqual(['clicks', 'cost'])
  await page.getByRole('tab', { name: 'Saved reports' }).click()
  await read(page, 'Saved reports')
  expect(await hardToUse(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('of the week')
  await expect(table(page, 'Saved reports')).toHaveAttribute('aria-rowcount', '2')
  const more = page.getByRole('button', { name: 'More for Clicks of the week' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Clicks of the week, all')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(table(page, 'Saved reports')).toContainText('Clicks of the week, all')
  await page.getByRole('button', { name: 'More for Clicks of the week, all' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(table(page, 'Saved reports')).not.toContainText('Clicks of the week, all')
  await toast(page, 'Deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(table(page, 'Saved reports')).toContainText('Clicks of the week, all')
  await page.getByRole('button', { name: 'More for Clicks of the week, all' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Clicks of the week, all' })).toBeVisible()
})

test('a name that looks like a tag is said as it is', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const name = 'Spend <b>of all</b> <0/> & {more}'
  await kept('jonas', name)
  await openReporting(page, 'jonas', 'saved_reports')
  await read(page, 'Saved reports')
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: `Rename ${name}` })).toBeVisible()
  expect(errors).toEqual([])
})

test('a private report is seen by its owner alone, and a shared one is changed by nobody who may not', async ({ page }) => {
  const secret = await kept('jonas', 'Mine alone')
  await openReporting(page, 'mika', `saved_reports/${secret.saved_report_id}`)
  await expect(page.getByRole('heading', { name: 'There is no such report' })).toBeVisible()
  const open = await kept('jonas', 'For all', { visibility: 'shared' })
  await openReporting(page, 'mika', `saved_reports/${open.saved_report_id}`)
  await expect(page.getByRole('heading', { name: 'For all' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveAttribute('aria-disabled', 'true')
})

test('a link to a private report opens for whoever signs in at its client, until it is revoked', async ({ page, context }) => {
  const { saved_report_id: id } = await kept('jonas', 'Passed on')
  await openReporting(page, 'jonas', `saved_reports/${id}`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(page.url()).origin })
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Passed on' })
  await dialog.getByRole('button', { name: 'Copy a new link' }).click()
  await expect(dialog.getByText(/\?share=/)).toBeVisible()
  await expect(toast(page, 'Link copied to clipboard')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(await dialog.getByText(/\?share=/).textContent()).toContain(copied)
  const link = /\/(saved_reports\/\d+\?share=[\w-]+)/.exec((await dialog.getByText(/\?share=/).textContent()) ?? '')?.[1] ?? ''
  expect(link).toContain(`saved_reports/${id}?share=`)
  expect(await heard(page, 'ad-report-shared')).toEqual([['ad-report-shared', { saved_report_id: id }]])
  const reader = await context.newPage()
  await openReporting(reader, 'mika', link)
  await expect(reader.getByRole('heading', { name: 'Passed on' })).toBeVisible()
  await read(reader)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('There is no link to this report yet.')).toBeVisible()
  await openReporting(reader, 'mika', link)
  await expect(reader.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  await expect(reader.getByText('It has expired or was revoked')).toBeVisible()
})

test.describe('where a schedule has its day', () => {
  // Of advertisers in several zones the screen shows the days of whoever looks, and the mail those of its schedule.
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('a schedule tells its next runs, is kept, mails a test that is what the screen shows, and is paused', async ({ page }) => {
    const { saved_report_id: id } = await kept('jonas', 'Every Monday')
    await openReporting(page, 'jonas', `saved_report/${id}/schedule`)
    const form = page.getByRole('form', { name: 'Schedule' })
    await expect(page.getByRole('list', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(3)
    await form.getByText('Every day', { exact: true }).click()
    await form.getByLabel(/^Time\W*$/).fill('07:30')
    await form.getByRole('combobox', { name: 'Time zone' }).click()
    await page.keyboard.type('Seoul')
    await page.getByRole('option', { name: 'Asia/Seoul' }).click()
    await expect(page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').first()).toContainText('7:30 AM')
    await form.getByRole('textbox', { name: 'Recipients' }).fill('reader@partner.example,')
    await form.getByText('CSV', { exact: true }).click()
    await form.getByRole('button', { name: 'Save schedule' }).click()
    await expect(toast(page, 'Schedule saved')).toBeVisible()
    const { schedule } = await as('jonas')('GET', `v2/saved_report/${id}/schedule`)
    expect(schedule).toMatchObject({ frequency: 'daily', time: '07:30', time_zone: 'Asia/Seoul', format: 'csv' })
    expect(schedule.recipients).toContain('reader@partner.example')
    expect(await hardToUse(page)).toEqual([])
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(toast(page, 'A test is on its way to you')).toBeVisible()
    const files = () => sink.mails.flatMap(({ to, message }) => partsOf(message).flatMap((part) => (part.fileName ? { to, ...part } : [])))
    await expect.poll(() => files().length, { timeout: 60_000 }).toBe(1)
    const [file] = files()
    expect(file?.to).toBe(emailOf('jonas'))
    expect(file?.fileName).toMatch(/^Every Monday .*\.csv$/)
    await page.getByRole('link', { name: 'Open the report' }).click()
    await read(page)
    const shown = await page
      .getByRole('grid', { name: 'Rows of the report' })
      .getByRole('row')
      .evaluateAll((all) =>
        all
          .slice(2)
          .map((row) =>
            [...row.children].map((cell) => cell.querySelector('.cell-name, .cell-lines span')?.textContent ?? cell.textContent),
          ),
      )
    const lines = (file?.content.toString('utf8') ?? '').split('\r\n')
    // What all rows come to stands right below the heads.
    const [sums, ...sent] = lines.slice(lines.findIndex((line) => line.startsWith('Campaign,')) + 1).filter(Boolean)
    expect(shown.length).toBeGreaterThan(1)
    expect(
      sent.map((line) => line.split(',')).map(([name, clicks, cost]) => [name, Number(clicks).toLocaleString('en-US'), amount(cost ?? '')]),
    ).toEqual(shown)
    const [called, clicks, cost] = (sums ?? '').split(',')
    const totals = table(page, rows).getByRole('row').filter({ hasText: 'Total' })
    for (const text of [called, Number(clicks).toLocaleString('en-US'), amount(cost ?? '')]) await expect(totals).toContainText(text ?? '')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(toast(page, 'Paused')).toBeVisible()
    expect((await as('jonas')('GET', `v2/saved_report/${id}/schedule`)).next_runs).toEqual([])
  })
})

test('builder, saved reports and scheduling are there in frames on another origin', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'In a frame')
  const builder = await openFramed(page, 'jonas', 'reporting?context=campaign')
  await expect(builder.getByRole('grid', { name: 'Rows of the report' })).not.toHaveAttribute('aria-rowcount', '-1')
  const list = await openFramed(page, 'jonas', 'saved-reports')
  await list.getByRole('link', { name: 'In a frame' }).click()
  await expect(list.getByRole('heading', { name: 'In a frame' })).toBeVisible()
  await list.getByRole('button', { name: 'Schedule' }).click()
  await expect(list.getByRole('heading', { name: 'Schedule of In a frame' })).toBeVisible()
  await expect(list.locator('ad-reporting')).toHaveAttribute('path', `saved_report/${id}/schedule`)
  const scheduling = await openFramed(page, 'jonas', 'scheduling')
  await expect(scheduling.getByRole('heading', { name: 'Mailed reports' })).toBeVisible()
  await expect(scheduling.getByRole('grid', { name: 'Mailed reports' })).toHaveAttribute('aria-busy', 'false')
  await expect(scheduling.getByRole('link', { name: 'In a frame' })).toHaveCount(0)
  await mail('jonas', id)
  const mailed = await openFramed(page, 'jonas', 'scheduling')
  await mailed.getByRole('link', { name: 'In a frame' }).click()
  await expect(mailed.getByRole('heading', { name: 'Schedule of In a frame' })).toBeVisible()
  await expect(mailed.locator('ad-reporting')).toHaveAttribute('path', `saved_report/${id}/schedule`)
})
