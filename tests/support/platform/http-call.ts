import { Agent, type IncomingMessage, request } from 'node:http'

/** What a request sends besides its address. */
export interface HttpCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}
interface HttpReply {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

const agent = new Agent({ keepAlive: true })

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

/** Sends a request on a kept connection. It takes a third of the processor time of `fetch`, and the walks send ten thousand. */
export const httpCall = (url: string, { method = 'GET', headers = {}, body, signal }: HttpCall = {}) =>
  new Promise<HttpReply>((resolve, reject) => {
    // Node adds the length for the usual methods with a body only.
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, headers: { ...length, ...headers }, agent, ...(signal && { signal }) }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: new TextDecoder().decode(Buffer.concat(pieces)), headers: headersOf(response) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
