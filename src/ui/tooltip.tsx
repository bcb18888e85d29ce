import type { ReactNode } from 'react'
import { useFloating } from './floating.ts'

/** A sentence about something, on hover and on focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const { isReady, fetchIt } = useFloating()
  const wake = isReady ? {} : { onPointerEnter: () => void fetchIt(), onFocus: () => void fetchIt() }
  return (
    <span className="anchor" {...wake}>
      {isReady ? (
        <pl-sl-tooltip content={text} hoist>
          {children}
        </pl-sl-tooltip>
      ) : (
        children
      )}
    </span>
  )
}
