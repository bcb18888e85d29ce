/** How long a test waits at most; one that expects a fault waits less. */
export const patience = { ms: 10_000 }

/** Waits until something is there. */
export async function until(find, what = find.toString()) {
  const end = performance.now() + patience.ms
  for (;;) {
    const found = find()
    if (found) return found
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** The next event of a name. */
export const next = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))

/** A host that has no token to give; the platform is not asked then. */
export const noToken = () => Promise.reject(new Error('signed out'))

export function put(tag, attributes = {}, properties = {}) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Object.assign(element, properties)
  document.body.append(element)
  return element
}

/** What stands inside an element, once it is more than its skeleton. */
export const content = (element) => until(() => element.shadowRoot?.querySelector('h2, .report'), `the content of ${element.localName}`)
