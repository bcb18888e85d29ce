import type { HostProbe } from './probes.ts'

/** Pages that use their frames, and those inside them, against the handshake. */
export const framing: readonly HostProbe[] = [
  {
    name: 'shakes hands itself and asks the frame for its token',
    async run({ keep, pause, frame, platform, self }) {
      const mine = frame(`${platform}/embedded/clients/1/chart`)
      const token = await (await fetch('/shop/token')).json()
      addEventListener('message', ({ data, source }) => {
        if (source !== mine.contentWindow || data.type !== 'hello') return
        const { port1, port2 } = new MessageChannel()
        const say = (type: string, payload: object, rest: object = {}) =>
          port1.postMessage({
            ns: 'placard',
            v: 1,
            id: crypto.randomUUID(),
            from: { tag: 'host', instance: self },
            type,
            at: 1,
            payload,
            ...rest,
          })
        port1.onmessage = ({ data: message }) => {
          keep(message)
          if (message.type === 'token' && !message.re) say('token', token, { re: message.id })
          for (const reason of ['start', 'expiring', 'refused']) say('token', { reason })
          say('before', { event: 'ad-notice', detail: {} })
          for (const type of ['confirm-leave', 'ping', 'ready', 'session', 'refresh', 'sign-out'])
            say(type, type === 'session' ? { state: 'x' } : {})
        }
        mine.contentWindow?.postMessage({ ns: 'placard', type: 'connect', nonce: data.nonce, version: 1 }, platform, [port2])
      })
      await pause(2500)
    },
  },
  {
    name: 'configures the frame to speak to this page instead',
    async run({ pause, frame, platform, self, keep }) {
      const mine = frame(`${platform}/embedded/clients/1/chart`)
      const { connect } = await import(`${platform}/host.js`)
      const connection = connect(mine, { getToken: async () => (await fetch('/shop/token')).json() })
      connection.on('*', (detail: unknown) => keep(detail))
      await connection.ready
      const lies = {
        'api-base': self,
        apibase: self,
        'link-base': self,
        src: self,
        href: self,
        onclick: 'parent.postMessage(1)',
        style: 'x',
        issuer: self,
      }
      for (const locale of ['de', self, '../../../evil', '__proto__'])
        connection.send('configure', {
          attributes: { ...lies, locale, 'client-id': '2', path: `//${self}`, 'get-token': self, 'theme-tokens': self },
        })
      for (const path of [
        self,
        `//evil.example`,
        'javascript:parent.postMessage(sessionStorage)',
        '?date_range=last_7_days',
        '\\\\evil.example',
      ])
        connection.send('navigate', { path })
      connection.send('refresh')
      await pause(2500)
    },
  },
  {
    name: 'shakes hands a second time with whoever is inside',
    async run({ keep, pause, partner, inner, own }) {
      const nonces: string[] = []
      addEventListener('message', ({ data }) => data?.nonce && nonces.push(data.nonce))
      for (let count = 0; count < 25; count++) {
        for (const target of [partner(), inner(), own()])
          for (const nonce of [...nonces, 'a nonce of nobody']) {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = ({ data }) => keep(data)
            target?.postMessage({ ns: 'placard', type: 'connect', nonce, version: 1 }, '*', [port2])
          }
        await pause(60)
      }
    },
  },
  {
    name: 'speaks to the frame inside before the partner does',
    async run({ keep, until, inner, pause }) {
      const inside = await until(inner)
      for (let count = 0; count < 100; count++) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => keep(data)
        inside.postMessage({ ns: 'placard', type: 'connect', nonce: `${count}`, version: 1 }, '*', [port2])
        inside.postMessage(
          { ns: 'placard', v: 1, type: 'token', id: `${count}`, at: 1, from: { tag: 'host', instance: '1' }, payload: {} },
          '*',
        )
        await pause(8)
      }
    },
  },
  {
    name: 'says hello to the partner as its frame would',
    async run({ keep, until, partner, pause }) {
      const page = await until(partner)
      addEventListener('message', (event) => {
        keep(event.data)
        for (const port of event.ports) port.onmessage = ({ data }) => keep(data)
      })
      for (let count = 0; count < 60; count++) {
        page.postMessage({ ns: 'placard', type: 'hello', oldest: 1, newest: 1, nonce: `a nonce of this page ${count}` }, '*')
        await pause(25)
      }
    },
  },
  {
    name: 'swaps the address of its own frame after hello',
    async run({ until, frame, platform, self, pause }) {
      const mine = frame(`${platform}/embedded/clients/1/chart`)
      const { connect } = await import(`${platform}/host.js`)
      const connection = connect(mine, { getToken: async () => ({ access_token: 'of this page alone', expires_at: 1 }) })
      await until(() => mine.contentWindow)
      await connection.ready
      for (const address of [`${self}/made-for-a-test/listener?own`, `${platform}/embedded/clients/2/chart`, `${platform}/signed-in`]) {
        mine.src = address
        await pause(500)
      }
    },
  },
  {
    name: 'takes the origin away from its frame',
    async run({ frame, platform, pause, own }) {
      for (const sandbox of [
        'allow-scripts',
        'allow-scripts allow-forms allow-popups',
        'allow-scripts allow-same-origin allow-top-navigation',
      ])
        frame(`${platform}/embedded/clients/1/chart`, { sandbox })
      await pause(1200)
      own()?.postMessage({ ns: 'placard', type: 'connect', nonce: '', version: 1 }, '*')
      await pause(500)
    },
  },
  {
    name: 'nests the platform in a frame of its own that nobody has allowed',
    async run({ frame, platform, pause, self }) {
      // A literal closing tag would end the script that contains this.
      const relay = ['<script>onmessage = ({ data }) => parent.postMessage(data, "*")<', '/script>'].join('')
      frame(`data:text/html,${encodeURIComponent(`<iframe src="${platform}/embedded/clients/1/chart"></iframe>${relay}`)}`)
      frame(`${self}/made-for-a-test/nesting`, { sandbox: 'allow-scripts' })
      await pause(1500)
    },
  },
  {
    name: 'bends the frame with every attribute it can have',
    async run({ frame, platform, pause, keep }) {
      const address = `${platform}/embedded/clients/1/chart`
      frame(address, {
        name: 'placard',
        referrerpolicy: 'unsafe-url',
        allow: '*',
        csp: "default-src * 'unsafe-inline'; report-uri /made-for-a-test/report",
      })
      frame(address, { credentialless: '', loading: 'lazy', importance: 'high', security: 'restricted' })
      frame(`${address}?code=1&state=2&apiBase=${encodeURIComponent(location.origin)}#access_token=1`)
      await pause(1500)
      keep(window.open('', 'placard')?.length)
    },
  },
]
