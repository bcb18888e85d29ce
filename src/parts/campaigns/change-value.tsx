import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { Targeting } from '../../contract/targeting/targetings.ts'
import { problemText } from '../../kit/problem.ts'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'
import { attributionText } from './attribution-words.ts'
import { bidDigits } from '../money/bid-digits.ts'
import { fieldWord } from './words.ts'
import { fieldText } from './change-words.ts'
import { TargetingSummary } from '../targeting-builder/summary.tsx'
import { type TargetingPlace, useTargetings } from '../targeting-builder/use-targetings.ts'

type Values = Readonly<Record<string, unknown>>

/** More than these are counted instead of being told one by one. */
const bidsTold = 3

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Whether a value is a targeting, whatever its conditions are of. */
export const isTargeting = (value: unknown): value is Targeting => is(value, Targeting)

/** The bids of some entities, by their numbers; one that has none of its own has the base bid. */
function bidsText(bids: Values, currency: CurrencyFormat, i18n: I18n): string {
  const all = Object.entries(bids)
  const count = all.length
  if (count > bidsTold) return i18n._(msg`${plural({ count }, { one: '# bid', other: '# bids' })}`)
  return all
    .map(([id, bid]) => {
      const amount = bid === null ? i18n._(msg`base bid`) : money(String(bid), bidDigits(currency), i18n.locale)
      return count === 1 ? amount : `${id}: ${amount}`
    })
    .join(' · ')
}

/** What a changed field is called. */
export const changedWord = (field: string, i18n: I18n) => (field === 'bids' ? i18n._(msg`Bids`) : fieldWord(field, i18n))

/** The value of a field before or after a change as one line; what is not one line is said by its component. */
export function changeText(field: string, value: unknown, currency: CurrencyFormat, i18n: I18n): string {
  if (field === 'attribution' && isObject(value)) return attributionText(value, i18n)
  if (field === 'bids' && isObject(value)) return bidsText(value, currency, i18n)
  const count = Array.isArray(value) ? value.length : 0
  if (field === 'pictures' && count > 0) return i18n._(msg`${plural({ count }, { one: '# picture', other: '# pictures' })}`)
  return fieldText(field, value, currency, i18n)
}

function SeenBy({ targeting, place }: { readonly targeting: Targeting; readonly place: TargetingPlace }) {
  const { t, i18n } = useLingui()
  const { dimensions, problem } = useTargetings(place)
  if (dimensions) return <TargetingSummary {...{ targeting, dimensions }} />
  return problem ? (
    <span className="quiet">{problemText(problem, i18n)}</span>
  ) : (
    <div className="bone" role="status" aria-label={t`Loading`} />
  )
}

interface ChangeValueProps {
  readonly field: string
  readonly value: unknown
  readonly currency: CurrencyFormat
  /** Where the dimensions of a targeting come from. */
  readonly place: TargetingPlace
}

/** The value of a field before or after a change, in words. */
export function ChangeValue({ field, value, currency, place }: ChangeValueProps) {
  const { i18n } = useLingui()
  return isTargeting(value) ? <SeenBy targeting={value} place={place} /> : changeText(field, value, currency, i18n)
}
