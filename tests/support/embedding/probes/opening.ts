import type { HostProbe } from './probes.ts'

/** Pages that use the browser of a signed-in user: the provider, the platform, windows. */
export const opening: readonly HostProbe[] = [
  {
    name: 'asks the provider in hidden frames, as a page of ours would',
    async run({ frame, platform, self, pause, keep }) {
      const usual = {
        client_id: 'console',
        scope: 'openid profile console',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        state: 'of-this-page',
      }
      const back = [`${self}/made-for-a-test/listener`, `${platform}/signed-in`, `${platform}/embedded/error`]
      for (const redirect_uri of back)
        for (const [
          response_type,
          response_mode,
        ] of [['code', 'query'], ['code', 'web_message'], ['token id_token', 'fragment'], ['code', 'form_post']] as const) // biome-ignore format: one table
          frame(
            `${platform}/idp/auth?${new URLSearchParams({ ...usual, redirect_uri, response_type, response_mode, prompt: 'none', nonce: '1' })}`,
          )
      await pause(1500)
      for (let index = 0; index < frames.length; index++)
        try {
          keep(frames[index]?.location.href)
        } catch (error) {
          keep(String(error))
        }
    },
  },
  {
    name: 'ends a sign-in that it began itself',
    async run({ frame, platform, pause }) {
      for (const route of ['/signed-in?code=of-this-page&state=1', '/signed-in#access_token=1', '/idp/session/end', '/'])
        frame(platform + route)
      await pause(1200)
    },
  },
  {
    name: 'calls platform and provider with the cookies of the person',
    async run({ platform, keep }) {
      const addresses = [
        '/idp/me',
        '/idp/token',
        '/idp/jwks',
        '/idp/.well-known/openid-configuration',
        '/embedded/clients/1/chart',
        '/signed-in',
      ]
      addresses.push(
        '/v1/member_groups',
        '/v1/users/me',
        '/v1/sso/login',
        '/v1/application/config',
        '/ofrep/v1/evaluate/flags',
        '/idp/session/end',
      )
      for (const address of addresses)
        for (const method of ['GET', 'POST'])
          for (const mode of ['cors', 'no-cors'] as const)
            await fetch(platform + address, { method, mode, credentials: 'include' }).then(
              async (response) => keep(await response.text(), [...response.headers]),
              (error) => keep(String(error)),
            )
    },
  },
  {
    name: 'takes pages of ours for scripts, pictures, styles and plugins',
    async run({ platform, put, keep, pause }) {
      window.onerror = (...what) => keep(what)
      for (const address of ['/embedded/clients/1/chart', '/idp/me', '/embedded.js', '/signed-in', '/v1/users/me'])
        for (const [tag, attribute] of [
          ['script', 'src'],
          ['img', 'src'],
          ['object', 'data'],
          ['embed', 'src'],
          ['link', 'href'],
        ] as const) {
          // biome-ignore format: one table
          const node = document.createElement(tag)
          node.setAttribute('rel', 'stylesheet')
          node.setAttribute(attribute, platform + address)
          put(node)
        }
      await pause(1000)
      keep([...document.styleSheets].map(({ href }) => href))
    },
  },
  {
    name: 'sends forms into its frames',
    async run({ platform, put, frame, pause }) {
      frame('about:blank', { name: 'target' })
      for (const [action, method] of [
        ['/idp/token', 'post'],
        ['/idp/auth', 'post'],
        ['/embedded/clients/1/chart', 'post'],
        ['/idp/session/end', 'post'],
      ] as const) {
        // biome-ignore format: one table
        const form = Object.assign(document.createElement('form'), { action: platform + action, method, target: 'target' })
        put(form)
        form.submit()
        await pause(300)
      }
    },
  },
  {
    name: 'opens the chart in a window and speaks to it',
    opens: true,
    async run({ platform, keep, pause }) {
      const popup = window.open(`${platform}/embedded/clients/1/chart`, 'console')
      for (let count = 0; count < 40 && popup; count++) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => keep(data)
        popup.postMessage({ ns: 'placard', type: 'connect', nonce: 'x', version: 1 }, '*', [port2])
        popup.postMessage(
          { ns: 'placard', v: 1, type: 'token', id: `${count}`, at: 1, from: { tag: 'host', instance: '1' }, payload: { reason: 'start' } },
          '*',
        )
        await pause(80)
      }
    },
  },
  {
    name: 'opens the chart in a window and reads what it can of it',
    opens: true,
    async run({ platform, keep, pause }) {
      const popup = window.open(`${platform}/embedded/clients/1/chart`, 'console')
      for (let count = 0; count < 10 && popup; count++) {
        await pause(300)
        for (const name of ['location', 'document', 'name', 'sessionStorage', 'frames', 'length', 'closed', 'history', 'opener', 'seen'])
          try {
            keep(Reflect.get(popup, name))
          } catch (error) {
            keep(String(error), error)
          }
      }
    },
  },
  {
    name: 'opens the chart in a window and then puts itself there',
    opens: true,
    async run({ platform, self, keep, pause }) {
      const popup = window.open(`${platform}/embedded/clients/1/chart`, 'console')
      await pause(3500)
      if (!popup) return
      popup.location.replace(`${self}/made-for-a-test/listener?popup`)
      await pause(1200)
      try {
        keep(popup.name, { ...popup.sessionStorage }, popup.document.referrer, `history ${popup.history.length}`)
      } catch (error) {
        // The opener policy of the sign-in page has taken the window from this page.
        keep(String(error), error)
      }
    },
  },
  {
    name: 'opens windows of its own, which are given a copy of the tab’s store',
    async run({ self, keep, pause }) {
      const popup = window.open(`${self}/made-for-a-test/listener?copy`, 'copy')
      await pause(1200)
      keep(popup?.name, { ...popup?.sessionStorage }, { ...popup?.localStorage })
      popup?.close()
    },
  },
  {
    name: 'opens the sign-in of the provider with its own address to come back to',
    async run({ platform, self, keep, pause }) {
      const query = {
        client_id: 'console',
        scope: 'openid',
        response_type: 'code',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      }
      const popup = window.open(
        `${platform}/idp/auth?${new URLSearchParams({ ...query, redirect_uri: `${self}/made-for-a-test/listener` })}`,
      )
      await pause(1500)
      try {
        keep(popup?.location.href)
      } catch (error) {
        keep(String(error))
      }
      popup?.close()
    },
  },
]
