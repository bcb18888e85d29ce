import { MessageError } from '../../src/kit/host/message-errors.ts'
import type { GuestEvent } from '../runtime/guest-event.ts'
import { type Connection, type HostOptions, hostSide, type Sent } from './connection.ts'

/** What a surface's element can do beyond any other. */
export interface Steered extends HTMLElement {
  getToken?: HostOptions['getToken']
  refresh?(): void
  signOut?(): void
  focusInside?(): void
  confirmLeave?(): Promise<boolean>
}

/** Writes attributes; nothing or false takes one away, true writes it bare. */
export function writeAttributes(element: HTMLElement, attributes: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? false) === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : (value as string)) // the browser makes it text
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

/** The same page: attributes and methods go in, the element's events come out. */
export function connectElement(element: Steered, options: HostOptions): Connection {
  const side = hostSide(options)
  if (options.getToken) element.getToken = options.getToken
  const hear = (told: Event) => {
    const event: GuestEvent = (told as CustomEvent).detail // every element of ours tells each of its events by it
    const detail = event.detail as Readonly<Record<string, unknown>> // every declared detail is a record
    if (event.type === 'ad-notice') side.tell('notice', detail)
    side.tell(event.type, detail, (answer) => (answer ? event.waitUntil?.(answer) : event.preventDefault()))
    // What an element cannot come from keeps it from ever being there; later on it is too late to say so.
    if (event.type === 'ad-error') side.fail(new MessageError(detail.code as string, detail.retryable as boolean)) // as the event is declared
  }
  element.addEventListener('placard', hear, side)
  customElements.whenDefined(element.localName).then(side.open, side.fail)
  return side.connection({
    send: (type, ...[payload = {}]) => steer[type](element, payload as never), // the message's own type binds the two
    async request(type) {
      if (type === 'ping') return {} as never // a ping is answered with nothing
      if (type !== 'confirm-leave') throw new MessageError('no_answer', false)
      return { allowed: (await element.confirmLeave?.()) ?? true } as never // as its type says
    },
  })
}
