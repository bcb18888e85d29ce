import { readFileSync } from 'node:fs'
import pg from 'pg'
import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { hardToUse } from '../../support/browser/axe.ts'
import { givenUp } from '../../support/reports/filter-operations.ts'
import { dayAgo, days } from '../../support/time/days.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import {
  apiAs,
  counted,
  emailOf,
  inDays,
  kept,
  openFramed,
  openReporting,
  platform,
  rowsLoaded,
  reportingPlatform,
  rows,
  toast,
} from '../../support/reports/reporting-page.ts'
import { freeSite } from '../../support/embedding/partner-site.ts'
import { type PostgresServer, startPostgres } from '../../support/database/postgres.ts'
import { table } from '../../support/ui/table-steps.ts'

const many = 200_000
let server: PostgresServer
let client: pg.Client
/** The origin of the partner's pages. The platform is on localhost, so this is another site. */
let site: string
reportingPlatform(async () => {
  server = await startPostgres()
  site = `http://127.0.0.1:${(await freeSite()).port}`
  return { DATABASE_URL: server.url, PARTNER: `my-site,1,${site}` }
})
test.beforeAll(async () => {
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const seen = 'select member_group_id, advertiser_id, campaign_id, ad_group_id, channel, currency_code from facts_daily'
  await client.query(`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, entity_id, impressions)
    select a.member_group_id, a.advertiser_id, a.campaign_id, a.ad_group_id, a.channel, 'desktop', a.currency_code, date '${days.start_date}' + n % 10, 5000000 + n / 10, n
    from generate_series(0, ${many - 1}) n cross join (${seen} where member_group_id = 1 and advertiser_id = 1 limit 1) a`)
})
test.afterAll(async () => {
  await client?.end()
  await server?.stop()
})

/** Other connections that run a report statement, or that wait to fetch the next part of a file. */
const underWay = async (): Promise<number> =>
  (
    await client.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query like '%grouped%'`)
  ).rows[0].count
/** Other connections inside a transaction, such as one that holds a cursor. */
const holding = async (): Promise<number> =>
  (
    await client.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null`)
  ).rows[0].count

const dimensions = ['advertiser_id', 'entity_id', 'day']
const byEntity = `reporting?dimensions=${dimensions}&metrics=impressions&${inDays}`
const plainCsv = { name: /^Export as CSV Plain data/ }
async function exportCsv(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', plainCsv).click()
}

test('a large report file shows its progress, is cancelled in the database too, and is complete the next time', async ({ page }) => {
  test.setTimeout(240_000)
  // Without the file picker the file is downloaded.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await openReporting(page, 'dana', byEntity)
  await rowsLoaded(page)
  const files: string[] = []
  page.on('download', (file) => files.push(file.suggestedFilename()))
  const line = await page.context().newCDPSession(page)
  const slow = (downloadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 })
  await slow(200_000)
  await exportCsv(page)
  await page.getByRole('button', { name: '1 task is running' }).click()
  const tasks = page.getByRole('dialog', { name: 'Tasks' })
  await expect(tasks.getByText(/^[\d,]+ of 20\d,\d{3}$/)).toBeVisible()
  await expect.poll(holding).toBe(1)
  await tasks.getByRole('button', { name: 'Cancel' }).click()
  await expect(tasks.getByText('Canceled')).toBeVisible()
  await expect(toast(page, 'Canceled')).toBeVisible()
  await expect.poll(holding).toBe(0)
  expect(files).toEqual([])
  await slow(-1)
  const { total } = await counted('dana', { dimensions, metrics: ['impressions'], pagination: { start: 0, count: 1 } })
  expect(total).toBeGreaterThan(many)
  const saving = page.waitForEvent('download')
  await tasks.getByRole('button', { name: 'Try again' }).click()
  const text = readFileSync(await (await saving).path(), 'utf8')
  const lines = text.trimEnd().split('\r\n')
  const head = lines.findIndex((one) => one.includes('Impressions'))
  const each = lines.slice(head + 1)
  expect(each.length).toBe(total)
  await expect(toast(page, /Saved: /)).toContainText(`${total.toLocaleString('en-US')} rows`)
})

test('a new report query cancels the statement of the one before in the database', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?rows=flat&dimensions=campaign_name&metrics=impressions&${inDays}`)
  await rowsLoaded(page)
  // An exclusive lock blocks every read of the facts.
  const holder = new pg.Client({ connectionString: server.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table facts_daily in access exclusive mode')
  const waiting = async (): Promise<number[]> =>
    (
      await client.query(`select pid from pg_stat_activity
        where datname = current_database() and state = 'active' and wait_event_type = 'Lock' and query like '%grouped%' and query like '%entity_id%'`)
    ).rows.map(({ pid }) => pid)
  try {
    await page.getByRole('button', { name: 'Add dimension' }).click()
    const picker = page.getByRole('dialog', { name: 'Group the report by' })
    await picker.getByRole('checkbox', { name: 'Entity ID', exact: true }).check()
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await picker.getByRole('checkbox', { name: 'Device', exact: true }).check()
    await picker.getByRole('checkbox', { name: 'Entity ID', exact: true }).uncheck()
    await expect.poll(async () => (await waiting()).length).toBe(0)
    // The next request waits for the lock.
    await expect.poll(underWay).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  await rowsLoaded(page)
  await expect(table(page, rows).getByRole('columnheader', { name: 'Device' })).toBeVisible()
  await expect(table(page, rows)).toContainText(/Desktop|Mobile|App/)
  await expect.poll(underWay).toBe(0)
})

test('a schedule that the platform has stopped says why, and lists the result of each run', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'Stopped')
  const schedule = { frequency: 'weekly', weekday: 1, time: '08:00', time_zone: 'Europe/Berlin', format: 'xlsx' }
  const body = { ...schedule, recipients: [emailOf('jonas')], skip_if_empty: true, is_paused: false }
  await apiAs('jonas')('PUT', `v2/saved_report/${id}/schedule`, body, { 'If-Match': '"0"' })
  await client.query(
    `update report_schedules set stopped = $1, next_run_at = null, schedule = jsonb_set(schedule::jsonb, '{is_paused}', 'true') where saved_report_id = $2`,
    [givenUp, id],
  )
  await client.query(
    `insert into report_schedule_runs (member_group_id, saved_report_id, at, result, why, rows, recipients) values
    (1, $2, '${dayAgo(16)}T07:00:00Z', 'sent', null, 1234, 3), (1, $2, '${dayAgo(9)}T07:00:00Z', 'empty_skipped', null, 0, 0), (1, $2, '${dayAgo(2)}T07:00:00Z', 'failed', $1, 0, 0)`,
    [givenUp, id],
  )
  for (const theme of ['light', 'dark']) {
    await openReporting(page, 'jonas', `saved_report/${id}/schedule`, theme)
    await expect(page.getByText('Emails have stopped')).toBeVisible()
    await expect(page.getByText('Save the schedule to resume.')).toBeVisible()
    const runs = page.getByRole('table', { name: 'Run history' })
    await expect(runs.getByRole('row').filter({ hasText: 'Sent' })).toContainText('1,234')
    await expect(runs.getByRole('row').filter({ hasText: 'Skipped: the report was empty' })).toHaveCount(1)
    await expect(runs.getByRole('row').filter({ hasText: 'Failed' })).toContainText('The report failed after several attempts.')
    expect(await hardToUse(page)).toEqual([])
    await page.screenshot({ path: `${pictures}reporting-state-schedule-stopped-${theme}.png`, fullPage: true })
  }
})

test('a user who may not read reports is told so, and who can change that', async ({ page }) => {
  const viewers = await client.query(`delete from role_permissions p using activities a, permissions w
    where p.role_id = 4 and p.activity_id = a.activity_id and p.permission_id = w.permission_id and a.name = 'reports' and w.name = 'read'`)
  expect(viewers.rowCount).toBe(1)
  await openReporting(page, 'mika', 'reporting')
  await expect(page.getByRole('heading', { name: 'You do not have permission to view this information' }).first()).toBeVisible()
  await expect(page.getByText('Ask your account administrator for access to reports.').first()).toBeVisible()
  expect(await hardToUse(page)).toEqual([])
  await page.screenshot({ path: `${pictures}reporting-state-refused.png`, fullPage: true })
})

test('in a frame on another site a report is built, saved, exported and shared by link', async ({ page }) => {
  const frame = await openFramed(page, 'jonas', 'reporting?context=campaign&metrics=clicks&compare=none', site)
  expect([new URL(page.url()).hostname, new URL(platform().origin).hostname]).toEqual(['127.0.0.1', 'localhost'])
  await expect(table(frame, rows)).not.toHaveAttribute('aria-rowcount', '-1')
  await frame.getByRole('button', { name: 'Add metric' }).click()
  await frame.getByRole('dialog', { name: 'Report metrics' }).getByRole('checkbox', { name: 'Units', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(table(frame, rows).getByRole('columnheader', { name: /^Units/ })).toBeVisible()
  const saving = page.waitForEvent('download')
  await frame.getByRole('button', { name: 'Export' }).click()
  await frame.getByRole('menuitem', plainCsv).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toMatch(/Clicks,Units\r\n/)
  await frame.getByRole('button', { name: 'Save report' }).click()
  const dialog = frame.getByRole('dialog', { name: 'Save this report' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('From another site')
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(frame.getByRole('heading', { name: 'From another site' })).toBeVisible()
  await frame.getByRole('button', { name: 'Share' }).click()
  const links = frame.getByRole('dialog', { name: 'Share From another site' })
  await links.getByRole('button', { name: 'Create link' }).click()
  // A frame of another site may not use the clipboard, so the link is shown in a field.
  await expect(links.getByRole('textbox', { name: 'Link' })).toHaveValue(/\?share=/)
  await links.getByRole('button', { name: 'Revoke' }).click()
  await expect(links.getByText('No links yet.')).toBeVisible()
})
