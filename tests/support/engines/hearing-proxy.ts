import { createHash } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { array, create, string } from 'superstruct'
import { hearFaults } from './hearing.ts'
import { inPage } from './page-tools.ts'

export interface HearingProxy {
  readonly port: number
  /** The faults that pages posted since the last call. */
  noted(): string[]
  close(): Promise<void>
}

const postedTo = '/engine-faults'
const script = inPage(`(${hearFaults})(${JSON.stringify(postedTo)})`)
const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The policy with one more allowed source for a directive, otherwise unchanged. */
export function policyWith(policy: string, directive: string, source: string): string {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/))
  const own = parts.find(([name]) => name === directive)
  const base = own ?? parts.find(([name]) => name === 'default-src')
  // A hash would disable 'unsafe-inline'.
  if (!base || base.includes("'unsafe-inline'")) return policy
  const allowed = [directive, ...base.slice(1).filter((one) => one !== "'none'" && one !== source), source]
  return [...parts.filter((part) => part !== own), allowed].map((part) => part.join(' ')).join('; ')
}

/** Adds the listeners before the page's own scripts. */
const withListeners = (html: string) =>
  html.replace(/<head[^>]*>|<html[^>]*>|<!doctype[^>]*>|^/i, (start) => `${start}<script>${script}</script>`)

async function sendPage(reply: IncomingMessage, response: ServerResponse) {
  const { 'content-security-policy': policy, 'content-length': _, 'transfer-encoding': __, ...headers } = reply.headers
  const html = withListeners(await text(reply))
  response.writeHead(reply.statusCode ?? 502, {
    ...headers,
    ...(policy && { 'content-security-policy': policyWith(policyWith(String(policy), 'script-src', hash), 'connect-src', "'self'") }),
    'content-length': Buffer.byteLength(html),
  })
  response.end(html)
}

/** A proxy that adds fault listeners to every page, before its own scripts: the WebDriver of WebKit has no command for that. */
export async function openHearingProxy(): Promise<HearingProxy> {
  const posted: string[] = []
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '')
    if (url.pathname === postedTo) {
      void text(incoming).then((body) => {
        posted.push(...create(JSON.parse(body), array(string())))
        response.writeHead(204).end()
      })
      return
    }
    const { 'proxy-connection': _, ...headers } = incoming.headers
    const isPage = incoming.method === 'GET' && (headers.accept ?? '').includes('text/html')
    const passed = request(
      url,
      { method: incoming.method ?? 'GET', agent, headers: isPage ? { ...headers, 'accept-encoding': 'identity' } : headers },
      (reply) => {
        const hasPage = isPage && (reply.headers['content-type'] ?? '').startsWith('text/html')
        if (hasPage) void sendPage(reply, response).catch(() => response.destroy())
        else reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers))
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    noted: () => posted.splice(0),
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
