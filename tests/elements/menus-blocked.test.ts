import { button, inGallery, expectAccessible, open } from '../support/elements/gallery.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

// A separate file, because a page loads the library only once.
const library = '**/chunks/shoelace-*.js'
const item = (name: string) => person.getByRole('menuitem', { name })
const trigger = () => button('More for this campaign')
const rejections: unknown[] = []
const hear = ({ reason }: PromiseRejectionEvent) => rejections.push(reason)

describe('menus and tooltips whose library fails to load', () => {
  inGallery()
  beforeEach(async () => {
    rejections.length = 0
    addEventListener('unhandledrejection', hear)
    await person.route(library, (route) => route.abort())
  })
  afterEach(async () => {
    removeEventListener('unhandledrejection', hear)
    await person.unroute(library)
    expect(rejections).to.deep.equal([])
  })

  it('a tooltip does not show, and its button still works', async () => {
    await open('overlays')
    await button('Hover or focus').hover()
    await button('Hover or focus').focus()
    await expect(person.getByRole('tooltip').filter({ visible: true })).toHaveCount(0)
    await expect(button('Hover or focus')).toBeFocused()
  })

  it('a menu says that its list failed to load, closes with Escape and Tab, and works after a retry', async () => {
    await open('overlays')
    // The pointer of the previous test must not hover an item.
    await person.mouse.move(0, 0)
    await trigger().press('Enter')
    const retry = button('Try again')
    await expect(person.getByRole('alert')).toHaveText('The list couldn’t be loaded.')
    await expect(retry).toBeFocused()
    await expectAccessible()
    await person.keyboard.press('Tab')
    await expect(retry).toHaveCount(0)
    await person.keyboard.press('Shift+Tab')
    await expect(trigger()).toBeFocused()
    await trigger().press('Enter')
    await expect(retry).toBeFocused()
    await person.keyboard.press('Escape')
    await expect(retry).toHaveCount(0)
    await expect(trigger()).toBeFocused()
    await trigger().press('Enter')
    await retry.press('Enter')
    await expect(retry).toHaveAttribute('aria-busy', 'false')
    await expect(retry).toBeFocused()
    await person.unroute(library)
    await retry.press('Enter')
    await expect(item('Open')).toBeFocused()
  })
})
