import { useEffect } from 'react'
import { cacheTimes } from '../../kit/session/times.ts'
import { themes, type ThemeValues } from '../../contract/clients/themes.ts'
import { useRead } from '../../kit/cache.tsx'
import { useGuest } from '../../kit/host/guest.tsx'
import { themeVariables } from '../../ui/theme/theme.ts'

/**
 * Dresses the element in a theme. The values stand on the host itself, so that the roles made from them follow,
 * and a page's own rule for the element still wins.
 */
export function useTheme(values: ThemeValues | undefined) {
  const { root, isInheriting } = useGuest()
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

/** Dresses the element in its client's theme; one that does not come leaves the default one. */
export function useClientTheme(memberGroupId: number | undefined) {
  const { isInheriting } = useGuest()
  const { data } = useRead(themes.one, memberGroupId === undefined || isInheriting ? null : { path: { memberGroupId } }, {
    freshForMs: cacheTimes.theme,
  })
  useTheme(data?.theme)
}
