import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void
export interface Listening {
  readonly port: number
  readonly server: Server
  /** Lets requests end, then closes; after the time given it closes all the same. */
  close(withinMs?: number): Promise<void>
}

/** Listens on a port; 0 takes a free one. Connections outlive the minute after which proxies let go of theirs. */
export async function listen(listener: Listener, port: number, host = '127.0.0.1'): Promise<Listening> {
  let isClosing = false
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, (request, response) => {
    if (isClosing) response.setHeader('Connection', 'close')
    // A connection whose request was under way when the closing began is idle only now.
    response.once('finish', () => isClosing && setImmediate(() => server.closeIdleConnections()))
    listener(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const close = (withinMs = 10_000) =>
    new Promise<void>((resolve) => {
      isClosing = true
      const force = setTimeout(() => server.closeAllConnections(), withinMs)
      server.close(() => {
        clearTimeout(force)
        resolve()
      })
      server.closeIdleConnections()
    })
  return { port: (server.address() as AddressInfo).port, server, close } // a TCP server's address is no pipe
}
