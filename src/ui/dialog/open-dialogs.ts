/** Open dialogs of each shadow root, the topmost last. */
const open = new WeakMap<Node, readonly HTMLDialogElement[]>()
const changed = 'layers-changed'

/** The topmost dialog; the rest of the element is inert. */
export const topDialog = (root: Node) => open.get(root)?.at(-1)

/** Subscribes to changes of the topmost dialog. */
export function onTopDialogChange(root: Node, listener: () => void): () => void {
  root.addEventListener(changed, listener)
  return () => root.removeEventListener(changed, listener)
}

/** Registers a dialog as the topmost until the returned function is called. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  const root = dialog.getRootNode()
  const set = (dialogs: readonly HTMLDialogElement[]) => {
    open.set(root, dialogs)
    root.dispatchEvent(new Event(changed))
  }
  set([...(open.get(root) ?? []), dialog])
  return () => set((open.get(root) ?? []).filter((other) => other !== dialog))
}

/** Adds a CSS rule to the page until the returned function is called. The host's CSP may forbid style tags; adopted sheets are allowed. */
export function addPageRule(page: Document, css: string): () => void {
  const sheet = new (page.defaultView ?? window).CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}

/** Locks scrolling of the page behind a dialog. The scrollbar gutter stays, so the page does not shift. */
export function lockScroll(page: Document): () => void {
  const { documentElement, defaultView } = page
  const hasBar = (defaultView?.innerWidth ?? 0) > documentElement.clientWidth
  return addPageRule(page, `html{overflow:hidden!important;${hasBar ? 'scrollbar-gutter:stable!important' : ''}}`)
}
