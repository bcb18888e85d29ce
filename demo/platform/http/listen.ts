import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void
export interface Listening {
  readonly port: number
  readonly server: Server
  /** Waits for running requests, then closes; closes all connections after `withinMs`. */
  close(withinMs?: number): Promise<void>
}

/** Tells browsers to use https only, for two years, if that is how they reach the origin. */
export function withTransportSecurity(listener: Listener, origin: string): Listener {
  if (!origin.startsWith('https:')) return listener
  return (request, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=63072000')
    listener(request, response)
  }
}

/** Listens on a port; 0 takes a free one. Keep-alive is 65 seconds because proxies close idle connections after 60. */
export async function listen(listener: Listener, port: number, host = '127.0.0.1'): Promise<Listening> {
  let isClosing = false
  // Node looks for requests over their limits only at this interval; its default is 30 seconds.
  const connectionsCheckingInterval = 5000
  const times = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, connectionsCheckingInterval }
  const server = createServer(times, (request, response) => {
    if (isClosing) response.setHeader('Connection', 'close')
    // A connection that was busy when the close began becomes idle only now.
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
  return { port: (server.address() as AddressInfo).port, server, close } // a TCP server's address is an AddressInfo
}
