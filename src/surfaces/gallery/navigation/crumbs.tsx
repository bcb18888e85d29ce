import { usePath } from '../../../kit/path.ts'
import { Breadcrumbs } from '../../../ui/navigation/breadcrumbs.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { decodeSegment, findScreen } from '../../../parts/navigation/screens.tsx'

/** One breadcrumb: a segment of the path and the path it links to. */
export interface PathCrumb {
  readonly segment: string
  readonly path: string
}

/** The breadcrumbs of a path. A segment without a screen of its own links to the start, as the admin area's does to /admin. */
export function crumbsOf(patterns: readonly string[], pathname: string): PathCrumb[] {
  const segments = pathname.split('/').filter(Boolean)
  return segments.map((segment, index) => {
    const path = segments.slice(0, index + 1).join('/')
    return { segment: decodeSegment(segment), path: findScreen(patterns, path) ? path : '' }
  })
}

interface CrumbsProps {
  /** The label of the start. */
  readonly start: string
  readonly patterns: readonly string[]
  /** The label of a segment; undefined for the segment itself. */
  readonly nameOf: (waypoint: PathCrumb) => string | undefined
}

/** Breadcrumbs from the surface's start to the current path. */
export function Crumbs({ start, patterns, nameOf }: CrumbsProps) {
  const { pathname } = usePath()
  const linkTo = usePathLink()
  const crumbPath = crumbsOf(patterns, pathname)
  const crumbs = crumbPath.map((waypoint, index) => {
    const label = nameOf(waypoint) ?? waypoint.segment
    return { id: `${index} ${waypoint.segment}`, label, target: linkTo(waypoint.path, label) }
  })
  return <Breadcrumbs crumbs={[{ id: 'start', label: start, target: linkTo('', start) }, ...crumbs]} />
}
