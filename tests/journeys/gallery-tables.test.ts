import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { bar, columnToFilter, enter, focused, press, saveAs, table, told } from '../support/table-hands.ts'

const pictures = new URL('../output/pictures/', import.meta.url).pathname

test.describe('a hundred thousand rows', () => {
  let platform: PlatformProcess
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    platform = await openPlatform({ empty: true })
  })
  test.afterAll(() => platform?.clear())
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${platform.origin}/ui/tables`)
    await expect(table(page).getByRole('rowheader', { name: 'Harbor long stays 1', exact: false }).first()).toBeVisible()
  })

  test('arrows, ends and pages lead everywhere, and the address of each cell is heard', async ({ page }) => {
    await expect(table(page)).toHaveAttribute('aria-rowcount', '100002')
    await enter(page)
    await expect.poll(() => focused(page)).toMatchObject({ row: 3, column: 1 })
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight')
    await expect.poll(() => focused(page)).toMatchObject({ row: 4, column: 3 })
    await press(page, 'End')
    await expect.poll(() => focused(page)).toMatchObject({ row: 4, column: 9 })
    await press(page, 'Control+End')
    await expect.poll(() => focused(page)).toMatchObject({ row: 100_002, column: 9 })
    await press(page, 'Home')
    await expect.poll(async () => (await focused(page)).text).toContain('100000')
    await press(page, 'PageUp')
    const { row } = await focused(page)
    expect(row).toBeLessThan(100_002 - 9)
    await press(page, 'Control+Home', 'ArrowUp')
    await expect.poll(async () => (await focused(page)).text).toBe('Total')
    await press(page, 'ArrowUp')
    await expect.poll(() => focused(page)).toMatchObject({ row: 1, text: 'Campaign' })
  })

  test('what one is at is never hidden behind the head or the first column', async ({ page }) => {
    await enter(page)
    await page.setViewportSize({ width: 360, height: 800 })
    await press(page, ...Array.from({ length: 30 }, () => 'ArrowDown'), ...Array.from({ length: 20 }, () => 'ArrowUp'))
    await press(page, 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    const covered = await page.evaluate(() => {
      const root = document.querySelector('ad-gallery')?.shadowRoot
      const cell = root?.activeElement
      if (!root || !cell) return 'nothing has the focus'
      const { left, right, top, bottom } = cell.getBoundingClientRect()
      const seen = [root.elementFromPoint(left + 2, top + 2), root.elementFromPoint(right - 2, bottom - 2)]
      return seen.every((node) => node === cell || cell.contains(node)) ? 'seen' : 'covered'
    })
    expect(covered).toBe('seen')
    const [frame, name] = [
      await table(page).boundingBox(),
      await table(page).locator('[data-row] > [data-column="0"]').last().boundingBox(),
    ]
    expect([name?.x, (name?.width ?? 999) <= (frame?.width ?? 0) / 2]).toEqual([frame?.x, true])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  test('the edge says that more columns follow, until the last one is in sight, in both directions of reading', async ({ page }) => {
    const edge = (name = 'Campaigns') =>
      table(page, name).evaluate((scroller) => {
        const { opacity, width, left, right, borderInlineEndStyle } = getComputedStyle(scroller.parentElement ?? scroller, '::after')
        const side = Number.parseFloat(left) > Number.parseFloat(right) ? 'right' : 'left'
        return Number(opacity) > 0 ? `${side} ${width} ${borderInlineEndStyle}` : 'none'
      })
    await expect.poll(() => edge('Few')).toBe('none')
    await page.setViewportSize({ width: 360, height: 800 })
    await expect.poll(() => edge('Few')).toBe('right 24px none')
    await expect.poll(edge).toBe('right 24px none')
    await page.screenshot({ path: `${pictures}gallery-tables-edge-360.png` })
    await table(page).evaluate((scroller) => scroller.scrollTo({ left: 1e6 }))
    await expect.poll(edge).toBe('none')
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await table(page).evaluate((scroller) => scroller.scrollTo({ left: 0 }))
    await expect.poll(edge).toBe('left 24px none')
    await table(page).evaluate((scroller) => scroller.scrollTo({ left: -1e6 }))
    await expect.poll(edge).toBe('none')
    await page.emulateMedia({ forcedColors: 'active' })
    await table(page).evaluate((scroller) => scroller.scrollTo({ left: 0 }))
    await expect.poll(edge).toBe('left 4px double')
  })

  test('a head sorts, a second one with Shift, and the address holds it', async ({ page }) => {
    await enter(page)
    await press(page, 'ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter')
    await expect(page).toHaveURL(/sort=status/)
    await expect(table(page).getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'ascending')
    await press(page, 'ArrowRight', 'ArrowRight', 'Shift+Enter')
    await expect(page).toHaveURL(/sort=status%2C-cost/)
    await expect(table(page).getByRole('columnheader', { name: 'Spend' })).toHaveAttribute('aria-sort', 'descending')
    // The head says so at once, the rows when they have come.
    await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('Active')
    const first = await table(page).locator('[aria-rowindex="3"]').textContent()
    await page.reload()
    await expect.poll(() => table(page).locator('[aria-rowindex="3"]').textContent()).toBe(first)
    await page.goBack()
    await expect(page).toHaveURL(/sort=status$/)
  })

  test('conditions are made, changed and taken away', async ({ page }) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).first().focus()
    await press(page, 'Enter')
    await expect(columnToFilter(page)).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await page.getByLabel('Active').focus()
    await press(page, 'Space', 'Enter')
    await expect(page).toHaveURL(/filter\.status=active/)
    await expect(page.getByText(/^25,\d{3} rows$/)).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).first().focus()
    await press(page, 'Enter')
    await expect(columnToFilter(page)).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByLabel('Contains')).toBeFocused()
    await page.keyboard.type('atlantis')
    await press(page, 'Enter')
    // Another table of the page has none from the beginning, and comes after this one.
    await expect(page.getByRole('heading', { name: 'No rows match' })).toHaveCount(2)
    await expect(page.getByText('0 rows', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().press('Enter')
    await expect(page.getByText('100,000 rows')).toBeVisible()
    // The button is gone with what it said, and its focus is in the table.
    await expect.poll(() => focused(page)).toMatchObject({ column: 1 })
    await expect(page).not.toHaveURL(/filter/)
  })

  test('Space and Shift select rows, Control and A everything that matches', async ({ page }) => {
    await enter(page)
    await press(page, 'Space')
    await expect(bar(page)).toContainText('1 selected')
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
    await expect(bar(page)).toContainText('3 selected')
    await press(page, 'Shift+ArrowUp')
    await expect(bar(page)).toContainText('2 selected')
    await press(page, 'ArrowDown', 'ArrowDown', 'Shift+Control+End')
    await told(page, 'Too many rows')
    await press(page, 'Control+a')
    await expect(bar(page)).toContainText('100,000 selected')
    await press(page, 'Space')
    await expect(bar(page)).toContainText('99,999 selected')
    await press(page, 'Escape')
    await expect(bar(page)).toBeHidden()
  })

  test('a range reaches over rows that have not been read', async ({ page }) => {
    await enter(page)
    await press(page, 'Space')
    await table(page).evaluate((node) => node.scrollTo(0, 1500 * 36))
    const far = table(page).locator('[aria-rowindex="1503"] [role=gridcell]').nth(4)
    await expect(far).not.toBeEmpty()
    await far.click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('1,501 selected')
  })

  test('what is selected is copied as a table', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter(page)
    await press(page, 'Space', 'Shift+ArrowDown')
    await expect(bar(page)).toContainText('2 selected')
    await press(page, 'Control+c')
    await told(page, '2 rows copied')
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(lines.map((line) => line.split('\t').length)).toEqual([9, 9])
    expect(lines[0]).toMatch(/^Harbor long stays 1\tPaused\t3,650\.00\t/)
  })

  test('a cell is edited in its place: kept, given up, refused with its reason, changed by somebody else', async ({ page }) => {
    await enter(page)
    const cell = table(page).locator('[aria-rowindex="3"] [role=rowheader]')
    const field = page.getByRole('textbox', { name: 'Campaign of Harbor long stays 1' })
    await press(page, 'F2')
    await expect(field).toBeFocused()
    await page.keyboard.type('Winter sale')
    await press(page, 'Escape')
    await expect(cell).toContainText('Harbor long stays 1')
    await press(page, 'Enter')
    await page.keyboard.type('Winter sale')
    await press(page, 'Enter')
    await expect(cell).toContainText('Winter sale')
    await told(page, 'Saved')
    await press(page, 'Enter')
    await page.keyboard.type('fail')
    await press(page, 'Tab')
    await expect.poll(() => focused(page)).toMatchObject({ row: 3, column: 2 })
    await told(page, 'This name is taken')
    await expect(cell).toContainText('fail')
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    await press(page, 'ArrowLeft')
    await expect(page.getByRole('note')).toContainText('This name is taken')
    await page.screenshot({ path: `${pictures}gallery-tables-refused.png` })
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: /^Campaign of/ })).toHaveValue('fail')
    await page.keyboard.type('conflict')
    await press(page, 'Enter')
    await told(page, 'Somebody has changed this')
    await expect(cell).toContainText('conflict')
    await press(page, 'Escape')
    await expect(cell).toContainText('Renamed by somebody else')
  })

  test('what cannot be right is not sent, and says why', async ({ page }) => {
    await enter(page)
    await press(page, 'ArrowRight', 'ArrowRight', 'Enter')
    await page.keyboard.type('lots')
    await press(page, 'Enter')
    await expect(page.getByRole('note')).toContainText('Give an amount')
    await press(page, 'Escape', 'ArrowLeft', 'Enter')
    await expect(page.getByRole('combobox', { name: /^Status of/ })).toBeFocused()
    await press(page, 'Escape')
    await expect.poll(() => focused(page)).toMatchObject({ row: 3, column: 2 })
  })

  test('columns are found, hidden, moved and made wider by keyboard; the first one stays', async ({ page }) => {
    const names = () => table(page).getByRole('columnheader').allTextContents()
    await page.getByRole('button', { name: 'Columns' }).first().focus()
    await press(page, 'Enter')
    await expect(page.getByRole('searchbox', { name: 'Search columns' })).toBeFocused()
    await expect(page.getByRole('checkbox', { name: 'Campaign', exact: true })).toBeDisabled()
    await page.keyboard.type('clicks')
    await press(page, 'Tab', 'Space')
    await expect.poll(names).not.toContain('Clicks')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Move ROAS' }).focus()
    await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')
    await told(page, 'ROAS: position 2 of 10')
    await expect
      .poll(names)
      .toEqual(['Campaign', 'ROAS', 'Status', 'Budget, USD', 'Spend, USD', 'Impressions', 'Click-through rate', 'Ends'])
    await page.screenshot({ path: `${pictures}gallery-tables-columns.png` })
    await press(page, 'Escape')
    await expect(page.getByRole('button', { name: 'Columns' }).first()).toBeFocused()
    await expect(page).toHaveURL(/columns=name%2Croas/)
    await enter(page)
    await press(page, 'ArrowUp', 'ArrowUp', 'ArrowRight')
    const width = async () => (await table(page).getByRole('columnheader', { name: 'ROAS' }).boundingBox())?.width ?? 0
    const before = await width()
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight')
    await expect.poll(width).toBe(before + 32)
  })

  test('the file holds what is shown, and making it can be stopped', async ({ page }) => {
    await page.goto(`${platform.origin}/ui/tables?columns=name,clicks,status&filter.name=harbor&sort=-clicks`)
    await expect(table(page).getByRole('columnheader')).toHaveCount(3)
    await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('Harbor')
    const coming = page.waitForEvent('download')
    await saveAs(page, 'CSV')
    await expect(page.getByRole('progressbar')).toBeVisible()
    const text = readFileSync(await (await coming).path(), 'utf8')
    const lines = text.split('\r\n')
    expect(lines.slice(0, 7)).toEqual([
      '\uFEFFTable,Campaigns',
      'Time zone,America/New_York',
      'Currency,USD',
      'Sorted by,Clicks (descending)',
      'Filter,Campaign: “harbor”',
      '',
      'Campaign,Clicks,Status',
    ])
    expect(lines[7]).toMatch(/^Total,\d+,$/)
    const clicks = lines.slice(8, -1).map((line) => Number(line.split(',')[1]))
    expect(clicks.length).toBeGreaterThan(10_000)
    expect(clicks).toEqual(clicks.toSorted((a, b) => b - a))
    await saveAs(page, 'CSV')
    await page.getByRole('button', { name: 'Cancel' }).focus()
    await press(page, 'Enter')
    await expect(page.getByRole('progressbar')).toBeHidden()
  })

  test('rows that could not be read say so, and come with another try', async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'The rows could not be read' })).toBeVisible()
    const half = table(page, 'Half broken')
    await half.locator('[tabindex="0"]').focus()
    await press(page, 'Control+End')
    await expect(page.getByRole('alert').filter({ hasText: 'Some rows could not be read' })).toBeVisible()
    expect(await hardToUse(page)).toEqual([])
  })

  test('from the right to the left the arrows follow the eye', async ({ page }) => {
    await page.evaluate(() => document.querySelector('ad-gallery')?.setAttribute('dir', 'rtl'))
    await enter(page)
    await press(page, 'ArrowLeft', 'ArrowLeft')
    await expect.poll(() => focused(page)).toMatchObject({ row: 3, column: 3 })
    await page.screenshot({ path: `${pictures}gallery-tables-rtl.png` })
  })
})
