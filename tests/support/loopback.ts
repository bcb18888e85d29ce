import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it came over the wire, and whether its asker hung up before the answer. */
export interface Heard {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  /** As it was sent; empty where nothing was. */
  body: string
  isCancelled: boolean
}
type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void

export const success = (result: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status: 'success', result }))
export const failure = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"status":"error","error":"No"}')

/** A real server on this machine that answers what each test tells it, and remembers who asked. */
export async function startLoopback() {
  const heard: Heard[] = []
  let answer: Answer = success({ name: 'a' })
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const one: Heard = { method, url, token: request.headers.authorization, body: '', isCancelled: false }
    heard.push(one)
    response.on('close', () => (one.isCancelled = !response.writableEnded))
    request.setEncoding('utf8').on('data', (text: string) => {
      one.body += text
    })
    request.on('end', () => answer(response, request, one.body))
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
