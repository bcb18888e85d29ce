import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { tabAt } from '../../../parts/navigation/tabs.tsx'
import { gateResult, useViewer } from '../../../parts/scope/viewer.tsx'
import { retryImport } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import type { AreaTab } from './tabs.ts'

/** The panel of the tab that the URL names, or of the first one that the user may see. The list of areas shows the tabs. */
export function TabPanel({ tabs }: { readonly tabs: readonly AreaTab[] }) {
  const { pathname, query } = usePath()
  const { i18n } = useLingui()
  const viewer = useViewer()
  const known = tabAt(tabs, { pathname, query })
  const isAllowed = ({ ask }: AreaTab) => gateResult(viewer, ask) === true
  const tab = query.has('tab') ? tabs.find(({ id }) => id === known) : tabs.find(isAllowed)
  const load = tab?.load
  const Panel = useMemo(() => load && lazy(() => retryImport(load, 1)), [load])
  if (viewer.state === 'waiting') return <LoadingSkeleton height={320} />
  if (!tab || !Panel || !isAllowed(tab)) return <NoPermission text={<Trans>Ask your account administrator for access.</Trans>} />
  // The section keeps the heading of a list from being the banner of the page.
  return (
    <section aria-label={i18n._(tab.label)}>
      <Suspense key={tab.id} fallback={<LoadingSkeleton height={320} />}>
        <Panel />
      </Suspense>
    </section>
  )
}
