import { usePath } from '../../kit/path.ts'
import { Breadcrumbs } from '../../ui/navigation/breadcrumbs.tsx'
import { usePlaceLink } from './link.tsx'
import { readSegment, screenAt } from './screens.tsx'

/** One part of the way: a word of the path, and the place that it leads to. */
export interface Waypoint {
  readonly segment: string
  readonly path: string
}

/** The way along a path; a part that opens no screen of its own leads back to the start, as the admin area's does to /admin. */
export function wayOf(patterns: readonly string[], pathname: string): Waypoint[] {
  const segments = pathname.split('/').filter(Boolean)
  return segments.map((segment, index) => {
    const path = segments.slice(0, index + 1).join('/')
    return { segment: readSegment(segment), path: screenAt(patterns, path) ? path : '' }
  })
}

interface CrumbsProps {
  /** What the start is called. */
  readonly start: string
  readonly patterns: readonly string[]
  /** What a part is called; its own word where this knows no better. */
  readonly nameOf: (waypoint: Waypoint) => string | undefined
}

/** The way from the surface's start to where one is. */
export function Crumbs({ start, patterns, nameOf }: CrumbsProps) {
  const { pathname } = usePath()
  const linkTo = usePlaceLink()
  const way = wayOf(patterns, pathname)
  const crumbs = way.map((waypoint, index) => {
    const label = nameOf(waypoint) ?? waypoint.segment
    return { id: `${index} ${waypoint.segment}`, label, target: linkTo(waypoint.path, label) }
  })
  return <Breadcrumbs crumbs={[{ id: 'start', label: start, target: linkTo('', start) }, ...crumbs]} />
}
