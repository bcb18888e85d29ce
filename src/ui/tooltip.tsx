import { type ComponentRef, type ReactNode, useRef } from 'react'
import { useFloating } from './floating.ts'

/** A sentence about something, on hover and on focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const { isReady, fetchIt } = useFloating()
  const tooltip = useRef<ComponentRef<'pl-sl-tooltip'>>(null)
  // What it comes for has begun before it is there to hear of it.
  const wake = async () => {
    await fetchIt()
    const { current } = tooltip
    if (current?.matches(':hover, :focus-within')) current.open = true
  }
  return (
    <span className="anchor" {...(!isReady && { onPointerEnter: wake, onFocus: wake })}>
      {/* Asleep until its code is there: a child that were put into it then would lose the focus. */}
      <pl-sl-tooltip ref={tooltip} content={text} hoist>
        {children}
      </pl-sl-tooltip>
    </span>
  )
}
