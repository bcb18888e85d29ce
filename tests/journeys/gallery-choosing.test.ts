import { expect, type Locator, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { emptyPlatform, pictures } from '../support/gallery-page.ts'

const platform = emptyPlatform()
test.beforeEach(async ({ page }) => {
  await page.goto(`${platform.origin}/ui/choosing`)
  await page.getByRole('heading', { name: 'Multi-select' }).waitFor()
})

const isFocused = (target: Locator) => target.evaluate((node) => node.matches(':focus'))
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true }).and(page.locator('button'))
const menu = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const dates = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const day = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Goes on by Tab until something has the focus, as nobody with a pointer does. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let pressed = 0; pressed < 80 && !(await isFocused(target)); pressed++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('twenty are found and chosen by keys, and the closed field names nineteen of them', async ({ page }) => {
  await tabTo(page, field(page, 'Hotels'))
  await press(page, 'ArrowDown')
  const search = menu(page, 'Hotels').getByRole('combobox')
  await expect(search).toBeFocused()
  for (const [town, count] of [
    ['monterey', 8],
    ['denver', 8],
    ['tahoe', 6],
  ] as const) {
    await press(page, 'ControlOrMeta+a')
    await page.keyboard.type(town)
    await expect(menu(page, 'Hotels').getByText('8 found')).toBeVisible()
    await expect(page.getByRole('option').first()).toContainText(new RegExp(town, 'i'))
    await press(page, 'ArrowUp')
    for (let index = 0; index < count; index++) await press(page, 'Space', 'ArrowDown')
  }
  await press(page, 'Escape')
  await expect(field(page, 'Hotels')).toBeFocused()
  await expect(field(page, 'Hotels')).toContainText('1 more selected')
  expect((await field(page, 'Hotels').textContent())?.match(/(Monterey|Denver|Tahoe) \d+/g)).toHaveLength(19)
})

test('rows are 35.5 high and a menu 300 at most, with ten thousand of which few are drawn', async ({ page }) => {
  await tabTo(page, field(page, 'Hotel out of 10,000'))
  await press(page, 'Enter', 'End')
  const last = page.getByRole('option', { name: /10000/ })
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-setsize', '10000')
  await expect(last).toHaveAttribute('aria-posinset', '10000')
  const search = menu(page, 'Hotel out of 10,000').getByRole('combobox')
  expect(await search.getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'))
  const heights = await page.getByRole('option').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([35.5]))
  expect(heights.length).toBeLessThan(25)
  for (const name of ['Hotel out of 10,000', 'Hotels', 'Channel', 'Nothing to choose']) {
    await press(page, 'Escape')
    await tabTo(page, field(page, name))
    await press(page, 'Enter')
    expect((await menu(page, name).boundingBox())?.height).toBeLessThanOrEqual(300)
  }
})

test('what is busy or read only shows no sign that it opens, and its spinner stands inside the edge', async ({ page }) => {
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  await expect(field('Pace').locator('.icon')).toBeVisible()
  for (const name of ['Read only', 'Busy']) await expect(field(name).locator('.icon')).toBeHidden()
  const ends = await field('Busy').evaluate((node) => {
    const spinner = node.parentElement?.querySelector('.spin')
    return [spinner, node.parentElement].map((one) => one?.getBoundingClientRect().right ?? 0)
  })
  expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThanOrEqual(4)
})

test('letters on a closed field search it, Enter chooses, and Tab goes on to the next field', async ({ page }) => {
  await tabTo(page, field(page, 'Hotel, asked page by page'))
  await page.keyboard.type('asheville')
  await expect(page.getByRole('option').first()).toContainText('Asheville')
  await press(page, 'ArrowDown', 'Enter')
  await expect(field(page, 'Hotel, asked page by page')).toContainText('The Palisade, Asheville')
  await expect(field(page, 'Hotel, asked page by page')).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(menu(page, 'Hotel, asked page by page').getByRole('combobox')).toBeFocused()
  await press(page, 'Tab')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear Hotel, asked page by page' })).toBeFocused()
})

test('what fails can be asked again, and what is missing is told to the console', async ({ page }) => {
  const heard: string[] = []
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
  await tabTo(page, field(page, 'Answer that fails once'))
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('button', { name: 'Try again' }))
  await press(page, 'Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await press(page, 'Escape')
  expect(heard).toEqual([])
  await tabTo(page, field(page, 'Portal that is missing'))
  await press(page, 'Enter')
  await expect(page.getByRole('option')).toHaveCount(3)
  expect(heard).toEqual([expect.stringContaining('nowhere')])
})

test('a range across months is picked by keys and applied; cancelled, it is as it was', async ({ page }) => {
  const opener = dates(page, 'Dates, weeks from Sunday')
  await tabTo(page, opener)
  await press(page, 'Enter')
  await expect(day(page, 'Friday, November 20, 2026')).toBeFocused()
  await press(page, 'PageUp', 'Home', 'Enter', 'PageDown', 'ArrowDown')
  await expect(page.getByRole('status')).toContainText(['From Oct 18: now choose the last day.'])
  await press(page, 'Enter')
  await expect(page.getByRole('status')).toContainText(['Oct 18 – Nov 25 39 days'])
  await tabTo(page, page.getByRole('button', { name: 'Apply' }))
  await press(page, 'Enter')
  await expect(opener).toBeFocused()
  await expect(opener).toContainText('Oct 18 – Nov 25')
  for (const leave of ['Cancel', 'Escape']) {
    await press(page, 'Enter', 'Shift+PageUp', 'Enter', 'End', 'Enter')
    await expect(page.getByRole('status')).toContainText(['Nov 25 – 29, 2025 5 days'])
    if (leave === 'Cancel') await tabTo(page, page.getByRole('button', { name: leave }))
    await press(page, leave === 'Cancel' ? 'Enter' : leave)
    await expect(opener).toBeFocused()
    await expect(opener).toContainText('Oct 18 – Nov 25')
  }
})

test('days that cannot be chosen are passed by the keys, and no range spans them', async ({ page }) => {
  await tabTo(page, dates(page, 'Dates with closed days'))
  await press(page, 'Enter', 'ArrowUp')
  await expect(day(page, 'Friday, November 13, 2026')).toBeFocused()
  await press(page, 'Enter', 'ArrowLeft')
  await expect(day(page, 'Monday, November 9, 2026')).toBeFocused()
  await press(page, 'Enter')
  const alert = menu(page, 'Dates with closed days').getByRole('alert')
  await expect(alert).toHaveText('Please select a valid date range Nov 10 – 12 cannot be part of it.')
  await press(page, 'Shift+PageDown')
  await expect(day(page, 'Thursday, December 31, 2026')).toBeFocused()
})

test('typed days must be days of the calendar', async ({ page }) => {
  const opener = dates(page, 'Dates without the future')
  await tabTo(page, opener)
  await press(page, 'Enter')
  const [start, end] = [page.getByLabel('Start date'), page.getByLabel('End date')]
  const alert = menu(page, 'Dates without the future').getByRole('alert')
  for (const [from, to, problem] of [
    ['2026-02-29', '2026-03-01', 'Write days as YYYY-MM-DD, the first one first.'],
    ['2026-03-02', '2026-03-01', 'Write days as YYYY-MM-DD, the first one first.'],
    ['2026-11-01', '2026-11-22', 'Days after today cannot be chosen.'],
    ['2025-12-31', '2026-11-01', 'Days before Jan 1, 2026 cannot be chosen.'],
  ] as const) {
    await tabTo(page, start)
    await page.keyboard.type(from)
    await tabTo(page, end)
    await page.keyboard.type(to)
    await expect(alert).toHaveText('')
    await tabTo(page, page.getByRole('button', { name: 'Apply' }))
    await press(page, 'Enter')
    await expect(alert).toHaveText(`Please select a valid date range ${problem}`)
    await expect(start).toHaveAttribute('aria-invalid', 'true')
  }
  await tabTo(page, start)
  await page.keyboard.type('2026-03-01')
  await tabTo(page, page.getByRole('button', { name: 'Apply' }))
  await press(page, 'Enter')
  await expect(opener).toContainText('Mar 1 – Nov 1')
})

test('a named range and what it is compared with are applied together', async ({ page }) => {
  const opener = dates(page, 'Dates over the new year')
  await tabTo(page, opener)
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('radio', { name: 'Custom' }))
  await press(page, 'ArrowDown', 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Year to date' })).toBeChecked()
  await tabTo(page, page.getByLabel('Compare with'))
  await page.keyboard.type('Previous month')
  await tabTo(page, page.getByRole('button', { name: 'Apply' }))
  await press(page, 'Enter')
  await expect(opener).toContainText('Year to date')
  await expect(page.getByText('compared with Dec 2, 2025 – Oct 22, 2026')).toBeVisible()
})

test('one day is typed, or picked from a calendar', async ({ page }) => {
  const [field, opener] = [
    page.getByRole('textbox', { name: 'First day' }),
    page.getByRole('button', { name: 'Choose from a calendar: First day' }),
  ]
  await tabTo(page, field)
  await page.keyboard.type('2026-11-20')
  await press(page, 'Tab')
  await expect(page.getByText('Days before Nov 21, 2026 cannot be chosen.')).toBeVisible()
  await expect(opener).toBeFocused()
  await press(page, 'Enter', 'ArrowRight', 'End', 'Enter')
  await expect(opener).toBeFocused()
  await expect(field).toHaveValue('2026-11-22')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 360])
    test(`everybody can use what is open, ${width} wide in ${colorScheme}`, async ({ page }) => {
      // Everything is open at once, and all of it is audited.
      test.setTimeout(180_000)
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 780 })
      const openers = {
        several: field(page, 'Hotels, many chosen'),
        channels: field(page, 'Channel'),
        waiting: field(page, 'Answer on its way'),
        failed: field(page, 'Answer that fails once'),
        dates: dates(page, 'Dates with closed days'),
        compared: dates(page, 'Dates over the new year'),
        day: page.getByRole('button', { name: 'Choose from a calendar: First day' }),
      }
      for (const [name, opener] of Object.entries(openers)) {
        // How each is come to by the keys stands in the tests above.
        await opener.press('Enter')
        await expect(page.getByRole('dialog')).toHaveCount(1)
        if (name === 'failed') await page.getByRole('alert').waitFor()
        if (name === 'several') await page.getByRole('option').first().waitFor()
        const box = await page.getByRole('dialog').boundingBox()
        expect(Math.min(box?.x ?? -1, width - (box?.x ?? 0) - (box?.width ?? width))).toBeGreaterThanOrEqual(0)
        await page.screenshot({ path: `${pictures}choosing-${name}-${width}-${colorScheme}.png` })
        expect(await hardToUse(page)).toEqual([])
        await press(page, 'Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
