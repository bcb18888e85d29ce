import { useLingui } from '@lingui/react/macro'
import { usePath } from '../../../../kit/path.ts'
import { TabBar } from '../../../../ui/place/tab-bar.tsx'

/** The report that one puts together, and those that are kept, each at its address. */
export function ReportTabs({ here }: { readonly here: 'reporting' | 'saved_reports' }) {
  const { t } = useLingui()
  const { pathname, go } = usePath()
  const tabs = [
    { id: 'reporting', label: t`Report builder` },
    { id: 'saved_reports', label: t`Saved reports` },
  ]
  const choose = (id: string) => go(id, tabs.find((tab) => tab.id === id)?.label)
  return <TabBar label={t`Reports`} tabs={tabs} chosen={here} onChoose={choose} isBelow={here === 'saved_reports' && pathname !== here} />
}
