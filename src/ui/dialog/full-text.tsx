import type { ReactNode } from 'react'
import { addStyles } from '../theme/styles.ts'
import { tooltip } from './tooltip-text.ts'
import css from './full-text.css'

addStyles(css)

/** Shows a short form; the full text appears on hover and focus. Screen readers get the full text. */
export const FullTextTooltip = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <button type="button" className="peek" {...tooltip(text)}>
    <span aria-hidden="true">{children}</span>
    <span className="unseen">{text}</span>
  </button>
)
