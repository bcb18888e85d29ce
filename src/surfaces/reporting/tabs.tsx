import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { usePath } from '../../kit/path.ts'
import { restoreLostFocus } from '../../parts/navigation/restore-lost-focus.ts'
import { TabBar } from '../../ui/navigation/tab-bar.tsx'
import { useReporting } from './context.tsx'

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
