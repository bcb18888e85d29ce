import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Another process of this folder, which answers with lines of JSON. */
export interface JsonChild<T> {
  /** What it says first. */
  readonly answer: Promise<T>
  /** Asks for what it says next. */
  next<N>(): Promise<N>
  /** Ends its input and waits until it is gone. */
  end(): Promise<void>
}

/** A file of this folder in a process of its own, which is told what to do. */
export function startJson<T>(file: string, options: object): JsonChild<T> {
  const child = spawn(process.execPath, ['--import', 'tsx', `${here}${file}`, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${file} ended without an answer`)
    return JSON.parse(value)
  }
  const answer: Promise<T> = read()
  answer.catch(() => undefined)
  return {
    answer,
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
