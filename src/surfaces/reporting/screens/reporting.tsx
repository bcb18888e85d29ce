import { useLingui } from '@lingui/react/macro'
import { useWhose } from '../../../parts/whose.tsx'
import { usualAsked } from '../parts/ask/asked.ts'
import { Report } from '../parts/show/report.tsx'
import { ReportTabs } from '../parts/show/report-tabs.tsx'
import { KeepNew } from '../parts/saved/keep-new.tsx'

const ofClient = usualAsked()
/** Of one advertiser there is nothing to see by advertiser. */
const ofAdvertiser = { ...ofClient, dimensions: ['campaign_name'] }

/** A report that is put together; all of it is in the address. */
export default function Reporting() {
  const { t } = useLingui()
  const base = useWhose().advertiserId === undefined ? ofClient : ofAdvertiser
  return (
    <>
      <ReportTabs here="reporting" />
      <Report base={base} name={t`Report`} acts={(state) => <KeepNew {...state} />} />
    </>
  )
}
