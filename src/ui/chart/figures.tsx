import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import { unsignedPercent, directionOf } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { arrowDown, arrowSame, arrowUp } from '../icon/icons.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'
import { addStyles } from '../theme/styles.ts'
import css from './figures.css'

addStyles(css)

export interface FigureItem {
  readonly id: string
  readonly label: string
  readonly value: string
  /** A control that carries the explanation. The label is then plain text, so each figure has one tab stop. */
  readonly shown?: ReactNode
  /** Change from the compared period, as a share; null if there is nothing to compare with. */
  readonly change?: number | null | undefined
  /** Tooltip that explains the number. */
  readonly explanation: string
}

const arrows = { up: arrowUp, down: arrowDown, same: arrowSame }

function Change({ share, locale }: { share: number; locale: string }) {
  const { t } = useLingui()
  const direction = directionOf(share)
  const words = { up: t`up`, down: t`down`, same: t`unchanged` }
  return (
    <dd className="change">
      <Icon shape={arrows[direction]} label={words[direction]} />
      {unsignedPercent(share, locale)}
    </dd>
  )
}

/** Width in px of an even column at most; few figures do not spread over a wide page. */
const widest = 240

interface FiguresProps {
  readonly items: readonly FigureItem[]
  readonly locale: string
  /** Even columns and rows, so that a skeleton can reserve the place; with or without a line for changes. */
  readonly rows?: 'compared' | 'plain'
}

/** Key figures in a row, each with an explanation. */
export function KeyFigures({ items, locale, rows }: FiguresProps) {
  return (
    <dl className={rows ? `even ${rows}` : 'figures'} style={rows && { maxWidth: items.length * widest }} part="figures">
      {items.map(({ id, label, value, shown, change, explanation }) => (
        <div key={id} className="figure">
          <dt>
            {shown ? (
              label
            ) : (
              <button type="button" {...describedTooltip(explanation)}>
                {label}
              </button>
            )}
          </dt>
          <dd>{shown ?? value}</dd>
          {typeof change === 'number' && <Change share={change} locale={locale} />}
        </div>
      ))}
    </dl>
  )
}
