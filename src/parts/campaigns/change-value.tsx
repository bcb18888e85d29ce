import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { Targeting } from '../../contract/targeting/targetings.ts'
import { problemText } from '../../kit/problem.ts'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'
import { attributionText, fieldLabel } from './labels.ts'
import { withBidDigits } from '../scope/client.tsx'
import { fieldText } from './change-texts.ts'
import { TargetingSummary } from '../targeting-builder/words.tsx'
import { type TargetingSource, useTargetings } from '../targeting-builder/targeting-reads.tsx'

type Values = Readonly<Record<string, unknown>>

/** Up to this many bids are listed; more are only counted. */
const maxListedBids = 3

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Whether a value has the shape of a targeting, whatever its dimensions. */
export const isTargeting = (value: unknown): value is Targeting => is(value, Targeting)

/** Bids by entity id; an entity without its own bid has the base bid. */
function bidsText(bids: Values, currency: CurrencyFormat, i18n: I18n): string {
  const all = Object.entries(bids)
  const count = all.length
  if (count > maxListedBids) return i18n._(msg`${plural({ count }, { one: '# bid', other: '# bids' })}`)
  return all
    .map(([id, bid]) => {
      const amount = bid === null ? i18n._(msg`base bid`) : money(String(bid), withBidDigits(currency), i18n.locale)
      return count === 1 ? amount : `${id}: ${amount}`
    })
    .join(' · ')
}

/** The label of a changed field. */
export const changedFieldLabel = (field: string, i18n: I18n) => (field === 'bids' ? i18n._(msg`Bids`) : fieldLabel(field, i18n))

/** A changed field's value as one line of text; longer values have a component. */
export function changeText(field: string, value: unknown, currency: CurrencyFormat, i18n: I18n): string {
  if (field === 'attribution' && isObject(value)) return attributionText(value, i18n)
  if (field === 'bids' && isObject(value)) return bidsText(value, currency, i18n)
  const count = Array.isArray(value) ? value.length : 0
  if (field === 'pictures' && count > 0) return i18n._(msg`${plural({ count }, { one: '# image', other: '# images' })}`)
  return fieldText(field, value, currency, i18n)
}

function LoadedTargetingSummary({
  targeting,
  targetingSource,
}: {
  readonly targeting: Targeting
  readonly targetingSource: TargetingSource
}) {
  const { t, i18n } = useLingui()
  const { dimensions, problem } = useTargetings(targetingSource)
  if (dimensions) return <TargetingSummary {...{ targeting, dimensions }} />
  return problem ? (
    <span className="quiet">{problemText(problem, i18n)}</span>
  ) : (
    <div className="skeleton-block" role="status" aria-label={t`Loading`} />
  )
}

interface ChangeValueProps {
  readonly field: string
  readonly value: unknown
  readonly currency: CurrencyFormat
  /** The client or experience whose targeting dimensions are used. */
  readonly targetingSource: TargetingSource
}

/** Shows a changed field's value. */
export function ChangeValue({ field, value, currency, targetingSource }: ChangeValueProps) {
  const { i18n } = useLingui()
  return isTargeting(value) ? (
    <LoadedTargetingSummary targeting={value} targetingSource={targetingSource} />
  ) : (
    changeText(field, value, currency, i18n)
  )
}
