// Downloads a report export in its own process, as a browser does, and prints the result.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** Options from the parent process. */
export interface TakeOptions {
  readonly origin: string
  readonly token: string
  readonly body: object
  /** Path to save the file; without it the file is discarded. */
  readonly path?: string
}
/** Result of the download. */
export interface TakenFile {
  readonly status: number
  /** Row count from the response header `x-total-rows`. */
  readonly statedRows: number
  readonly bytes: number
  readonly lines: number
  /** Time until the response headers; `ms` is the time until the end of the body. */
  readonly firstMs: number
  readonly ms: number
}

const { origin, token, body, path }: TakeOptions = JSON.parse(process.argv[2] ?? '{}')
const began = performance.now()
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
const response = await fetch(`${origin}/v2/report/export`, { method: 'POST', headers, body: JSON.stringify(body) })
const firstMs = performance.now() - began
const target = path === undefined ? undefined : createWriteStream(path)
let bytes = 0
let lines = 0
for await (const piece of response.body ?? []) {
  bytes += piece.length
  for (const byte of piece) if (byte === 10) lines++
  if (target && !target.write(piece)) await once(target, 'drain')
}
if (target) await new Promise<void>((resolve) => target.end(resolve))
const statedRows = Number(response.headers.get('x-total-rows'))
const taken: TakenFile = { status: response.status, statedRows, bytes, lines, firstMs, ms: performance.now() - began }
process.stdout.write(`${JSON.stringify(taken)}\n`)
