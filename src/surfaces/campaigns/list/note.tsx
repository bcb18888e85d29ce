import { Trans } from '@lingui/react/macro'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/format/date-text.tsx'
import { useCampaignLinks } from '../host-links.ts'

/** The part of a list's reply that describes all rows: count, totals, currency, final days. */
export interface ListSummary {
  readonly total: number
  readonly totals: MetricValues
  readonly changes?: Readonly<Record<string, number | null>>
  readonly currency_code: string
  readonly rates_of: string | null
  readonly settled_through: string
}

interface ListNoteProps {
  readonly summary: ListSummary
  readonly days: Days
  readonly hasSpark?: boolean
}

/** Explains the numbers of a list: currency, days, and which days are not final. Links to the report with the same numbers. */
export default function ListNote({ summary, days, hasSpark = false }: ListNoteProps) {
  const { advertiserId } = useScope()
  const hostLinks = useCampaignLinks()
  const { currency_code: currency, rates_of: rates, settled_through: settled } = summary
  return (
    <p className="list-note">
      {rates && (
        <span>
          <Trans>
            Totals in {currency} at <DateText day={rates} /> rates.
          </Trans>
        </span>
      )}{' '}
      <span>
        <Trans>
          Days use each advertiser’s time zone. Final through <DateText day={settled} />.
        </Trans>
      </span>{' '}
      {hasSpark && (
        <span>
          <Trans>Dashed days may still change.</Trans>
        </span>
      )}
      <Button
        kind="plain"
        onPress={() => void hostLinks.report({ ...(advertiserId !== undefined && { advertiser_id: advertiserId }), ...days })}
      >
        <Trans>Open in Reporting</Trans>
      </Button>
    </p>
  )
}
