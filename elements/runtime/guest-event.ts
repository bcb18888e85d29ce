import type { Envelope, Speaker } from '../../src/kit/host/messages.ts'

/** An event of an element; who listens may take time before what follows is allowed. */
export class GuestEvent extends CustomEvent<unknown> {
  readonly answers: Promise<boolean>[] = []
  /** Lets what follows wait for an answer. */
  waitUntil(answer: Promise<boolean>) {
    this.answers.push(answer)
  }
}

let count = 0
/** Unique on this page, which is all that an event's id has to be. */
const nextId = () => `${Date.now().toString(36)}-${++count}`

/** Speaks for one element: CustomEvents, and the same as an envelope on the page's own window. */
export function voiceOf(element: HTMLElement, tag: string, isCancelable: (type: string) => boolean) {
  const from: Speaker = { tag, instance: nextId() }
  const envelope = (type: string, payload: Envelope['payload']): Envelope => ({
    ns: 'placard', v: 1, id: nextId(), from, type, at: Date.now(), payload: payload ?? {},
  }) // biome-ignore format: one message reads as one line
  const dispatch = (type: string, detail: unknown) => {
    const event = new GuestEvent(type, { detail, bubbles: true, composed: true, cancelable: isCancelable(type) })
    element.dispatchEvent(event)
    // Who wants to hear everything cannot know every name.
    element.dispatchEvent(new CustomEvent('placard', { detail: event }))
    // Only ever to this page's own origin, whatever embeds it.
    window.postMessage(envelope(type, detail as Envelope['payload']), '/') // every declared detail is a record
    return event
  }
  return {
    /** Tells; false when somebody prevented what follows. */
    emit: (type: string, detail: unknown) => !dispatch(type, detail).defaultPrevented,
    /** Tells, and waits for whoever wants to think about it. */
    async ask(type: string, detail: unknown) {
      const { defaultPrevented, answers } = dispatch(type, detail)
      return !defaultPrevented && (await Promise.all(answers)).every(Boolean)
    },
  }
}
