import type { Call, Endpoint } from '../contract/endpoint.ts'
import type { Send } from './api.ts'

/** How far a file has come. */
export interface FileProgress {
  readonly bytes: number
  /** Lines that have come, where the file has lines. */
  readonly rows: number | undefined
  /** How many rows it will have. */
  readonly total: number | undefined
}

/** Where a file goes while it comes; what is not closed was never there. */
export interface FileTarget {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

export interface TakenFile {
  /** As the platform calls it. */
  readonly name: string | undefined
  readonly bytes: number
  readonly total: number | undefined
  /** Nothing where it went somewhere else. */
  readonly blob: Blob | undefined
}

interface FileWay {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: FileProgress) => void
  /** In memory where there is none. */
  readonly target?: FileTarget | undefined
}

/** As long as the first rows of the largest report may take. */
const beginsWithinMs = 120_000
const newLine = 10

const totalOf = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** The name in a header, as people wrote it. */
function nameIn(disposition: string | null): string | undefined {
  const [, written] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  try {
    return written && decodeURIComponent(written)
  } catch {
    return undefined
  }
}

const linesIn = (piece: Uint8Array) => piece.reduce((lines, byte) => (byte === newLine ? lines + 1 : lines), 0)

/** Keeps the pieces until all have come. */
function inMemory(type: string) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const target: FileTarget = {
    write: async (piece) => void pieces.push(piece),
    close: async () => undefined,
    abort: async () => void pieces.splice(0),
  }
  return { target, blob: () => new Blob(pieces, { type }) }
}

async function taken(response: Response, { onProgress, target }: FileWay): Promise<TakenFile> {
  const type = response.headers.get('content-type') ?? ''
  const total = totalOf(response.headers.get('x-total-rows'))
  const memory = inMemory(type)
  const to = target ?? memory.target
  const hasLines = type.startsWith('text/csv')
  let [bytes, lines] = [0, 0]
  const reader = response.body?.getReader()
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      await to.write(next.value)
      bytes += next.value.length
      if (hasLines) lines += linesIn(next.value)
      // Some lines stand above the rows.
      onProgress?.({ bytes, rows: hasLines ? Math.min(lines, total ?? lines) : undefined, total })
    }
    await to.close()
  } catch (error) {
    await Promise.allSettled([reader?.cancel(), to.abort()])
    throw error
  }
  return { name: nameIn(response.headers.get('content-disposition')), bytes, total, blob: target ? undefined : memory.blob() }
}

/** Asks for an answer that is a file, and takes it piece by piece; the signal closes the stream, and what came of it is gone. */
export async function fileOf<E extends Endpoint>(send: Send, endpoint: E, call: Call<E>, way: FileWay): Promise<TakenFile> {
  let file: TakenFile | undefined
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('It did not begin', 'TimeoutError')), beginsWithinMs)
  const take = async (response: Response) => {
    clearTimeout(timer)
    file = await taken(response, way)
    return { status: 'success' }
  }
  await send(endpoint, call, { signal: way.signal, take, limit: limit.signal }).finally(() => clearTimeout(timer))
  if (!file) throw new Error('The answer is no file')
  return file
}

type Choose = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<FileSystemWritableFileStream> }>

/** A file of the person's own, chosen now; nothing where the browser lets no page write one, `unwanted` where they chose none. */
export async function chosenFile(name: string): Promise<FileTarget | 'unwanted' | undefined> {
  const choose: unknown = Reflect.get(window, 'showSaveFilePicker')
  if (typeof choose !== 'function') return undefined
  try {
    const handle = await (choose as Choose).call(window, { suggestedName: name }) // what browsers that have it agree on
    const stream = await handle.createWritable()
    return { write: (piece) => stream.write(piece), close: () => stream.close(), abort: () => stream.abort() }
  } catch (error) {
    // A frame of another origin may not ask.
    return error instanceof DOMException && error.name === 'AbortError' ? 'unwanted' : undefined
  }
}
