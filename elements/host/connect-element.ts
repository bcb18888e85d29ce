import { MessageError } from '../../src/kit/host/message-errors.ts'
import type { WaitableEvent } from '../runtime/waitable-event.ts'
import { type Connection, type HostOptions, createHostSide, type OutgoingMessages } from './connection.ts'

/** The properties and methods of our elements beyond HTMLElement. */
export interface ControllableElement extends HTMLElement {
  getToken?: HostOptions['getToken']
  refresh?(): void
  signOut?(): void
  focusInside?(): void
  confirmLeave?(): Promise<boolean>
}

/** Sets attributes; undefined, null and false remove one, true sets it without a value. */
export function writeAttributes(element: HTMLElement, attributes: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? false) === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : (value as string)) // the browser converts it to text
  }
}

/** What each message does to an element; shared by the host and the frame. */
export const applyHostMessage: { [K in keyof OutgoingMessages]: (element: ControllableElement, payload: OutgoingMessages[K]) => void } = {
  configure: (element, { attributes }) => writeAttributes(element, attributes),
  navigate: (element, { path }) => element.setAttribute('path', path),
  refresh: (element) => element.refresh?.(),
  'sign-out': (element) => element.signOut?.(),
  focus: (element) => element.focusInside?.(),
  viewport: () => undefined,
}

/** Connects to an element in the same page, through its attributes, methods and events. */
export function connectElement(element: ControllableElement, options: HostOptions): Connection {
  const side = createHostSide(options)
  if (options.getToken) element.getToken = options.getToken
  const listener = (wrapper: Event) => {
    const event: WaitableEvent = (wrapper as CustomEvent).detail // our elements wrap each of their events in a `placard` event
    const detail = event.detail as Readonly<Record<string, unknown>> // every declared detail is a record
    if (event.type === 'ad-notice') side.tell('notice', detail)
    side.tell(event.type, detail, (answer) => (answer ? event.waitUntil?.(answer) : event.preventDefault()))
    // An error before the element is ready rejects `ready`; a later one has no effect on it.
    if (event.type === 'ad-error') side.fail(new MessageError(detail.code as string, detail.retryable as boolean)) // as declared
  }
  element.addEventListener('placard', listener, side)
  customElements.whenDefined(element.localName).then(side.open, side.fail)
  return side.connection({
    send: (type, ...[payload = {}]) => applyHostMessage[type](element, payload as never), // the type determines the payload
    async request(type) {
      if (type === 'ping') return {} as never // a ping has an empty answer
      if (type !== 'confirm-leave') throw new MessageError('no_answer', false)
      return { allowed: (await element.confirmLeave?.()) ?? true } as never // the answer of confirm-leave
    },
  })
}
