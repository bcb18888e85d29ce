import type { HostProbe } from './probes.ts'

/** Pages that replace built-ins of the language and the browser. */
export const clobbering: readonly HostProbe[] = [
  {
    name: 'stands before promises',
    run({ spy }) {
      spy(Promise.prototype, 'then', 'catch', 'finally')
      spy(Promise, 'all', 'race', 'resolve', 'reject')
    },
  },
  { name: 'stands before every method of arrays', run: ({ spyAll }) => spyAll(Array.prototype) },
  {
    name: 'waits on the prototype of everything for a field to be set',
    run({ keep }) {
      for (const name of [
        'access_token',
        'token',
        'payload',
        'port',
        'ports',
        'getToken',
        'data',
        'Authorization',
        'refresh_token',
        'held',
      ])
        Object.defineProperty(Object.prototype, name, {
          configurable: true,
          get: () => undefined,
          set(this: object, value: unknown) {
            keep(value)
            Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true })
          },
        })
    },
  },
  { name: 'stands before call, apply and bind', run: ({ spy }) => spy(Function.prototype, 'call', 'apply', 'bind') },
  {
    name: 'stands before every method of texts and patterns',
    run({ spyAll }) {
      spyAll(String.prototype)
      spyAll(RegExp.prototype)
    },
  },
  {
    name: 'stands before every method of maps and sets',
    run({ spyAll }) {
      for (const { prototype } of [Map, Set, WeakMap, WeakSet]) spyAll(prototype)
    },
  },
  {
    name: 'stands before Object and Reflect',
    run({ spyAll }) {
      spyAll(Object)
      spyAll(Reflect)
    },
  },
  {
    name: 'knows every random number, and shakes hands with them',
    async run({ keep, pause, partner, inner, own }) {
      Crypto.prototype.getRandomValues = (into) => into
      Crypto.prototype.randomUUID = () => '00000000-0000-4000-8000-000000000000'
      Math.random = () => 0
      for (let count = 0; count < 20; count++) {
        for (const nonce of ['0000', '0'.repeat(16), '0000000000000000000000000000'])
          for (const target of [partner(), inner(), own()]) {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = ({ data }) => keep(data)
            target?.postMessage({ ns: 'placard', type: 'hello', oldest: 1, newest: 1, nonce }, '*')
            target?.postMessage({ ns: 'placard', type: 'connect', version: 1, nonce }, '*', [port2])
          }
        await pause(50)
      }
    },
  },
  {
    name: 'keeps the time and every timer',
    run({ keep, spy }) {
      const { setTimeout: later } = window
      Object.assign(window, {
        setTimeout: (act: TimerHandler, ms = 0, ...given: unknown[]) => {
          keep(act, given)
          return later(act, ms * 2, ...given)
        },
      })
      Date.now = () => 1_000
      spy(window, 'requestAnimationFrame', 'queueMicrotask', 'setInterval', 'requestIdleCallback')
    },
  },
  { name: 'has made elements its own', run: ({ spy }) => spy(CustomElementRegistry.prototype, 'define', 'get', 'whenDefined') },
  {
    name: 'opens every shadow root',
    async run({ keepAll, pause }) {
      const attach = Element.prototype.attachShadow
      const roots: ShadowRoot[] = []
      Element.prototype.attachShadow = function (init) {
        const root = attach.call(this, { ...init, mode: 'open' })
        roots.push(root)
        return root
      }
      for (let count = 0; count < 8; count++) {
        await pause(200)
        keepAll(roots.map((root) => [root, root.host, root.innerHTML, [...root.querySelectorAll('*')]]))
      }
    },
  },
  {
    name: 'stands before what a frame is asked',
    run({ spy, spyFields }) {
      spyFields(HTMLIFrameElement.prototype, 'contentWindow', 'contentDocument', 'src')
      spy(Element.prototype, 'setAttribute', 'append', 'getAttribute', 'toggleAttribute')
      spy(Node.prototype, 'appendChild', 'insertBefore', 'cloneNode')
    },
  },
  {
    name: 'has forms and pictures where globals are',
    run() {
      for (const name of [
        'placard',
        'placard-page',
        'location',
        'parent',
        'origin',
        'customElements',
        'crypto',
        'getToken',
        'ports',
        'name',
      ]) {
        const form = Object.assign(document.createElement('form'), { id: name, name })
        form.append(Object.assign(document.createElement('input'), { name: 'token' }))
        document.documentElement.append(form)
      }
    },
  },
  {
    name: 'makes the policies of Trusted Types',
    run({ keep, spy }) {
      const all = (text: string) => {
        keep(text)
        return text
      }
      Reflect.get(window, 'trustedTypes').createPolicy('default', { createHTML: all, createScript: all, createScriptURL: all })
      spy(Reflect.get(window, 'TrustedTypePolicyFactory').prototype, 'createPolicy')
      spy(Reflect.get(window, 'TrustedTypePolicy').prototype, 'createHTML', 'createScript', 'createScriptURL')
    },
  },
  {
    name: 'stands before addresses, blobs and encodings',
    run({ spy, spyFields }) {
      spy(window, 'URL', 'Blob', 'File', 'TextDecoder', 'atob', 'btoa', 'encodeURIComponent', 'decodeURIComponent', 'URLSearchParams')
      spy(TextDecoder.prototype, 'decode')
      spy(TextEncoder.prototype, 'encode')
      spyFields(URL.prototype, 'href', 'search', 'hash')
    },
  },
]
