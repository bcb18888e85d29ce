import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { usePath } from '../../kit/path.ts'
import { JobsProvider } from '../../parts/work/jobs.tsx'
import { Screens, findScreen } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { ReportingProvider, type ReportingProps, useReporting } from './context.tsx'
import css from './reporting.css'
import { routes } from './routes.ts'
import Builder from './report/reporting.tsx'
import { useLingui } from '@lingui/react/macro'
import { restoreLostFocus } from '../../parts/navigation/restore-lost-focus.ts'
import { TabBar } from '../../ui/navigation/tab-bar.tsx'

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

/** Tabs for the report builder and the saved reports, each with its own path. */
export function ReportTabs({ here }: { readonly here: 'reporting' | 'saved_reports' }) {
  const { t } = useLingui()
  const { pathname, go } = usePath()
  const { hasMoved } = useReporting()
  const row = useRef<HTMLDivElement>(null)
  // Navigation removes the focused control, so the active tab takes the focus. The first page takes no focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path removes the focused control
  useEffect(() => {
    if (hasMoved.current) restoreLostFocus(row.current?.querySelector<HTMLElement>('[aria-selected="true"]'))
  }, [hasMoved, pathname])
  const tabs = [
    { id: 'reporting', label: t`Report builder` },
    { id: 'saved_reports', label: t`Saved reports` },
  ]
  const choose = (id: string) => go(id, tabs.find((tab) => tab.id === id)?.label)
  const isBelow = here === 'saved_reports' && pathname !== here
  return (
    <div ref={row}>
      <TabBar label={t`Reports`} tabs={tabs} chosen={here} onChoose={choose} isChildOpen={isBelow} />
    </div>
  )
}
