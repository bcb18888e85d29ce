import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type BiddingConfig, biddingTypes } from '../../../contract/bids/bidding-configs.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { bidDigitsOf, highestBid } from '../../../contract/bids/bids.rules.ts'
import type { FieldRule } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { decimalsIn, plainDecimal } from '../../../contract/fields/decimals.ts'
import type { Currency } from '../../../contract/money/currencies.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { adminData } from '../context.tsx'
import { count, type CurrencyFormat } from '../../../ui/format/format.ts'

/** What bid limits change: also the client's own minimum, and the fields of open campaign drafts. */
export const bidData = async (): Promise<readonly object[]> => [...(await adminData()), campaignDrafts.constraints, memberGroups]

export type BiddingTypeId = BiddingConfig['bidding_type_id']

export const biddingTypeIds: readonly BiddingTypeId[] = [biddingTypes.CPC, biddingTypes.CPM]

/** Minimum and maximum as typed; an empty maximum is none. */
export type LimitValues = { readonly min_bid: string; readonly max_bid: string }

export const isAmount = (text: string) => /^\d+(\.\d{1,6})?$/.test(text) && microsOf(text) > 0n

/** A currency with the decimal places of bids. */
export const bidFormat = ({ currency_code, digits }: Currency): CurrencyFormat => ({
  currency_code,
  currency_digits: bidDigitsOf(digits),
  shown_digits: digits,
})

/** The smallest difference between two bids of a currency. */
export const bidStepOf = ({ digits }: Pick<Currency, 'digits'>) => decimalOf(10n ** BigInt(6 - bidDigitsOf(digits)))

export const valuesOf = (config: Pick<BiddingConfig, 'min_bid' | 'max_bid'> | undefined): LimitValues => ({
  min_bid: config?.min_bid ?? '',
  max_bid: config?.max_bid ?? '',
})

/** The request of typed limits. */
export const bodyOf = ({ min_bid, max_bid }: LimitValues) => ({ min_bid, max_bid: max_bid === '' ? null : max_bid })

/** Validates limits in a currency. */
export function useLimitRules(digits: number) {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const bidDigits = bidDigitsOf(digits)
    const most = count(Number(highestBid), i18n.locale)
    const bid: FieldRule<string, LimitValues> = (text) => {
      if (text === '') return true
      if (!isAmount(text) || microsOf(text) > microsOf(String(highestBid)))
        return { code: 'custom', text: t`Enter an amount above 0 and up to ${most}` }
      return decimalsIn(plainDecimal(text)) <= bidDigits || { code: 'decimals', max: bidDigits }
    }
    const aboveMinimum: FieldRule<string, LimitValues> = (text, { min_bid }) =>
      !isAmount(text) ||
      !isAmount(min_bid) ||
      microsOf(text) >= microsOf(min_bid) || { code: 'custom', text: t`The maximum must be at least the minimum` }
    return { min_bid: [required, bid], max_bid: [bid, aboveMinimum] }
  }, [t, i18n, digits])
}
