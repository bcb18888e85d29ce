import { useLingui, Trans } from '@lingui/react/macro'
import { usePath } from '../../../kit/path.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { defaultReportFields } from '../../../contract/reports/fields.ts'
import { reportQueryParams, defaultReportQuery } from '../query/query.ts'
import { useOwnFields } from '../fields/own-fields.ts'
import { Report } from './report.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Suspense, useState } from 'react'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { CopyLink } from '../../../parts/navigation/copy-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { ReportState } from './use-report.ts'

const LazySaveNewDialog = lazyIdle(() => import('../saved-reports/save-new-dialog.tsx'))

/** Copies a link to the current report, or saves the report. */
function SaveNewReport({ reportQuery, scope, pathTo }: Pick<ReportState, 'reportQuery' | 'scope' | 'pathTo'>) {
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['saved_reports.create'] })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* The link names all fields, because other users have other default fields. */}
      <CopyLink path={pathTo({})} />
      {!isReadonly && (
        <Button kind="primary" disabledBecause={mayNot} onPress={() => setOpen(true)}>
          <Trans>Save report</Trans>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <LazySaveNewDialog reportQuery={reportQuery} scope={scope} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const ofClient = defaultReportQuery()
const ofAdvertiser = { ...ofClient, ...defaultReportFields('general', true) }

/** The report builder; its whole state is in the URL. */
export default function Reporting() {
  const { t } = useLingui()
  const base = useScope().advertiserId === undefined ? ofClient : ofAdvertiser
  const { query } = usePath()
  const { own: defaultFields, isKnown } = useOwnFields(base.context)
  const hasParams = reportQueryParams.some((word) => query.has(word))
  if (!hasParams && !isKnown) return <LoadingSkeleton height={480} />
  return <Report base={base} defaultFields={defaultFields} name={t`Report`} acts={(state) => <SaveNewReport {...state} />} />
}
