import { type ComponentRef, type ReactNode, useRef } from 'react'
import { addStyles } from '../theme/styles.ts'
import css from './tooltip.css'
import { useShoelace } from '../shoelace/use-shoelace.ts'

addStyles(css)

/** A short text shown on hover and focus of its child. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { state, load } = useShoelace()
  const tooltip = useRef<ComponentRef<'pl-sl-tooltip'>>(null)
  // The library loads after the event that should open the tooltip, so the tooltip is opened here.
  const wake = async () => {
    // If loading fails, the tooltip stays closed; the next hover or focus tries again.
    if (!(await load())) return
    const { current } = tooltip
    if (current?.matches(':hover, :focus-within')) current.open = true
  }
  return (
    <span className="anchor" {...(!state.isReady && { onPointerEnter: wake, onFocus: wake })}>
      {/* Rendered before its code is loaded: wrapping the child later would lose its focus. */}
      <pl-sl-tooltip ref={tooltip} content={text} hoist>
        {children}
      </pl-sl-tooltip>
    </span>
  )
}
