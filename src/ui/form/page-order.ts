/** Sorts fields by the position of their controls in the page; fields without a control come last. */
export function pageOrder(first: HTMLElement | undefined, second: HTMLElement | undefined): number {
  if (!first || !second) return Number(!first) - Number(!second)
  if (first === second) return 0
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
}
