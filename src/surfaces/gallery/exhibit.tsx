import type { ReactNode } from 'react'

interface ExhibitProps {
  readonly name: string
  /** One after the other over the whole width, instead of side by side. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** One thing in all its states. */
export const Exhibit = ({ name, isWide = false, children }: ExhibitProps) => (
  <section className="exhibit">
    <h2>{name}</h2>
    <div className={isWide ? 'wide' : 'cells'}>{children}</div>
  </section>
)
