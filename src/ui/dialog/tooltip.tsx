import { type ComponentRef, type ReactNode, useRef } from 'react'
import { wear } from '../theme/styles.ts'
import css from './tooltip.css'
import { useShoelace } from '../shoelace/use-shoelace.ts'

wear(css)

/** A short text about its child, on hover and on focus. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { state, load } = useShoelace()
  const tooltip = useRef<ComponentRef<'pl-sl-tooltip'>>(null)
  // The hover or focus that loads the tooltip is over before it could hear of it.
  const wake = async () => {
    // Without the library the tooltip does not show; the next hover or focus tries again.
    if (!(await load())) return
    const { current } = tooltip
    if (current?.matches(':hover, :focus-within')) current.open = true
  }
  return (
    <span className="anchor" {...(!state.isReady && { onPointerEnter: wake, onFocus: wake })}>
      {/* In the tree before its code is loaded: moving the child into it later would take the focus away. */}
      <pl-sl-tooltip ref={tooltip} content={text} hoist>
        {children}
      </pl-sl-tooltip>
    </span>
  )
}
