import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { count, percent } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { alert, check } from '../icon/icons.ts'
import { cross } from '../icon/control-icons.ts'
import css from './progress.css'
import { addStyles } from '../theme/styles.ts'

addStyles(css)

export interface ProgressProps {
  readonly label: ReactNode
  readonly done?: number
  /** Undefined if the amount is unknown. */
  readonly total?: number | undefined
  /** Shown instead of the numbers, for example a size or the current step. */
  readonly text?: ReactNode
  readonly state?: 'running' | 'done' | 'failed' | 'cancelled'
  readonly onCancel?: (() => void) | undefined
}

const icons = { done: check, failed: alert, cancelled: cross }
const shareOf = (done: number, total: number | undefined) => (total ? Math.min(done / total, 1) : undefined)

/** A progress bar with numbers. */
export function Progress({ label, done = 0, total, text, state = 'running', onCancel }: ProgressProps) {
  const { i18n } = useLingui()
  const id = useId()
  const share = state === 'done' ? 1 : shareOf(done, total)
  const { locale } = i18n
  const doneText = count(done, locale)
  const totalText = count(total ?? null, locale)
  const figures = total ? (
    <Trans>
      {doneText} of {totalText}
    </Trans>
  ) : (
    done > 0 && doneText
  )
  return (
    <div className={`progress ${state}`}>
      <div className="row">
        {state !== 'running' && <Icon shape={icons[state]} />}
        <span id={id} className="grow">
          {label}
        </span>
        <span className="figure-text">{text ?? figures}</span>
        {onCancel && state === 'running' && (
          <Button kind="plain" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
      <div
        className={share === undefined && state === 'running' ? 'track unknown' : 'track'}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share !== undefined && { 'aria-valuenow': Math.round(share * 100), 'aria-valuetext': percent(share, locale, 0) })}
      >
        <div className="fill" style={{ inlineSize: share === undefined ? undefined : `${share * 100}%` }} />
      </div>
    </div>
  )
}
