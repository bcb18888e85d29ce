import { MessageError } from '../src/kit/message-errors.ts'
import { isRecord } from '../src/kit/messages.ts'
import type { Connection, HostOptions, Sent } from './host-connection.ts'

/** What a surface's element can do beyond any other. */
export interface Steered extends HTMLElement {
  getToken?: HostOptions['getToken']
  refresh?(): void
  signOut?(): void
  focusInside?(): void
}

/** Writes attributes; nothing or false takes one away, true writes it bare. */
export function writeAttributes(element: HTMLElement, attributes: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}

/** What each message makes an element do; host and frame share it. */
export const steer: { [K in keyof Sent]: (element: Steered, payload: Sent[K]) => void } = {
  configure: (element, { attributes }) => writeAttributes(element, attributes),
  navigate: (element, { path }) => element.setAttribute('path', path),
  refresh: (element) => element.refresh?.(),
  'sign-out': (element) => element.signOut?.(),
  focus: (element) => element.focusInside?.(),
  viewport: () => undefined,
}

const detailOf = (event: Event) => (event instanceof CustomEvent && isRecord(event.detail) ? event.detail : {})

/** The same page: attributes and methods go in, CustomEvents come out. */
export function connectElement(element: Steered, { getToken }: HostOptions): Connection {
  const closing = new AbortController()
  if (getToken) element.getToken = getToken
  const hearOne = (type: string, hear: (event: Event) => void) => {
    element.addEventListener(type, hear, { signal: closing.signal })
    return () => element.removeEventListener(type, hear)
  }
  return {
    ready: customElements.whenDefined(element.localName).then(() => undefined),
    on: (type, hear) =>
      hearOne(type, (event) => hear(detailOf(event) as Parameters<typeof hear>[0], { type, prevent: () => event.preventDefault() })), // the element's own declaration types the detail
    send: (type, ...[payload = {}]) => steer[type](element, payload as never), // the message's own type binds the two
    async request(type) {
      if (type !== 'ping') throw new MessageError('no_answer', false)
      await customElements.whenDefined(element.localName)
      return {} as never // a ping is answered with nothing
    },
    dispose: () => closing.abort(),
  }
}
