import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A child process that runs a file of tests/support, with its output by line. */
export interface Child {
  readonly process: ChildProcess
  readonly lines: string[]
  /** The next matching line; rejects when the process ends without it. */
  nextLine(pattern: RegExp): Promise<string>
  /** Sends the signal and waits until the process has ended and every line is read. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a TypeScript file of tests/support in a child process. */
export function startChild(file: string, ...args: string[]): Child {
  const started = spawn(process.execPath, ['--import', 'tsx', `tests/support/${file}`, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const reader = createInterface({ input: started.stdout })
  const lines: string[] = []
  const closed = once(reader, 'close')
  reader.on('line', (line) => lines.push(line))
  const nextLine = async (pattern: RegExp) => {
    for (let ended = false; ; ) {
      const found = lines.find((line) => pattern.test(line))
      if (found !== undefined) return found
      if (ended) throw new Error(`${file} ended without saying ${pattern}; its last words: ${lines.at(-1) ?? 'none'}`)
      ended = await Promise.race([once(reader, 'line').then(() => false), closed.then(() => true)])
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    started.kill(signal)
    await closed
  }
  return { process: started, lines, nextLine: nextLine, end }
}
