import { css, html, nothing } from 'lit'
import type { Trouble } from './words.ts'

/** The page may place, size, move, fade and hide it, as any element; what it says of everything else ends here. */
export const frameSheet = css`
  :host {
    all: initial;
    display: block;
    padding: 0 !important;
    border: 0 !important;
    background: none !important;
    columns: auto !important;
    writing-mode: horizontal-tb !important;
  }
  :host::before, :host::after { content: none !important }
  :host([hidden]) { display: none }
  div, iframe { all: initial; visibility: inherit; pointer-events: inherit; display: block }
  iframe { width: 100%; color-scheme: normal }
  iframe[hidden] { display: none }
  div { padding: 16px; font: 14px / 1.5 system-ui, sans-serif; color: canvastext; background: canvas }
  :host([theme="dark"]) div { color-scheme: dark }
  p { margin: 0 }
  button { margin-top: 12px; padding: 6px 12px; font: inherit }
`

const troubleView = ({ text, again }: Trouble, begin: () => void) =>
  html`<div part="trouble" role="alert"><p>${text}</p>${again ? html`<button type="button" part="again" @click=${begin}>${again}</button>` : nothing}</div>`

/** What stands in the place of a frame while it does not come. */
export const frameView = (trouble: Trouble | undefined, begin: () => void) => (trouble ? troubleView(trouble, begin) : nothing)
