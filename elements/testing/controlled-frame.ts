/** An iframe whose window is controlled by a test. */
export interface ControlledFrame {
  readonly element: HTMLIFrameElement
  /** Sends a message to the host page, from the frame's window unless `source` is given. */
  say(data: unknown, origin: string, source?: unknown): void
  /** Fires the iframe's load event. */
  load(): void
  /** Restores the iframe. */
  leave(): void
}

/** Receives what the host page posts into the frame: data, target origin and ports. */
type Take = (data: unknown, to: string, ports: readonly MessagePort[]) => void
type Given = string | { targetOrigin?: string; transfer?: readonly MessagePort[] }

const ownProperty = (value: unknown) => ({ value, configurable: true, writable: true })

/** Replaces an iframe's window with the test's own; the browser loads nothing. */
export function controlFrame(element: HTMLIFrameElement, address: string, onMessage: Take): ControlledFrame {
  const page = element.ownerDocument.defaultView ?? window
  const inside = {
    postMessage(data: unknown, options: Given = '/', ports: readonly MessagePort[] = []) {
      const { targetOrigin = '/', transfer = ports } = typeof options === 'string' ? { targetOrigin: options } : options
      onMessage(structuredClone(data), targetOrigin, transfer)
    },
  }
  if (!element.src) Object.defineProperty(element, 'src', ownProperty(address))
  Object.defineProperty(element, 'contentWindow', ownProperty(inside))
  // Stops real load events; only the test fires them.
  const hush = (event: Event) => event.isTrusted && event.stopImmediatePropagation()
  element.addEventListener('load', hush, { capture: true })
  return {
    element,
    say: (data, origin, source = inside) => {
      const copy = structuredClone(data)
      // The MessageEvent constructor accepts only a real window as its source.
      const event = new page.Event('message')
      const fields = { data: copy, origin, source, ports: [] }
      for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, ownProperty(value))
      page.dispatchEvent(event)
    },
    load: () => void element.dispatchEvent(new page.Event('load')),
    leave() {
      element.removeEventListener('load', hush, { capture: true })
      for (const name of ['src', 'contentWindow']) Reflect.deleteProperty(element, name)
    },
  }
}
