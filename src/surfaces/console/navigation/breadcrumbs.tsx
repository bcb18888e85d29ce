import { useLingui } from '@lingui/react/macro'
import { matchAddress, type AddressMatch } from '../../../contract/addresses/addresses.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { splitPath } from '../../../kit/split-path.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { decodeSegment } from '../../../parts/navigation/screens.tsx'
import { type BreadcrumbStep, useBreadcrumbNames } from './use-breadcrumb-names.ts'
import { Breadcrumbs, type Crumb } from '../../../ui/navigation/breadcrumbs.tsx'

/**
 * Path of a breadcrumb. A singular `saved_report` has no page of its own, so its breadcrumb links to the list. A page that is not built
 * has a breadcrumb only while it is open.
 */
const breadcrumbPath = (path: string, isOpen: boolean) =>
  [path, path.replace(/\/saved_report(?=\/|$)/, '/saved_reports')].find((item) => {
    const match = matchAddress(`/${item}`)
    return match !== undefined && (isOpen || !match.address.isPlanned)
  })

/** Breadcrumbs of a path. A part without a page of its own links to the start: /admin, or the client. */
export function breadcrumbSteps(pathname: string, start: string): BreadcrumbStep[] {
  const segments = pathname.split('/').filter(Boolean)
  const begins = start.split('/').length
  return segments.slice(begins).map((segment, index) => {
    const length = begins + index + 1
    const path = segments.slice(0, length).join('/')
    return { segment: decodeSegment(segment), path: breadcrumbPath(path, length === segments.length) ?? start }
  })
}

/** Root of the breadcrumbs. The internal tools have no root of their own, so they belong to the admin area. */
export const breadcrumbRoot = (pathname: string) =>
  /^(admin|placard)(?=\/|$)/.test(pathname) ? 'admin' : /^clients\/\d+/.exec(pathname)?.[0]

/** Breadcrumbs from the client or the admin area to the current page; the last one has the title of its content. */
export default function ConsoleBreadcrumbs({ match, title }: { readonly match: AddressMatch; readonly title: string | undefined }) {
  const { t } = useLingui()
  const { path } = useElementContext()
  const { memberGroup } = useClient()
  const linkTo = usePathLink()
  const { pathname } = splitPath(path)
  const start = breadcrumbRoot(pathname)
  const steps = start === undefined ? [] : breadcrumbSteps(pathname, start)
  const nameOf = useBreadcrumbNames(match, steps)
  if (start === undefined || steps.length < 1) return null
  const first = start === 'admin' ? t`Admin` : (memberGroup?.name ?? t`Client`)
  const crumbs: Crumb[] = steps.map((step, index) => {
    const label = (index === steps.length - 1 && title) || nameOf(index)
    return { id: `${index} ${step.segment}`, label, target: linkTo(step.path, label) }
  })
  return (
    <div className="console-breadcrumbs">
      <Breadcrumbs crumbs={[{ id: 'start', label: first, target: linkTo(start, first) }, ...crumbs]} />
    </div>
  )
}
