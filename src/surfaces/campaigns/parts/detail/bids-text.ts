import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { bidDigits } from '../../../../parts/bid-digits.ts'
import { fieldWord } from '../../../../parts/campaign-words.ts'
import { fieldText } from '../../../../parts/change-words.ts'
import { type CurrencyFormat, count, money } from '../../../../ui/format.ts'

/** Bids of several: the one that all of them have, else how many there are. */
function bidsText(bids: readonly unknown[], currency: CurrencyFormat, i18n: I18n): string {
  const [first = null] = bids
  if (bids.some((bid) => bid !== first)) return count(bids.length, i18n.locale)
  return first === null ? i18n._(msg`base bid`) : money(String(first), bidDigits(currency), i18n.locale)
}

/** What a changed field is called. */
export const changedWord = (field: string, i18n: I18n) => (field === 'bids' ? i18n._(msg`Bids`) : fieldWord(field, i18n))

/** The value of a changed field as one reads it. */
export const changedText = (field: string, value: unknown, currency: CurrencyFormat, i18n: I18n) =>
  field === 'bids' && typeof value === 'object' && value !== null
    ? bidsText(Object.values(value), currency, i18n)
    : fieldText(field, value, currency, i18n)
