import { useLingui } from '@lingui/react/macro'
import { usualAsked } from '../parts/ask/asked.ts'
import { Report } from '../parts/show/report.tsx'
import { ReportTabs } from '../parts/show/report-tabs.tsx'
import { KeepNew } from '../parts/saved/keep-new.tsx'

const base = usualAsked()

/** A report that is put together; all of it is in the address. */
export default function Reporting() {
  const { t } = useLingui()
  return (
    <>
      <ReportTabs here="reporting" />
      <Report base={base} name={t`Report`} acts={(state) => <KeepNew {...state} />} />
    </>
  )
}
