import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon/icon.tsx'
import { alert, chartLine, type IconShape, lock, reload } from './icon/icons.ts'

interface StateProps {
  readonly icon: IconShape
  readonly tone?: 'bad' | 'still' | undefined
  readonly heading: ReactNode
  readonly text?: ReactNode
  readonly note?: ReactNode
  readonly children?: ReactNode
  /** Names the state in every language. */
  readonly state?: 'broken' | 'crashed' | undefined
}

/** One icon, one heading, what is safe, one act. */
function State({ icon, tone, heading, text, note, children, state }: StateProps) {
  return (
    <div className={`state ${tone ?? ''}`} data-state={state} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon shape={icon} />
      <h2>{heading}</h2>
      {text && <p>{text}</p>}
      {note && <small>{note}</small>}
      {children && <div className="row">{children}</div>}
    </div>
  )
}

/** Bones of the real layout; nothing moves when the flesh comes. */
export function Loading({ height }: { height: number }) {
  const { t } = useLingui()
  return (
    <div className="bones" role="status" aria-label={t`Loading`}>
      <div className="row">
        <div className="bone" style={{ width: 160, height: 30 }} />
      </div>
      <div className="row" style={{ gap: 32 }}>
        {[0, 1, 2].map((index) => (
          <div key={index} className="bone" style={{ width: 96, height: 44 }} />
        ))}
      </div>
      <div className="bone" style={{ height }} />
    </div>
  )
}

interface EmptyProps extends Pick<StateProps, 'heading' | 'text' | 'children'> {
  /** Another than that of figures to come, in ink: nobody has to begin with anything. */
  readonly icon?: IconShape
}

/** Nothing there: what it is for, and the first step. */
export const Empty = ({ icon, ...said }: EmptyProps) => <State icon={icon ?? chartLine} tone={icon && 'still'} {...said} />

/** Not for this person; who can change that. */
export const Refused = ({ text }: { text?: ReactNode }) => (
  <State
    icon={lock}
    tone="still"
    heading={<Trans>You do not have permission to view this information</Trans>}
    text={text ?? <Trans>Ask an administrator of your account for access to reports.</Trans>}
  />
)

interface BrokenProps {
  readonly heading: ReactNode
  readonly reason: ReactNode
  readonly requestId?: string | undefined
  readonly onRetry: () => void
  /** The whole element stopped, not one part of it. */
  readonly isCrashed?: boolean
}

/** It did not work: why, what is safe, and again. */
export function Broken({ heading, reason, requestId, onRetry, isCrashed = false }: BrokenProps) {
  return (
    <State
      icon={alert}
      tone="bad"
      state={isCrashed ? 'crashed' : 'broken'}
      heading={heading}
      text={reason}
      note={requestId && <Trans>Request {requestId}</Trans>}
    >
      <Button icon={reload} onPress={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </State>
  )
}
