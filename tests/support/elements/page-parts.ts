/** How long a test waits at most; one that expects a fault waits less. */
export const patience = { ms: 10_000 }

/** Waits until something is there. */
export async function until<T>(find: () => T, what = find.toString()): Promise<NonNullable<Awaited<T>>> {
  const end = performance.now() + patience.ms
  for (;;) {
    const found = await find()
    if (found) return found
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Waits until a check passes; fails with what the check said last. */
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

/** The next event of a name. */
export const next = <T extends Event = Event>(target: EventTarget, type: string) =>
  new Promise<T>(
    (resolve) => target.addEventListener(type, (event) => resolve(event as T), { once: true }), // the caller knows which event has this name
  )

/** A host that has no token to give; the platform is not asked then. */
export const noToken = (..._: readonly unknown[]) => Promise.reject(new Error('signed out'))

type Tags = HTMLElementTagNameMap

/** Puts an element of ours into the page. */
export function put<K extends keyof Tags>(tag: K, attributes: Readonly<Record<string, string>> = {}, properties: Partial<Tags[K]> = {}) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Object.assign(element, properties)
  document.body.append(element)
  return element
}

/** The shadow root of an element whose code has come. */
export function rootOf({ shadowRoot, localName }: Element): ShadowRoot {
  if (!shadowRoot) throw new Error(`${localName} has no shadow root`)
  return shadowRoot
}

export const inside = (element: Element, selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector)

/** The content of an element, once it is more than its skeleton. */
export const content = (element: Element) => until(() => inside(element, 'h2, .report'), `the content of ${element.localName}`)
