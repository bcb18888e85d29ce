import { adoptSharedSheet } from '../../src/ui/theme/styles.ts'
import { placeholderCss } from './skeleton.ts'

const sheets = new Map<number, CSSStyleSheet>()

function placeholderSheet(minHeight: number) {
  const cached = sheets.get(minHeight)
  if (cached) return cached
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(placeholderCss(minHeight))
  sheets.set(minHeight, sheet)
  return sheet
}

/** Applies our style sheets to an element's root, replacing the loader's. */
export function applyStyles(root: ShadowRoot, minHeight: number) {
  root.adoptedStyleSheets = [placeholderSheet(minHeight)]
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
