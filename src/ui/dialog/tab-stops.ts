const reachable = 'input:not([type="hidden"]), select, textarea, button, a[href], summary, iframe, [contenteditable="true"], [tabindex]'

const isStop = (node: HTMLElement) => node.matches(reachable) && !node.matches(':disabled') && node.tabIndex >= 0

/** Whether the content of a node can be scrolled. Chromium and Firefox make some of these nodes tab stops, Safari none. */
function isScrollable(node: HTMLElement) {
  const isHigher = node.scrollHeight > node.clientHeight
  const isWider = node.scrollWidth > node.clientWidth
  if (!isHigher && !isWider) return false
  const { overflowX, overflowY } = getComputedStyle(node)
  const scrolls = /^(auto|scroll)$/
  return (isHigher && scrolls.test(overflowY)) || (isWider && scrolls.test(overflowX))
}

interface Stop {
  readonly node: HTMLElement
  /** False for a scrollable area: only an attempt to focus it shows whether this browser counts it. */
  readonly isCertain: boolean
}

/** All tab stops in order, including those in shadow roots. */
const stopsIn = (parent: ParentNode): Stop[] =>
  [...parent.querySelectorAll<HTMLElement>('*')].flatMap((node) => {
    if (node.closest('[inert]')) return []
    const isCertain = isStop(node)
    const isCounted = (isCertain || isScrollable(node)) && node.checkVisibility({ visibilityProperty: true })
    return [...(isCounted ? [{ node, isCertain }] : []), ...(node.shadowRoot ? stopsIn(node.shadowRoot) : [])]
  })

/** Radio buttons of one group count as one stop. */
const isSameStop = (a: HTMLElement, b: Element | null) =>
  a === b ||
  (a instanceof HTMLInputElement &&
    b instanceof HTMLInputElement &&
    a.type === 'radio' &&
    b.type === 'radio' &&
    a.name !== '' &&
    a.name === b.name &&
    a.form === b.form)

function focusIn(dialog: HTMLElement): Element | null {
  const root = dialog.getRootNode()
  let active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

function takesFocus({ node }: Stop) {
  node.focus()
  const root = node.getRootNode()
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === node
}

/**
 * Moves the focus when Tab wraps at the end of a dialog, or Shift+Tab at its start; false if the browser must move it.
 * Firefox moves the focus from a modal dialog in a shadow root to the document, and back to its last stop only.
 */
export function wrapTab(dialog: HTMLElement, isBackward: boolean): boolean {
  const stops = stopsIn(dialog)
  if (isBackward) stops.reverse()
  const active = focusIn(dialog)
  const isOnDialog = isBackward && active === dialog
  const at = stops.findLastIndex(({ node }) => isSameStop(node, active))
  if (at === -1 && !isOnDialog) return false
  const following = isOnDialog ? [] : stops.slice(at + 1)
  if (following.some(({ isCertain }) => isCertain)) return false
  return [...following, ...stops].some(takesFocus)
}
