/** The bars with actions at the bottom of the page, of all elements on it. Toasts do not cover them. */
export const bottomBars = new Set<Element>()

/** The `ref` of such a bar. */
export function asBottomBar(bar: Element | null) {
  if (bar) bottomBars.add(bar)
  return () => {
    if (bar) bottomBars.delete(bar)
  }
}
