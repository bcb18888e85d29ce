import type { HostProbe } from './probes.ts'

/** Pages that repeatedly search for leftover values. */
export const looking: readonly HostProbe[] = [
  {
    name: 'walks everything that can be reached from the window',
    async run({ keepAll, pause, partner, own }) {
      for (let count = 0; count < 4; count++) {
        await pause(500)
        keepAll(window, partner(), own(), document.querySelector('ad-frame'))
      }
    },
  },
  {
    name: 'reads the page as text whenever it changes',
    async run({ keep, pause }) {
      const read = () => keep(document.documentElement.outerHTML, document.querySelector('ad-frame')?.shadowRoot?.innerHTML)
      new MutationObserver(read).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      const frame = document.querySelector('ad-frame')
      for (let count = 0; count < 6; count++) {
        await pause(300)
        read()
        keep(frame?.shadowRoot?.getHTML({ serializableShadowRoots: true }), frame?.textContent)
      }
    },
  },
  {
    name: 'asks the element for everything that it has',
    async run({ keepAll, pause }) {
      const frame = document.querySelector('ad-frame')
      for (let count = 0; count < 4 && frame; count++) {
        await pause(400)
        for (let kind: object | null = frame; kind; kind = Object.getPrototypeOf(kind))
          for (const name of Reflect.ownKeys(kind)) keepAll(String(name), Object.getOwnPropertyDescriptor(kind, name))
        keepAll(frame.shadowRoot?.adoptedStyleSheets, [...frame.attributes], frame.attachInternals)
        keepAll(JSON.stringify(frame), Object.entries(frame))
      }
    },
  },
  {
    name: 'reads every store',
    async run({ keep, pause }) {
      addEventListener('storage', (event) => keep(event.key, event.newValue, event.oldValue))
      for (let count = 0; count < 5; count++) {
        await pause(300)
        keep({ ...localStorage }, { ...sessionStorage }, document.cookie, window.name)
        keep(await indexedDB.databases(), await caches.keys(), await cookieStore.getAll())
      }
    },
  },
  {
    name: 'stands before every store',
    run({ spy, spyFields }) {
      spy(Storage.prototype, 'setItem', 'getItem', 'removeItem')
      spy(IDBFactory.prototype, 'open')
      spy(CacheStorage.prototype, 'open', 'match')
      spyFields(Document.prototype, 'cookie')
      spyFields(window, 'name', 'localStorage', 'sessionStorage')
    },
  },
  {
    name: 'reads what the browser measured',
    async run({ keep, pause }) {
      new PerformanceObserver((list) => keep(list.getEntries().map((entry) => entry.toJSON()))).observe({
        type: 'resource',
        buffered: true,
      })
      for (let count = 0; count < 5; count++) {
        await pause(300)
        for (const entry of performance.getEntries()) keep(entry.name, entry.toJSON())
      }
    },
  },
  {
    name: 'reads addresses, titles, history and where one came from',
    async run({ keep, pause }) {
      for (let count = 0; count < 5; count++) {
        await pause(300)
        keep(location.href, document.title, document.referrer, document.URL, document.baseURI, `history ${history.length}`)
        keep(
          history.state,
          navigation.entries().map(({ url, key, id }) => [url, key, id]),
        )
      }
    },
  },
  {
    name: 'tries every field of the windows inside',
    async run({ keep, pause, partner, inner, own }) {
      const fields =
        'location document name opener parent top frames localStorage sessionStorage seen fetch history crypto origin closed length'
      for (let count = 0; count < 4; count++) {
        await pause(400)
        for (const inside of [partner(), inner(), own()])
          for (const name of fields.split(' '))
            try {
              keep(Reflect.get(inside ?? {}, name))
            } catch (error) {
              keep(String(error), error)
            }
      }
    },
  },
  {
    name: 'writes down every height as text',
    async run({ keep, pause }) {
      let heights = ''
      const frame = document.querySelector('ad-frame')
      if (frame) new ResizeObserver(() => (heights += String.fromCharCode(frame.offsetHeight % 128))).observe(frame)
      await pause(1500)
      keep(heights)
    },
  },
  {
    name: 'watches the clipboard, the selection and what is dragged',
    run({ keep }) {
      for (const type of ['copy', 'cut', 'paste', 'dragstart', 'dragend', 'drop', 'selectionchange', 'beforeinput', 'keydown'])
        document.addEventListener(type, (event) => keep(event, String(getSelection())), true)
    },
  },
  {
    name: 'has a service worker that sees what the page asks for',
    async run({ keep }) {
      navigator.serviceWorker.onmessage = ({ data }) => keep(data)
      const registration = await navigator.serviceWorker.register('/made-for-a-test/worker.js', { scope: '/' })
      await navigator.serviceWorker.ready
      keep(await (await fetch('/made-for-a-test/seen-by-the-worker')).text())
      window.addEventListener('pagehide', () => void registration.unregister())
    },
  },
]
