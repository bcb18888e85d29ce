const reachable = 'input:not([type="hidden"]), select, textarea, button, a[href], summary, [contenteditable="true"], [tabindex]'

const isStop = (node: HTMLElement) =>
  node.matches(reachable) && !node.matches(':disabled') && node.tabIndex >= 0 && node.checkVisibility({ visibilityProperty: true })

/** All tab stops in order, including those in shadow roots. */
const stopsIn = (within: ParentNode): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>('*')].flatMap((node) => [
    ...(isStop(node) ? [node] : []),
    ...(node.shadowRoot ? stopsIn(node.shadowRoot) : []),
  ])

/** Radio buttons of one group count as one stop. */
const isSameStop = (one: HTMLElement | undefined, other: Element | null | undefined) =>
  one === other ||
  (one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === 'radio' &&
    other.type === 'radio' &&
    one.name !== '' &&
    one.name === other.name &&
    one.form === other.form)

function focusIn(dialog: HTMLElement): Element | null {
  const root = dialog.getRootNode()
  let active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/**
 * Next stop when Tab wraps at the end of a dialog, or Shift+Tab at its start; undefined elsewhere.
 * Firefox moves the focus from a modal dialog in a shadow root to the document, and back to its last stop only.
 */
export function wrappedTabStop(dialog: HTMLElement, isBackward: boolean): HTMLElement | undefined {
  const stops = stopsIn(dialog)
  const first = stops[0]
  const last = stops.at(-1)
  const active = focusIn(dialog)
  if (isBackward) return isSameStop(first, active) || active === dialog ? last : undefined
  return isSameStop(last, active) ? first : undefined
}
