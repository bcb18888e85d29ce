/** A frame whose inside belongs to a test. */
export interface Stage {
  readonly element: HTMLIFrameElement
  /** Speaks to the page around the frame, from inside of it unless a stranger is named. */
  say(data: unknown, origin: string, source?: unknown): void
  /** Tells the page around that a document was loaded. */
  load(): void
  /** Gives the frame back as it was. */
  leave(): void
}

/** Hears what the page around posts into the frame, to whom, and with which ports. */
type Take = (data: unknown, to: string, ports: readonly MessagePort[]) => void
type Given = string | { targetOrigin?: string; transfer?: readonly MessagePort[] }

const own = (value: unknown) => ({ value, configurable: true, writable: true })

/** Puts a window of the test's into a frame; the browser loads nothing. */
export function stage(element: HTMLIFrameElement, address: string, take: Take): Stage {
  const page = element.ownerDocument.defaultView ?? window
  const inside = {
    postMessage(data: unknown, given: Given = '/', ports: readonly MessagePort[] = []) {
      const { targetOrigin = '/', transfer = ports } = typeof given === 'string' ? { targetOrigin: given } : given
      take(structuredClone(data), targetOrigin, transfer)
    },
  }
  if (!element.src) Object.defineProperty(element, 'src', own(address))
  Object.defineProperty(element, 'contentWindow', own(inside))
  // Only the test says when something was loaded.
  const hush = (event: Event) => event.isTrusted && event.stopImmediatePropagation()
  element.addEventListener('load', hush, { capture: true })
  return {
    element,
    say: (data, origin, source = inside) => {
      const copy = structuredClone(data)
      // The constructor of message events takes none but a real window for a source.
      const [event, fields] = [new page.Event('message'), { data: copy, origin, source, ports: [] }]
      for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, own(value))
      page.dispatchEvent(event)
    },
    load: () => void element.dispatchEvent(new page.Event('load')),
    leave() {
      element.removeEventListener('load', hush, { capture: true })
      for (const name of ['src', 'contentWindow']) Reflect.deleteProperty(element, name)
    },
  }
}
