import type { Locator } from 'playwright/test'
import { button, fitsWidth, expectAccessible, pressButton } from './gallery.ts'
import { expect, person, press } from './person.ts'

export const colorSchemes = ['light', 'dark'] as const

/** Every screen of the gallery that needs no platform. */
export const screens = ['', 'fields', 'choosing', 'tables', 'overlays', 'navigation']

/** Fails if the page is too wide or breaks an accessibility rule. */
export async function isRight() {
  await fitsWidth()
  await expectAccessible()
}

/** How to open each kind of overlay. */
export const overlays = {
  'dialog with a field': () => pressButton('With a field'),
  'dialog with a long text': () => pressButton('Long text'),
  'dialog without a close button': () => pressButton('No close button'),
  question: () => pressButton('Close account'),
  'question in a dialog': async () => {
    await pressButton('Second confirmation')
    await pressButton('Delete')
  },
  drawer: () => pressButton('Drawer'),
  popover: () => pressButton('Return on ad spend'),
  notices: () => pressButton('Show all for one minute'),
  'notices above a dialog': async () => {
    await pressButton('Show all for one minute')
    await pressButton('With a field')
  },
  'lifted row': () => button('Move Entities').press('Space'),
} satisfies Readonly<Record<string, () => Promise<void>>>

export const dialogSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl']

/** The closed field that opens a menu. */
export const select = (name: string) => person.getByRole('combobox', { name, exact: true }).and(person.locator('button')) // its menu contains a second one

/** The button that opens a range calendar. */
export const dates = (name: string) => person.getByRole('button', { name: new RegExp(`^${name}`) })

/** Menus and calendars in each of their states. */
export const choices = {
  'many chosen': () => select('Hotels, many selected'),
  'one of few': () => select('Channel'),
  'options on their way': () => select('Options loading'),
  'options that failed': () => select('Options that fail once'),
  'range with closed days': () => dates('Dates with unavailable days'),
  'range with a comparison': () => dates('Dates over the new year'),
  'one day': () => person.getByRole('button', { name: 'Choose date: Campaign start' }),
} satisfies Readonly<Record<string, () => Locator>>

/** Opens a menu or calendar and waits for its content. */
export async function openChoice(name: string, opener: Locator) {
  await opener.press('Enter')
  const opened = person.getByRole('dialog')
  await expect(opened).toHaveCount(1)
  if (name === 'options that failed') await person.getByRole('alert').waitFor()
  if (name === 'many chosen') await person.getByRole('option').first().waitFor()
  const { x, width } = (await opened.boundingBox()) ?? { x: -1, width: 0 }
  expect(x, 'its left edge').to.be.at.least(0)
  expect(x + width, 'its right edge').to.be.at.most(innerWidth)
}

export async function closeChoice() {
  await press('Escape')
  await expect(person.getByRole('dialog')).toHaveCount(0)
}
