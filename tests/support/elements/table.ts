import { eventually } from './page-parts.ts'
import { expect, person, press } from './person.ts'

export const table = (name = 'Campaigns') => person.getByRole('grid', { name })

/** The focused element, through all shadow roots. */
export function focusedElement(): Element | null {
  let node = document.activeElement
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
  return node
}

/** The position of the focus in a table, and the text there. */
export function focusedCell() {
  const node = focusedElement()
  return {
    text: node?.textContent ?? '',
    row: Number(node?.closest('[role=row]')?.getAttribute('aria-rowindex')),
    column: Number(node?.getAttribute('aria-colindex')),
  }
}

/** Waits until the focus is in a cell. */
export const isAt = (position: { readonly row?: number; readonly column?: number; readonly text?: string }) =>
  eventually(() => expect(focusedCell()).to.include(position))

export const selectionBar = () => person.getByRole('region', { name: 'Selection' })

/** Waits until a text is announced to screen readers. */
export const announced = (text: string | RegExp) => expect(person.getByRole('status').filter({ hasText: text }).first()).toBeAttached()

/** The first row of a table below its header and its totals. */
export const firstRow = (name?: string) => table(name).locator('[aria-rowindex="3"]') // rows have no accessible name

/** Enters the table by keyboard only: with Tab from its last button. */
export async function enter(name?: string) {
  await person.getByRole('button', { name: 'Export' }).first().focus()
  await press('Tab')
  await isAt({ column: 1 })
  await expect(table(name)).toBeVisible()
}

/** Opens the filter panel; its first column has the focus then. */
export async function openFilter() {
  await person.getByRole('button', { name: 'Filter', exact: true }).first().press('Enter')
  await expect(person.getByRole('dialog').getByRole('button').first()).toBeFocused()
}
