import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { count } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { reload } from '../icon/icons.ts'
import { cross } from './icons.ts'
import { tooltip } from '../dialog/tooltip-text.ts'
import { addStyles } from '../theme/styles.ts'
import css from './selection-bar.css'
import { asBottomBar } from '../feedback/bottom-bars.ts'

addStyles(css)

interface SelectionBarProps {
  readonly selected: number
  readonly total: number
  readonly isReading: boolean
  readonly locale: string
  readonly onAll: () => void
  readonly onClear: () => void
  readonly children?: ReactNode
}

/** Shows the number of selected rows and the actions for them, at the bottom of the grid. */
export function SelectionBar({ selected, total, isReading, locale, onAll, onClear, children }: SelectionBarProps) {
  const { t } = useLingui()
  const some = count(selected, locale)
  const all = count(total, locale)
  return (
    <section ref={asBottomBar} className="selection-bar" aria-label={t`Selection`}>
      <span>
        <Trans>{some} selected</Trans>
      </span>
      {isReading && <Icon shape={reload} className="spin" label={t`Loading`} />}
      {selected < total && (
        <button type="button" className="all" onClick={onAll}>
          <Trans>Select all {all}</Trans>
        </button>
      )}
      <span className="grow" />
      {children}
      <button type="button" className="bare-act" aria-label={t`Clear selection`} {...tooltip(t`Clear selection`)} onClick={onClear}>
        <Icon shape={cross} />
      </button>
    </section>
  )
}
