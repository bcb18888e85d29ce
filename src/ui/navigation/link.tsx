import type { MouseEvent, ReactNode } from 'react'
import { addStyles } from '../theme/styles.ts'
import css from './link.css'

addStyles(css)

/** Destination of a link. */
export interface LinkTarget {
  /** URL for the href, so that the link can open in a new tab; undefined if the host provides no URLs. */
  readonly href?: string | undefined
  readonly onNavigate: () => void
}

interface LinkProps {
  readonly target: LinkTarget
  readonly className?: string
  readonly isCurrent?: boolean
  /** Accessible name, which begins with the visible text, for links that a page repeats. */
  readonly label?: string
  /** -1 inside a grid, where Enter in the cell follows the link. */
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** A click with a modifier key or another button is left to the browser, for example to open a new tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** A link inside the element. The click is handled by the app instead of the browser. */
export function Link({ target: { href, onNavigate }, className = 'link', isCurrent, label, tabIndex, children }: LinkProps) {
  const current = isCurrent ? ({ 'aria-current': 'page' } as const) : {}
  if (href === undefined)
    return (
      // biome-ignore lint/a11y/useSemanticElements: an anchor needs an href, and the host provides none
      <button type="button" role="link" className={className} aria-label={label} tabIndex={tabIndex} onClick={onNavigate} {...current}>
        {children}
      </button>
    )
  const follow = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    onNavigate()
  }
  return (
    <a href={href} className={className} aria-label={label} tabIndex={tabIndex} onClick={follow} {...current}>
      {children}
    </a>
  )
}
