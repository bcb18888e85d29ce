import { readFileSync } from 'node:fs'
import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { begin, builderAddress, fillBasics, goOn } from '../../support/drafts/builder-steps.ts'
import { entered } from '../../support/console/visit.ts'
import type { PlatformProcess } from '../../support/platform/process.ts'
import { startWithEntities } from '../../support/platform/prepared-platform.ts'

// More entities than a long list of ids names.
const known = Array.from({ length: 9700 }, (_, at) => `many-${at}`)
let platform: PlatformProcess
test.beforeAll(async () => {
  platform = await startWithEntities(known)
})
test.afterAll(() => platform?.clear())
const visit = { address: builderAddress, email: 'ailsa.murray@fernhill.example' }

test('ten thousand ids with three hundred invalid lines are explained line by line', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, visit)
  await begin(page, 'Quick')
  await fillBasics(page, 'By ids')
  await goOn(page)
  await page.getByRole('button', { name: 'Add by ID' }).click()
  const unknown = Array.from({ length: 100 }, (_, at) => `Z-${at}`)
  const long = Array.from({ length: 100 }, (_, at) => `${at}`.padStart(101, 'L'))
  const doubled = known.slice(0, 100)
  const lines = [...known.slice(0, 5000), ...long, ...known.slice(5000), ...unknown, ...doubled]
  expect(lines).toHaveLength(10_000)
  await page.locator('input[type=file]').setInputFiles({
    name: 'ids.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await expect(page.getByText('9,800 ids')).toBeVisible()
  await expect(page.getByText('200 rows have problems')).toBeVisible()
  await page.getByRole('button', { name: 'Add 9,800' }).click()
  await expect(page.getByText('9,700 added')).toBeVisible()
  await expect(page.getByText('300 rows have problems')).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export list' }).click()])
  expect(file.suggestedFilename()).toBe('lines.csv')
  const reportLines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
  expect(reportLines).toHaveLength(300)
  const said = (line: number, code: string) =>
    expect(reportLines.filter((one) => one.startsWith(`${line},`) && one.includes(code))).toHaveLength(1)
  said(5001, 'ID too long')
  said(9801, 'ID not found')
  said(9901, 'Duplicate in this list')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Selected 9,700' })).toBeVisible()
  await context.close()
})

test('when the second part of an id list fails, the first is reported and the rest can be added later', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, visit)
  await begin(page, 'Quick')
  await fillBasics(page, 'By ids, in two goes')
  await goOn(page)
  await page.getByRole('button', { name: 'Add by ID' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'ids.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Z-none', ...known.slice(0, 7000)].join('\r\n')),
  })
  let calls = 0
  await page.route('**/add_entities', (route) => {
    calls += 1
    return calls === 2 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Add 7,001' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The remaining items were not added')).toBeVisible()
  await expect(dialog.getByText('4,999 added')).toBeVisible()
  await expect(dialog.getByText(/Stopped after 5,000 of 7,001\./)).toBeVisible()
  await expect(dialog.getByText(/Adding it again won’t create duplicates\./)).toBeVisible()
  await expect(dialog.getByText('1 row has a problem')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add remaining' }).click()
  await expect(dialog.getByText('7,000 added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('tab', { name: 'Selected 7,000' })).toBeVisible()
  await context.close()
})
