// @vitest-environment jsdom
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { useScrollAndFocus } from '../../src/surfaces/console/navigation/scroll-and-focus.ts'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import { plainConsole } from '../support/console/plain-console.ts'
import { type Mounted, mount, until } from '../support/ui/react-page.tsx'

const scrolled: number[] = []
/** Maximum scroll position; late content makes the page longer. */
let most = 0
const grown = new Set<() => void>()
/** Fake ResizeObserver: jsdom has no layout, so the test sets the page's height and calls the observers. */
class Watch {
  readonly #tell: () => void
  constructor(tell: () => void) {
    this.#tell = tell
  }
  observe() {
    grown.add(this.#tell)
  }
  disconnect() {
    grown.delete(this.#tell)
  }
}
Object.assign(globalThis, {
  ResizeObserver: Watch,
  scrollTo: (_: number, top: number) => {
    scrolled.push(top)
    setDown(Math.min(top, most))
  },
})
function setDown(top: number) {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: top })
  dispatchEvent(new Event('scroll'))
}
const grow = (to: number) => {
  most = to
  for (const tell of [...grown]) tell()
}

const root = document.createElement('div').attachShadow({ mode: 'open' })
let go: (path: string) => void
const here = () => (location.pathname + location.search).slice(1)

function Sheet() {
  const main = useRef<HTMLElement>(null)
  useScrollAndFocus(main)
  return <main ref={main} tabIndex={-1} />
}
/** A console in its page that follows the address immediately, as the real one does. */
function Page() {
  const [path, setPath] = useState(here())
  useLayoutEffect(() => {
    const follow = () => flushSync(() => setPath(here()))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  go = (to) => {
    history.pushState(null, '', `/${to}`)
    flushSync(() => setPath(to))
  }
  const guest: ElementContext = {
    ask: async () => true,
    tag: 'ad-console',
    locale: 'en-US',
    linkBase: '/',
    isInheriting: false,
    root,
    path,
    revision: 0,
    leaving: createLeaveGuards(),
    emit: () => true,
    notify: () => undefined,
    navigate: () => undefined,
  }
  return (
    <ElementContextProvider value={guest}>
      <ConsoleProvider value={plainConsole}>
        <Sheet />
      </ConsoleProvider>
    </ElementContextProvider>
  )
}
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const forward = async (to: string) => {
  go(to)
  await frame()
}
const back = async () => {
  const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.back()
  await gone
  await frame()
}

let page: Mounted
beforeEach(async () => {
  history.replaceState(null, '', '/clients/1')
  most = 5000
  page = await mount(<Page />)
  scrolled.length = 0
})
afterEach(() => page.unmount())

test('going back restores the scroll position as soon as the page is long enough', async () => {
  setDown(3000)
  most = 400
  await forward('clients/1/campaigns')
  expect(scrolled).toEqual([0])
  await back()
  expect([here(), scrollY]).toEqual(['clients/1', 400])
  grow(2000)
  expect(scrollY).toBe(2000)
  grow(5000)
  expect(scrollY).toBe(3000)
  grow(6000)
  expect([scrollY, grown.size]).toEqual([3000, 0])
})

test('a user who scrolls meanwhile keeps their position', async () => {
  setDown(3000)
  await forward('clients/1/campaigns')
  most = 400
  await back()
  dispatchEvent(new Event('wheel'))
  grow(5000)
  expect([scrollY, grown.size]).toEqual([400, 0])
})

test('going back by a query change does not affect the next navigation forward', async () => {
  await forward('clients/1/campaigns')
  setDown(700)
  await forward('clients/1')
  setDown(3000)
  scrolled.length = 0
  await forward('clients/1?tab=x')
  await back()
  expect([here(), scrolled]).toEqual(['clients/1', []])
  await forward('clients/1/campaigns')
  expect(scrolled).toEqual([0])
})

test('the focus moves to a new page, and stays when only the query changes', async () => {
  const main = page.container.querySelector('main')
  await forward('clients/1?tab=x')
  expect(document.activeElement).not.toBe(main)
  await forward('clients/1/campaigns')
  await until(() => document.activeElement === main)
})
