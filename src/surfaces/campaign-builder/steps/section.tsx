import type { ReactNode } from 'react'

interface StepSectionProps {
  readonly heading: ReactNode
  readonly note?: ReactNode
  /** For content wider than fields, such as a table. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A section of a step. */
export const StepSection = ({ heading, note, isWide = false, children }: StepSectionProps) => (
  <section className={isWide ? 'step-part wide' : 'step-part'}>
    <header>
      <h3>{heading}</h3>
      {note && <p className="quiet">{note}</p>}
    </header>
    {children}
  </section>
)
