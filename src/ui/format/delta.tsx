import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { unsignedPercent, directionOf, missingValue } from './format.ts'
import { Icon } from '../icon/icon.tsx'
import { arrowDown, arrowSame, arrowUp } from '../icon/icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './format.css'

addStyles(css)

const arrows = { up: arrowUp, down: arrowDown, same: arrowSame }

/** Whether a change is an improvement; undefined if neutral. */
export function judgeChange(share: number, isMoreBetter: boolean | undefined): 'better' | 'worse' | undefined {
  const direction = directionOf(share)
  if (isMoreBetter === undefined || direction === 'same') return undefined
  return (direction === 'up') === isMoreBetter ? 'better' : 'worse'
}

interface DeltaProps {
  /** Change from the compared period, as a share; null if there is nothing to compare with. */
  readonly share: number | null
  /** Whether a higher value is better; undefined for a neutral metric. */
  readonly isMoreBetter?: boolean | undefined
  /** The previous value. */
  readonly from?: ReactNode
}

/** A change: an arrow for the direction and a word for the judgment. Colours are reserved for statuses. */
export function Delta({ share, isMoreBetter, from }: DeltaProps) {
  const { t, i18n } = useLingui()
  if (share === null) return <span className="quiet">{missingValue}</span>
  const direction = directionOf(share)
  const verdict = judgeChange(share, isMoreBetter)
  const directionText = { up: t`up`, down: t`down`, same: t`unchanged` }
  const verdictText = { better: t`better`, worse: t`worse` }
  return (
    <span className="delta-text">
      <Icon shape={arrows[direction]} label={directionText[direction]} />
      <b>{unsignedPercent(share, i18n.locale)}</b>
      {verdict && <span>{verdictText[verdict]}</span>}
      {from && <span className="quiet">{from}</span>}
    </span>
  )
}
