import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { limitToScope, toSavedQuery } from '../query/request.ts'
import type { ReportState } from '../report/use-report.ts'
import { useSavedReportMutations } from './mutations.ts'
import SaveDialog from './save-dialog.tsx'

/** Says that the report covers only the advertisers of the current page. */
function AdvertiserScopeNote({ ids }: { readonly ids: readonly number[] }) {
  const { advertiser } = useClient()
  if (advertiser) return <Trans>This report covers {advertiser.name} only, like this page.</Trans>
  return (
    <Plural
      value={ids.length}
      one="This report covers only the advertiser selected on this page."
      other="This report covers only the # advertisers selected on this page."
    />
  )
}

interface SaveNewDialogProps extends Pick<ReportState, 'reportQuery' | 'scope'> {
  /** The report to copy; undefined for a new report. */
  readonly from?: SavedReport
  readonly onClose: () => void
}

/** Saves the current report as a new one and opens it. */
export default function SaveNewDialog({ reportQuery, scope, from, onClose }: SaveNewDialogProps) {
  const { t } = useLingui()
  const { make } = useSavedReportMutations()
  const narrowed = limitToScope(reportQuery, scope)
  const heading = from ? t`Save as a new report` : t`Save this report`
  return (
    <SaveDialog
      heading={heading}
      label={heading}
      submitLabel={<Trans>Save report</Trans>}
      note={scope.advertiserIds && <AdvertiserScopeNote ids={narrowed.advertisers} />}
      initial={{ name: from ? t`Copy of ${from.name}`.slice(0, 120) : '', visibility: 'private' }}
      onSave={(naming) => make(naming, toSavedQuery(narrowed, scope))}
      onClose={onClose}
    />
  )
}
