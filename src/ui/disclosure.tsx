import type { ReactNode } from 'react'
import css from './disclosure.css'
import { Icon } from './icon/icon.tsx'
import { chevronDown } from './icon/icons.ts'
import { wear } from './theme/styles.ts'

wear(css)

interface DisclosureProps {
  readonly heading: ReactNode
  /** Stands at the end of the heading, such as a count. */
  readonly note?: ReactNode
  readonly isOpen?: boolean
  /** Those of one name close each other. */
  readonly name?: string
  readonly children: ReactNode
}

/** A heading that opens what is below it; several below each other are an accordion. */
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
