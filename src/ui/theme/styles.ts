import base from './base.css'
import island from './island.css'
import tokens from './tokens.css'

let shared: CSSStyleSheet | undefined
const addedStyles = [tokens, island, base]

/** Adds the styles of a lazily loaded component to all elements on the page. */
export function addStyles(css: string) {
  if (addedStyles.includes(css)) return
  addedStyles.push(css)
  shared?.replaceSync(addedStyles.join('\n'))
}

/** The style sheet shared by all elements on a page, created on first use. */
export function sharedSheet(): CSSStyleSheet {
  if (shared) return shared
  shared = new CSSStyleSheet()
  shared.replaceSync(addedStyles.join('\n'))
  return shared
}

/** Adds the shared style sheet to a shadow root. */
export function adoptSharedSheet(root: ShadowRoot) {
  const sheet = sharedSheet()
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets]
}
