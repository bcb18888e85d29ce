import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface Server {
  readonly port: number
  isIn: boolean
}

/** Forwards a request to one server; resolves to false if it refuses the connection. */
const passed = (port: number, incoming: IncomingMessage, body: Buffer, response: ServerResponse) =>
  new Promise<boolean>((resolve, reject) => {
    const headers = { ...incoming.headers, connection: 'close' }
    const sent = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'x-served-by': String(port) })
      reply.on('error', reject).pipe(response)
      reply.on('end', () => resolve(true))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? resolve(false) : reject(error)))
    sent.end(body)
  })

/** A round-robin load balancer: it skips servers that are not ready, and tries the next one when a connection is refused. */
export async function startBalancer() {
  const servers: Server[] = []
  const counts = { left: 0, refused: 0, broken: 0 }
  let turn = 0
  let isOpen = true
  const isReady = ({ port }: Server) =>
    fetch(`http://127.0.0.1:${port}/ready`)
      .then(({ ok }) => ok)
      .catch(() => false)
  async function watch(server: Server) {
    for (; isOpen && servers.includes(server); await pause(50)) {
      const wasIn = server.isIn
      server.isIn = await isReady(server)
      if (wasIn && !server.isIn) counts.left++
    }
  }
  async function pass(incoming: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const first = turn++
    for (let step = 0; step < servers.length; step++) {
      const server = servers[(first + step) % servers.length]
      if (!server?.isIn) continue
      if (await passed(server.port, incoming, Buffer.concat(parts), response)) return
      counts.refused++
      server.isIn = false
    }
    response.writeHead(502).end('No server answers')
  }
  const front = createServer((incoming, reply) => {
    pass(incoming, reply).catch(() => {
      counts.broken++
      reply.destroy()
    })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo // a TCP server's address is an object
  return {
    origin: `http://localhost:${port}`,
    counts,
    /** Replaces the servers behind the balancer. */
    put: (...ports: readonly number[]) => {
      servers.splice(0, servers.length, ...ports.map((one) => ({ port: one, isIn: true })))
      for (const server of servers) void watch(server)
    },
    close: () => {
      isOpen = false
      front.closeAllConnections()
      return new Promise<void>((resolve) => front.close(() => resolve()))
    },
  }
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>
