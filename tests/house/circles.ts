import { importsOf, targetOf } from './imports.ts'
import type { Source } from './source.ts'

/** The files that a source imports, as values or as types. Dynamic imports are left out: their target runs later. */
export interface Links {
  readonly path: string
  readonly to: readonly string[]
}

export const linksIn = (source: Source): Links => ({
  path: source.path,
  to: importsOf(source).flatMap((one) => (one.kind === 'import()' ? [] : (targetOf(source, one) ?? []))),
})

/** State of a file in Tarjan's algorithm for strongly connected components. */
interface Visit {
  readonly order: number
  low: number
  isOpen: boolean
}

/** Groups of files that import each other, directly or through further files; each group is one sorted text. */
export function circlesIn(all: readonly Links[]): string[] {
  const targets = new Map(all.map(({ path, to }) => [path, to]))
  const visits = new Map<string, Visit>()
  const open: string[] = []
  const circles: string[] = []

  function close(path: string) {
    const group = open.splice(open.indexOf(path)).sort()
    for (const one of group) {
      const visit = visits.get(one)
      if (visit) visit.isOpen = false
    }
    if (group.length > 1 || targets.get(path)?.includes(path)) circles.push(group.join(' '))
  }

  function search(path: string): Visit {
    const visit: Visit = { order: visits.size, low: visits.size, isOpen: true }
    visits.set(path, visit)
    open.push(path)
    for (const to of targets.get(path) ?? []) {
      if (!targets.has(to)) continue
      const known = visits.get(to)
      if (!known) visit.low = Math.min(visit.low, search(to).low)
      else if (known.isOpen) visit.low = Math.min(visit.low, known.order)
    }
    if (visit.low === visit.order) close(path)
    return visit
  }

  for (const { path } of all) if (!visits.has(path)) search(path)
  return circles.sort()
}
