import { Trans } from '@lingui/react/macro'
import { DateText } from '../../../../ui/text/date-text.tsx'
import type { ListMeaning } from './use-source.ts'

/** What the figures above mean: whose days, in which currency, and which of them may still change. */
export function ListNote({ meaning, hasSpark = false }: { readonly meaning: ListMeaning | undefined; readonly hasSpark?: boolean }) {
  if (!meaning) return null
  const { currency_code: currency, rates_of: rates, settled_through: settled } = meaning
  return (
    <p className="list-note">
      {rates && (
        <span>
          <Trans>
            Totals in {currency}, at the rates of <DateText day={rates} />.
          </Trans>
        </span>
      )}{' '}
      <span>
        <Trans>
          Day of each advertiser, settled through <DateText day={settled} />.
        </Trans>
      </span>{' '}
      {hasSpark && (
        <span>
          <Trans>Dashed days are not settled.</Trans>
        </span>
      )}
    </p>
  )
}
