import base from './base.css'
import chart from '../chart/chart.css'
import figures from '../chart/figures.css'
import island from './island.css'
import tokens from './tokens.css'

let shared: CSSStyleSheet | undefined
const worn = [tokens, island, base, figures, chart]

/** Adds the rules of what comes later than the first paint; every element of the page has them at once. */
export function wear(css: string) {
  if (worn.includes(css)) return
  worn.push(css)
  shared?.replaceSync(worn.join('\n'))
}

/** The one sheet of all elements of a page; made when the first of them needs it. */
export function sharedSheet(): CSSStyleSheet {
  if (shared) return shared
  shared = new CSSStyleSheet()
  shared.replaceSync(worn.join('\n'))
  return shared
}

/** Dresses a shadow root. */
export function adopt(root: ShadowRoot) {
  const sheet = sharedSheet()
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets]
}
