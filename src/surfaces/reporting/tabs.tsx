import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { usePath } from '../../kit/path.ts'
import { focusWhereLost } from '../../parts/navigation/focus-lost.ts'
import { TabBar } from '../../ui/navigation/tab-bar.tsx'
import { useReporting } from './context.tsx'

/** The report that one puts together, and those that are kept, each at its address. */
export function ReportTabs({ here }: { readonly here: 'reporting' | 'saved_reports' }) {
  const { t } = useLingui()
  const { pathname, go } = usePath()
  const { hasMoved } = useReporting()
  const row = useRef<HTMLDivElement>(null)
  // The control that led here is gone with its screen. The first page of the element takes no focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus is lost with the screen of another path
  useEffect(() => {
    if (hasMoved.current) focusWhereLost(row.current?.querySelector<HTMLElement>('[aria-selected="true"]'))
  }, [hasMoved, pathname])
  const tabs = [
    { id: 'reporting', label: t`Report builder` },
    { id: 'saved_reports', label: t`Saved reports` },
  ]
  const choose = (id: string) => go(id, tabs.find((tab) => tab.id === id)?.label)
  const isBelow = here === 'saved_reports' && pathname !== here
  return (
    <div ref={row}>
      <TabBar label={t`Reports`} tabs={tabs} chosen={here} onChoose={choose} isBelow={isBelow} />
    </div>
  )
}
