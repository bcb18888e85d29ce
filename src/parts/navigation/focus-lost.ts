/** Gives the focus to something where what had it is gone; whoever has gone on elsewhere keeps it. */
export function focusWhereLost(node: HTMLElement | null | undefined) {
  if (document.activeElement === document.body) node?.focus({ preventScroll: true })
}
