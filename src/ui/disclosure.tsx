import type { ReactNode } from 'react'
import css from './disclosure.css'
import { Icon } from './icon/icon.tsx'
import { chevronDown } from './icon/icons.ts'
import { addStyles } from './theme/styles.ts'

addStyles(css)

interface DisclosureProps {
  readonly heading: ReactNode
  /** Shown at the end of the heading, for example a count. */
  readonly note?: ReactNode
  readonly isOpen?: boolean
  /** Opening one closes the others of the same name. */
  readonly name?: string
  readonly children: ReactNode
}

/** A collapsible section; several sections form an accordion. */
export const Disclosure = ({ heading, note, isOpen = false, name, children }: DisclosureProps) => (
  <details className="disclosure" open={isOpen} name={name}>
    <summary>
      <Icon shape={chevronDown} />
      <span className="grow">{heading}</span>
      {note && <span className="quiet">{note}</span>}
    </summary>
    <div className="content">{children}</div>
  </details>
)
