import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { alert } from '../icon/icons.ts'
import { done, info, warning } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from '../badge/badge.css'

addStyles(css)

interface CalloutProps {
  readonly kind: 'info' | 'warning' | 'error' | 'success'
  readonly heading: ReactNode
  /** Buttons or links to resolve it. */
  readonly act?: ReactNode
  /** The callout appears after the page has loaded, so screen readers announce it. */
  readonly isAnnounced?: boolean
  readonly children?: ReactNode
}

const shapes = { info, warning, error: alert, success: done }

/** A permanent message in the page. */
export function Callout({ kind, heading, act, isAnnounced = false, children }: CalloutProps) {
  const { t } = useLingui()
  const kinds = { info: t`Note`, warning: t`Warning`, error: t`Error`, success: t`Done` }
  return (
    <div className={`callout ${kind}`} {...(isAnnounced && { role: kind === 'error' ? 'alert' : 'status' })}>
      <Icon shape={shapes[kind]} label={kinds[kind]} />
      <div>
        <b>{heading}</b>
        {children && <div className="quiet">{children}</div>}
        {act && <div className="row">{act}</div>}
      </div>
    </div>
  )
}
