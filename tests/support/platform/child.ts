import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { programArguments, type SupportProgram } from './programs.ts'

/** A child process that runs a file of tests/support, with its output by line. */
export interface Child {
  readonly process: ChildProcess
  readonly lines: string[]
  /** The next matching line; rejects when the process ends without it. */
  nextLine(pattern: RegExp): Promise<string>
  /** Sends the signal and waits until the process has ended and every line is read. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program of tests/support in a child process. */
export async function startChild(file: SupportProgram, ...args: string[]): Promise<Child> {
  const program = await programArguments(`tests/support/${file}`)
  const started = spawn(process.execPath, [...program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
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
