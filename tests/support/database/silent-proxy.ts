import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A proxy before a PostgreSQL server. It can swallow all data of the connections that are open, while new ones work. */
export async function silentProxy(url: string) {
  const target = new URL(url)
  const socketFolder = target.searchParams.get('host')
  const open = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((near) => {
    const far = socketFolder ? connect(`${socketFolder}/.s.PGSQL.${target.port}`) : connect(Number(target.port), target.hostname)
    open.add(near)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (data) => void (silent.has(near) || to.write(data)))
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(near)
        to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is an object
  return {
    url: Object.assign(new URL(url), { port: String(port), search: '' }).href,
    /** Silences the open connections; returns their number. */
    silence: () => {
      for (const socket of open) silent.add(socket)
      return open.size
    },
    count: () => open.size,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
