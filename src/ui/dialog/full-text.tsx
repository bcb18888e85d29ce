import type { ReactNode } from 'react'
import { addStyles } from '../theme/styles.ts'
import { Tooltip } from './tooltip.tsx'
import css from './full-text.css'

addStyles(css)

/** Shows a short form; the full text appears on hover and focus. Screen readers get the full text. */
export const FullTextTooltip = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <Tooltip text={text}>
    <button type="button" className="peek">
      <span aria-hidden="true">{children}</span>
      <span className="unseen">{text}</span>
    </button>
  </Tooltip>
)
