import { css, html, LitElement, nothing, type PropertyValues } from 'lit'
import type { GetToken } from '../src/kit/session.ts'
import type { Connection } from './host-connection.ts'
import { frameConnector } from './host-frame.ts'

const connectFrame = frameConnector()
// The tallest of what is embedded, with the page around it, so that nothing below moves when it has come.
const usualHeight = 466

/** The host's side of an embedded page, as an element. */
class FrameElement extends LitElement {
  static override readonly styles = css`
    :host { display: block }
    :host([hidden]) { display: none }
    iframe { display: block; width: 100%; border: 0; color-scheme: normal }
    p { margin: 0; padding: 16px }
  `
  static override readonly properties = {
    src: {},
    title: {},
    minHeight: { type: Number, attribute: 'min-height' },
    locale: {},
    theme: {},
    getToken: { attribute: false },
    trouble: { state: true },
  }
  declare src: string | undefined
  declare title: string
  declare minHeight: number | undefined
  declare locale: string | undefined
  declare theme: string | undefined
  declare getToken: GetToken | undefined
  declare trouble: string | undefined
  #connection: Connection | undefined
  #closing = new AbortController()
  #isDue = false
  #height = 0

  override render() {
    if (this.trouble) return html`<p part="trouble" role="alert">${this.trouble}</p>`
    return html`<iframe part="frame" title=${this.title || nothing} sandbox="allow-scripts allow-same-origin allow-forms allow-downloads" allow="clipboard-write" referrerpolicy="strict-origin" src=${this.#address ?? nothing}></iframe>`
  }

  get #address(): string | undefined {
    // An empty address is that of the page around it, which would show itself in itself.
    const url = this.src && URL.canParse(this.src, this.baseURI) ? new URL(this.src, this.baseURI) : undefined
    return url && /^https?:$/.test(url.protocol) ? url.href : undefined
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#closing = new AbortController()
    const options = { signal: this.#closing.signal, passive: true, capture: true }
    for (const type of ['scroll', 'resize']) window.addEventListener(type, this.#look, options)
    if (this.hasUpdated) this.#connect()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#closing.abort()
    this.#connection?.dispose()
    this.#connection = undefined
  }

  override willUpdate(changed: PropertyValues<this>) {
    // Another page starts anew, whatever became of the one before.
    if (!changed.has('src')) return
    this.trouble = undefined
    this.#height = 0
  }

  override updated(changed: PropertyValues<this>) {
    if (changed.has('src')) this.#connect()
    if (changed.has('minHeight') || changed.has('src') || !this.#frame?.style.height) this.#grow(this.#height)
    const { locale, theme } = this
    if (changed.has('locale') || changed.has('theme')) this.#connection?.send('configure', { attributes: { locale, theme } })
  }

  override focus(options?: FocusOptions) {
    this.#frame?.focus(options)
    this.#connection?.send('focus')
  }

  /** Asks the embedded page for fresh data. */
  refresh() {
    this.#connection?.send('refresh')
  }

  /** Ends the session of the embedded page. */
  signOut() {
    this.#connection?.send('sign-out')
  }

  get #frame() {
    return this.renderRoot.querySelector('iframe')
  }

  #connect() {
    this.#connection?.dispose()
    this.#connection = undefined
    const frame = this.#frame
    if (!frame || !this.isConnected || this.src === undefined) return
    if (!this.#address) return void this.#fail({ code: 'address_invalid', retryable: false })
    const connection = connectFrame(frame, {
      getToken: (ask) => (this.getToken ? this.getToken(ask) : Promise.reject(new Error('The frame has no getToken'))),
    })
    this.#connection = connection
    connection.on('*', (detail, { type, prevent }) => {
      if (type.startsWith('ad-') && !this.#tell(type, detail)) prevent()
    })
    connection.on('resized', ({ height }) => this.#grow(height))
    connection.ready.then(
      () => {
        const { locale, theme } = this
        if (locale || theme) connection.send('configure', { attributes: { locale, theme } })
        this.#look()
      },
      (error) => {
        if (error.code !== 'disposed') this.#fail(error)
      },
    )
  }

  #tell(type: string, detail: unknown) {
    const cancelable = type === 'ad-notice' || type.startsWith('ad-before-')
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }))
  }

  #fail({ code, retryable }: { code: string; retryable: boolean }) {
    this.#tell('ad-error', { code, retryable })
    import('./frame-words.ts').then(
      async ({ troubleText }) => {
        this.trouble = await troubleText(code, this.locale || document.documentElement.lang || navigator.language)
      },
      () => undefined,
    )
  }

  #grow(height: number) {
    this.#height = height
    const frame = this.#frame
    if (!frame) return
    frame.style.height = `${Math.max(height, this.minHeight || usualHeight)}px`
    this.#look()
  }

  /** Tells the frame which part of it the person sees, once a picture. */
  readonly #look = () => {
    if (this.#isDue) return
    this.#isDue = true
    requestAnimationFrame(() => {
      this.#isDue = false
      const box = this.#frame?.getBoundingClientRect()
      if (!box) return
      const top = Math.max(0, -box.top)
      this.#connection?.send('viewport', { top, height: Math.max(0, Math.min(box.height, window.innerHeight - box.top) - top) })
    })
  }
}

/** Makes the tag known. */
export function register() {
  if (!customElements.get('ad-frame')) customElements.define('ad-frame', FrameElement)
}
