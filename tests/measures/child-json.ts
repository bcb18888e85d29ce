import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A file of this folder in a process of its own, which is told what to do and answers with one line of JSON. */
export function startJson<T>(file: string, options: object): { readonly answer: Promise<T>; end(): Promise<void> } {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', `${here}${file}`, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const read = async (): Promise<T> => {
    if (!child.stdout) throw new Error(`${file} has no output`)
    const lines = createInterface({ input: child.stdout })
    const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), ended.then(() => undefined)])
    if (line === undefined) throw new Error(`${file} ended without an answer`)
    return JSON.parse(line)
  }
  const answer = read()
  answer.catch(() => undefined)
  return {
    answer,
    end: async () => {
      child.stdin?.end()
      await ended
    },
  }
}
