import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filledFolder } from './filled-folders.ts'
import { openWarm } from './warm-platform.ts'

const main = fileURLToPath(new URL('../../../demo/main.ts', import.meta.url))
// Ends a start that hangs. Creating the demonstration takes half a minute on an idle machine and over five minutes on a busy one.
const startMs = 1_200_000

export interface PlatformProcess {
  readonly origin: string
  readonly other: string
  readonly password: string
  readonly dataDir: string
  readonly output: () => string
  /** Ends the process as Ctrl-C would; returns the exit code. The data stays. */
  stop(): Promise<number | null>
  /** Stops the process if it runs, and removes its data. */
  clear(): Promise<void>
}

const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''

const newFolder = () => mkdtempSync(join(tmpdir(), 'placard-journey-'))

/** A new data folder, copied from a filled one if it exists. */
function ownFolder(isEmpty: boolean) {
  const folder = newFolder()
  const filled = filledFolder(isEmpty)
  if (filled) cpSync(filled, folder, { recursive: true })
  return folder
}

interface Start {
  env?: Record<string, string>
  dataDir?: string
  /** Skips the demonstration data, which takes time to create. */
  empty?: boolean
  /** The port, followed by the next one; free ports by default. */
  port?: number
}

const argumentsOf = ({ port, dataDir, empty }: { port: number; dataDir: string; empty: boolean }) => [
  '--port',
  String(port),
  '--data',
  dataDir,
  ...(empty ? ['--empty'] : []),
]
/** Delivery is off by default, so that figures stay as seeded. */
const environmentOf = (env: Record<string, string>) => ({ DELIVERY: 'off', ...env })

const addressesIn = (text: string) => ({
  origin: found(text, /ready at (\S+)/),
  other: found(text, /(http:\S+)\/shop\//),
  password: found(text, /password (\S+)/),
})

/** Opens a platform for the tests of one file, in the warm process of its worker, on a copy of a filled folder. */
export async function openPlatform({
  env = {},
  empty = false,
  port = 0,
  dataDir = env.DATABASE_URL ? newFolder() : ownFolder(empty),
}: Start = {}): Promise<PlatformProcess> {
  const warm = await openWarm(argumentsOf({ port, dataDir, empty }), environmentOf(env))
  let isOpen = true
  const stop = async () => {
    if (isOpen) await warm.close()
    isOpen = false
    return 0
  }
  return {
    ...addressesIn(warm.output()),
    dataDir,
    output: warm.output,
    stop,
    clear: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the platform as `npm start` does, in its own process, on free ports and its own folder. */
export async function startPlatformProcess({
  env = {},
  empty = false,
  port = 0,
  dataDir = env.DATABASE_URL ? newFolder() : ownFolder(empty),
}: Start = {}): Promise<PlatformProcess> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', main, ...argumentsOf({ port, dataDir, empty })], {
    env: { ...process.env, ...environmentOf(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  child.stderr?.on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The platform did not start:\n${text}`))
    }, startMs)
    const look = setInterval(() => {
      if (!text.includes('Press Ctrl-C to stop it')) return
      clearInterval(look)
      clearTimeout(timer)
      resolve()
    }, 50)
    void ended.then((code) => reject(new Error(`The platform ended with ${code}:\n${text}`)))
  })
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    return ended
  }
  return {
    ...addressesIn(text),
    dataDir,
    output: () => text,
    stop,
    clear: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
