import type { ReactNode } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly children: ReactNode
}

/** A part that scrolls to the side by itself, such as a wide table, so that it does not widen the page. */
export const ScrollRegion = ({ label, children }: ScrollRegionProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a region that has the focus
  <section className="admin-scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
)
