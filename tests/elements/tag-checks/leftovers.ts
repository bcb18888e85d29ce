import type { OpenPage, PageWindow } from './page.ts'

/** Something active in a window, with its name. */
interface Thing {
  readonly name: string
  /** Whether it was removed together with its node, so that no code had to end it. */
  isGone(): boolean
}

interface Ledger {
  readonly live: ReadonlyMap<unknown, Thing>
  begin(key: unknown, name: string, isGone?: () => boolean): void
  end(key: unknown): void
}

function ledger(): Ledger {
  const live = new Map<unknown, Thing>()
  return {
    live,
    begin: (key, name, isGone = () => false) => live.set(key, { name, isGone }),
    end: (key) => live.delete(key),
  }
}

type Method = (...args: readonly any[]) => any // of the browser, whichever it is

/** Replaces a method; the new function gets the original, bound. */
function wrap(owner: object, name: string, make: (this: any, first: Method, args: any[]) => unknown) /* any: the method's own */ {
  const first: Method = Reflect.get(owner, name)
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    return make.call(this, (...given) => first.apply(this, [...given]), args)
  })
}

/** The value of a key; creates it when missing. */
function obtain<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Holds the target weakly, so that the list itself causes no leak. */
const isGoneNode = (window: PageWindow, target: object) => {
  const held = new WeakRef(target)
  return () => {
    const node = held.deref()
    return !node || (node instanceof window.Node && !node.isConnected)
  }
}

type Hearing = AddEventListenerOptions | boolean | undefined

function watchListeners(window: PageWindow, { live, begin, end }: Ledger) {
  const capture = (options: Hearing) => (typeof options === 'object' ? options.capture : options) === true
  const keys = new WeakMap<object, Map<unknown, Map<string, object>>>()
  const keyOf = (target: object, type: string, hear: unknown, options: Hearing) => {
    const own = obtain(keys, target, () => new Map<unknown, Map<string, object>>())
    const byHear = obtain(own, hear, () => new Map<string, object>())
    return obtain(byHear, `${type} ${capture(options)}`, () => ({}))
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
] as const

function watchTimers(window: PageWindow, { begin, end }: Ledger) {
  for (const [set, clear, isOnce] of timers) {
    const keyOf = (id: unknown) => `${clear} ${id}`
    wrap(window, set, (first, [run, ...rest]) => {
      const id = first(
        (...args: readonly unknown[]) => {
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

function watchObservers(window: PageWindow, { begin, end }: Ledger) {
  for (const name of ['ResizeObserver', 'MutationObserver', 'IntersectionObserver', 'PerformanceObserver'] as const) {
    const targets = new WeakMap<object, Set<object>>()
    const prototype: object = window[name].prototype
    wrap(prototype, 'observe', function (observe, args) {
      const own = obtain(targets, this, () => new Set<object>())
      own.add(args[0])
      begin(this, name, () => [...own].every((target) => isGoneNode(window, target)()))
      return observe(...args)
    })
    if ('unobserve' in prototype)
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

type Construct = new (...args: any[]) => any // of the browser, whichever it is

/** The parts of a made object that must be closed one by one. */
type Ends = (one: any) => object[] // any: whichever it is

const closable: readonly (readonly [made: string, closed: string, close: string, endsOf: Ends])[] = [
  ['MessageChannel', 'MessagePort', 'close', ({ port1, port2 }) => [port1, port2]],
  ['BroadcastChannel', 'BroadcastChannel', 'close', (one) => [one]],
  ['Worker', 'Worker', 'terminate', (one) => [one]],
  ['EventSource', 'EventSource', 'close', (one) => [one]],
  ['WebSocket', 'WebSocket', 'close', (one) => [one]],
]

function watchConnections(window: PageWindow, { begin, end }: Ledger) {
  for (const [made, closed, close, endsOf] of closable) {
    const whole = new WeakMap<object, object>()
    const first: Construct = Reflect.get(window, made)
    const counted = new Proxy(first, {
      construct(target, args, self) {
        const one = Reflect.construct(target, args, self)
        begin(one, made)
        for (const each of endsOf(one)) whole.set(each, one)
        return one
      },
    })
    Reflect.set(window, made, counted)
    const closing: Construct = Reflect.get(window, closed)
    wrap(closing.prototype, close, function (first) {
      end(whole.get(this))
      return first()
    })
  }
}

function watchRequests(window: PageWindow, { begin, end }: Ledger) {
  wrap(window, 'fetch', (fetch, args) => {
    const key = {}
    begin(key, `request of ${args[0]?.url ?? args[0]}`)
    const response = fetch(...args)
    response.then(
      () => end(key),
      () => end(key),
    )
    return response
  })
}

/** Records everything active in a page from now on. Call it before any code of the page runs. */
export function record(page: OpenPage) {
  const { window, document } = page
  const book = ledger()
  for (const watch of [watchListeners, watchTimers, watchObservers, watchConnections, watchRequests]) watch(window, book)
  const nodes = () => document.querySelectorAll('*').length
  /** The names of everything active, except what was removed with its node. */
  return () => [
    ...[...book.live.values()].filter(({ isGone }) => !isGone()).map(({ name }) => name),
    ...Array.from({ length: nodes() }, () => 'node of the page'),
    ...document.adoptedStyleSheets.map(() => 'sheet of the page'),
  ]
}

/** Entries of the second list that are not in the first, with their counts. */
export function beyond(before: readonly string[], after: readonly string[]) {
  const counts = new Map<string, number>()
  for (const name of after) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const name of before) counts.set(name, (counts.get(name) ?? 0) - 1)
  return [...counts].filter(([, count]) => count > 0).map(([name, count]) => `${count} × ${name}`)
}
