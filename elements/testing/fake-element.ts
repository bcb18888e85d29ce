import { tags } from 'declared:tags'
import { MessageError } from '../../src/kit/host/message-errors.ts'
import { namespace, versions } from '../../src/kit/host/messages.ts'
import type { ElementEvents } from '../index.ts'
import type { TagDescription } from '../build/declared-tags.ts'
import type { GetToken, Token, TokenReason } from '../../src/kit/session/token.ts'

/** One of our tags. */
export type Tag = Extract<keyof HTMLElementTagNameMap, `ad-${string}`>

/** One action of the page on the element. */
export interface Step {
  readonly what: 'attribute' | 'property' | 'call'
  readonly name: string
  /** The value that was set; null if the attribute was removed. */
  readonly value?: unknown
}

/** A fake of one of our elements, without its code. */
export interface FakeElement<T extends Tag> {
  /** Pass it to `connect`, or to the page under test. */
  readonly element: HTMLElementTagNameMap[T]
  /** Attributes and properties that were set, and methods that were called, in order. */
  readonly received: readonly Step[]
  /** Emits an event; returns false if a listener called preventDefault(). */
  emit<K extends keyof ElementEvents>(type: K, detail: ElementEvents[K]['detail']): boolean
  /** Emits a cancelable event and waits for all `waitUntil` promises; resolves to true if the action is allowed. */
  ask<K extends keyof ElementEvents>(type: K, detail: ElementEvents[K]['detail']): Promise<boolean>
  /** Calls the page's `getToken` and returns its result. */
  needToken(reason?: TokenReason, signal?: AbortSignal): Promise<Token>
}

const steps = Symbol('steps')

/** An element class that renders nothing and records every action. */
function fakeClass({ attributes, properties, methods }: TagDescription) {
  class FakeTag extends HTMLElement {
    static readonly observedAttributes = attributes
    readonly [steps]: Step[] = []
    attributeChangedCallback(name: string, _: string | null, value: string | null) {
      this[steps].push({ what: 'attribute', name, value })
    }
    focusInside() {
      this[steps].push({ what: 'call', name: 'focus' })
      this.focus()
    }
  }
  const givenProps = new WeakMap<FakeTag, Record<string, unknown>>()
  for (const name of properties)
    Object.defineProperty(FakeTag.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: FakeTag) {
        return givenProps.get(this)?.[name]
      },
      set(this: FakeTag, value: unknown) {
        givenProps.set(this, { ...givenProps.get(this), [name]: value })
        this[steps].push({ what: 'property', name, value })
      },
    })
  for (const name of methods)
    Object.defineProperty(FakeTag.prototype, name, {
      configurable: true,
      writable: true,
      value(this: FakeTag) {
        this[steps].push({ what: 'call', name })
        return name === 'confirmLeave' ? Promise.resolve(true) : undefined
      },
    })
  return FakeTag
}

const isFake = (element: HTMLElement): element is HTMLElement & { readonly [steps]: Step[] } => steps in element

/** Upgrades a node to a fake, and keeps the properties that were set before. */
function faked(tag: string, declared: TagDescription, element: HTMLElement) {
  if (!customElements.get(tag)) customElements.define(tag, fakeClass(declared))
  customElements.upgrade(element)
  if (!isFake(element)) throw new Error(`<${tag}> is defined by something else already; leave its code out of this test`)
  for (const name of declared.properties) {
    const presetProperty = Object.getOwnPropertyDescriptor(element, name)
    if (presetProperty && Reflect.deleteProperty(element, name)) Reflect.set(element, name, presetProperty.value)
  }
  return element
}

/** Fakes one of our elements: pass the result to `connect`, or pass the node of the page under test as `existing`. */
export function fakeElement<T extends Tag>(tag: T, existing?: HTMLElementTagNameMap[T]): FakeElement<T> {
  const declared = tags[tag]
  if (!declared) throw new Error(`There is no tag ${tag}`)
  const element: HTMLElementTagNameMap[T] & { getToken?: GetToken | undefined } = existing ?? document.createElement(tag)
  const fake = faked(tag, declared, element)
  const page = element.ownerDocument.defaultView ?? window
  let count = 0

  const dispatch = (type: keyof ElementEvents, detail: unknown) => {
    const event = declared.events[type]
    if (!event) throw new Error(`<${tag}> has no event ${type}`)
    const answers: Promise<boolean>[] = []
    const waitUntil = (answer: Promise<boolean>) => void answers.push(answer)
    const domEvent = new page.CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: event.cancelable })
    element.dispatchEvent(Object.assign(domEvent, { waitUntil }))
    element.dispatchEvent(new page.CustomEvent('placard', { detail: domEvent }))
    const id = `fake-${++count}`
    const from = { tag, instance: 'fake' }
    // Simulated browsers such as jsdom do not support the target origin `/`.
    page.postMessage({ ns: namespace, v: versions.newest, id, from, type, at: Date.now(), payload: detail }, '*')
    return { isAllowed: !domEvent.defaultPrevented, answers }
  }
  return {
    element,
    received: fake[steps],
    emit: (type, detail) => dispatch(type, detail).isAllowed,
    async ask(type, detail) {
      if (declared.events[type]?.cancelable === false) throw new Error(`Nobody can stop ${type}; tell it with emit`)
      const { isAllowed, answers } = dispatch(type, detail)
      return isAllowed && (await Promise.all(answers)).every(Boolean)
    },
    async needToken(reason = 'start', signal = new AbortController().signal) {
      if (!element.getToken) throw new MessageError('no_token', false)
      return element.getToken({ reason, signal })
    },
  }
}
