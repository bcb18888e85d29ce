import { useLingui } from '@lingui/react/macro'
import { usePath } from '../../../kit/path.ts'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { usualFields } from '../../../contract/reports/fields.ts'
import { askedWords, usualAsked } from '../query/query.ts'
import { useOwnFields } from '../fields/own-fields.ts'
import { Report } from './report.tsx'
import { Loading } from '../../../ui/states.tsx'
import { KeepNew } from '../saved-reports/save-new.tsx'

const ofClient = usualAsked()
const ofAdvertiser = { ...ofClient, ...usualFields('general', true) }

/** The report builder; its whole state is in the URL. */
export default function Reporting() {
  const { t } = useLingui()
  const base = useWhose().advertiserId === undefined ? ofClient : ofAdvertiser
  const { query } = usePath()
  const { own, isKnown } = useOwnFields(base.context)
  const isSaid = askedWords.some((word) => query.has(word))
  if (!isSaid && !isKnown) return <Loading height={480} />
  return <Report base={base} own={own} name={t`Report`} acts={(state) => <KeepNew {...state} />} />
}
