import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Competitiveness } from '../../contract/bids/bids.rules.ts'
import { labelIn } from '../campaigns/labels.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './strength-bar.css'

addStyles(css)

const words: Readonly<Record<Competitiveness, MessageDescriptor>> = {
  Competitive: msg`Competitive`,
  NotCompetitive: msg`Not competitive`,
  NoData: msg`Too little data`,
  Disabled: msg`Not serving`,
}

/** The label of a bid's strength, or of the missing exchange rate that makes it unknown. */
export const strengthText = (competitiveness: Competitiveness, lacksRateOf: string | null, i18n: I18n) =>
  lacksRateOf === null ? labelIn(words, competitiveness, i18n) : i18n._(msg`No exchange rate for ${{ currency: lacksRateOf }}`)

/** The strengths that fill the bar's four parts. */
const parts = [0.25, 0.5, 0.75, 1] as const

interface StrengthBarProps {
  readonly competitiveness: Competitiveness
  /** The share of other bids that it beats; null if unknown. */
  readonly strength: number | null
  /** The currency whose exchange rate is missing, so that the strength is unknown. */
  readonly lacksRateOf?: string | null
}

/** The strength of a bid among the others: a label, a bar with four parts, and the share it beats. */
export function StrengthBar({ competitiveness, strength, lacksRateOf = null }: StrengthBarProps) {
  const { i18n } = useLingui()
  const won = strength === null ? undefined : Math.round(strength * 100)
  return (
    <div className="strength">
      <div className="row">
        <span className="grow quiet">
          <Trans>Bid strength</Trans>
        </span>
        <b>{strengthText(competitiveness, lacksRateOf, i18n)}</b>
      </div>
      {strength !== null && (
        <div className="strength-parts" aria-hidden="true">
          {parts.map((part) => (
            <span key={part} className={strength >= part - 0.125 ? 'full' : ''} />
          ))}
        </div>
      )}
      {won !== undefined && (
        <p className="quiet">
          <Trans>Higher than {won}% of competing bids.</Trans>
        </p>
      )}
    </div>
  )
}
