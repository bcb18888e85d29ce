import type { ReactNode } from 'react'

interface ExhibitProps {
  readonly name: string
  /** Stacks the children at full width instead of in a row. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A component in all its states. */
export const Exhibit = ({ name, isWide = false, children }: ExhibitProps) => (
  <section className="exhibit">
    <h2>{name}</h2>
    <div className={isWide ? 'wide' : 'cells'}>{children}</div>
  </section>
)
