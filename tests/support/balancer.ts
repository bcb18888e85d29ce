import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface Server {
  readonly port: number
  isIn: boolean
}

/** What may be sent twice: a connection that a closing server resets before a word of its answer has brought it to nobody, or brings it once all the same. */
const isRepeatable = ({ method, headers }: IncomingMessage) => method === 'GET' || headers['idempotency-key'] !== undefined

/** Passes a request on to one server; whether that one takes connections at all. */
const passed = (port: number, asked: IncomingMessage, body: Buffer, answer: ServerResponse) =>
  new Promise<boolean>((resolve, reject) => {
    const headers = { ...asked.headers, connection: 'close' }
    const sent = request({ host: '127.0.0.1', port, method: asked.method, path: asked.url, headers, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'x-served-by': String(port) })
      reply.on('error', reject).pipe(answer)
      reply.on('end', () => resolve(true))
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && isRepeatable(asked)) ? resolve(false) : reject(error),
    )
    sent.end(body)
  })

/** A load balancer before some servers: by turns, on to the next where a connection is refused, and back once that one says it is ready. */
export async function startBalancer() {
  const servers: Server[] = []
  const counts = { refused: 0, broken: 0 }
  let [turn, isOpen] = [0, true]
  async function watch(server: Server) {
    const isReady = () =>
      fetch(`http://127.0.0.1:${server.port}/ready`)
        .then(({ ok }) => ok)
        .catch(() => false)
    while (isOpen && !(await isReady())) await pause(50)
    server.isIn = true
  }
  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part)
    const first = turn++
    for (let step = 0; step < servers.length; step++) {
      const server = servers[(first + step) % servers.length]
      if (!server?.isIn) continue
      if (await passed(server.port, asked, Buffer.concat(parts), answer)) return
      counts.refused++
      server.isIn = false
      void watch(server)
    }
    answer.writeHead(502).end('Nobody answers')
  }
  const front = createServer((asked, answer) => {
    pass(asked, answer).catch(() => {
      counts.broken++
      answer.destroy()
    })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo // a TCP server's address is no pipe
  return {
    origin: `http://localhost:${port}`,
    counts,
    /** Puts servers behind it, in place of those that were. */
    put: (...ports: readonly number[]) => servers.splice(0, servers.length, ...ports.map((one) => ({ port: one, isIn: true }))),
    close: () => {
      isOpen = false
      front.closeAllConnections()
      return new Promise<void>((resolve) => front.close(() => resolve()))
    },
  }
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>
