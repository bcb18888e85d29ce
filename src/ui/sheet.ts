import base from './base.css'
import chart from './chart.css'
import figures from './figures.css'
import table from './table.css'
import tokens from './tokens.css'

let shared: CSSStyleSheet | undefined

/** The one sheet of all elements of a page; made when the first of them needs it. */
export function sharedSheet(): CSSStyleSheet {
  if (shared) return shared
  shared = new CSSStyleSheet()
  shared.replaceSync([tokens, base, figures, table, chart].join('\n'))
  return shared
}

/** Dresses a shadow root. */
export function adopt(root: ShadowRoot) {
  const sheet = sharedSheet()
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets]
}
