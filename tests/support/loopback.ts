import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it came over the wire, and whether its asker hung up before the answer. */
export interface Heard {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  isCancelled: boolean
}
type Answer = (response: ServerResponse, request: IncomingMessage) => void

export const success = (result: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status: 'success', result }))
export const failure = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"status":"error","error":"No"}')

/** A real server on this machine that answers what each test tells it, and remembers who asked. */
export async function startLoopback() {
  const heard: Heard[] = []
  let answer: Answer = success({ name: 'a' })
  const server = createServer((request, response) => {
    const one: Heard = { method: request.method ?? '', url: request.url ?? '', token: request.headers.authorization, isCancelled: false }
    heard.push(one)
    response.on('close', () => (one.isCancelled = !response.writableEnded))
    request.resume().on('end', () => answer(response, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is no pipe
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    urls: () => heard.map(({ method, url }) => `${method} ${url}`),
    /** Forgets what was asked, and answers so from now on. */
    answer(next: Answer) {
      heard.length = 0
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
