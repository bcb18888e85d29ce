import { useLingui } from '@lingui/react/macro'
import { usePath } from '../../../kit/path.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { defaultReportFields } from '../../../contract/reports/fields.ts'
import { reportQueryParams, defaultReportQuery } from '../query/query.ts'
import { useOwnFields } from '../fields/own-fields.ts'
import { Report } from './report.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { SaveNewReport } from '../saved-reports/save-new.tsx'

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
