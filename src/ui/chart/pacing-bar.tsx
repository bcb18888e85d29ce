import { useLingui } from '@lingui/react/macro'
import { missingValue, numberFormat, percent } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { warning } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './bars.css'
import { isPaceAlarming, paceOf } from './pace.ts'

addStyles(css)

interface PacingBarProps {
  /** Spent share of the budget, 0 to 1. */
  readonly spentShare: number
  /** Elapsed share of the time, 0 to 1. */
  readonly timeShare: number
  /** Too little time has passed for a judgement. */
  readonly isEarly?: boolean
}

const width = (share: number) => ({ width: `${Math.min(1, Math.max(0, share)) * 100}%` })

/** A bar for the spend with a mark for the elapsed time. */
export function PacingBar({ spentShare, timeShare, isEarly = false }: PacingBarProps) {
  const { t, i18n } = useLingui()
  const pace = paceOf(spentShare, timeShare)
  const { ratio, verdict } = pace
  const words = { slow: t`Slow`, on: t`On pace`, fast: t`Fast`, none: t`Not started` }
  const spent = percent(spentShare, i18n.locale, 0)
  const passed = percent(timeShare, i18n.locale, 0)
  const isOff = isPaceAlarming(pace, isEarly)
  const figure =
    ratio === null ? missingValue : numberFormat(i18n.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ratio)
  return (
    <div className={`pacing ${isOff ? 'off' : ''}`}>
      <div className="head">
        <span>
          {isOff && <Icon shape={warning} />}
          {words[verdict]}
        </span>
        <b>{figure}</b>
      </div>
      <div className="bar" role="img" aria-label={t`${spent} of budget spent, ${passed} of time elapsed`}>
        <div className="spent" style={width(spentShare)} />
        <div className="mark" style={{ insetInlineStart: `${Math.min(1, Math.max(0, timeShare)) * 100}%` }} />
      </div>
    </div>
  )
}
