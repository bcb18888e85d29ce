import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { type FilterOperation, operationWords as words, operationsAllowed } from '../../support/reports/filter-operations.ts'
import { counted, inDays, openReporting, pathOf, rowsLoaded, reportingPlatform, rows } from '../../support/reports/reporting-page.ts'
import { table } from '../../support/ui/table-steps.ts'

reportingPlatform()

const request = {
  context: 'campaign',
  dimensions: ['campaign_name', 'campaign_id', 'device', 'day'],
  metrics: ['cost', 'click_through_rate'],
}
/** A flat table, because several dimensions are a tree otherwise. */
const path = `reporting?context=campaign&rows=flat&dimensions=${request.dimensions}&metrics=${request.metrics}&${inDays}`
const split = { ...request, sort: [{ field: 'cost', order: 'desc' }] }

interface Field {
  readonly field: string
  readonly label: string
  readonly values: Partial<Record<FilterOperation, readonly (string | number)[]>>
  /** The values as a user enters them, where they differ. */
  readonly said?: (value: string | number) => string
}

interface Counted {
  readonly total: number
  readonly rows: readonly { readonly dimensions: Record<string, string>; readonly metrics: Record<string, string | null> }[]
}
const whole = (said: object = {}): Promise<Counted> => counted('dana', { ...split, pagination: { start: 0, count: 1000 }, ...said })
const total = async (filters: readonly object[]) => (await whole({ filters, pagination: { start: 0, count: 1 } })).total

const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) filter$/ })
async function choose(page: Page, of: string, option: string) {
  await form(page).getByRole('combobox', { name: of, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Fills in the values of a filter; values of a choice are selected. */
async function fillIn(page: Page, operation: FilterOperation, said: readonly string[], isChoice: boolean) {
  const [first = '', second = ''] = said
  const fill = (label: string, text: string) => form(page).getByLabel(label).fill(text)
  if (operation === 'IS NULL') return
  if (isChoice && operation !== 'IN') return choose(page, 'Value', first)
  if (isChoice) {
    for (const one of said) await form(page).getByRole('checkbox', { name: one, exact: true }).check()
  } else if (operation === 'BETWEEN') {
    await fill('From', first)
    await fill('To', second)
  } else if (operation === 'IN') await fill('Values', said.join('\n'))
  else await fill('Value', first)
}

/** Checks the number of rows; the totals row is absent when a metric filter is active. */
async function shows(page: Page, count: number, isOnRows: boolean) {
  if (count === 0) await expect(page.getByText('No matching rows')).toBeVisible()
  else await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(count + (isOnRows ? 1 : 2)))
}

/** Tries each operation on one field: adds it, counts the rows, and changes it to the next. */
async function walk(page: Page, { field, label, values, said = String }: Field, isOnRows = false) {
  const all = await total([])
  await openReporting(page, 'dana', path)
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await choose(page, 'Field', label)
  for (const operation of operationsAllowed(field)) {
    await test.step(`${label} ${words[operation]}`, async () => {
      const own = values[operation] ?? []
      const name = operation === 'IS NULL' && isOnRows ? 'has no value' : words[operation]
      await choose(page, 'Filter', name)
      await fillIn(page, operation, own.map(said), field === 'device')
      await form(page).getByRole('button', { name: 'Apply' }).click()
      await expect(form(page)).toBeHidden()
      const value = operation === 'IN' || operation === 'BETWEEN' ? own : own[0]
      const left = await total([{ field, operation, ...(operation !== 'IS NULL' && { value }) }])
      // A typed rate matches only exact values: nothing is rounded before the comparison.
      const isExact = operation !== 'IS NULL' && (field !== 'click_through_rate' || operation === '>' || operation === 'BETWEEN')
      if (isExact) expect(left, `${label} ${name} leaves some`).toBeGreaterThan(0)
      if (isExact || left === 0) expect(left, `${label} ${name} takes some away`).toBeLessThan(all)
      await shows(page, left, isOnRows)
      // The filter chip shows the operation, and opens the form that changes it.
      await page.getByRole('button', { name: new RegExp(`^${label} ${name}`) }).click()
      await expect(page.getByRole('dialog', { name: 'Edit filter' })).toBeVisible()
      await expect(form(page).getByRole('combobox', { name: 'Filter', exact: true })).toContainText(name)
    })
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Remove filter: ${label}` }).click()
  await shows(page, all, false)
  expect(await pathOf(page)).not.toContain('filters=')
}

test('each text filter keeps the same report rows as the platform', async ({ page }) => {
  const [first, other] = [...new Set((await whole()).rows.map(({ dimensions }) => dimensions.campaign_name ?? ''))]
  const [name = '', second = ''] = [first, other]
  const one = [name]
  await walk(page, {
    field: 'campaign_name',
    label: 'Campaign',
    values: { ILIKE: [name.split(' ')[0] ?? ''], '=': one, '!=': one, IN: [name, second] },
  })
})

test('each option filter keeps the same report rows as the platform, with its own operators', async ({ page }) => {
  const said = (value: string | number) => ({ desktop: 'Desktop', mobile: 'Mobile', app: 'App' })[String(value)] ?? ''
  await walk(page, { field: 'device', label: 'Device', said, values: { IN: ['desktop', 'app'], '=': ['mobile'], '!=': ['app'] } })
})

test('each id filter keeps the same report rows as the platform', async ({ page }) => {
  const numbers = (await whole({ dimensions: ['campaign_id'] })).rows
    .map(({ dimensions }) => Number(dimensions.campaign_id))
    .sort((one, other) => one - other)
  const [least = 0, middle = 0] = [numbers[0], numbers[Math.floor(numbers.length / 2)]]
  const values = { IN: [least, middle], '>': [middle], BETWEEN: [least, middle], '=': [middle], '!=': [least] }
  await walk(page, { field: 'campaign_id', label: 'Campaign ID', values })
})

test('each amount filter keeps the same report rows as the platform', async ({ page }) => {
  // Amounts converted from another currency are rarely round.
  const costs = (await whole({ advertiser_ids: [1] })).rows.map(({ metrics }) => metrics.cost ?? '')
  const [most = '', middle = '', least = ''] = [costs[0], costs[Math.floor(costs.length / 2)], costs.at(-1)]
  const values = { '>': [middle], BETWEEN: [least, middle], '=': [most], '!=': [most], IN: [most, middle] }
  await walk(page, { field: 'cost', label: 'Spend', values }, true)
})

test('each ratio filter keeps the same report rows as the platform, in percent', async ({ page }) => {
  const all = (await whole()).rows.map(({ metrics }) => metrics)
  const shares = all.map((figures) => Number(figures.click_through_rate)).sort((one, other) => one - other)
  const middle = shares[Math.floor(shares.length / 2)]?.toFixed(4) ?? ''
  const percent = (share: string | number) => String(Math.round(Number(share) * 1e6) / 1e4)
  const values = { '>': [middle], BETWEEN: ['0.0001', middle], '=': [middle], '!=': [middle], IN: [middle, '0.01'] }
  await walk(page, { field: 'click_through_rate', label: 'Click-through rate', said: percent, values }, true)
})
