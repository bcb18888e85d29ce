import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { entered, go, trail } from '../support/console/visit.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { partsOf } from '../support/mail/mime.ts'
import {
  amount,
  apiAs,
  emailOf,
  eventsOf,
  kept,
  mail,
  openFramed,
  openReporting,
  pathOf,
  platform,
  rowsLoaded,
  reportingPlatform,
  toast,
} from '../support/reports/reporting-page.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { press, table } from '../support/ui/table-steps.ts'

let sink: Sink
reportingPlatform(async () => {
  sink = await startSink()
  return { SMTP_URL: `${sink.url}?tls=no`, MAIL_FROM: 'no-reply@placard.example' }
})
test.afterAll(() => sink?.close())

// A name is shown literally, even if it looks like a tag.
const tagged = 'Clicks of the week <b>of all</b> <0/> & {more}'

test('a saved report is created, found, renamed, changed, duplicated, deleted and restored', async ({ page }) => {
  await openReporting(page, 'jonas', 'reporting?context=campaign&metrics=clicks&date_range=last_7_days')
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this report' })
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('radio', { name: 'Shared' }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clicks of the week')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Clicks of the week' })).toBeVisible()
  const [[, detail]] = (await eventsOf(page, 'ad-report-saved')) as [[string, { saved_report_id: number }]] // one was saved
  const id = detail.saved_report_id
  expect((await apiAs('jonas')('GET', `v2/saved_report/${id}`)).question).toMatchObject({
    metrics: ['clicks'],
    date_range: { preset: 'last_7_days' },
  })
  await page.locator('ad-reporting').evaluate((node, path) => node.setAttribute('path', path), `saved_reports/${id}?metrics=clicks,cost`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  expect((await apiAs('jonas')('GET', `v2/saved_report/${id}`)).question.metrics).toEqual(['clicks', 'cost'])
  await page.getByRole('tab', { name: 'Saved reports' }).click()
  await rowsLoaded(page, 'Saved reports')
  expect(await hardToUse(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('of the week')
  await expect(table(page, 'Saved reports')).toHaveAttribute('aria-rowcount', '2')
  const more = page.getByRole('button', { name: 'More actions for Clicks of the week' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(tagged)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(table(page, 'Saved reports')).toContainText(tagged)
  await page.getByRole('button', { name: `More actions for ${tagged}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(table(page, 'Saved reports')).not.toContainText(tagged)
  await toast(page, 'Deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(table(page, 'Saved reports')).toContainText(tagged)
  await page.getByRole('button', { name: `More actions for ${tagged}` }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: `Copy of ${tagged}` })).toBeVisible()
  const missing: string[] = []
  page.on('response', (response) => response.status() === 404 && missing.push(response.url()))
  await page.getByRole('button', { name: `More for Copy of ${tagged}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await rowsLoaded(page, 'Saved reports')
  await expect(table(page, 'Saved reports')).not.toContainText(`Copy of ${tagged}`)
  // The deleted report is not read again.
  expect(missing).toEqual([])
})

test('a rename is in the history of a saved report and is undone there', async ({ page }) => {
  const { saved_report_id: id, version } = await kept('jonas', 'Named first')
  await apiAs('jonas')('PATCH', `v2/saved_report/${id}`, { name: 'Named again' }, { 'If-Match': `"${version}"` })
  await openReporting(page, 'jonas', 'saved_reports')
  await rowsLoaded(page, 'Saved reports')
  await page.getByRole('button', { name: 'More actions for Named again' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect.poll(() => pathOf(page)).toContain(`changes_of=${id}`)
  const dialog = page.getByRole('dialog', { name: 'History of Named again' })
  await expect(dialog).toContainText('Name: Named first → Named again')
  expect(await hardToUse(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  const restored = page.getByRole('dialog', { name: 'History of Named first' })
  await expect(restored).toContainText('undid a change')
  await restored.getByRole('button', { name: 'Close' }).last().click()
  await expect(table(page, 'Saved reports')).toContainText('Named first')
  expect((await apiAs('jonas')('GET', `v2/saved_report/${id}`)).name).toBe('Named first')
})

test('a private report is visible to its owner only, and a viewer cannot change a shared one', async ({ page }) => {
  const secret = await kept('jonas', 'Mine alone')
  await openReporting(page, 'mika', `saved_reports/${secret.saved_report_id}`)
  await expect(page.getByRole('heading', { name: 'Report not found' })).toBeVisible()
  const open = await kept('jonas', 'For all', { visibility: 'shared' })
  await openReporting(page, 'mika', `saved_reports/${open.saved_report_id}`)
  await expect(page.getByRole('heading', { name: 'For all' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveAttribute('aria-disabled', 'true')
})

test('a share link opens a private report for users of the client until it is revoked', async ({ page, context }) => {
  const { saved_report_id: id } = await kept('jonas', 'Passed on')
  await openReporting(page, 'jonas', `saved_reports/${id}`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(page.url()).origin })
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Passed on' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const field = dialog.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/\?share=/)
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeHidden()
  await expect(toast(page, 'Link copied to clipboard')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(await field.inputValue()).toContain(copied)
  const link = /\/(saved_reports\/\d+\?share=[\w-]+)/.exec(await field.inputValue())?.[1] ?? ''
  expect(link).toContain(`saved_reports/${id}?share=`)
  expect(await eventsOf(page, 'ad-report-shared')).toEqual([['ad-report-shared', { saved_report_id: id }]])
  const reader = await context.newPage()
  await openReporting(reader, 'mika', link)
  await expect(reader.getByRole('heading', { name: 'Passed on' })).toBeVisible()
  await rowsLoaded(reader)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('No links yet.')).toBeVisible()
  await openReporting(reader, 'mika', link)
  await expect(reader.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(reader.getByText('The link expired, was revoked')).toBeVisible()
})

test.describe('where a schedule has its day', () => {
  // The screen proposes the time zone of most advertisers, not the user's, and the mail uses that of its schedule.
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('a schedule lists its next runs, is saved, mails a test equal to the screen, and is paused', async ({ page }) => {
    const { saved_report_id: id } = await kept('jonas', 'Every Monday')
    await openReporting(page, 'jonas', `saved_report/${id}/schedule`)
    const form = page.getByRole('form', { name: 'Schedule' })
    await expect(page.getByRole('list', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(3)
    await form.getByText('Every day', { exact: true }).click()
    await expect(form.getByRole('combobox', { name: 'Time zone' })).not.toContainText('Tokyo')
    await form.getByRole('combobox', { name: /^Time\W*$/ }).click()
    await page.keyboard.type('7:30')
    await page.getByRole('option', { name: /^7:30\sAM$/ }).click()
    await form.getByRole('combobox', { name: 'Time zone' }).click()
    await page.keyboard.type('Seoul')
    await page.getByRole('option', { name: 'Asia/Seoul' }).click()
    await expect(page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').first()).toContainText('7:30 AM')
    await form.getByRole('textbox', { name: 'Recipients' }).fill('reader@partner.example,')
    await expect(form.getByText('Outside your organization: reader@partner.example')).toBeVisible()
    await form.getByText('CSV', { exact: true }).click()
    await form.getByRole('button', { name: 'Save schedule' }).click()
    await expect(toast(page, 'Schedule saved')).toBeVisible()
    const { schedule } = await apiAs('jonas')('GET', `v2/saved_report/${id}/schedule`)
    expect(schedule).toMatchObject({ frequency: 'daily', time: '07:30', time_zone: 'Asia/Seoul', format: 'csv' })
    expect(schedule.recipients).toContain('reader@partner.example')
    expect(await hardToUse(page)).toEqual([])
    await page.getByRole('button', { name: 'Send test to me' }).click()
    await expect(toast(page, 'Test sent to you')).toBeVisible()
    const files = () => sink.mails.flatMap(({ to, message }) => partsOf(message).flatMap((part) => (part.fileName ? { to, ...part } : [])))
    await expect.poll(() => files().length, { timeout: 60_000 }).toBe(1)
    const [file] = files()
    expect(file?.to).toBe(emailOf('jonas'))
    expect(file?.fileName).toMatch(/^Every Monday .*\.csv$/)
    await page.getByRole('link', { name: 'Open the report' }).click()
    await rowsLoaded(page)
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
    expect(lines[0]).toMatch(/^\uFEFFCampaign,/)
    const sent = lines.slice(1).filter(Boolean)
    expect(shown.length).toBeGreaterThan(1)
    expect(
      sent.map((line) => line.split(',')).map(([name, clicks, cost]) => [name, Number(clicks).toLocaleString('en-US'), amount(cost ?? '')]),
    ).toEqual(shown)
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(toast(page, 'Paused')).toBeVisible()
    expect((await apiAs('jonas')('GET', `v2/saved_report/${id}/schedule`)).next_runs).toEqual([])
  })
})

test('builder, list and schedules of saved reports work in frames on another origin', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'In a frame')
  const builder = await openFramed(page, 'jonas', 'reporting?context=campaign')
  await expect(builder.getByRole('treegrid', { name: 'Rows of the report' })).not.toHaveAttribute('aria-rowcount', '-1')
  const list = await openFramed(page, 'jonas', 'saved-reports')
  await list.getByRole('link', { name: 'In a frame' }).click()
  await expect(list.getByRole('heading', { name: 'In a frame' })).toBeVisible()
  await list.getByRole('button', { name: 'Schedule' }).click()
  await expect(list.getByRole('heading', { name: 'Schedule “In a frame”' })).toBeVisible()
  await expect(list.locator('ad-reporting')).toHaveAttribute('path', `saved_report/${id}/schedule`)
  const scheduling = await openFramed(page, 'jonas', 'scheduling')
  await expect(scheduling.getByRole('heading', { name: 'Scheduled reports' })).toBeVisible()
  await expect(scheduling.getByRole('grid', { name: 'Scheduled reports' })).toHaveAttribute('aria-busy', 'false')
  await expect(scheduling.getByRole('link', { name: 'In a frame' })).toHaveCount(0)
  await mail('jonas', id)
  const mailed = await openFramed(page, 'jonas', 'scheduling')
  await mailed.getByRole('link', { name: 'In a frame' }).click()
  await expect(mailed.getByRole('heading', { name: 'Schedule “In a frame”' })).toBeVisible()
  await expect(mailed.locator('ad-reporting')).toHaveAttribute('path', `saved_report/${id}/schedule`)
})

test('changes to a saved report are saved as a new one, or discarded', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'As it was')
  await openReporting(page, 'jonas', `saved_reports/${id}?metrics=clicks,revenue`)
  await rowsLoaded(page)
  const figures = page.getByRole('group', { name: 'Metrics', exact: true })
  await expect(figures).toContainText('Revenue')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(figures).not.toContainText('Revenue')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  expect(await pathOf(page)).toBe(`saved_reports/${id}`)
  await page.locator('ad-reporting').evaluate((node, to) => node.setAttribute('path', to), `saved_reports/${id}?metrics=clicks,revenue`)
  await page.getByRole('button', { name: 'Save as new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a new report' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Copy of As it was')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('As it is now')
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'As it is now' })).toBeVisible()
  const made = Number(/saved_reports\/(\d+)/.exec((await pathOf(page)) ?? '')?.[1])
  expect(made).not.toBe(id)
  expect((await apiAs('jonas')('GET', `v2/saved_report/${made}`)).question.metrics).toEqual(['clicks', 'revenue'])
  expect((await apiAs('jonas')('GET', `v2/saved_report/${id}`)).question.metrics).toEqual(['clicks', 'cost'])
})

/** Limits the element to some advertisers of the client. */
const about = (page: Page, attribute: string, ids: string) =>
  page.locator('ad-reporting').evaluate((node, [name, value]) => node.setAttribute(name, value), [attribute, ids] as const)
const questionOf = async (id: number) => (await apiAs('dana')('GET', `v2/saved_report/${id}`)).question
const linkTo = async (id: number) => {
  const { path } = await apiAs('dana')('POST', `v2/saved_report/${id}/shares`, { days: 1 })
  return String(path).replace(/^.*(?=saved_reports)/, '')
}

test(
  'a report of the whole client keeps all advertisers wherever it is edited, and a new one names its advertisers',
  inAudit,
  async ({ page }) => {
    const { saved_report_id: id } = await kept('dana', 'Of all of us', { visibility: 'shared' })
    for (const [attribute, ids, metrics] of [
      ['advertiser-ids', '1,3', 'clicks'],
      ['advertiser-id', '3', 'clicks,revenue'],
    ] as const) {
      await openReporting(page, 'dana', `saved_reports/${id}?metrics=${metrics}`)
      await about(page, attribute, ids)
      await rowsLoaded(page)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(toast(page, 'Changes saved')).toBeVisible()
      expect((await questionOf(id)).metrics).toEqual(metrics.split(','))
      expect(await questionOf(id)).not.toHaveProperty('advertiser_ids')
    }
    await openReporting(page, 'dana', `saved_reports/${id}?metrics=cost`)
    await about(page, 'advertiser-ids', '1,3')
    await page.getByRole('button', { name: 'Save as new' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as a new report' })
    await expect(dialog.getByText('This report covers only the 2 advertisers selected on this page.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save report' }).click()
    await expect(page.getByRole('heading', { name: 'Copy of Of all of us' })).toBeVisible()
    const made = Number(/\d+/.exec((await pathOf(page)) ?? '')?.[0])
    expect(await questionOf(made)).toMatchObject({ metrics: ['cost'], advertiser_ids: [1, 3] })
    await openReporting(page, 'dana', 'reporting?context=campaign')
    await about(page, 'advertiser-id', '3')
    await page.getByRole('button', { name: 'Save report' }).click()
    await expect(page.getByRole('dialog', { name: 'Save this report' })).toContainText(/This report covers .+ only, like this page\./)
  },
)

test(
  'a report opened by a share link can be edited, discarded and duplicated, and only its owner can mail it',
  inAudit,
  async ({ page }) => {
    const { saved_report_id: id } = await kept('dana', 'Only by link')
    const link = await linkTo(id)
    await openReporting(page, 'jonas', `${link}&metrics=clicks`)
    await rowsLoaded(page)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => pathOf(page)).toBe(link)
    await expect(page.getByRole('heading', { name: 'Only by link' })).toBeVisible()
    const schedule = page.getByRole('button', { name: 'Schedule' })
    await expect(schedule).toHaveAttribute('aria-disabled', 'true')
    await expect(schedule).toHaveAccessibleDescription(/Only the owner can schedule/)
    await page.getByRole('button', { name: 'More for Only by link' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Copy of Only by link' })).toBeVisible()
    await rowsLoaded(page)
    await expect(page.getByText('Private · owned by you')).toBeVisible()
    expect(await pathOf(page)).not.toContain('share')
  },
)

test('the owner of a report opened by a share link can edit it and open its schedule', inAudit, async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'My own link')
  const link = await linkTo(id)
  await openReporting(page, 'dana', `${link}&metrics=clicks`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe(link)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule “My own link”' })).toBeVisible()
})

test(
  'a saved report in the console has a breadcrumb, a navigation entry and a list that fits, and names its advertisers',
  inAudit,
  async ({ browser }) => {
    const { saved_report_id: id } = await kept('dana', 'Known by name')
    const email = emailOf('dana')
    const { context, page } = await entered(platform(), browser, { address: `/clients/1/saved_report/${id}/schedule`, email })
    const reporting = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Reporting' })
    const way = (name: string) => trail(page).getByRole('link', { name, exact: true })
    await expect(reporting).toHaveAttribute('aria-current', 'page')
    await expect(way('Saved reports')).toHaveAttribute('href', '/clients/1/saved_reports')
    await expect(way('Known by name')).toHaveAttribute('href', `/clients/1/saved_reports/${id}`)
    await way('Known by name').click()
    await page.getByRole('heading', { name: 'Known by name', level: 2 }).waitFor()
    await page.reload()
    await expect(trail(page)).toContainText('Known by name')
    await expect(reporting).toHaveAttribute('aria-current', 'page')
    await page.setViewportSize({ width: 1440, height: 900 })
    await go(page, 'clients/1/advertisers/3/saved_reports')
    await rowsLoaded(page, 'Saved reports')
    await expect(page.getByText(/^Reports of Harborline Stays\. Opened from here, they show .+ only\.$/)).toBeVisible()
    expect(await table(page, 'Saved reports').evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await context.close()
  },
)

test('a user who may not change a schedule reads it as a sentence, with its history', async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'Mailed by others', { visibility: 'shared' })
  await openReporting(page, 'mika', `saved_report/${id}/schedule`)
  await expect(page.getByText('Not scheduled.')).toBeVisible()
  await expect(page.getByText(/You don’t have permission to do this/)).toHaveCount(1)
  await mail('dana', id)
  await openReporting(page, 'mika', `saved_report/${id}/schedule`)
  await expect(page.getByText('Every week on Monday at 8:00 AM (Europe/Berlin), to 1 recipient, CSV')).toBeVisible()
  await expect(page.getByText(/Next run: .+8:00 AM/)).toBeVisible()
  await expect(page.getByText('Not sent yet.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  for (const name of ['Save schedule', 'Send test to me', 'Resume', 'Delete schedule'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByText(/You don’t have permission to do this/)).toHaveCount(1)
})

test('scheduled reports are listed with their last run and link to their schedule', async ({ page }) => {
  const going = await kept('dana', 'Goes on', { visibility: 'shared' })
  const paused = await kept('dana', 'Pauses', { visibility: 'shared' })
  await kept('dana', 'Is not mailed', { visibility: 'shared' })
  await mail('dana', going.saved_report_id)
  await mail('dana', paused.saved_report_id, { is_paused: true })
  await openReporting(page, 'dana', 'saved_reports')
  await page.getByText('Scheduled', { exact: true }).first().click()
  await expect.poll(() => pathOf(page)).toBe('saved_reports?show=mailed')
  await rowsLoaded(page, 'Scheduled reports')
  const row = (name: string) => table(page, 'Scheduled reports').getByRole('row').filter({ hasText: name })
  await expect(row('Goes on')).toContainText(/8:00 AM|:00/)
  await expect(row('Goes on')).toContainText('Not sent yet.')
  await expect(row('Pauses')).toContainText('Paused')
  await expect(row('Is not mailed')).toHaveCount(0)
  await row('Goes on').getByRole('link', { name: 'Goes on' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule “Goes on”' })).toBeVisible()
})
