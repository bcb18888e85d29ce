import { Trans, useLingui } from '@lingui/react/macro'
import { DateText } from '../../../ui/format/date-text.tsx'
import type { ReportState } from './use-report.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { fieldName, contextWords } from '../words.ts'

/** Notes on currency, time zones, and until when the data is final. */
export function ReportNote({ state: { metadata, entityWord } }: { readonly state: ReportState }) {
  if (!metadata) return null
  const { currency_code: currency, rates_of: rates, settled_through: settled, time_zones: zones, entities_since: since } = metadata
  const names = zones.map((zone) => zone.replaceAll('_', ' ')).join(', ')
  return (
    <p className="report-note">
      <span>
        {rates ? (
          <Trans>
            Amounts in {currency}, at the rates of <DateText day={rates} />.
          </Trans>
        ) : (
          <Trans>Amounts in {currency}.</Trans>
        )}
      </span>{' '}
      <span>
        <Trans>
          Days use each advertiser’s time zone ({names}). Final through <DateText day={settled} />. Spend is the billed cost of clicks.
        </Trans>
      </span>
      {since && (
        <>
          {' '}
          <strong>
            <Trans>
              {entityWord} is available from <DateText day={since} />. Earlier rows show no {entityWord}; filter with “is not known” to find
              them.
            </Trans>
          </strong>
        </>
      )}
    </p>
  )
}

/** Lists fields in the URL that the report's context does not offer. */
export function IgnoredFieldsNote({ state: { outside, reportQuery, entityWord } }: { readonly state: ReportState }) {
  const { i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(outside.map((id) => fieldName(id, i18n, entityWord)))
  const about = i18n._(contextWords[reportQuery.context])
  return (
    <Callout kind="info" isAnnounced heading={<Trans>Not included: {names}</Trans>}>
      <Trans>A report on “{about}” does not include these fields. Change “Report on” to use them.</Trans>
    </Callout>
  )
}
