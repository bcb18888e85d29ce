import { LitElement, type PropertyValues } from 'lit'
import { MessageError } from '../../src/kit/host/message-errors.ts'
import { createFrame, frameHeight, frameUrl } from './create-frame.ts'
import { frameSheet, frameView } from './view.ts'
import type { FrameError } from './frame-error.ts'
import { createEventEmitter } from '../runtime/waitable-event.ts'
import type { Connection } from '../host/connection.ts'
import { createFrameConnector } from '../host/connect-frame.ts'
import { followPageOptions, runtimeOptions } from '../runtime/page.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

const connectFrame = createFrameConnector()
// The longest delay of setTimeout, because the user may take any time to answer.
const maxTimeoutMs = 2 ** 31 - 1
/** Events that the host can cancel: notices, `ad-before-*` and `ad-*-asked`. */
const isCancelable = (type: string) => /^ad-(notice$|before-)|-asked$/.test(type)

/** The class of `<ad-frame>`, which shows an embedded page and emits its events. */
class FrameElement extends LitElement {
  static override readonly styles = frameSheet
  static override readonly properties = {
    src: {},
    title: {},
    minHeight: { type: Number, attribute: 'min-height' },
    locale: {},
    theme: {},
    path: { reflect: true },
    getToken: { attribute: false },
    trouble: { state: true },
    attempt: { state: true },
  }
  declare src: string | undefined
  declare title: string
  declare minHeight: number | undefined
  declare locale: string | undefined
  declare theme: string | undefined
  declare path: string | undefined
  declare getToken: GetToken | undefined
  declare trouble: FrameError | undefined
  declare attempt: number | undefined
  readonly #voice = createEventEmitter(this, 'ad-frame', isCancelable)
  #connection: Connection | undefined
  #closing = new AbortController()
  #isDue = false
  /** True once a document in this frame has completed the handshake. */
  #isHeard = false
  #height = 0
  /** Set once the frame has requested a token: the `getToken` that answered, if there was one. */
  #lastRequest: { readonly getToken: GetToken | undefined } | undefined
  /** Whether the host knows already that this frame was refused the page's token. */
  #isRefusalKnown = false
  /** The last known path of the page in the frame. */
  #path: string | undefined

  /**
   * Makes Lit render after the iframe. By default it renders before the root's first child, which may be the iframe and may be replaced.
   */
  protected override createRenderRoot() {
    const root = super.createRenderRoot()
    this.renderOptions.renderBefore = null
    return root
  }

  override render() {
    return frameView(this.trouble, this.#begin)
  }

  get #address(): string | undefined {
    return frameUrl(this.src, this.baseURI)
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#closing = new AbortController()
    const { signal } = this.#closing
    for (const type of ['scroll', 'resize']) window.addEventListener(type, this.#look, { signal, passive: true, capture: true })
    signal.addEventListener('abort', followPageOptions(this))
    if (this.hasUpdated) this.#connect()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#closing.abort()
    this.#disconnect()
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('src') && this.hasUpdated) {
      // The path belongs to the previous page, so a new `src` resets it.
      if (!changed.has('path')) this.path = undefined
      this.#begin()
    }
    if (changed.has('getToken')) this.follow()
  }

  override updated(changed: PropertyValues<this>) {
    if (changed.has('src') || changed.has('attempt')) {
      this.#put()
      this.#connect()
    }
    if (changed.has('minHeight')) this.#grow(this.#height)
    this.#dress()
    if (!this.#isHeard) return
    if (changed.has('locale') || changed.has('theme')) this.#configure()
    if (changed.has('path')) this.#navigate()
  }

  /** Called when the page's options change. */
  follow() {
    // Another function may mean another user, who must not see the previous user's page.
    if (this.#lastRequest && this.#lastRequest.getToken !== this.#getToken) this.#begin()
  }

  /** Focuses the first focusable node in the embedded page. */
  focusInside() {
    this.#frame?.focus()
    this.#connection?.send('focus')
  }

  /** Makes the embedded page refetch its data. */
  refresh() {
    this.#connection?.send('refresh')
  }

  /** Ends the session of the embedded page. */
  signOut() {
    this.#connection?.send('sign-out')
  }

  /** Asks for confirmation if leaving would lose unsaved input; true if the user may leave, or if the page does not answer. */
  async confirmLeave(): Promise<boolean> {
    if (!this.#connection || !this.#isHeard) return true
    return this.#connection.request('confirm-leave', {}, { timeoutMs: maxTimeoutMs }).then(
      ({ allowed }) => allowed,
      () => true,
    )
  }

  get #frame() {
    return this.renderRoot.querySelector('iframe')
  }

  /** Keeps the loader's iframe if its address is right. Otherwise replaces it, so that no state of the old page remains. */
  #put() {
    const before = this.#frame
    const address = this.#address
    const { attempt = 0 } = this
    if (before && attempt === 0 && before.src === (address ?? '')) return
    const frame = createFrame(address, this.minHeight, this.title)
    if (before) before.replaceWith(frame)
    else this.renderRoot.prepend(frame)
  }

  /** Updates the iframe without replacing it. */
  #dress() {
    const frame = this.#frame
    if (!frame) return
    frame.hidden = Boolean(this.trouble)
    if (this.title) frame.title = this.title
    else frame.removeAttribute('title')
  }

  /**
   * Whether the iframe may have tokens of the page's default `getToken`: only a frame of the platform's own origin.
   * `src` is an attribute, so injected markup can set it. A `getToken` of the element itself was set by a script, for this very frame.
   */
  protected mayUsePageToken(frame: HTMLIFrameElement): boolean {
    const { apiBase } = runtimeOptions({})
    return new URL(frame.src).origin === new URL(apiBase, location.href).origin
  }

  get #getToken() {
    if (this.getToken) return this.getToken
    const frame = this.#frame
    return frame?.src && this.mayUsePageToken(frame) ? runtimeOptions({}).getToken : undefined
  }

  /** The error for a frame that gets no token. The host hears of an origin that may not use the page's token. */
  #tokenRefusal(): MessageError {
    if (!runtimeOptions({}).getToken) return new MessageError('no_token', false)
    const refusal = new MessageError('origin_refused', false)
    if (!this.#isRefusalKnown) void this.#fail(refusal)
    this.#isRefusalKnown = true
    return refusal
  }

  /** Replaces the iframe, so that no state of the previous page remains. */
  readonly #begin = () => {
    this.#disconnect()
    this.#lastRequest = undefined
    this.#isRefusalKnown = false
    this.trouble = undefined
    this.#height = 0
    this.attempt = (this.attempt ?? 0) + 1
  }

  #disconnect() {
    this.#connection?.dispose()
    this.#connection = undefined
    this.#isHeard = false
  }

  #connect() {
    this.#disconnect()
    const frame = this.#frame
    if (!frame || !this.isConnected || this.src === undefined) return
    if (!this.#address) return void this.#fail({ code: 'address_invalid', retryable: false })
    const connection = connectFrame(frame, {
      getToken: async (ask) => {
        const getToken = this.#getToken
        this.#lastRequest = { getToken }
        if (!getToken) throw this.#tokenRefusal()
        return getToken(ask)
      },
      onConnected: () => this.#greet(),
    })
    this.#connection = connection
    connection.on('*', (detail, { type, waitUntil }) => {
      if (type.startsWith('ad-')) waitUntil(this.#voice.ask(type, detail))
    })
    connection.on('resized', ({ height }) => this.#grow(height))
    connection.on('navigated', ({ path }) => {
      this.path = this.#path = path
    })
    connection.ready.catch((error) => {
      if (error.code !== 'disposed') this.#fail(error)
    })
  }

  /** A reloaded document has lost its configuration, so everything is sent again. */
  #greet() {
    this.#isHeard = true
    this.trouble = undefined
    this.#path = undefined
    if (this.locale || this.theme) this.#configure()
    this.#navigate()
    this.#look()
  }

  #configure() {
    const { locale, theme } = this
    this.#connection?.send('configure', { attributes: { locale, theme } })
  }

  #navigate() {
    const { path = '' } = this
    if (path === (this.#path ?? '')) return
    this.#path = path
    this.#connection?.send('navigate', { path })
  }

  async #fail({ code, retryable }: { code: string; retryable: boolean }) {
    const { attempt } = this
    this.#voice.emit('ad-error', { code, retryable })
    const language = this.locale || document.documentElement.lang || navigator.language
    const { toFrameError } = await import('./frame-error.ts')
    const trouble = await toFrameError(code, retryable, language)
    // The frame may have connected while the texts were loading.
    if (!this.#isHeard && attempt === this.attempt) this.trouble = trouble
  }

  #grow(height: number) {
    this.#height = height
    const frame = this.#frame
    if (!frame) return
    frame.style.height = frameHeight(height, this.minHeight)
    this.#look()
  }

  /** Sends the visible part of the frame, at most once per animation frame. */
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

export function register() {
  if (!customElements.get('ad-frame')) customElements.define('ad-frame', FrameElement)
}
