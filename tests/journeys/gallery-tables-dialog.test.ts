import { expect, type Locator, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { emptyPlatform, hearComplaints, pictures } from '../support/gallery-page.ts'
import { bar, enter, press, table } from '../support/table-hands.ts'

const platform = emptyPlatform()
hearComplaints()

/** Whether every word of something stands within it, and on more lines than one. */
const wraps = (shown: Locator) =>
  shown.evaluate((node) => {
    const [{ left, right }, text] = [node.getBoundingClientRect(), document.createRange()]
    text.selectNodeContents(node)
    const lines = [...text.getClientRects()]
    const rows = new Set(lines.map(({ top }) => Math.round(top)))
    return { isInside: lines.every((line) => line.left >= left - 1 && line.right <= right + 1), isOnLines: rows.size > 1 }
  })

for (const width of [1440, 360])
  test(`a narrow dialog that is opened out of the bar of a table says all of its words at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${platform.origin}/ui/tables`)
    await expect(table(page).getByRole('rowheader', { name: 'Harbor long stays 1', exact: false }).first()).toBeVisible()
    await enter(page)
    await press(page, 'Space')
    await expect(bar(page)).toContainText('1 selected')
    await bar(page).getByRole('button', { name: 'Rename', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Rename what is selected' })
    const inside = await dialog.evaluate((node) => node.querySelector('.panel')?.clientWidth ?? 0)
    expect(inside).toBeLessThanOrEqual(384)
    for (const words of ['None of the campaigns that are selected', 'Two of them are under review', 'What has a name of its own'])
      expect(await wraps(dialog.getByText(words))).toEqual({ isInside: true, isOnLines: true })

    await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter')
    await dialog.getByRole('button', { name: 'Rename', exact: true }).press('Enter')
    const refused = dialog.getByText('Somebody has changed this since you read it.')
    await expect(refused).toBeVisible()
    expect(await wraps(refused)).toEqual({ isInside: true, isOnLines: true })
    await dialog.screenshot({ path: `${pictures}gallery-narrow-dialog-${width}.png` })
    expect(await hardToUse(page)).toEqual([])
  })
