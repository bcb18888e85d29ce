import { Trans, useLingui } from '@lingui/react/macro'
import { Callout } from '../../../ui/feedback/callout.tsx'
import type { ReportState } from '../report/use-report.ts'
import { fieldName, contextWords } from '../words.ts'

/** Lists fields in the URL that the report's context does not offer. */
export default function IgnoredFieldsNote({ state: { outside, reportQuery, entityWord } }: { readonly state: ReportState }) {
  const { i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(outside.map((id) => fieldName(id, i18n, entityWord)))
  const about = i18n._(contextWords[reportQuery.context])
  return (
    <Callout kind="info" isAnnounced heading={<Trans>Not included: {names}</Trans>}>
      <Trans>A report on “{about}” does not include these fields. Change “Report on” to use them.</Trans>
    </Callout>
  )
}
