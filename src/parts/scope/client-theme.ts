import { useEffect } from 'react'
import { cacheTimes } from '../../kit/session/times.ts'
import { themes, type ThemeValues } from '../../contract/clients/themes.ts'
import { useRead } from '../../kit/cache.tsx'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { themeVariables } from '../../ui/theme/theme.ts'

/**
 * Applies a theme to the element. Its values are set on the host element, so
 * that the tokens derived from them follow and the page's own rules still win.
 */
export function useTheme(values: ThemeValues | undefined) {
  const { root, isInheriting } = useElementContext()
  useEffect(() => {
    if (!values || isInheriting || !(root instanceof ShadowRoot)) return
    const sheet = new CSSStyleSheet()
    const rules = Object.entries(themeVariables(values)).map(([name, value]) => `${name}:${value}`)
    sheet.replaceSync(`:host{${rules.join(';')}}`)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [values, root, isInheriting])
}

/** Applies the client's theme; if it cannot be loaded, the default theme stays. */
export function useClientTheme(memberGroupId: number | undefined) {
  const { isInheriting } = useElementContext()
  const { data } = useRead(themes.one, memberGroupId === undefined || isInheriting ? null : { path: { memberGroupId } }, {
    freshForMs: cacheTimes.theme,
  })
  useTheme(data?.theme)
}
