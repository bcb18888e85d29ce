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
  /** A language-independent name of the state, in a data attribute. */
  readonly state?: 'broken' | 'crashed' | undefined
}

/** Shared layout: an icon, a heading, a text and an action. */
function StateMessage({ icon, tone, heading, text, note, children, state }: StateProps) {
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

/** Skeleton with the final layout, so loading causes no shift. */
export function LoadingSkeleton({ height }: { height: number }) {
  const { t } = useLingui()
  return (
    <div className="skeleton" role="status" aria-label={t`Loading`}>
      <div className="row">
        <div className="skeleton-block" style={{ width: 160, height: 30 }} />
      </div>
      <div className="row" style={{ gap: 32 }}>
        {[0, 1, 2].map((index) => (
          <div key={index} className="skeleton-block" style={{ width: 96, height: 44 }} />
        ))}
      </div>
      <div className="skeleton-block" style={{ height }} />
    </div>
  )
}

interface EmptyProps extends Pick<StateProps, 'heading' | 'text' | 'children'> {
  /** Replaces the default chart icon; shown in a neutral tone. */
  readonly icon?: IconShape
}

/** Empty state: explains what will appear and offers the first action. */
export const EmptyState = ({ icon, ...props }: EmptyProps) => <StateMessage icon={icon ?? chartLine} tone={icon && 'still'} {...props} />

/** No permission; names the person to ask. */
export const NoPermission = ({ text }: { text?: ReactNode }) => (
  <StateMessage
    icon={lock}
    tone="still"
    heading={<Trans>You do not have permission to view this information</Trans>}
    text={text ?? <Trans>Ask your account administrator for access to reports.</Trans>}
  />
)

interface BrokenProps {
  readonly heading: ReactNode
  readonly reason: ReactNode
  readonly requestId?: string | undefined
  readonly onRetry: () => void
  /** The whole element crashed, not one part of it. */
  readonly isCrashed?: boolean
}

/** Error state with the reason and a retry button. */
export function ErrorState({ heading, reason, requestId, onRetry, isCrashed = false }: BrokenProps) {
  return (
    <StateMessage
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
    </StateMessage>
  )
}
