// Sends requests as many users at once, in its own process, and prints the time of each response.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { callsOf, type MeasuredCall, reportsOf } from './people-calls.ts'

/** Options from the parent process. */
export interface LoadOptions {
  readonly origin: string
  readonly tokens: readonly string[]
  readonly seconds: number
  /** Kind of requests: a user's usual work, or one report after the other. */
  readonly kind: 'people' | 'reports'
  /** Minimum and maximum pause between a response and the next request. */
  readonly pauseMs: readonly [number, number]
}
/** Result of the load. */
export interface Load {
  readonly times: number[]
  readonly writes: number
  readonly seconds: number
  /** Failed requests, each with its status and message. */
  readonly errors: string[]
}
interface PlatformResponse {
  readonly status: number
  readonly text: string
}

const { origin, tokens, seconds, kind, pauseMs }: LoadOptions = JSON.parse(process.argv[2] ?? '{}')
const agent = new Agent({ keepAlive: true, maxSockets: tokens.length })
const found: Pick<Load, 'times' | 'errors'> & { writes: number } = { times: [], writes: 0, errors: [] }
const began = performance.now()
const isOver = () => performance.now() - began > seconds * 1000

function send({ method, path, headers, body }: MeasuredCall, token: string): Promise<PlatformResponse> {
  const more = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}/${path}`,
      { agent, method, headers: { Authorization: `Bearer ${token}`, ...headers, ...more } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    sent.on('error', reject).end(body)
  })
}

/** One user: sends a request, waits for the response, pauses. */
async function person(number: number, token: string) {
  const calls = kind === 'people' ? callsOf(number) : reportsOf(number)
  const between = () => pauseMs[0] + Math.random() * (pauseMs[1] - pauseMs[0])
  await pause(Math.random() * pauseMs[1])
  for (let last: unknown; !isOver(); ) {
    const call = calls(last)
    const sent = performance.now()
    const { status, text } = await send(call, token).catch((error: Error): PlatformResponse => ({ status: 0, text: error.message }))
    found.times.push(performance.now() - sent)
    if (status !== 200) found.errors.push(`${call.method} ${call.path}: ${status} ${text.slice(0, 200)}`)
    if (call.method === 'PATCH' || call.method === 'PUT') found.writes++
    last = status === 200 ? JSON.parse(text).result : undefined
    if (pauseMs[1] > 0 && !isOver()) await pause(between())
  }
}

await Promise.all(tokens.map((token, index) => person(index + 1, token)))
agent.destroy()
const load: Load = { ...found, seconds: (performance.now() - began) / 1000 }
process.stdout.write(`${JSON.stringify({ ...load, times: load.times.map((ms) => Math.round(ms * 100) / 100) })}\n`)
