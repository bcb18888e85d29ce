import type { ServerResponse } from 'node:http'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../../src/kit/runtime.tsx'
import { replyByCall } from './reply-by-call.ts'
import { startLoopback } from './loopback.ts'
import { type Mounted, mount, until } from './react-page.tsx'

/** A bench for parts: a server with set responses, and pages that are removed after each test. */
export function partBench() {
  let server: Awaited<ReturnType<typeof startLoopback>>
  let runtime: Runtime | undefined
  let token = 'opaque'
  const pages: Mounted[] = []
  beforeAll(async () => {
    server = await startLoopback()
  })
  afterAll(() => server.close())
  async function close() {
    for (const page of pages.splice(0)) await page.unmount()
    if (runtime) releaseRuntime(runtime)
    runtime = undefined
  }
  afterEach(close)
  const under = (current: Runtime, children: ReactNode) => (
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <RuntimeProvider runtime={current}>{children}</RuntimeProvider>
    </I18nProvider>
  )
  return {
    urls: () => server.urls(),
    bodies: () => server.requests.flatMap(({ body }): unknown => (body ? JSON.parse(body) : [])),
    /** Sets the token of the pages opened next. */
    tokenIs: (next: string) => {
      token = next
    },
    /** Replies to each call by its body; calls without a response stay pending. */
    replyBy: (write: (response: ServerResponse, body: Readonly<Record<string, unknown>>, url: string) => void) =>
      server.reply((response, { url = '' }, body) => write(response, body ? JSON.parse(body) : {}, url)),
    reply: (replies: Readonly<Record<string, unknown>>) => server.reply(replyByCall(replies)),
    /** Opens a new page and removes the previous one. */
    async open(children: ReactNode) {
      await close()
      const mine = acquireRuntime({
        apiBase: server.origin,
        getToken: async () => ({ access_token: token, expires_at: Date.now() / 1000 + 600 }),
      })
      runtime = mine
      const page = await mount(under(mine, children))
      pages.push(page)
      return { ...page, put: (next: ReactNode) => page.render(under(mine, next)) }
    },
    shows: (page: Mounted, ...words: string[]) => until(() => words.every((text) => page.text().includes(text))),
  }
}
