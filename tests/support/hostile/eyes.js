// Tools of every hostile page: `eyes` turns values into text, and `spy` wraps methods and accessors.
window.eyes = (() => {
  const found = new Set()
  const decoder = new TextDecoder()
  const { apply, construct } = Reflect
  let isLooking = false

  const inner = (value) => {
    if (value instanceof Map || value instanceof Set || value instanceof URLSearchParams || value instanceof Headers) return [...value]
    if (value instanceof FormData) return [...value]
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return [decoder.decode(value)]
    if (value instanceof Element) return [value.outerHTML, value.shadowRoot?.innerHTML]
    return []
  }
  const namesOf = (value) => {
    const names = Reflect.ownKeys(value)
    for (const name in value) names.push(name)
    return names
  }
  const partsOf = (value) =>
    namesOf(value).map((name) => {
      try {
        return value[name]
      } catch (error) {
        return String(error)
      }
    })

  function look(value, depth, met) {
    if (typeof value === 'string') {
      if (value.length > 11) found.add(value)
      return
    }
    if (value === null || !/object|function/.test(typeof value) || depth < 1 || met.size > met.most || met.has(value)) return
    met.add(value)
    if (depth < 9 && (value === window || value instanceof Node)) return
    for (const part of [...inner(value), ...partsOf(value)]) look(part, depth - 1, met)
  }
  /** Records values. Calls made during the recording are our own, so they are ignored. */
  function keepTo(depth, most, values) {
    if (isLooking) return
    isLooking = true
    try {
      for (const value of values) look(value, depth, Object.assign(new Set(), { most }))
    } catch (error) {
      found.add(String(error))
    }
    isLooking = false
  }
  const keep = (...values) => keepTo(4, 400, values)
  /** It must not use iterators, because a probe may watch them too. */
  const wrapped = (original) =>
    function (...given) {
      keep(this, given)
      const gives = new.target ? construct(original, given, new.target) : apply(original, this, given)
      keep(gives)
      if (gives instanceof Promise && !isLooking) {
        isLooking = true
        gives.then((value) => (value instanceof Response ? value.clone().text().then(keep) : keep(value)), keep)
        isLooking = false
      }
      return gives
    }
  /** Wraps methods of an object; records `this`, the arguments and the result. */
  function spy(owner, ...names) {
    for (const name of names) {
      const is = Object.getOwnPropertyDescriptor(owner, name)
      if (typeof is?.value !== 'function' || !is.configurable) continue
      const stands = wrapped(is.value)
      Object.setPrototypeOf(stands, is.value)
      if (is.value.prototype) stands.prototype = is.value.prototype
      Object.defineProperty(owner, name, { ...is, value: stands })
    }
  }
  const spyAll = (owner) => spy(owner, ...Reflect.ownKeys(owner).filter((name) => name !== 'constructor'))
  /** Wraps the getters and setters of an object. */
  function spyFields(owner, ...names) {
    for (const name of names) {
      const is = Object.getOwnPropertyDescriptor(owner, name)
      if (!is?.configurable || !is.get) continue
      Object.defineProperty(owner, name, { ...is, get: wrapped(is.get), ...(is.set && { set: wrapped(is.set) }) })
    }
  }

  const later = setTimeout
  const pause = (ms) => new Promise((resolve) => later(resolve, ms))
  addEventListener('message', ({ data }) => keep(data))
  Object.defineProperty(window, 'seen', {
    get() {
      isLooking = true
      const text = [...found].join('\n')
      isLooking = false
      return text
    },
  })
  return { keep, keepAll: (...values) => keepTo(14, 60_000, values), spy, spyAll, spyFields, pause }
})()

window.tools = {
  ...window.eyes,
  async until(find) {
    for (;;) {
      const there = find()
      if (there) return there
      await window.eyes.pause(5)
    }
  },
  partner: () => document.querySelector('#partner')?.contentWindow,
  /** Before the inner frame exists, reading it throws. */
  inner() {
    try {
      return document.querySelector('#partner')?.contentWindow?.frames[0]
    } catch {
      return undefined
    }
  },
  own: () => document.querySelector('ad-frame')?.shadowRoot?.querySelector('iframe')?.contentWindow,
  /** This script runs before the body exists. */
  put: (node) => (document.body ?? document.documentElement).append(node),
  frame(address, attributes = {}) {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries({ allow: 'local-network-access', ...attributes })) frame.setAttribute(name, value)
    frame.src = address
    window.tools.put(frame)
    return frame
  },
  platform: document.currentScript.dataset.platform,
  self: location.origin,
}
