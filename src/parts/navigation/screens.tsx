import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { usePath } from '../../kit/path.ts'
import { retryImport } from '../../ui/lazy-idle.ts'
import { EmptyState, LoadingSkeleton } from '../../ui/states.tsx'

/** The parameters of a screen, from its path. */
export type ScreenParams = Readonly<Record<string, string>>
export type Screen = ComponentType<{ readonly params: ScreenParams }>
/** The screens of a surface, by path pattern. */
export type Routes = Readonly<Record<string, () => Promise<{ default: Screen }>>>

const digits = /^\d{1,10}$/

/** Decodes a path segment; an invalid escape is returned as it is. */
export function decodeSegment(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The parameters of a path, or undefined if the pattern does not match. A name that ends in `Id` matches digits only. */
export function paramsOf(pattern: string, pathname: string): ScreenParams | undefined {
  const patternParts = pattern.split('/')
  const pathParts = pathname.split('/')
  if (patternParts.length !== pathParts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, word] of patternParts.entries()) {
    const value = decodeSegment(pathParts[index] ?? '')
    if (!word.startsWith(':') ? word !== value : !value || (word.endsWith('Id') && !digits.test(value))) return undefined
    if (word.startsWith(':')) params[word.slice(1)] = value
  }
  return params
}

const vagueness = (pattern: string) =>
  pattern.split('/:').length + (pattern.startsWith(':') ? 1 : 0) + (/:(?!\w*Id\b)/.test(pattern) ? 10 : 0)

/** Finds the screen of a path: fixed words win over ids, and ids over other parameters. */
export function findScreen(patterns: readonly string[], pathname: string): { pattern: string; params: ScreenParams } | undefined {
  for (const pattern of patterns.toSorted((a, b) => vagueness(a) - vagueness(b))) {
    const params = paramsOf(pattern, pathname)
    if (params) return { pattern, params }
  }
  return undefined
}

/** Renders the screen of the element's path. */
export function Screens({ routes }: { readonly routes: Routes }) {
  const { pathname } = usePath()
  const match = useMemo(() => findScreen(Object.keys(routes), pathname), [routes, pathname])
  const load = match && routes[match.pattern]
  const ScreenComponent = useMemo(() => load && lazy(() => retryImport(load, 1)), [load])
  if (!match || !ScreenComponent)
    return <EmptyState heading={<Trans>Page not found</Trans>} text={<Trans>Check the address for typos.</Trans>} />
  // Without the key, the previous screen would stay mounted but hidden until the next one's code loads.
  return (
    <Suspense key={match.pattern} fallback={<LoadingSkeleton height={320} />}>
      <ScreenComponent params={match.params} />
    </Suspense>
  )
}
