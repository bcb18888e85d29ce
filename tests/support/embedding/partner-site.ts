import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { CDPSession, Page } from 'playwright/test'
import { type PlatformProcess, openPlatform } from '../platform/process.ts'

export interface PartnerSite {
  readonly platform: PlatformProcess
  /** The port of the partner's pages; their origin is on the platform's list. */
  readonly port: number
  readonly origin: string
  readonly clientId: string
  readonly secret: string
}

/** A free port on this machine. */
export async function freeSite() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, origin: `http://localhost:${port}` }
}

/** A platform with one registered partner, as an operator registers it. */
export async function registerPartnerSite(): Promise<PartnerSite> {
  const clientId = 'my-site'
  const { port, origin } = await freeSite()
  const platform = await openPlatform({ env: { PARTNER: `${clientId},1,${origin}` } })
  const secret = /client secret +(\S+)/.exec(platform.output())?.[1] ?? ''
  return { platform, port, origin, clientId, secret }
}

/** Runs a partner's own server with plain Node until it is stopped. */
export async function runServer(
  file: string | readonly string[],
  { cwd, env, at }: { cwd: string; env: Record<string, string>; at: string },
) {
  const child = spawn(process.execPath, [file].flat(), {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const responses = () =>
    fetch(at).then(
      () => true,
      () => false,
    )
  while (!(await responses())) if (child.exitCode !== null) throw new Error(`The server ended:\n${output}`)
  return {
    output: () => output,
    end: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function listenersOn(session: CDPSession, expression: string, served: ReadonlySet<string>) {
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
  return listeners.filter(({ scriptId }) => served.has(scriptId)).map(({ type }) => `${expression} ${type}`)
}

/** Listeners that the page's own scripts have added; the test runner's script has no address. A removed element must leave none. */
export async function pageListeners(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const served = new Set<string>()
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => /^https?:/.test(url) && served.add(scriptId))
  await session.send('Debugger.enable')
  const found = [...(await listenersOn(session, 'window', served)), ...(await listenersOn(session, 'document', served))]
  await session.detach()
  return found.sort()
}
