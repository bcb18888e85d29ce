/** Which dialogs are open in each element, the last one on top; the key is the element's own root. */
const open = new WeakMap<Node, readonly HTMLDialogElement[]>()
const changed = 'layers-changed'

/** The dialog on top of an element, which is the only part of the page that can be used. */
export const topDialog = (root: Node) => open.get(root)?.at(-1)

/** Tells when another dialog is on top. */
export function onLayers(root: Node, hear: () => void): () => void {
  root.addEventListener(changed, hear)
  return () => root.removeEventListener(changed, hear)
}

/** Puts a dialog on top until it is taken away again. */
export function layer(dialog: HTMLDialogElement): () => void {
  const root = dialog.getRootNode()
  const set = (dialogs: readonly HTMLDialogElement[]) => {
    open.set(root, dialogs)
    root.dispatchEvent(new Event(changed))
  }
  set([...(open.get(root) ?? []), dialog])
  return () => set((open.get(root) ?? []).filter((other) => other !== dialog))
}

/** A rule for a page for as long as it takes; its own policy forbids style tags, and an adopted sheet is none. */
export function ruleFor(page: Document, css: string): () => void {
  const sheet = new (page.defaultView ?? window).CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}

/** Keeps the page behind a dialog where it is; the place of its scroll bar stays, so that nothing jumps. */
export function lockScroll(page: Document): () => void {
  const { documentElement, defaultView } = page
  const hasBar = (defaultView?.innerWidth ?? 0) > documentElement.clientWidth
  return ruleFor(page, `html{overflow:hidden!important;${hasBar ? 'scrollbar-gutter:stable!important' : ''}}`)
}
