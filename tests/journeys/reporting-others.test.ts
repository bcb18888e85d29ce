import { expect, type Page, test } from 'playwright/test'
import { entered, trail } from '../support/console-visit.ts'
import { as, emailOf, kept, mail, openReporting, pathOf, platform, read, reportingPlatform, toast } from '../support/reporting-page.ts'
import { table } from '../support/table-hands.ts'

reportingPlatform()

/** The same element about some advertisers of the client alone. */
const about = (page: Page, attribute: string, ids: string) =>
  page.locator('ad-reporting').evaluate((node, [name, value]) => node.setAttribute(name, value), [attribute, ids] as const)
const questionOf = async (id: number) => (await as('dana')('GET', `v2/saved_report/${id}`)).question
const linkTo = async (id: number) => {
  const { path } = await as('dana')('POST', `v2/saved_report/${id}/shares`, { days: 1 })
  return String(path).replace(/^.*(?=saved_reports)/, '')
}
test('a report of the whole client stays one, whichever advertisers it is changed on, and a new one says whose it is', async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'Of all of us', { visibility: 'shared' })
  for (const [attribute, ids, metrics] of [
    ['advertiser-ids', '1,3', 'clicks'],
    ['advertiser-id', '3', 'clicks,revenue'],
  ] as const) {
    await openReporting(page, 'dana', `saved_reports/${id}?metrics=${metrics}`)
    await about(page, attribute, ids)
    await read(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Changes saved')).toBeVisible()
    expect((await questionOf(id)).metrics).toEqual(metrics.split(','))
    expect(await questionOf(id)).not.toHaveProperty('advertiser_ids')
  }
  await openReporting(page, 'dana', `saved_reports/${id}?metrics=cost`)
  await about(page, 'advertiser-ids', '1,3')
  await page.getByRole('button', { name: 'Save as new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a new report' })
  await expect(dialog.getByText('It is about the 2 advertisers that are chosen here, and no others.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Of all of us' })).toBeVisible()
  const made = Number(/\d+/.exec((await pathOf(page)) ?? '')?.[0])
  expect(await questionOf(made)).toMatchObject({ metrics: ['cost'], advertiser_ids: [1, 3] })
  await openReporting(page, 'dana', 'reporting?context=campaign')
  await about(page, 'advertiser-id', '3')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('dialog', { name: 'Save this report' })).toContainText(/It is about .+ alone, because this page is\./)
})

test('a report that is there by a link is changed, left as it was and duplicated, and is mailed by its owner', async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'Only by link')
  const link = await linkTo(id)
  await openReporting(page, 'jonas', `${link}&metrics=clicks`)
  await read(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => pathOf(page)).toBe(link)
  await expect(page.getByRole('heading', { name: 'Only by link' })).toBeVisible()
  const schedule = page.getByRole('button', { name: 'Schedule' })
  await expect(schedule).toHaveAttribute('aria-disabled', 'true')
  await expect(schedule).toHaveAccessibleDescription(/mailed by its owner alone/)
  await page.getByRole('button', { name: 'More for Only by link' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Only by link' })).toBeVisible()
  await read(page)
  await expect(page.getByText('Private, yours')).toBeVisible()
  expect(await pathOf(page)).not.toContain('share')
})

test('whoever opens a link of their own goes on with it, and its schedule is there', async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'My own link')
  const link = await linkTo(id)
  await openReporting(page, 'dana', `${link}&metrics=clicks`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe(link)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule of My own link' })).toBeVisible()
})

test('a link that could not be copied is made all the same, and is marked to be copied by hand', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'Without a clipboard')
  // As on a page that is not encrypted.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openReporting(page, 'jonas', `saved_reports/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Without a clipboard' })
  await dialog.getByRole('button', { name: 'Copy a new link' }).click()
  await expect(dialog.getByText('The link is made, and could not be copied; copy it from here')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Link' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(new RegExp(`/saved_reports/${id}\\?share=`))
  expect(await field.evaluate((node: HTMLInputElement) => [node.selectionStart, node.selectionEnd === node.value.length])).toEqual([
    0,
    true,
  ])
  await expect(toast(page, 'The link was not made')).toBeHidden()
})

test('the console says at a saved report and its schedule what it is called, and leads back', async ({ browser }) => {
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
  await context.close()
})

test('a schedule that one may not change is told in a sentence, with its history, and where there is none that is told', async ({
  page,
}) => {
  const { saved_report_id: id } = await kept('dana', 'Mailed by others', { visibility: 'shared' })
  await openReporting(page, 'mika', `saved_report/${id}/schedule`)
  await expect(page.getByText('It is not mailed.')).toBeVisible()
  await expect(page.getByText(/You do not have the permission/)).toHaveCount(1)
  await mail('dana', id)
  await openReporting(page, 'mika', `saved_report/${id}/schedule`)
  await expect(page.getByText('Every week on Monday at 8:00 AM (Europe/Berlin), to 1 recipient, CSV')).toBeVisible()
  await expect(page.getByText(/It runs next on .+8:00 AM/)).toBeVisible()
  await expect(page.getByText('It has not run yet.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText(/You do not have the permission/)).toHaveCount(1)
})

test('reports that are mailed are listed with what became of that, and each leads to its schedule', async ({ page }) => {
  const going = await kept('dana', 'Goes on', { visibility: 'shared' })
  const paused = await kept('dana', 'Pauses', { visibility: 'shared' })
  await kept('dana', 'Is not mailed', { visibility: 'shared' })
  await mail('dana', going.saved_report_id)
  await mail('dana', paused.saved_report_id, { is_paused: true })
  await openReporting(page, 'dana', 'saved_reports')
  await page.getByText('Mailed', { exact: true }).first().click()
  await expect.poll(() => pathOf(page)).toBe('saved_reports?show=mailed')
  await read(page, 'Mailed reports')
  const row = (name: string) => table(page, 'Mailed reports').getByRole('row').filter({ hasText: name })
  await expect(row('Goes on')).toContainText(/8:00 AM|:00/)
  await expect(row('Goes on')).toContainText('It has not run yet.')
  await expect(row('Pauses')).toContainText('Paused')
  await expect(row('Is not mailed')).toHaveCount(0)
  await row('Goes on').getByRole('link', { name: 'Goes on' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule of Goes on' })).toBeVisible()
})

test('a list of saved reports fits into the console, and says on an advertiser’s page whose they are', async ({ browser }) => {
  const { context, page } = await entered(platform(), browser, {
    ...{ address: '/clients/1/advertisers/3/saved_reports', email: emailOf('dana') },
    options: { viewport: { width: 1440, height: 900 } },
  })
  await read(page, 'Saved reports')
  await expect(
    page.getByText(/^These are the reports of Harborline Stays; opened from here, they show the figures of .+ alone\.$/),
  ).toBeVisible()
  expect(await table(page, 'Saved reports').evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  await context.close()
})
