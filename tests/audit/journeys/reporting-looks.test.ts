import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { hardToUse } from '../../support/browser/axe.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import { apiAs, emailOf, inDays, kept, openReporting, rowsLoaded, reportingPlatform } from '../../support/reports/reporting-page.ts'

reportingPlatform()

/** Saves a report with a schedule, so that every screen has content. */
async function scheduled() {
  const { saved_report_id: id } = await kept('jonas', 'Spend by campaign, every Monday', { visibility: 'shared' })
  await kept('dana', 'What the hotels sell', { visibility: 'shared' })
  const schedule = { frequency: 'weekly', weekday: 1, time: '08:00', time_zone: 'Europe/Berlin', format: 'xlsx' }
  const body = { ...schedule, recipients: [emailOf('jonas'), emailOf('mika')], skip_if_empty: true, is_paused: false }
  await apiAs('jonas')('PUT', `v2/saved_report/${id}/schedule`, body, { 'If-Match': '"0"' })
  return id
}

for (const theme of ['light', 'dark'])
  test(`each report screen is accessible at every width, in ${theme}`, async ({ page }) => {
    test.setTimeout(300_000)
    const id = await scheduled()
    const screens = {
      builder: `reporting?context=campaign&${inDays.replace('compare=none', 'compare=previous_period')}`,
      condition: `reporting?context=campaign&dimensions=campaign_name,device&filters=clicks:above:100&${inDays}`,
      list: 'saved_reports',
      one: `saved_reports/${id}?metrics=clicks,cost,revenue`,
      schedule: `saved_report/${id}/schedule`,
      gone: 'saved_reports/999999',
    }
    for (const [name, path] of Object.entries(screens)) {
      await openReporting(page, 'jonas', path, theme)
      if (name === 'schedule') await page.getByRole('button', { name: 'Save schedule' }).waitFor()
      else if (name === 'gone') await page.getByRole('heading', { name: 'Report not found' }).waitFor()
      else await rowsLoaded(page, name === 'list' ? 'Saved reports' : undefined)
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await hardToUse(page), `${name} ${width}`).toEqual([])
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await page.screenshot({ path: `${pictures}reporting-${name}-${width}-${theme}.png`, fullPage: true })
      }
    }
  })

/** Overlays of the settings, which are in a sheet on a phone. */
const inSettings = new Set(['fields', 'splits', 'condition', 'sales', 'change'])

test('overlays of a report are accessible wide and narrow', async ({ page }) => {
  const id = await scheduled()
  const overlays = {
    fields: async () => page.getByRole('button', { name: 'Add metric' }).click(),
    splits: async () => page.getByRole('button', { name: 'Add dimension' }).click(),
    condition: async () => page.getByRole('button', { name: 'Add filter' }).click(),
    number: async () =>
      page
        .getByRole('button', { name: /, explain calculation/ })
        .first()
        .click(),
    share: async () => page.getByRole('button', { name: 'Share' }).click(),
  }
  for (const width of [1440, 360])
    for (const [name, open] of Object.entries(overlays)) {
      await openReporting(page, 'jonas', `saved_reports/${id}`)
      await page.setViewportSize({ width, height: 900 })
      await rowsLoaded(page)
      if (width === 360 && inSettings.has(name)) await page.getByRole('button', { name: 'Report settings' }).click()
      await open()
      const over = name === 'number' ? page.getByRole('group', { name: /is calculated$/ }) : page.getByRole('dialog').last()
      await expect(over).toContainText(/\w/)
      expect(await hardToUse(page), `${name} ${width}`).toEqual([])
      await page.screenshot({ path: `${pictures}reporting-over-${name}-${width}.png` })
    }
})

test('the actions of a report are accessible at every width', async ({ page }) => {
  test.setTimeout(240_000)
  const builder = `reporting?context=campaign&${inDays}`
  const { saved_report_id: id, version } = await kept('jonas', 'Bulk edit', { visibility: 'shared' })
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const dialog = () => page.getByRole('dialog').last()
  const rename = async () => {
    await press('More for Bulk edit')
    await page.getByRole('menuitem', { name: 'Rename' }).click()
  }
  const overtaken = async () => {
    await rename()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('By me')
    await apiAs('dana')('PATCH', `v2/saved_report/${id}`, { name: 'By somebody' }, { 'If-Match': `"${version}"` })
    await press('Save name')
    await page.getByRole('dialog', { name: 'This has changed since you opened it' }).waitFor()
  }
  const overlays: Record<string, readonly [path: string, open: () => Promise<void>, over: () => ReturnType<typeof dialog>]> = {
    save: [builder, () => press('Save report'), dialog],
    sales: [builder, () => press('Filter sales'), dialog],
    export: [builder, () => press('Export'), () => page.getByRole('menu')],
    row: [builder, () => press('More for this row'), () => page.getByRole('menu')],
    change: [`${builder}&filters=clicks:between:10:100000`, () => press(/^Clicks is between/), dialog],
    rename: [`saved_reports/${id}`, rename, dialog],
    overtaken: [`saved_reports/${id}`, overtaken, dialog],
    empty: [`${builder}&filters=campaign_name:contains:nowhere`, async () => undefined, () => page.getByText('No matching rows')],
  }
  for (const [name, [path, open, over]] of Object.entries(overlays)) {
    await openReporting(page, 'jonas', path)
    if (name !== 'empty') await rowsLoaded(page)
    await open()
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 360 && inSettings.has(name)) {
        await press('Report settings')
        await open()
      }
      await expect(over()).toContainText(/\w/)
      expect(await hardToUse(page), `${name} ${width}`).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `${pictures}reporting-over-${name}-${width}.png` })
    }
  }
})
