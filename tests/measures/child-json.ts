import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A child process that runs a file of this folder and writes lines of JSON. */
export interface JsonChild<T> {
  /** Its first line. */
  readonly first: Promise<T>
  /** Requests its next line. */
  next<N>(): Promise<N>
  /** Closes its stdin and waits for its exit. */
  end(): Promise<void>
}

/** Runs a file of this folder in its own process, with the given options. */
export function startJson<T>(file: string, options: object): JsonChild<T> {
  const child = spawn(process.execPath, ['--import', 'tsx', `${here}${file}`, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${file} ended without a line`)
    return JSON.parse(value)
  }
  const first: Promise<T> = read()
  first.catch(() => undefined)
  return {
    first,
    next: () => {
      child.stdin.write('\n')
      return read()
    },
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}
