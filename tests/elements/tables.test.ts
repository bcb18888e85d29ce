import { fitsWidth, currentPath, gallery, goBack, inGallery, expectAccessible, look, open } from '../support/elements/gallery.ts'
import { eventually } from '../support/elements/page-parts.ts'
import { expect, person, press, savedBy } from '../support/elements/person.ts'
import { beforeEach, describe, it } from '../support/elements/suite.ts'
import {
  announced,
  enter,
  firstRow,
  focusedCell,
  focusedElement,
  isAt,
  openFilter,
  selectionBar,
  table,
} from '../support/elements/table.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 800 }

const columnNames = () => table().getByRole('columnheader').allTextContents()
const exists = (name: string) => expect(table().getByRole('rowheader', { name }).first()).toBeVisible()

/** Opens the file menu by keyboard; its first item gets the focus. */
async function openFiles() {
  await person.getByRole('button', { name: 'Export' }).first().press('Enter')
  const csv = person.getByRole('menuitem', { name: 'Export as CSV' })
  await expect(csv).toBeFocused()
  return csv
}

describe('a table of a hundred thousand rows', () => {
  inGallery()
  beforeEach(async () => {
    await open('tables', wide)
    await exists('Harbor long stays 1')
  })

  it('moves the focus with arrows, Home, End and page keys, to the last row, the totals and the header', async () => {
    await expect(table()).toHaveAttribute('aria-rowcount', '100002')
    await enter()
    await isAt({ row: 3, column: 1 })
    await press('ArrowDown', 'ArrowRight', 'ArrowRight')
    await isAt({ row: 4, column: 3 })
    await press('End')
    await isAt({ row: 4, column: 9 })
    await press('Control+End')
    await isAt({ row: 100_002, column: 9 })
    await press('Home')
    await eventually(() => expect(focusedCell().text).to.contain('100000'))
    await press('PageUp')
    expect(focusedCell().row).to.be.lessThan(100_002 - 9)
    await press('Control+Home', 'ArrowUp')
    await isAt({ text: 'Total' })
    await press('ArrowUp')
    await isAt({ row: 1, text: 'Campaign' })
  })

  it('does not cover the focused cell with the header or the first column on a narrow page', async () => {
    await enter()
    await look(narrow)
    await press(...Array.from({ length: 30 }, () => 'ArrowDown'), ...Array.from({ length: 20 }, () => 'ArrowUp'))
    await press('End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    await eventually(() => {
      const cell = focusedElement()
      const { left, right, top, bottom } = cell?.getBoundingClientRect() ?? new DOMRect()
      const at = (x: number, y: number) => gallery().shadowRoot?.elementFromPoint(x, y) ?? null
      expect(cell?.contains(at(left + 2, top + 2)), 'its first corner is seen').to.equal(true)
      expect(cell?.contains(at(right - 2, bottom - 2)), 'its last corner is seen').to.equal(true)
    })
    const frame = await table().boundingBox()
    const name = await table().getByRole('rowheader').last().boundingBox()
    expect(name?.x).to.equal(frame?.x)
    expect(name?.width).to.be.at.most((frame?.width ?? 0) / 2)
    await fitsWidth()
  })

  it('shows at its edge that more columns follow, in both reading directions', async () => {
    /** The side with the scroll shadow. */
    const edge = (name?: string) =>
      table(name).evaluate((scroller) => {
        const { opacity, left, right } = getComputedStyle(scroller.parentElement ?? scroller, '::after')
        if (Number(opacity) === 0) return 'none'
        return Number.parseFloat(left) > Number.parseFloat(right) ? 'right' : 'left'
      })
    const isEdge = (side: string, name?: string) => eventually(async () => expect(await edge(name)).to.equal(side))
    const scrollTo = (left: number) => table().evaluate((scroller, to) => scroller.scrollTo({ left: to }), left)
    await isEdge('none', 'Few')
    await look(narrow)
    await isEdge('right', 'Few')
    await isEdge('right')
    await scrollTo(1e6)
    await isEdge('none')
    document.documentElement.dir = 'rtl'
    await scrollTo(0)
    await isEdge('left')
    await scrollTo(-1e6)
    await isEdge('none')
    await look({ ...narrow, forcedColors: 'active' })
    await scrollTo(0)
    await isEdge('left')
  })

  it('sorts by its header, adds a second column with Shift, and stores both in the path', async () => {
    await enter()
    await press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter')
    await eventually(() => expect(currentPath()).to.match(/sort=status$/))
    await expect(table().getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'ascending')
    await press('ArrowRight', 'ArrowRight', 'Shift+Enter')
    await eventually(() => expect(currentPath()).to.match(/sort=status%2C-cost/))
    await expect(table().getByRole('columnheader', { name: 'Spend' })).toHaveAttribute('aria-sort', 'descending')
    // The header changes at once, the rows after they have loaded.
    await expect(table()).toHaveAttribute('aria-busy', 'false')
    await expect(firstRow()).toContainText('Active')
    const first = await firstRow().textContent()
    const path = currentPath()
    await open(path, wide)
    await eventually(async () => expect(await firstRow().textContent()).to.equal(first))
    expect(currentPath()).to.equal(path)
  })

  it('restores the earlier sorting on going back', async () => {
    await enter()
    await press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter')
    const status = table().getByRole('columnheader', { name: 'Status' })
    await expect(status).toHaveAttribute('aria-sort', 'ascending')
    goBack()
    await expect(status).toHaveAttribute('aria-sort', 'none')
  })

  it('adds, combines and clears filters', async () => {
    await openFilter()
    await press('Tab', 'Enter')
    await person.getByLabel('Active').focus()
    await press('Space', 'Enter')
    await eventually(() => expect(currentPath()).to.contain('filter.status=active'))
    await expect(person.getByText(/^25,\d{3} rows$/)).toBeVisible()
    await openFilter()
    await press('Enter')
    await expect(person.getByLabel('Contains')).toBeFocused()
    await person.keyboard.type('atlantis')
    await press('Enter')
    // Another table of the page is always empty, and comes after this one.
    await expect(person.getByRole('heading', { name: 'No matching rows' })).toHaveCount(2)
    await expect(person.getByText('0 rows', { exact: true }).first()).toBeVisible()
    await person.getByRole('button', { name: 'Clear filters' }).first().press('Enter')
    // The heading of the page has the same text.
    await expect(person.getByText('100,000 rows').and(person.locator('span'))).toBeVisible()
    // The button disappears with the message, and the focus moves to the table.
    await isAt({ column: 1 })
    expect(currentPath()).not.to.contain('filter')
  })

  it('selects rows with Space and Shift, and all matching rows with Control+A', async () => {
    await enter()
    await press('Space')
    await expect(selectionBar()).toContainText('1 selected')
    await press('Shift+ArrowDown', 'Shift+ArrowDown')
    await expect(selectionBar()).toContainText('3 selected')
    await press('Shift+ArrowUp')
    await expect(selectionBar()).toContainText('2 selected')
    await press('ArrowDown', 'ArrowDown', 'Shift+Control+End')
    await announced('Too many rows')
    await press('Control+a')
    await expect(selectionBar()).toContainText('100,000 selected')
    await press('Space')
    await expect(selectionBar()).toContainText('99,999 selected')
    await press('Escape')
    await expect(selectionBar()).toBeHidden()
  })

  it('selects a range that includes rows not yet loaded', async () => {
    await enter()
    await press('Space')
    await table().evaluate((node) => node.scrollTo(0, 1500 * 36))
    const far = table().locator('[aria-rowindex="1503"]').getByRole('gridcell').nth(4)
    await expect(far).not.toBeEmpty()
    await far.click({ modifiers: ['Shift'] })
    await expect(selectionBar()).toContainText('1,501 selected')
  })

  it('copies its selection as a table', async () => {
    await enter()
    await press('Space', 'Shift+ArrowDown')
    await expect(selectionBar()).toContainText('2 selected')
    await press('Control+c')
    await announced('2 rows copied')
    const lines = (await navigator.clipboard.readText()).split('\n')
    expect(lines.map((line) => line.split('\t').length)).to.deep.equal([9, 9])
    expect(lines[0]).to.match(/^Harbor long stays 1\tPaused\t3,650\.00\t/)
  })

  it('saves an edited cell, cancels it, shows why it is refused, and handles a conflict', async () => {
    await enter()
    const cell = firstRow().getByRole('rowheader')
    const field = person.getByRole('textbox', { name: 'Campaign of Harbor long stays 1' })
    await press('F2')
    await expect(field).toBeFocused()
    await person.keyboard.type('Winter sale')
    await press('Escape')
    await expect(cell).toContainText('Harbor long stays 1')
    await press('Enter')
    await person.keyboard.type('Winter sale')
    await press('Enter')
    await expect(cell).toContainText('Winter sale')
    await announced('Saved')
    await press('Enter')
    await person.keyboard.type('fail')
    await press('Tab')
    await isAt({ row: 3, column: 2 })
    await announced('This name is taken')
    await expect(cell).toContainText('fail')
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    await press('ArrowLeft')
    await expect(person.getByRole('note')).toContainText('This name is taken')
    await press('Enter')
    await expect(person.getByRole('textbox', { name: /^Campaign of/ })).toHaveValue('fail')
    await person.keyboard.type('conflict')
    await press('Enter')
    await announced('This has changed since you opened it')
    await expect(person.getByRole('note')).toContainText('This has changed since you opened it')
    await expect(cell).toContainText('conflict')
    await press('Escape')
    await expect(cell).toContainText('Renamed by another user')
  })

  it('does not send an invalid value, and says why', async () => {
    await enter()
    await press('ArrowRight', 'ArrowRight', 'Enter')
    await person.keyboard.type('lots')
    await press('Enter')
    await expect(person.getByRole('note')).toContainText('Enter an amount')
    await press('Escape', 'ArrowLeft', 'Enter')
    await expect(person.getByRole('combobox', { name: /^Status of/ })).toBeFocused()
    await press('Escape')
    await isAt({ row: 3, column: 2 })
  })

  it('finds, hides, moves and resizes columns by keyboard, and keeps the first in place', async () => {
    const opener = person.getByRole('button', { name: 'Columns' }).first()
    await opener.press('Enter')
    await expect(person.getByRole('searchbox', { name: 'Search columns' })).toBeFocused()
    await expect(person.getByRole('checkbox', { name: 'Campaign', exact: true })).toBeDisabled()
    await person.keyboard.type('clicks')
    await press('Tab', 'Space')
    await eventually(async () => expect(await columnNames()).not.to.include('Clicks'))
    await person.getByRole('searchbox').fill('')
    await person.getByRole('button', { name: 'Move ROAS' }).focus()
    await press(...Array.from({ length: 8 }, () => 'ArrowUp'))
    await announced('ROAS: position 2 of 10')
    await eventually(async () =>
      expect(await columnNames()).to.deep.equal([
        'Campaign',
        'ROAS',
        'Status',
        'Budget, USD',
        'Spend, USD',
        'Impressions',
        'Click-through rate',
        'Ends',
      ]),
    )
    await press('Escape')
    await expect(opener).toBeFocused()
    await eventually(() => expect(currentPath()).to.contain('columns=name%2Croas'))
    await enter()
    await press('ArrowUp', 'ArrowUp', 'ArrowRight')
    const width = async () => (await table().getByRole('columnheader', { name: 'ROAS' }).boundingBox())?.width ?? 0
    const before = await width()
    await press('Shift+ArrowRight', 'Shift+ArrowRight')
    await eventually(async () => expect(await width()).to.be.greaterThan(before))
  })

  it('breaks a long column name into two lines in a narrow column', async () => {
    await open('tables?columns=name,ctr', wide)
    await enter()
    await press('ArrowUp', 'ArrowUp', 'ArrowRight')
    const header = table().getByRole('columnheader', { name: 'Click-through rate' })
    const name = header.getByText('Click-through rate')
    const height = async () => (await name.boundingBox())?.height ?? 0
    const width = async () => (await header.boundingBox())?.width ?? 0
    const before = await height()
    for (let step = 0; step < 20 && (await height()) === before; step++) {
      const previous = await width()
      await press('Shift+ArrowLeft')
      await eventually(async () => expect(await width()).to.be.lessThan(previous))
    }
    expect(await height()).to.be.greaterThan(before)
    expect(await name.evaluate((node) => node.scrollWidth - node.clientWidth)).to.equal(0)
  })

  it('exports the shown rows to a file, which can be cancelled', async () => {
    await open('tables?columns=name,clicks,status&filter.name=harbor&sort=-clicks', wide)
    await expect(table().getByRole('columnheader')).toHaveCount(3)
    await expect(firstRow()).toContainText('Harbor')
    const lines = (await savedBy(await openFiles())).split('\r\n')
    expect(lines.slice(0, 7)).to.deep.equal([
      '\uFEFFTable,Campaigns',
      'Time zone,America/New_York',
      'Currency,USD',
      'Sorted by,Clicks (descending)',
      'Filter,Campaign: “harbor”',
      '',
      'Campaign,Clicks,Status',
    ])
    expect(lines[7]).to.match(/^Total,\d+,$/)
    const clicks = lines.slice(8, -1).map((line) => Number(line.split(',')[1]))
    expect(clicks.length).to.be.greaterThan(10_000)
    expect(clicks).to.deep.equal(clicks.toSorted((a, b) => b - a))
    await openFiles()
    await press('Enter')
    await expect(person.getByRole('progressbar')).toBeVisible()
    await person.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(person.getByRole('progressbar')).toBeHidden()
  })

  it('shows a failed load and offers a retry', async () => {
    await expect(person.getByRole('heading', { name: 'Couldn’t load rows' })).toBeVisible()
    await table('Second page fails').locator('[tabindex="0"]').focus()
    await press('Control+End')
    await expect(person.getByRole('alert').filter({ hasText: 'Some rows couldn’t be loaded' })).toBeVisible()
    await expectAccessible()
  })

  it('moves with the arrows as seen on the screen from right to left', async () => {
    gallery().setAttribute('dir', 'rtl')
    await enter()
    await press('ArrowLeft', 'ArrowLeft')
    await isAt({ row: 3, column: 3 })
  })
})

/** Whether the whole text is within its box, on more than one line. */
const wrapsOf = (shown: ReturnType<typeof person.getByText>) =>
  shown.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect()
    const text = document.createRange()
    text.selectNodeContents(node)
    const lines = [...text.getClientRects()]
    return {
      isInside: lines.every((line) => line.left >= left - 1 && line.right <= right + 1),
      isOnLines: new Set(lines.map(({ top }) => Math.round(top))).size > 1,
    }
  })

describe('a dialog opened from the selection of a table', () => {
  inGallery()
  for (const width of [1440, 360])
    it(`shows its whole text at ${width} pixels`, async () => {
      await open('tables', { width, height: 900 })
      await exists('Harbor long stays 1')
      await enter()
      await press('Space')
      await expect(selectionBar()).toContainText('1 selected')
      await selectionBar().getByRole('button', { name: 'Rename', exact: true }).press('Enter')
      const dialog = person.getByRole('dialog', { name: 'Rename selected campaigns' })
      const isWhole = { isInside: true, isOnLines: true }
      for (const words of ['None of the selected campaigns', 'Two campaigns are under review', 'Campaigns with a custom name'])
        expect(await wrapsOf(dialog.getByText(words))).to.deep.equal(isWhole)
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter')
      await dialog.getByRole('button', { name: 'Rename', exact: true }).press('Enter')
      const refused = dialog.getByText('This has changed since you opened it.')
      await expect(refused).toBeVisible()
      expect(await wrapsOf(refused)).to.deep.equal(isWhole)
      await expectAccessible()
    })
})

describe('a table with stale rows', () => {
  inGallery()
  /** What another tab writes when it has changed something that the table shows. */
  const changeElsewhere = () =>
    window.dispatchEvent(
      new StorageEvent('storage', {
        key: 'placard-stale',
        newValue: JSON.stringify([1, ['POST v1/member_groups/:memberGroupId/campaigns_report']]),
      }),
    )
  const cell = (row: number, column: number) => table('Readings').locator(`[data-row="${row}"] > [data-column="${column}"]`) // cells have no names of their own
  const isReading = (count: number) => expect(cell(4, 1)).toHaveText(String(count))
  beforeEach(async () => {
    await open('tables', wide)
    await isReading(1)
  })

  it('reloads rows that another tab changed', async () => {
    changeElsewhere()
    await isReading(2)
  })

  it('keeps its rows while a cell editor is open', async () => {
    await cell(0, 0).click()
    await press('Enter')
    const field = person.getByRole('textbox', { name: 'Name of Row 1' })
    await field.fill('Typed')
    changeElsewhere()
    await expect(field).toHaveValue('Typed')
    await isReading(1)
    await press('Escape')
    await isReading(2)
  })

  it('merges its own edit into the row, without reloading', async () => {
    await cell(0, 0).click()
    await press('Enter')
    await person.getByRole('textbox', { name: 'Name of Row 1' }).fill('Mine')
    await press('Enter')
    await announced('Saved')
    await expect(cell(0, 0)).toHaveText('Mine')
    await isReading(1)
  })

  it('ends an edit on a click outside the table', async () => {
    await cell(1, 0).click()
    await press('Enter')
    const field = person.getByRole('textbox', { name: 'Name of Row 2' })
    await field.fill('Left')
    await person.getByRole('heading', { name: 'Few rows' }).click()
    await expect(cell(1, 0)).toHaveText('Left')
    await expect(field).toBeHidden()
  })
})
