import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request, and whether the client closed it before the response. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  /** The raw body; empty without one. */
  body: string
  isCancelled: boolean
}
type Reply = (response: ServerResponse, request: IncomingMessage, body: string) => void

export const success = (result: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status: 'success', result }))
export const failure = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"status":"error","error":"No"}')

/** A real local server that answers as each test sets, and records its requests. */
export async function startLoopback() {
  const requests: ReceivedRequest[] = []
  let reply: Reply = success({ name: 'a' })
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const one: ReceivedRequest = { method, url, token: request.headers.authorization, body: '', isCancelled: false }
    requests.push(one)
    response.on('close', () => (one.isCancelled = !response.writableEnded))
    request.setEncoding('utf8').on('data', (text: string) => {
      one.body += text
    })
    request.on('end', () => reply(response, request, one.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is an object
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    urls: () => requests.map(({ method, url }) => `${method} ${url}`),
    /** Clears the recorded requests and sets the response from now on. */
    reply(next: Reply) {
      requests.length = 0
      reply = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
