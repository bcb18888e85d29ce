// Takes a report as a file, as a browser does, in a process of its own, and says what came of it.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** What the parent asks for. */
export interface TakeOptions {
  readonly origin: string
  readonly token: string
  readonly body: object
  /** Where it is kept; nowhere where this is not said. */
  readonly path?: string
}
/** What came. */
export interface TakenFile {
  readonly status: number
  /** How many rows were told before the first of them. */
  readonly told: number
  readonly bytes: number
  readonly lines: number
  /** Until the head was there, and until all was. */
  readonly firstMs: number
  readonly ms: number
}

const { origin, token, body, path }: TakeOptions = JSON.parse(process.argv[2] ?? '{}')
const began = performance.now()
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
const response = await fetch(`${origin}/v2/report/export`, { method: 'POST', headers, body: JSON.stringify(body) })
const firstMs = performance.now() - began
const target = path === undefined ? undefined : createWriteStream(path)
let [bytes, lines] = [0, 0]
for await (const piece of response.body ?? []) {
  bytes += piece.length
  for (const byte of piece) if (byte === 10) lines++
  if (target && !target.write(piece)) await once(target, 'drain')
}
if (target) await new Promise<void>((resolve) => target.end(resolve))
const told = Number(response.headers.get('x-total-rows'))
const taken: TakenFile = { status: response.status, told, bytes, lines, firstMs, ms: performance.now() - began }
process.stdout.write(`${JSON.stringify(taken)}\n`)
