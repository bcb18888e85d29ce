import { inGallery, open } from '../support/elements/gallery.ts'
import { givenDay } from '../support/elements/given-day.ts'
import { dates, select as field } from '../support/elements/looks.ts'
import { expect, person, press, tabTo } from '../support/elements/person.ts'
import { beforeEach, describe, it } from '../support/elements/suite.ts'

const menu = (name: string) => person.getByRole('dialog', { name, exact: true })
const day = (name: string) => person.getByRole('button', { name, exact: true })
const openScreen = async () => {
  await open('choosing')
  await person.getByRole('heading', { name: 'Multi-select' }).waitFor()
}

describe('selection fields', () => {
  const complaints = inGallery()
  beforeEach(openScreen)

  it('twenty options of a multi-select are found and selected by keyboard, and the closed field counts the rest', async () => {
    await tabTo(field('Hotels'))
    await press('ArrowDown')
    const search = menu('Hotels').getByRole('combobox')
    await expect(search).toBeFocused()
    for (const [town, count] of [
      ['monterey', 8],
      ['denver', 8],
      ['tahoe', 6],
    ] as const) {
      await press('ControlOrMeta+a')
      await person.keyboard.type(town)
      await expect(menu('Hotels').getByText('8 results')).toBeVisible()
      await expect(person.getByRole('option').first()).toContainText(new RegExp(town, 'i'))
      await press('ArrowUp')
      for (let index = 0; index < count; index++) await press('Space', 'ArrowDown')
    }
    await press('Escape')
    await expect(field('Hotels')).toBeFocused()
    await expect(field('Hotels')).toContainText('1 more selected')
    expect((await field('Hotels').textContent())?.match(/(Monterey|Denver|Tahoe) \d+/g)).to.have.length(19)
  })

  it('in a list of ten thousand options one key reaches the last, and fewer than 25 are rendered', async () => {
    await tabTo(field('Hotel out of 10,000'))
    await press('Enter', 'End')
    const last = person.getByRole('option', { name: /10000/ })
    await expect(last).toBeInViewport()
    await expect(last).toHaveAttribute('aria-setsize', '10000')
    await expect(last).toHaveAttribute('aria-posinset', '10000')
    const search = menu('Hotel out of 10,000').getByRole('combobox')
    expect(await search.getAttribute('aria-activedescendant')).to.equal(await last.getAttribute('id'))
    expect(await person.getByRole('option').count()).to.be.lessThan(25)
  })

  it('a busy or read-only select has no arrow, and its spinner is inside the border', async () => {
    const field = (name: string) => person.getByRole('combobox', { name, exact: true })
    await expect(field('Pace').locator('.icon')).toBeVisible()
    for (const name of ['Read only', 'Busy']) await expect(field(name).locator('.icon')).toBeHidden()
    const ends = await field('Busy').evaluate((node) => {
      const spinner = node.parentElement?.querySelector('.spin')
      return [spinner, node.parentElement].map((one) => one?.getBoundingClientRect().right ?? 0)
    })
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).to.be.at.least(4)
  })

  it('letters search a closed select, Enter selects, Tab moves to the next field', async () => {
    await tabTo(field('Hotel, loaded page by page'))
    await person.keyboard.type('asheville')
    await expect(person.getByRole('option').first()).toContainText('Asheville')
    await press('ArrowDown', 'Enter')
    await expect(field('Hotel, loaded page by page')).toContainText('The Palisade, Asheville')
    await expect(field('Hotel, loaded page by page')).toBeFocused()
    await press('ArrowDown')
    await expect(menu('Hotel, loaded page by page').getByRole('combobox')).toBeFocused()
    await press('Tab')
    await expect(person.getByRole('dialog')).toHaveCount(0)
    await expect(person.getByRole('button', { name: 'Clear Hotel, loaded page by page' })).toBeFocused()
  })

  it('options that failed to load can be requested again, and a missing portal is reported in the console', async () => {
    await tabTo(field('Options that fail once'))
    await press('Enter')
    await tabTo(person.getByRole('button', { name: 'Try again' }))
    await press('Enter')
    await expect(person.getByRole('option').first()).toBeVisible()
    await press('Escape')
    expect(complaints).to.deep.equal([])
    await tabTo(field('Missing portal'))
    await press('Enter')
    await expect(person.getByRole('option')).toHaveCount(3)
    expect(complaints.splice(0).map((complaint) => complaint.includes('nowhere'))).to.deep.equal([true])
  })

  it('a date range is selected across months by keyboard, and cancelling changes nothing', async () => {
    const opener = dates('Dates, weeks from Sunday')
    await tabTo(opener)
    await press('Enter')
    await expect(day('Friday, November 20, 2026')).toBeFocused()
    await press('PageUp', 'Home', 'Enter', 'PageDown', 'ArrowDown')
    await expect(person.getByRole('status')).toContainText(['From Oct 18. Now choose the end date.'])
    await press('Enter')
    await expect(person.getByRole('status')).toContainText(['Oct 18 – Nov 25 39 days'])
    await tabTo(person.getByRole('button', { name: 'Apply' }))
    await press('Enter')
    await expect(opener).toBeFocused()
    await expect(opener).toContainText('Oct 18 – Nov 25')
    for (const leave of ['Cancel', 'Escape']) {
      await press('Enter', 'Shift+PageUp', 'Enter', 'End', 'Enter')
      await expect(person.getByRole('status')).toContainText(['Nov 25 – 29, 2025 5 days'])
      if (leave === 'Cancel') await tabTo(person.getByRole('button', { name: leave }))
      await press(leave === 'Cancel' ? 'Enter' : leave)
      await expect(opener).toBeFocused()
      await expect(opener).toContainText('Oct 18 – Nov 25')
    }
  })

  it('keys skip unavailable days, and no date range includes them', async () => {
    await tabTo(dates('Dates with unavailable days'))
    await press('Enter', 'ArrowUp')
    await expect(day('Friday, November 13, 2026')).toBeFocused()
    await press('Enter', 'ArrowLeft')
    await expect(day('Monday, November 9, 2026')).toBeFocused()
    await press('Enter')
    const alert = menu('Dates with unavailable days').getByRole('alert')
    await expect(alert).toHaveText('Please select a valid date range The range can’t include Nov 10 – 12')
    await press('Shift+PageDown')
    await expect(day('Thursday, December 31, 2026')).toBeFocused()
  })

  it('typed days of a date range must exist and be in order', async () => {
    const opener = dates('Past dates only')
    await tabTo(opener)
    await press('Enter')
    const start = person.getByLabel('Start date')
    const end = person.getByLabel('End date')
    const alert = menu('Past dates only').getByRole('alert')
    for (const [from, to, problem] of [
      ['2026-02-29', '2026-03-01', 'Enter dates such as Nov 21, 2026, start date first'],
      ['2026-03-02', '2026-03-01', 'Enter dates such as Nov 21, 2026, start date first'],
      ['2026-11-01', givenDay(1), 'Future dates can’t be selected'],
      ['2025-12-31', '2026-11-01', 'Dates before Jan 1, 2026 can’t be selected'],
    ] as const) {
      await tabTo(start)
      await person.keyboard.type(from)
      await tabTo(end)
      await person.keyboard.type(to)
      await expect(alert).toHaveText('')
      await tabTo(person.getByRole('button', { name: 'Apply' }))
      await press('Enter')
      await expect(alert).toHaveText(`Please select a valid date range ${problem}`)
      await expect(start).toHaveAttribute('aria-invalid', 'true')
    }
    await tabTo(start)
    await person.keyboard.type('2026-03-01')
    await tabTo(person.getByRole('button', { name: 'Apply' }))
    await press('Enter')
    await expect(opener).toContainText('Mar 1 – Nov 1')
  })

  it('a preset date range and its comparison are applied together', async () => {
    const opener = dates('Dates over the new year')
    await tabTo(opener)
    await press('Enter')
    await tabTo(person.getByRole('radio', { name: 'Custom' }))
    await press('ArrowDown', 'ArrowDown')
    await expect(person.getByRole('radio', { name: 'Year to date' })).toBeChecked()
    await tabTo(person.getByLabel('Compare with'))
    await person.keyboard.type('Previous month')
    await tabTo(person.getByRole('button', { name: 'Apply' }))
    await press('Enter')
    await expect(opener).toContainText('Year to date')
    await expect(person.getByText('compared with Dec 2, 2025 – Oct 22, 2026')).toBeVisible()
  })

  it('a date is typed or picked from a calendar', async () => {
    const field = person.getByRole('textbox', { name: 'Campaign start' })
    const opener = person.getByRole('button', { name: 'Choose date: Campaign start' })
    await tabTo(field)
    await person.keyboard.type('Nov 20')
    await press('Tab')
    await expect(person.getByText('Dates before Nov 21, 2026 can’t be selected')).toBeVisible()
    await expect(opener).toBeFocused()
    await press('Enter', 'ArrowRight', 'End', 'Enter')
    await expect(opener).toBeFocused()
    await expect(field).toHaveValue('Nov 22, 2026')
    await expect(field).toHaveAttribute('aria-invalid', 'false')
    await expect(person.getByRole('dialog')).toHaveCount(0)
  })
})
