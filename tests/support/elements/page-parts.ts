/** The maximum wait of a test; tests that expect a fault reduce it. */
export const patience = { ms: 20_000 }

/** Polls until `find` returns a value. */
export async function until<T>(find: () => T, what = find.toString()): Promise<NonNullable<Awaited<T>>> {
  const end = performance.now() + patience.ms
  for (;;) {
    const found = await find()
    if (found) return found
    if (performance.now() > end) throw new Error(`Timed out waiting for ${what}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Polls until a check passes; fails with its last error. */
export async function eventually(check: () => unknown) {
  const end = performance.now() + patience.ms
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** The next event of a type. */
export const next = <T extends Event = Event>(target: EventTarget, type: string) =>
  new Promise<T>(
    (resolve) => target.addEventListener(type, (event) => resolve(event as T), { once: true }), // the caller knows the event of this type
  )

/** A host without a token; the element then sends no requests. */
export const noToken = (..._: readonly unknown[]) => Promise.reject(new Error('signed out'))

type Tags = HTMLElementTagNameMap

/** Adds an element of ours to the page. */
export function put<K extends keyof Tags>(tag: K, attributes: Readonly<Record<string, string>> = {}, properties: Partial<Tags[K]> = {}) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Object.assign(element, properties)
  document.body.append(element)
  return element
}

/** The shadow root of an element whose code has loaded. */
export function rootOf({ shadowRoot, localName }: Element): ShadowRoot {
  if (!shadowRoot) throw new Error(`${localName} has no shadow root`)
  return shadowRoot
}

export const inside = (element: Element, selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector)

/** Waits for the content of an element after its skeleton. */
export const content = (element: Element) => until(() => inside(element, 'h2, .report'), `the content of ${element.localName}`)
