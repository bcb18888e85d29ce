import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { tabAt } from '../../../parts/navigation/tabs.tsx'
import { gateResult, useViewer } from '../../../parts/scope/viewer.tsx'
import { retryImport } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import type { AreaTab } from './tabs.ts'

interface AreaPanelProps {
  /** Undefined if there is none that the user may see. */
  readonly tab: AreaTab | undefined
}

/** The panel of a tab, as far as the user may see it. */
export function AreaPanel({ tab }: AreaPanelProps) {
  const { i18n } = useLingui()
  const viewer = useViewer()
  const load = tab?.load
  const Panel = useMemo(() => load && lazy(() => retryImport(load, 1)), [load])
  if (viewer.state === 'waiting') return <LoadingSkeleton height={320} />
  if (!tab || !Panel || gateResult(viewer, tab.ask) !== true)
    return <NoPermission text={<Trans>Ask your account administrator for access.</Trans>} />
  // The section keeps the heading of a list from being the banner of the page.
  return (
    <section aria-label={i18n._(tab.label)}>
      <Suspense key={tab.id} fallback={<LoadingSkeleton height={320} />}>
        <Panel />
      </Suspense>
    </section>
  )
}

/** The panel of the tab that the URL names, or of the first one that the user may see. The list of areas shows the tabs. */
export function TabPanel({ tabs }: { readonly tabs: readonly AreaTab[] }) {
  const { pathname, query } = usePath()
  const viewer = useViewer()
  const known = tabAt(tabs, { pathname, query })
  const tab = query.has('tab') ? tabs.find(({ id }) => id === known) : tabs.find(({ ask }) => gateResult(viewer, ask) === true)
  return <AreaPanel tab={tab} />
}
