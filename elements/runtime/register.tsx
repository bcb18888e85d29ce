import r2wc from '@r2wc/react-to-web-component'
import type { ComponentType } from 'react'
import { acquireRuntime, releaseRuntime, type Runtime } from '../../src/kit/runtime.tsx'
import { closestLocale } from '../../src/contract/locales.ts'
import { createLeaving } from '../../src/kit/host/leave.ts'
import type { RuntimeOptions } from '../../src/kit/runtime-options.ts'
import type { SessionState } from '../../src/kit/session/session.ts'
import { commonProps, type Declaration, dash } from './define.ts'
import { ElementRoot } from './root.tsx'
import { dress, tokenSheet } from './styles.ts'
import { voiceOf } from './guest-event.ts'
import { languageOf } from './language.ts'
import { drawSkeleton } from './skeleton.ts'
import { followPage, pageRead, runtimeOptions, tellRoot } from './page.ts'
import type { LoadWords } from '../../src/kit/word-store.ts'

const PROPS = Symbol.for('r2wc.props')
const RENDER = Symbol.for('r2wc.render')

/** What r2wc makes, as far as we rely on its inside. */
interface Wrapped extends HTMLElement {
  [PROPS]: Record<string, unknown>
  [RENDER](): void
  connectedCallback(): void
  disconnectedCallback(): void
  attributeChangedCallback(attribute: string, before: string | null, after: string | null): void
}

const sessionEvents: Partial<Record<SessionState, string>> = {
  expiring: 'ad-session-expiring',
  expired: 'ad-session-expired',
  ended: 'ad-session-expired',
  restored: 'ad-session-restored',
}

/** The runtime that an element holds while it is in a page. */
function holder(tell: (event: string) => void) {
  let held: { runtime: Runtime; options: RuntimeOptions; stop: () => void } | undefined
  let identity = 0
  let told: string | undefined
  // A session that was lost and then ends is over once.
  const hear = (state: SessionState) => {
    const event = sessionEvents[state]
    if (event && event !== told) tell(event)
    told = event
  }
  const letGo = () => {
    held?.stop()
    if (held) releaseRuntime(held.runtime)
    held = undefined
  }
  const isSame = (options: RuntimeOptions) => held?.options.apiBase === options.apiBase && held.options.getToken === options.getToken
  return {
    hold(options: RuntimeOptions) {
      if (held && isSame(options)) return { runtime: held.runtime, identity }
      letGo()
      const runtime = acquireRuntime(options)
      held = { runtime, options, stop: runtime.session.onState(hear) }
      // What was asked early may have ended it before anybody heard.
      queueMicrotask(() => held?.runtime === runtime && hear(runtime.session.state))
      identity += 1
      return { runtime, identity }
    },
    letGo,
    end: () => held?.runtime.session.end(),
  }
}

const focusable = 'a[href], button, input, select, textarea, [tabindex]'
const kinds = { text: 'string', number: 'number' } as const

/** The class of a declared tag: r2wc, with what HTML promises and r2wc does not keep. */
function classOf(declaration: Declaration): CustomElementConstructor {
  const props = Object.entries(declaration.props)
  const events = new Map(Object.entries(declaration.events))
  const byAttribute = new Map(
    props.flatMap(([name, { from }]) => (from === 'property' ? [] : [[dash(name), { name, isFlag: from === 'flag' }] as const])),
  )
  const ownNames = props.map(([name]) => name).filter((name) => !(name in commonProps))
  // A flag and a plain property have no kind: r2wc would write "true" and "false", or lose the value.
  const types = Object.fromEntries(props.map(([name, { from }]) => [name, from === 'text' || from === 'number' ? kinds[from] : undefined]))
  const load: LoadWords = async (locale) => (await declaration.words()).load(locale)
  const Root: unknown = ElementRoot
  const Made: unknown = r2wc(Root as ComponentType<Record<string, unknown>>, { props: types, shadow: 'open' }) // what it asks for is given before it renders
  const Base = Made as new () => Wrapped // r2wc types less of its class than we rely on

  class Element extends Base {
    static readonly observedAttributes = [...byAttribute.keys()]
    readonly #leaving = createLeaving()
    readonly #voice = voiceOf(this, declaration.tag, (type) => events.get(type)?.cancelable === true)
    readonly #tokens = tokenSheet()
    readonly #held = holder((event) => this.#voice.emit(event, {}))
    #revision = 0
    #isUp = false
    /** Set while the element waits for getToken. */
    #onToken: (() => void) | undefined
    #stopFollowing: (() => void) | undefined

    constructor() {
      super()
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      dress(root, declaration.minHeight, declaration.narrowHeight)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#tokens.sheet]
      if (!root.firstChild) drawSkeleton(root, declaration.skeleton)
      tellRoot(root)
      Object.assign(this[PROPS], {
        declaration,
        load,
        emit: this.#voice.emit,
        ask: this.#voice.ask,
        navigate: this.#navigate,
        leaving: this.#leaving,
      })
    }

    /** The loader has drawn its skeleton into a root, and there can be only one. */
    override attachShadow(init: ShadowRootInit) {
      return this.shadowRoot ?? super.attachShadow(init)
    }

    // A property assigned before the class was known sits on the instance and hides our accessor.
    override connectedCallback() {
      for (const [name] of props) {
        const early = Object.getOwnPropertyDescriptor(this, name)
        if (!early) continue
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, early.value)
      }
      this.#stopFollowing ??= followPage(this)
      void this.#begin()
    }

    // React holds back what replaces a fallback, so the first thing it draws is the surface; what failed is asked again and shown.
    async #begin() {
      if (!this.#options.getToken) await this.#tokenGiven()
      if (!this.isConnected) return
      const { runtime } = this.#hold()
      const [surface] = await Promise.allSettled([declaration.surface(), runtime.words.i18n(load, closestLocale(this.#language))])
      await runtime.begun.settle(this, runtime.answers.keep)
      if (!this.isConnected) return
      if (surface.status === 'fulfilled') this[PROPS].Loaded = surface.value.default
      this.#isUp = true
      super.connectedCallback()
    }

    get #language() {
      return languageOf(this, this[PROPS].locale)
    }

    get #options() {
      return runtimeOptions({ getToken: this[PROPS].getToken as RuntimeOptions['getToken'] }) // what the declaration asks of the host
    }

    #hold() {
      return this.#held.hold(this.#options)
    }

    /**
     * Waits for getToken while the page is read: its module scripts run after the parser has made this element,
     * and until then a missing function is no error. A function that comes is called at once.
     */
    async #tokenGiven() {
      const given = new Promise<void>((resolve) => {
        this.#onToken = resolve
      })
      await Promise.race([given, pageRead()])
      this.#onToken = undefined
      if (this.isConnected && this.#options.getToken)
        this.#hold()
          .runtime.session.token()
          .catch(() => undefined) // the first read reports it
    }

    // Moving a node disconnects and connects it in one task; only a node that stays out is torn down.
    override disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#isUp = false
        super.disconnectedCallback()
        this.#stopFollowing?.()
        this.#stopFollowing = undefined
        this.#held.letGo()
      })
    }

    // r2wc ignores an empty or removed attribute; HTML gives both a meaning.
    override attributeChangedCallback(attribute: string, before: string | null, after: string | null) {
      const { name, isFlag } = byAttribute.get(attribute) ?? { name: attribute, isFlag: false }
      if (after && !isFlag) return super.attributeChangedCallback(attribute, before, after)
      this[PROPS][name] = isFlag ? after !== null && after !== 'false' : (after ?? undefined)
      this[RENDER]()
    }

    override [RENDER]() {
      if (this.#options.getToken) this.#onToken?.()
      if (!this.#isUp) return
      const given = this[PROPS]
      this.#tokens.set(given.themeTokens as Record<string, string> | undefined) // what the declaration asks of the host
      Object.assign(given, this.#hold(), {
        revision: this.#revision,
        language: this.#language,
        own: Object.fromEntries(ownNames.map((name) => [name, given[name]])),
      })
      super[RENDER]()
    }

    readonly #navigate = (path: string, title = document.title) => {
      this.setAttribute('path', path)
      this.#voice.emit('ad-navigated', { path, title })
    }

    /** The page has set something else for all its elements. */
    follow() {
      this[RENDER]()
    }

    /** Gives the focus to the first thing inside that takes it; `focus` itself is what React calls to give it back to the element. */
    focusInside() {
      const root = this.shadowRoot
      for (const one of root?.querySelectorAll<HTMLElement>(focusable) ?? []) {
        one.focus()
        if (root?.activeElement) return
      }
    }

    /** Asks for fresh data. */
    refresh() {
      this.#revision += 1
      this[RENDER]()
    }

    /** Ends the session that this element shares with its siblings. */
    signOut() {
      this.#held.end()
    }

    /** Asks the person where leaving would lose what they typed; true when they may go. */
    confirmLeave(): Promise<boolean> {
      return new Promise((resolve) =>
        this.#leaving.pass(
          undefined,
          () => resolve(true),
          () => resolve(false),
        ),
      )
    }
  }
  for (const { name, isFlag } of byAttribute.values()) if (isFlag) defineFlag(Element.prototype, name)
  return Element
}

/** A flag is its attribute. */
function defineFlag(prototype: HTMLElement, name: string) {
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return this.hasAttribute(dash(name)) && this.getAttribute(dash(name)) !== 'false'
    },
    set(this: HTMLElement, isOn: unknown) {
      this.toggleAttribute(dash(name), Boolean(isOn))
    },
  })
}

/** Makes a tag known to the page; the first one to do so wins. */
export function register(declaration: Declaration) {
  if (!customElements.get(declaration.tag)) customElements.define(declaration.tag, classOf(declaration))
}
