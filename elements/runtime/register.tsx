import r2wc from '@r2wc/react-to-web-component'
import { type ComponentType, startTransition } from 'react'
import { acquireRuntime, releaseRuntime, type Runtime } from '../../src/kit/runtime.tsx'
import { closestLocale } from '../../src/contract/locales.ts'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import type { RuntimeOptions } from '../../src/kit/runtime-options.ts'
import type { SessionState } from '../../src/kit/session/session.ts'
import { commonProps, type Declaration, toKebabCase } from './define.ts'
import { ElementRoot } from './root.tsx'
import { applyStyles, themeTokenSheet } from './styles.ts'
import { createEventEmitter } from './waitable-event.ts'
import { languageOf } from './language.ts'
import { drawSkeleton } from './skeleton.ts'
import { followPageOptions, whenPageScriptsHaveRun, runtimeOptions, reportShadowRoot } from './page.ts'
import type { LoadTranslations } from '../../src/kit/translation-store.ts'

const PROPS = Symbol.for('r2wc.props')
const RENDER = Symbol.for('r2wc.render')

/** The internals of r2wc's class that we rely on. */
interface R2wcElement extends HTMLElement {
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

/** Acquires an element's runtime, and releases it when the element leaves the page. */
function createRuntimeHolder(emitState: (event: string) => void) {
  let current: { runtime: Runtime; options: RuntimeOptions; stop: () => void } | undefined
  let identity = 0
  let lastEvent: string | undefined
  // A session that expires and then ends emits `ad-session-expired` once.
  const onState = (state: SessionState) => {
    const event = sessionEvents[state]
    if (event && event !== lastEvent) emitState(event)
    lastEvent = event
  }
  const releaseHeldRuntime = () => {
    current?.stop()
    if (current) releaseRuntime(current.runtime)
    current = undefined
  }
  const isSame = (options: RuntimeOptions) => current?.options.apiBase === options.apiBase && current.options.getToken === options.getToken
  return {
    hold(options: RuntimeOptions) {
      if (current && isSame(options)) return { runtime: current.runtime, identity }
      releaseHeldRuntime()
      const runtime = acquireRuntime(options)
      current = { runtime, options, stop: runtime.session.onState(onState) }
      // A prefetch may have ended the session before this listener was added.
      queueMicrotask(() => current?.runtime === runtime && onState(runtime.session.state))
      identity += 1
      return { runtime, identity }
    },
    letGo: releaseHeldRuntime,
    end: () => current?.runtime.session.end(),
  }
}

const focusable = 'a[href], button, input, select, textarea, [tabindex]'
const kinds = { text: 'string', number: 'number' } as const

/** The class of a declared tag: r2wc's class plus the custom element behavior that r2wc lacks. */
function createElementClass(declaration: Declaration): CustomElementConstructor {
  const props = Object.entries(declaration.props)
  const events = new Map(Object.entries(declaration.events))
  const byAttribute = new Map(
    props.flatMap(([name, { from }]) => (from === 'property' ? [] : [[toKebabCase(name), { name, isFlag: from === 'flag' }] as const])),
  )
  const ownNames = props.map(([name]) => name).filter((name) => !(name in commonProps))
  // Flags and plain properties have no r2wc type: r2wc would write "true" and "false", or lose the value.
  const types = Object.fromEntries(props.map(([name, { from }]) => [name, from === 'text' || from === 'number' ? kinds[from] : undefined]))
  const load: LoadTranslations = async (locale) => (await declaration.words()).load(locale)
  const Root: unknown = ElementRoot
  const R2wcClass: unknown = r2wc(Root as ComponentType<Record<string, unknown>>, { props: types, shadow: 'open' }) // props are set before it renders
  const Base = R2wcClass as new () => R2wcElement // r2wc's types omit the internals that we rely on

  class Element extends Base {
    static readonly observedAttributes = [...byAttribute.keys()]
    readonly #leaving = createLeaveGuards()
    readonly #voice = createEventEmitter(this, declaration.tag, (type) => events.get(type)?.cancelable === true)
    readonly #tokens = themeTokenSheet()
    readonly #held = createRuntimeHolder((event) => this.#voice.emit(event, {}))
    #revision = 0
    #isUp = false
    /** Set while the element waits for getToken. */
    #onToken: (() => void) | undefined
    #stopFollowing: (() => void) | undefined

    constructor() {
      super()
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      applyStyles(root, declaration.minHeight)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#tokens.sheet]
      reportShadowRoot(root)
      Object.assign(this[PROPS], {
        declaration,
        load,
        emit: this.#voice.emit,
        ask: this.#voice.ask,
        navigate: this.#navigate,
        leaving: this.#leaving,
      })
    }

    /** Reuses the shadow root of the loader's skeleton; an element can have only one. */
    override attachShadow(init: ShadowRootInit) {
      return this.shadowRoot ?? super.attachShadow(init)
    }

    // A property set before the upgrade is an own property, which hides our accessor.
    override connectedCallback() {
      // Not in the constructor: the skeleton depends on attributes, which a script sets after it.
      if (this.shadowRoot && !this.shadowRoot.firstChild) drawSkeleton(this.shadowRoot, this, declaration.skeleton)
      for (const [name] of props) {
        const presetProperty = Object.getOwnPropertyDescriptor(this, name)
        if (!presetProperty) continue
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, presetProperty.value)
      }
      this.#stopFollowing ??= followPageOptions(this)
      void this.#begin()
    }

    // React delays replacing a fallback, so code, messages and prefetched data load before the first render.
    // React's tree loads a failed surface again and shows the error.
    async #begin() {
      if (!this.#options.getToken) await this.#tokenGiven()
      if (!this.isConnected) return
      const { runtime } = this.#hold()
      const [surface] = await Promise.allSettled([
        declaration.surface(),
        runtime.translationStore.i18n(load, closestLocale(this.#language)),
      ])
      await runtime.prefetcher.settle(this, runtime.responseCache.storePrefetched)
      if (!this.isConnected) return
      if (surface.status === 'fulfilled') this[PROPS].Loaded = surface.value.default
      this.#isUp = true
      // React renders a transition in slices, so that the first render does not block the page.
      startTransition(() => super.connectedCallback())
    }

    get #language() {
      return languageOf(this, this[PROPS].locale)
    }

    get #options() {
      return runtimeOptions({ getToken: this[PROPS].getToken as RuntimeOptions['getToken'] }) // typed by the declaration
    }

    #hold() {
      return this.#held.hold(this.#options)
    }

    /**
     * Waits for getToken while the page is parsed. Module scripts run after the parser has created this element, so a missing function is
     * not an error until then. A function that is set meanwhile is called at once.
     */
    async #tokenGiven() {
      const leaving = new Promise<void>((resolve) => {
        this.#onToken = resolve
      })
      await Promise.race([leaving, whenPageScriptsHaveRun()])
      this.#onToken = undefined
      if (this.isConnected && this.#options.getToken)
        this.#hold()
          .runtime.session.token()
          .catch(() => undefined) // the first request reports it
    }

    // Moving a node disconnects and reconnects it in one task; only a node that stays disconnected is torn down.
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

    // r2wc ignores empty and removed attributes, but both have a meaning in HTML.
    override attributeChangedCallback(attribute: string, before: string | null, after: string | null) {
      const { name, isFlag } = byAttribute.get(attribute) ?? { name: attribute, isFlag: false }
      if (after && !isFlag) return super.attributeChangedCallback(attribute, before, after)
      this[PROPS][name] = isFlag ? after !== null && after !== 'false' : (after ?? undefined)
      this[RENDER]()
    }

    override [RENDER]() {
      if (this.#options.getToken) this.#onToken?.()
      if (!this.#isUp) return
      const props = this[PROPS]
      this.#tokens.set(props.themeTokens as Record<string, string> | undefined) // typed by the declaration
      Object.assign(props, this.#hold(), {
        revision: this.#revision,
        language: this.#language,
        own: Object.fromEntries(ownNames.map((name) => [name, props[name]])),
      })
      super[RENDER]()
    }

    readonly #navigate = (path: string, title = document.title) => {
      this.setAttribute('path', path)
      this.#voice.emit('ad-navigated', { path, title })
    }

    /** Called when the page's options change. */
    follow() {
      this[RENDER]()
    }

    /** Focuses the first focusable node inside. Not named `focus`, because React calls that to give the focus back to the element. */
    focusInside() {
      const root = this.shadowRoot
      for (const one of root?.querySelectorAll<HTMLElement>(focusable) ?? []) {
        one.focus()
        if (root?.activeElement) return
      }
    }

    /** Refetches all data. */
    refresh() {
      this.#revision += 1
      this[RENDER]()
    }

    /** Ends the session, which all elements with the same `getToken` share. */
    signOut() {
      this.#held.end()
    }

    /** Asks for confirmation if leaving would lose unsaved input; resolves to true if the user may leave. */
    confirmLeave(): Promise<boolean> {
      return new Promise((resolve) =>
        this.#leaving.runLeaveGuards(
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

/** Defines a flag's property, which reflects its attribute. */
function defineFlag(prototype: HTMLElement, name: string) {
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return this.hasAttribute(toKebabCase(name)) && this.getAttribute(toKebabCase(name)) !== 'false'
    },
    set(this: HTMLElement, isOn: unknown) {
      this.toggleAttribute(toKebabCase(name), Boolean(isOn))
    },
  })
}

/** Defines the custom element, unless the tag is already defined. */
export function register(declaration: Declaration) {
  if (!customElements.get(declaration.tag)) customElements.define(declaration.tag, createElementClass(declaration))
}
