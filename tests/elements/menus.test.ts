import type { Locator } from 'playwright/test'
import { button, fitsWidth, inGallery, expectAccessible, open } from '../support/elements/gallery.ts'
import { expect, person } from '../support/elements/person.ts'
import { describe, it } from '../support/elements/suite.ts'

// `person` is Playwright's page: the user of the page that the test runs in. `expect` retries for its locators only.
const { keyboard } = person
const item = (name: string | RegExp) => person.getByRole('menuitem', { name })
const choice = (name: string) => person.getByRole('menuitemradio', { name, exact: true })
const menu = () => person.getByRole('menu')
const trigger = () => button('More for this campaign')
const lastAction = () => person.getByRole('status', { name: 'Last action' })
const tooltip = () => person.getByRole('tooltip').filter({ visible: true })

/** Distance of the middle of an element from the top of the page. */
const middleOf = (shown: Locator) =>
  shown.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect()
    return (top + bottom) / 2
  })

async function openMenu(from: Locator = trigger()) {
  await from.press('Enter')
  await expect(item('Open')).toBeFocused()
}

describe('menus and tooltips', () => {
  inGallery()

  it('a menu opens with Enter or an arrow key, and Escape returns the focus', async () => {
    await open('overlays')
    await trigger().focus()
    for (const key of ['Enter', 'ArrowDown']) {
      await keyboard.press(key)
      await expect(item('Open')).toBeFocused()
      await expect(trigger()).toHaveAttribute('aria-expanded', 'true')
      await keyboard.press('Escape')
      await expect(menu()).toHaveCount(0)
      await expect(trigger()).toBeFocused()
      await expect(trigger()).toHaveAttribute('aria-expanded', 'false')
    }
  })

  it('arrows, Home and letters move the focus in a menu, and Enter activates the item', async () => {
    await open('overlays')
    await openMenu()
    await keyboard.press('ArrowUp')
    await expect(item('Delete')).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(item('Open')).toBeFocused()
    await keyboard.press('End')
    await expect(item('Delete')).toBeFocused()
    await keyboard.press('Home')
    await expect(item('Open')).toBeFocused()
    await keyboard.press('c')
    await expect(item(/^Copy/)).toBeFocused()
    await keyboard.press('Enter')
    await expect(lastAction()).toHaveText('copy')
    await expect(menu()).toHaveCount(0)
    await expect(trigger()).toBeFocused()
  })

  it('Tab closes a menu and moves on from its button', async () => {
    await open('overlays')
    await openMenu()
    await keyboard.press('Tab')
    await expect(menu()).toHaveCount(0)
    await expect(button(/^Theme/)).toBeFocused()
  })

  it('a disabled menu item says why and does nothing', async () => {
    await open('overlays')
    await trigger().click()
    await expect(item(/^End today/)).toHaveAttribute('aria-disabled', 'true')
    await expect(item(/^End today/)).toContainText('The campaign has not started')
    await item(/^End today/).hover()
    await keyboard.press('Enter')
    await expect(menu()).toBeVisible()
    await expect(lastAction()).toHaveText('Nothing yet')
  })

  it('Enter activates the item under the pointer, and a click outside closes the menu', async () => {
    await open('overlays')
    await trigger().click()
    await item(/^Delete/).hover()
    await keyboard.press('Enter')
    await expect(lastAction()).toHaveText('delete')
    await trigger().click()
    await expect(menu()).toBeVisible()
    await person.mouse.click(2, 2)
    await expect(menu()).toHaveCount(0)
  })

  it('the options of a menu have equal space above and below, and a check mark is level with its label', async () => {
    await open('overlays')
    await button('Theme Light').click()
    const list = await menu().boundingBox()
    const first = await choice('Light').boundingBox()
    const last = await choice('As the system').boundingBox()
    if (!list || !first || !last) throw new Error('The menu is not shown')
    const above = first.y - list.y
    const below = list.y + list.height - last.y - last.height
    expect([above, below]).to.deep.equal([4, 4])
    const tick = await middleOf(choice('Light').locator('[part="checked-icon"]'))
    expect(await middleOf(choice('Light').locator('[part="label"]'))).to.be.closeTo(tick, 0.5)
  })

  it('the current option of a menu is checked, and its button shows a new choice', async () => {
    await open('overlays')
    await button('Theme Light').click()
    await expect(choice('Light')).toBeChecked()
    await choice('Dark').click()
    await button('Theme Dark').click()
    await expect(person.getByRole('menuitemradio')).toHaveCount(3)
    await expect(choice('Light')).not.toBeChecked()
    await expect(choice('Light')).toHaveAttribute('aria-checked', 'false')
    await expect(choice('Dark')).toBeChecked()
  })

  it('a tooltip shows on focus and on hover, and Escape closes it', async () => {
    await open('overlays')
    await button('At the end').focus()
    await keyboard.press('Tab')
    await expect(button('Hover or focus')).toBeFocused()
    await expect(tooltip()).toContainText('A sentence about it')
    await keyboard.press('Escape')
    await expect(tooltip()).toHaveCount(0)
    await button('With a field').focus()
    await button('Hover or focus').hover()
    await expect(tooltip()).toContainText('A sentence about it')
    await person.mouse.move(0, 0)
    await expect(tooltip()).toHaveCount(0)
  })

  it('a tooltip names an icon button, and hides while its menu is open', async () => {
    await open('overlays')
    await trigger().hover()
    await expect(tooltip()).toContainText('More for this campaign')
    await trigger().click()
    await expect(menu()).toBeVisible()
    await expect(tooltip()).toHaveCount(0)
    await keyboard.press('Escape')
  })

  it('a tooltip shows above a dialog, next to its button', async () => {
    await open('overlays')
    await button('With a field').click()
    await button('Close').hover()
    const shown = person.getByRole('tooltip', { includeHidden: true }).filter({ visible: true })
    await expect(shown).toHaveText('Close')
    const at = await button('Close').boundingBox()
    const box = await shown.boundingBox()
    expect(box && at && Math.abs(box.x + box.width / 2 - at.x - at.width / 2)).to.be.lessThan(40)
    await person.mouse.move(0, 0)
    await expect(shown).toHaveCount(0)
    await keyboard.press('Escape')
  })

  it("a tooltip adds a description for screen readers, without the browser's own tooltip", async () => {
    await open('overlays')
    await expect(button('Hover or focus')).toHaveAccessibleDescription(/^A sentence about it/)
    await expect(trigger()).toHaveAccessibleDescription('')
    await expect(person.locator('[title]:not(iframe)')).toHaveCount(0)
  })

  for (const colorScheme of ['light', 'dark'] as const)
    it(`menus and tooltips are accessible in ${colorScheme} at a width of 360 pixels`, async () => {
      await open('overlays', { width: 360, colorScheme })
      await openMenu()
      await expectAccessible()
      await keyboard.press('Escape')
      await button('Hover or focus').focus()
      await expect(tooltip()).toBeVisible()
      await expectAccessible()
      await fitsWidth()
    })
})
