/** Focuses a node if the focused node was removed. A user who has moved the focus elsewhere keeps it. */
export function restoreLostFocus(node: HTMLElement | null | undefined) {
  if (document.activeElement === document.body) node?.focus({ preventScroll: true })
}
