import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import type { AddressInfo } from 'node:net'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json', '.woff2': 'font/woff2' }

/** A plain file server: names, types, and CORS for every origin. */
export async function bareServer(folder: string, below: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files')
    const file = join(folder, normalize(`/${pathname.slice(below.length)}`))
    if (!pathname.startsWith(below) || !types[extname(file)] || !existsSync(file)) return response.writeHead(404).end()
    return response.writeHead(200, { 'Content-Type': types[extname(file)], 'Access-Control-Allow-Origin': '*' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    address: `http://127.0.0.1:${port}${below}`,
    stop: () =>
      new Promise<unknown>((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
