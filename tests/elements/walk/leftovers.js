/** Keeps a list of what is going on in a window: each thing, and how it is called. */
function ledger() {
  const live = new Map()
  return {
    live,
    begin: (key, name, isGone = () => false) => live.set(key, { name, isGone }),
    end: (key) => live.delete(key),
  }
}

/** Puts another function in place of a method; it gets the first one, bound. */
function wrap(owner, name, make) {
  const first = owner[name]
  owner[name] = function (...args) {
    return make.call(this, (...given) => first.apply(this, given), args)
  }
}

/** What a list of what goes on may not keep alive by itself. */
const isGoneNode = (window, target) => {
  const held = new WeakRef(target)
  return () => {
    const node = held.deref()
    return !node || (node instanceof window.Node && !node.isConnected)
  }
}

function watchListeners(window, { live, begin, end }) {
  const capture = (options) => (typeof options === 'object' ? options?.capture : options) === true
  const keys = new WeakMap()
  const keyOf = (target, type, hear, options) => {
    const own = keys.get(target) ?? keys.set(target, new Map()).get(target)
    const byHear = own.get(hear) ?? own.set(hear, new Map()).get(hear)
    const name = `${type} ${capture(options)}`
    return byHear.get(name) ?? byHear.set(name, {}).get(name)
  }
  wrap(window.EventTarget.prototype, 'addEventListener', function (add, [type, hear, options]) {
    const target = this ?? window
    if (hear && !(target instanceof window.AbortSignal)) {
      const key = keyOf(target, type, hear, options)
      if (!live.has(key)) {
        begin(key, `${type} of ${target.constructor?.name}`, isGoneNode(window, target))
        if (options?.once) add(type, () => end(key), { once: true, capture: capture(options), signal: options.signal })
        options?.signal?.addEventListener('abort', () => end(key))
      }
    }
    return add(type, hear, options)
  })
  wrap(window.EventTarget.prototype, 'removeEventListener', function (remove, [type, hear, options]) {
    if (hear) end(keyOf(this ?? window, type, hear, options))
    return remove(type, hear, options)
  })
}

const timers = [
  ['setTimeout', 'clearTimeout', true],
  ['setInterval', 'clearInterval', false],
  ['requestAnimationFrame', 'cancelAnimationFrame', true],
  ['requestIdleCallback', 'cancelIdleCallback', true],
]

function watchTimers(window, { begin, end }) {
  for (const [set, clear, isOnce] of timers) {
    const keyOf = (id) => `${clear} ${id}`
    wrap(window, set, (first, [run, ...rest]) => {
      const id = first(
        (...args) => {
          if (isOnce) end(keyOf(id))
          return run(...args)
        },
        ...rest,
      )
      begin(keyOf(id), `${set} ${typeof rest[0] === 'number' ? rest[0] : ''}`)
      return id
    })
    wrap(window, clear, (first, [id]) => {
      end(keyOf(id))
      return first(id)
    })
  }
}

function watchObservers(window, { begin, end }) {
  for (const name of ['ResizeObserver', 'MutationObserver', 'IntersectionObserver', 'PerformanceObserver']) {
    const targets = new WeakMap()
    const { prototype } = window[name]
    wrap(prototype, 'observe', function (observe, args) {
      const own = targets.get(this) ?? targets.set(this, new Set()).get(this)
      own.add(args[0])
      begin(this, name, () => [...own].every((target) => isGoneNode(window, target)()))
      return observe(...args)
    })
    if (prototype.unobserve)
      wrap(prototype, 'unobserve', function (unobserve, [target]) {
        targets.get(this)?.delete(target)
        if (!targets.get(this)?.size) end(this)
        return unobserve(target)
      })
    wrap(prototype, 'disconnect', function (disconnect) {
      targets.delete(this)
      end(this)
      return disconnect()
    })
  }
}

const closable = [
  ['MessageChannel', 'MessagePort', 'close', ({ port1, port2 }) => [port1, port2]],
  ['BroadcastChannel', 'BroadcastChannel', 'close', (one) => [one]],
  ['Worker', 'Worker', 'terminate', (one) => [one]],
  ['EventSource', 'EventSource', 'close', (one) => [one]],
  ['WebSocket', 'WebSocket', 'close', (one) => [one]],
]

function watchConnections(window, { begin, end }) {
  for (const [made, closed, close, endsOf] of closable) {
    const whole = new WeakMap()
    window[made] = new Proxy(window[made], {
      construct(target, args, self) {
        const one = Reflect.construct(target, args, self)
        begin(one, made)
        for (const each of endsOf(one)) whole.set(each, one)
        return one
      },
    })
    wrap(window[closed].prototype, close, function (first) {
      end(whole.get(this))
      return first()
    })
  }
}

function watchRequests(window, { begin, end }) {
  wrap(window, 'fetch', (fetch, args) => {
    const key = {}
    begin(key, `request of ${args[0]?.url ?? args[0]}`)
    const asked = fetch(...args)
    asked.then(
      () => end(key),
      () => end(key),
    )
    return asked
  })
}

/** Records what a page has going on from now on; to be called before any code of the page runs. */
export function record(page) {
  const { window, document } = page
  const book = ledger()
  for (const watch of [watchListeners, watchTimers, watchObservers, watchConnections, watchRequests]) watch(window, book)
  const nodes = () => document.querySelectorAll('*').length
  /** The names of what goes on, for whatever has not gone with its node. */
  return () => [
    ...[...book.live.values()].filter(({ isGone }) => !isGone()).map(({ name }) => name),
    ...Array.from({ length: nodes() }, () => 'node of the page'),
    ...document.adoptedStyleSheets.map(() => 'sheet of the page'),
  ]
}

/** What is in the second list and not in the first, counted. */
export function beyond(before, after) {
  const counts = new Map()
  for (const name of after) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const name of before) counts.set(name, (counts.get(name) ?? 0) - 1)
  return [...counts].filter(([, count]) => count > 0).map(([name, count]) => `${count} × ${name}`)
}
