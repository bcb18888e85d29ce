import type { HostProbe } from './probes.ts'

/** Pages that intercept and record all communication. */
export const watching: readonly HostProbe[] = [
  {
    name: 'hears every event of window and document',
    run({ keep }) {
      const types = [...'message messageerror error unhandledrejection rejectionhandled storage hashchange popstate resize'.split(' ')]
      types.push(...'ad-ready ad-error ad-notice ad-navigated ad-session-expiring ad-session-expired ad-session-restored load'.split(' '))
      types.push(...'securitypolicyviolation focusin blur visibilitychange pagehide beforeunload ad-report-range-changed'.split(' '))
      for (const type of types) for (const where of [window, document]) where.addEventListener(type, (event) => keep(event), true)
    },
  },
  { name: 'stands before window.postMessage', run: ({ spy }) => spy(window, 'postMessage') },
  {
    name: 'stands before what ports post',
    seesOwn: true,
    run: ({ spy }) => spy(MessagePort.prototype, 'postMessage'),
  },
  {
    name: 'stands before what ports hear',
    run({ spy, spyFields }) {
      spyFields(MessagePort.prototype, 'onmessage')
      spyFields(MessageEvent.prototype, 'data', 'ports', 'source', 'origin')
      spy(MessagePort.prototype, 'start', 'close', 'addEventListener')
    },
  },
  { name: 'gives channels of its own making', run: ({ spy }) => spy(window, 'MessageChannel', 'MessagePort', 'MessageEvent') },
  {
    name: 'wraps every listener',
    run({ keep }) {
      const add = EventTarget.prototype.addEventListener
      EventTarget.prototype.addEventListener = function (type, listener, options) {
        const wrapped = (event: Event) => {
          keep(event)
          if (typeof listener === 'function') listener.call(this, event)
          else listener?.handleEvent(event)
        }
        return add.call(this, type, wrapped, options)
      }
    },
  },
  {
    name: 'stands before events that are made and sent',
    run({ spy, spyFields }) {
      spy(window, 'CustomEvent', 'Event')
      spy(EventTarget.prototype, 'dispatchEvent')
      spyFields(CustomEvent.prototype, 'detail')
    },
  },
  {
    name: 'listens on channels of likely names',
    run({ keep, spy }) {
      for (const name of ['placard', 'ad', 'session', 'token', 'oidc', 'oidc.user', 'auth', 'ad-report-chart'])
        new BroadcastChannel(name).onmessage = ({ data }) => keep(data)
      spy(BroadcastChannel.prototype, 'postMessage')
      spy(window, 'BroadcastChannel')
    },
  },
  {
    name: 'shares a worker and stands before all of them',
    run({ keep, spy }) {
      const source = 'onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage(data) }'
      const worker = new SharedWorker(`data:text/javascript,${encodeURIComponent(source)}`, 'placard')
      worker.port.onmessage = ({ data }) => keep(data)
      spy(window, 'SharedWorker', 'Worker')
      spy(Worker.prototype, 'postMessage')
    },
  },
  { name: 'stands before structuredClone', run: ({ spy }) => spy(window, 'structuredClone') },
  {
    name: 'stands before JSON and gives everything a toJSON',
    run({ keep, spy }) {
      spy(JSON, 'stringify', 'parse')
      Object.defineProperty(Object.prototype, 'toJSON', {
        configurable: true,
        value(this: object) {
          keep(this)
          return this
        },
      })
    },
  },
  {
    name: 'stands before fetch, requests and answers',
    seesOwn: true,
    run({ spy }) {
      spy(window, 'fetch', 'Request', 'Response', 'Headers')
      spy(Response.prototype, 'json', 'text', 'arrayBuffer')
      spy(Headers.prototype, 'set', 'append', 'get')
    },
  },
  {
    name: 'stands before XMLHttpRequest',
    run({ spy, spyFields }) {
      spy(XMLHttpRequest.prototype, 'open', 'send', 'setRequestHeader')
      spyFields(XMLHttpRequest.prototype, 'responseText', 'response')
    },
  },
  {
    name: 'stands before beacons, sockets and streams',
    run({ spy }) {
      spy(Navigator.prototype, 'sendBeacon')
      spy(window, 'WebSocket', 'EventSource')
      spy(WebSocket.prototype, 'send')
      spy(ReadableStream.prototype, 'getReader', 'tee', 'pipeTo')
    },
  },
  { name: 'stands before the console', run: ({ spyAll }) => spyAll(console) },
  {
    name: 'reads errors and reports',
    run({ keep }) {
      window.onerror = (...what) => keep(what)
      window.onunhandledrejection = (event) => keep(event)
      document.addEventListener('securitypolicyviolation', (event) => keep(event))
      new ReportingObserver((reports) => keep(reports), { buffered: true }).observe()
      Error.prepareStackTrace = (error, sites) => {
        keep(error, sites)
        return String(error)
      }
    },
  },
]
