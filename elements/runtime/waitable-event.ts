import type { Envelope, MessageSender } from '../../src/kit/host/messages.ts'

/** An element's event. Listeners can delay or cancel the announced action with `waitUntil`. */
export class WaitableEvent extends CustomEvent<unknown> {
  readonly answers: Promise<boolean>[] = []
  /** Delays the announced action until the promise resolves; `false` cancels it. */
  waitUntil(answer: Promise<boolean>) {
    this.answers.push(answer)
  }
}

let count = 0
/** Unique on this page, which is enough for an event id. */
const nextId = () => `${Date.now().toString(36)}-${++count}`

/** Dispatches an element's events as CustomEvents and posts the same data to the page's own window. */
export function createEventEmitter(element: HTMLElement, tag: string, isCancelable: (type: string) => boolean) {
  const from: MessageSender = { tag, instance: nextId() }
  const envelope = (type: string, payload: Envelope['payload']): Envelope => ({
    ns: 'placard', v: 1, id: nextId(), from, type, at: Date.now(), payload: payload ?? {},
  }) // biome-ignore format: one message reads as one line
  const dispatch = (type: string, detail: unknown) => {
    const event = new WaitableEvent(type, { detail, bubbles: true, composed: true, cancelable: isCancelable(type) })
    element.dispatchEvent(event)
    // Lets a host listen to all events without knowing their names.
    element.dispatchEvent(new CustomEvent('placard', { detail: event }))
    // The target origin `/` limits delivery to this page's own origin, even inside a frame.
    window.postMessage(envelope(type, detail as Envelope['payload']), '/') // every declared detail is a record
    return event
  }
  return {
    /** Dispatches an event; returns false if a listener called preventDefault(). */
    emit: (type: string, detail: unknown) => !dispatch(type, detail).defaultPrevented,
    /** Dispatches an event and waits for all `waitUntil` promises; returns whether the action is allowed. */
    async ask(type: string, detail: unknown) {
      const { defaultPrevented, answers } = dispatch(type, detail)
      return !defaultPrevented && (await Promise.all(answers)).every(Boolean)
    },
  }
}
