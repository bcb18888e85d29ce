import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { usePath } from '../../kit/path.ts'
import { patiently } from '../../ui/lazy-idle.ts'
import { Empty, Loading } from '../../ui/states.tsx'

/** What a screen learns from the path that opened it, by the names of its pattern. */
export type ScreenParams = Readonly<Record<string, string>>
export type Screen = ComponentType<{ readonly params: ScreenParams }>
/** The screens of a surface, by the pattern of their path. */
export type Routes = Readonly<Record<string, () => Promise<{ default: Screen }>>>

const digits = /^\d{1,10}$/

/** A segment as it was meant; one with a broken escape stands for itself. */
export function readSegment(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The values of a pattern's names in a path; nothing when it does not fit. A name that ends in Id takes digits only. */
export function paramsOf(pattern: string, pathname: string): ScreenParams | undefined {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, word] of wanted.entries()) {
    const value = readSegment(given[index] ?? '')
    if (!word.startsWith(':') ? word !== value : !value || (word.endsWith('Id') && !digits.test(value))) return undefined
    if (word.startsWith(':')) params[word.slice(1)] = value
  }
  return params
}

const vagueness = (pattern: string) =>
  pattern.split('/:').length + (pattern.startsWith(':') ? 1 : 0) + (/:(?!\w*Id\b)/.test(pattern) ? 10 : 0)

/** The screen of a path: reserved words win over ids, ids over words of any kind. */
export function screenAt(patterns: readonly string[], pathname: string): { pattern: string; params: ScreenParams } | undefined {
  for (const pattern of patterns.toSorted((a, b) => vagueness(a) - vagueness(b))) {
    const params = paramsOf(pattern, pathname)
    if (params) return { pattern, params }
  }
  return undefined
}

/** Shows the screen that the element's path names. */
export function Screens({ routes }: { readonly routes: Routes }) {
  const { pathname } = usePath()
  const found = useMemo(() => screenAt(Object.keys(routes), pathname), [routes, pathname])
  const load = found && routes[found.pattern]
  const Shown = useMemo(() => load && lazy(() => patiently(load, 1)), [load])
  if (!found || !Shown)
    return <Empty heading={<Trans>There is no such page</Trans>} text={<Trans>The address may have a letter too many.</Trans>} />
  // Without a key of its own, the screen that was left would live on, hidden, until the next one's code arrives.
  return (
    <Suspense key={found.pattern} fallback={<Loading height={320} />}>
      <Shown params={found.params} />
    </Suspense>
  )
}
