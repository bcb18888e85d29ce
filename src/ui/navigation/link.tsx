import type { MouseEvent, ReactNode } from 'react'
import { wear } from '../theme/styles.ts'
import css from './link.css'

wear(css)

/** Where a link leads. */
export interface LinkTarget {
  /** An address that a new window can open; where the host has given none, the link works in this one only. */
  readonly href?: string | undefined
  readonly onGo: () => void
}

interface LinkProps {
  readonly target: LinkTarget
  readonly className?: string
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

/** A press that asks for another window or a file is the browser's own. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** A way to another place of the same element. */
export function Link({ target: { href, onGo }, className = 'link', isCurrent, children }: LinkProps) {
  const current = isCurrent ? ({ 'aria-current': 'page' } as const) : {}
  if (href === undefined)
    return (
      // biome-ignore lint/a11y/useSemanticElements: an anchor needs an address, and the host has given none
      <button type="button" role="link" className={className} onClick={onGo} {...current}>
        {children}
      </button>
    )
  const go = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    onGo()
  }
  return (
    <a href={href} className={className} onClick={go} {...current}>
      {children}
    </a>
  )
}
