import { adopt } from '../../src/ui/theme/styles.ts'
import { placeCss, skeletonCss } from './skeleton.ts'

const places = new Map<string, CSSStyleSheet>()

type Place = Parameters<typeof placeCss>

function placeSheet(...place: Place) {
  const css = placeCss(...place)
  const known = places.get(css)
  if (known) return known
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css + skeletonCss)
  places.set(css, sheet)
  return sheet
}

/** Applies our style sheets to an element's root, replacing the loader's. */
export function dress(root: ShadowRoot, ...place: Place) {
  root.adoptedStyleSheets = [placeSheet(...place)]
  adopt(root)
}

/** A style sheet for the host's `themeTokens`. It overrides the client's theme; the page's own rules override it. */
export function tokenSheet() {
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
