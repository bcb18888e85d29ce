import { css, html, nothing, unsafeCSS } from 'lit'
import { frameCss } from './create-frame.ts'
import type { FrameError } from './frame-error.ts'

/** The page may position, size, transform, fade and hide the element; all other styles of the page are reset. */
export const frameSheet = css`
  :host {
    all: initial;
    display: block;
    padding: 0 !important;
    border: 0 !important;
    background: none !important;
    columns: auto !important;
    writing-mode: horizontal-tb !important;
    /* The frame's height depends on this width. */
    container-type: inline-size;
    contain-intrinsic-inline-size: 300px;
  }
  :host::before, :host::after { content: none !important }
  :host([hidden]) { display: none }
  div, iframe { all: initial; visibility: inherit; pointer-events: inherit; display: block }
  iframe { width: 100%; color-scheme: normal }
  iframe[hidden] { display: none }
  ${unsafeCSS(frameCss)}
  [role] { padding: 16px; font: 14px / 1.5 system-ui, sans-serif; color: canvastext; background: canvas }
  :host([theme="dark"]) [role] { color-scheme: dark }
  p { margin: 0 }
  button { margin-top: 12px; padding: 6px 12px; font: inherit }
`

const frameErrorView = ({ text, again }: FrameError, retry: () => void) =>
  html`<div part="trouble" role="alert"><p>${text}</p>${again ? html`<button type="button" part="again" @click=${retry}>${again}</button>` : nothing}</div>`

/** The error shown in place of a frame that did not load. */
export const frameView = (error: FrameError | undefined, retry: () => void) => (error ? frameErrorView(error, retry) : nothing)
