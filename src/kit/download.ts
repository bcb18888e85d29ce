import type { Call, Endpoint } from '../contract/endpoint.ts'
import type { Send } from './api.ts'

/** Progress of a download. */
export interface FileProgress {
  readonly bytes: number
  /** Rows received so far; undefined if the file is not CSV. */
  readonly rows: number | undefined
  /** Total number of rows, if the platform sent it. */
  readonly total: number | undefined
}

/** Destination of a download. The file is complete only after close(). */
export interface FileTarget {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

export interface DownloadedFile {
  /** File name that the platform sent. */
  readonly name: string | undefined
  readonly bytes: number
  readonly total: number | undefined
  /** Undefined if the file was written to a target. */
  readonly blob: Blob | undefined
}

interface DownloadOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: FileProgress) => void
  /** Defaults to memory. */
  readonly target?: FileTarget | undefined
}

/** Timeout until the response starts, long enough for the largest report. */
const downloadStartTimeoutMs = 120_000
const newLine = 10

const totalOf = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** The decoded file name of a Content-Disposition header. */
function nameIn(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

const linesIn = (piece: Uint8Array) => piece.reduce((lines, byte) => (byte === newLine ? lines + 1 : lines), 0)

/** Collects the pieces in memory. */
function inMemory(type: string) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const target: FileTarget = {
    write: async (piece) => void pieces.push(piece),
    close: async () => undefined,
    abort: async () => void pieces.splice(0),
  }
  return { target, blob: () => new Blob(pieces, { type }) }
}

async function readPieces(response: Response, { onProgress, target }: DownloadOptions): Promise<DownloadedFile> {
  const type = response.headers.get('content-type') ?? ''
  const total = totalOf(response.headers.get('x-total-rows'))
  const memory = inMemory(type)
  const to = target ?? memory.target
  const isCsv = type.startsWith('text/csv')
  let bytes = 0
  let lines = 0
  const reader = response.body?.getReader()
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      await to.write(next.value)
      bytes += next.value.length
      if (isCsv) lines += linesIn(next.value)
      // Header lines are counted too, so the count is capped at the total.
      onProgress?.({ bytes, rows: isCsv ? Math.min(lines, total ?? lines) : undefined, total })
    }
    await to.close()
  } catch (error) {
    await Promise.allSettled([reader?.cancel(), to.abort()])
    throw error
  }
  return { name: nameIn(response.headers.get('content-disposition')), bytes, total, blob: target ? undefined : memory.blob() }
}

/** Downloads a file response piece by piece. Aborting the signal closes the stream and discards the received data. */
export async function downloadFile<E extends Endpoint>(
  send: Send,
  endpoint: E,
  call: Call<E>,
  options: DownloadOptions,
): Promise<DownloadedFile> {
  let file: DownloadedFile | undefined
  const startTimeout = new AbortController()
  const timer = setTimeout(() => startTimeout.abort(new DOMException('The download did not start', 'TimeoutError')), downloadStartTimeoutMs)
  const consumeFile = async (response: Response) => {
    clearTimeout(timer)
    file = await readPieces(response, options)
    return { status: 'success' } // the reply that `send` validates
  }
  await send(endpoint, call, { signal: options.signal, consumeFile, limit: startTimeout.signal }).finally(() => clearTimeout(timer))
  if (!file) throw new Error('The response is not a file')
  return file
}

type SaveFilePicker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<FileSystemWritableFileStream> }>

/** Lets the user choose a file to write. Returns undefined if the browser cannot write files, and `cancelled` if the user cancels. */
export async function pickTargetFile(name: string): Promise<FileTarget | 'cancelled' | undefined> {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker')
  if (typeof picker !== 'function') return undefined
  try {
    const handle = await (picker as SaveFilePicker).call(window, { suggestedName: name }) // every browser with showSaveFilePicker has this signature
    const stream = await handle.createWritable()
    return { write: (piece) => stream.write(piece), close: () => stream.close(), abort: () => stream.abort() }
  } catch (error) {
    // A cross-origin frame may not open the file picker.
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : undefined
  }
}
