import { useLayoutEffect, useMemo, useRef } from 'react'
import { usePath } from '../../kit/path.ts'
import { JobsProvider } from '../../parts/work/jobs.tsx'
import { findScreen, Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { type ReportingProps, ReportingProvider } from './context.tsx'
import css from './reporting.css'
import { routes } from './routes.ts'
import Builder from './report/reporting.tsx'
import { ReportTabs } from './tabs.tsx'

addStyles(css)

const paths = Object.keys(routes)

/** The tab that owns a path; undefined for an unknown path. */
function tabOf(pathname: string) {
  if (pathname === '' || pathname === 'reporting') return 'reporting'
  return findScreen(paths, pathname) && 'saved_reports'
}

/** Reports of a client or an advertiser. The report builder is the default path and is part of this chunk. */
export default function Reporting(props: ReportingProps) {
  const { pathname } = usePath()
  const tab = tabOf(pathname)
  const first = useRef(pathname)
  const hasMoved = useRef(false)
  useLayoutEffect(() => {
    if (pathname !== first.current) hasMoved.current = true
  }, [pathname])
  const { emit, noLedger } = props
  const context = useMemo(() => ({ emit, noLedger, hasMoved }), [emit, noLedger])
  return (
    <ScopeProvider attributes={props}>
      <ReportingProvider value={context}>
        <JobsProvider>
          <div className="reporting">
            {tab && <ReportTabs here={tab} />}
            {tab === 'reporting' ? <Builder /> : <Screens routes={routes} />}
          </div>
        </JobsProvider>
      </ReportingProvider>
    </ScopeProvider>
  )
}
