import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { biddingTypes } from '../../contract/bids/bidding-configs.ts'
import type { FieldProps } from '../../ui/form/field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { Chips } from '../../ui/form/radio-group.tsx'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from '../campaigns/fields.css'

addStyles(css)

interface RecommendationLineProps {
  /** Text for screen readers that extends the button's label. */
  readonly label: string
  readonly amount: string
  readonly currency: CurrencyFormat
  /** The reason for the recommendation. */
  readonly reason: ReactNode
  readonly onUse?: (() => void) | undefined
}

/** A recommended amount with its reason and a button to use it. */
export function RecommendationLine({ label, amount, currency, reason, onUse }: RecommendationLineProps) {
  const { i18n } = useLingui()
  const recommendation = money(amount, currency, i18n.locale)
  return (
    <p className="advice-line">
      <span>
        <Trans>
          Recommended: <b>{recommendation}</b>
        </Trans>{' '}
        {reason}
      </span>
      {onUse && (
        <button type="button" onClick={onUse}>
          <Trans>Use {recommendation}</Trans>
          <span className="unseen">, {label}</span>
        </button>
      )}
    </p>
  )
}

type BiddingTypeId = (typeof biddingTypes)[keyof typeof biddingTypes]

interface BidFieldsProps {
  readonly bid: FieldProps<string>
  /** The bidding type, if there is a choice. */
  readonly biddingType?: FieldProps<BiddingTypeId | null> | undefined
  readonly biddingTypeIds?: readonly BiddingTypeId[]
  /** The currency with a bid's decimal places. */
  readonly currency: CurrencyFormat
  readonly minBid?: string | null | undefined
  readonly maxBid?: string | null | undefined
  readonly recommended?: string | null | undefined
}

/** The bid, its bidding type, and the recommended bid. */
export function BidFields({ bid, biddingType, biddingTypeIds = [], currency, minBid, maxBid, recommended }: BidFieldsProps) {
  const { t, i18n } = useLingui()
  const moneyText = (amount: string) => money(amount, currency, i18n.locale)
  const words = { [biddingTypes.CPC]: t`Per click`, [biddingTypes.CPM]: t`Per 1,000 impressions` }
  const min = minBid ? moneyText(minBid) : undefined
  const max = maxBid ? moneyText(maxBid) : undefined
  const help = min && max ? t`${min} to ${max}.` : min ? t`Minimum ${min}.` : undefined
  const canUseRecommended = bid.disabledBecause === undefined && !bid.isReadonly && bid.value !== recommended
  return (
    <div className="campaign-fields">
      <div className="field-pair">
        <MoneyField {...bid} currency={currency} help={help} />
        {biddingType && biddingTypeIds.length > 1 && (
          <Chips
            {...biddingType}
            value={biddingType.value ? String(biddingType.value) : ''}
            onChange={(value) => biddingType.onChange(biddingTypeIds.find((id) => String(id) === value) ?? null)}
            choices={biddingTypeIds.map((id) => ({ value: String(id), label: words[id] }))}
            isSegments
          />
        )}
      </div>
      {recommended && (
        <RecommendationLine
          label={t`Use the recommended bid`}
          amount={recommended}
          currency={currency}
          reason={<Trans>based on similar bids</Trans>}
          onUse={canUseRecommended ? () => bid.onChange(recommended) : undefined}
        />
      )}
    </div>
  )
}
