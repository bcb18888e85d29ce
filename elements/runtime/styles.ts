import { adoptSharedSheet } from '../../src/ui/theme/styles.ts'
import { minHeightCss, skeletonCss } from './skeleton.ts'

const sheets = new Map<string, CSSStyleSheet>()

type MinHeights = Parameters<typeof minHeightCss>

function minHeightSheet(...heights: MinHeights) {
  const css = minHeightCss(...heights)
  const cached = sheets.get(css)
  if (cached) return cached
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css + skeletonCss)
  sheets.set(css, sheet)
  return sheet
}

/** Applies our style sheets to an element's root, replacing the loader's. */
export function applyStyles(root: ShadowRoot, ...heights: MinHeights) {
  root.adoptedStyleSheets = [minHeightSheet(...heights)]
  adoptSharedSheet(root)
}

/** A style sheet for the host's `themeTokens`. It overrides the client's theme; the page's own rules override it. */
export function themeTokenSheet() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':host(:defined){}')
  return {
    sheet,
    set(tokens: Readonly<Record<string, string>> | undefined) {
      const rule = sheet.cssRules[0]
      if (!(rule instanceof CSSStyleRule)) return
      rule.style.cssText = ''
      for (const [name, value] of Object.entries(tokens ?? {})) rule.style.setProperty(name.startsWith('--') ? name : `--ad-${name}`, value)
    },
  }
}
