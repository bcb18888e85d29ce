import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { DatabaseOptions } from '../../../demo/platform/database/open.ts'
import { copyOfStart, databaseOf, newFolder, type OwnData } from './filled-starts.ts'
import { programArguments } from './programs.ts'
import { openWarm } from './warm-platform.ts'

// Ends a start that hangs. Creating the demonstration takes half a minute on an idle machine and over five minutes on a busy one.
const startMs = 1_200_000

export interface PlatformProcess {
  readonly origin: string
  readonly other: string
  readonly password: string
  readonly dataDir: string
  /** How to open its database. */
  readonly database: DatabaseOptions
  readonly output: () => string
  /** Ends the process as Ctrl-C would; returns the exit code. The data stays. */
  stop(): Promise<number | null>
  /** Stops the process if it runs, and removes its data. */
  clear(): Promise<void>
}

const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''

interface Start {
  env?: Record<string, string>
  /** A folder that this test has prepared. */
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

const nothingToDrop = async () => undefined
/** The data of a platform that a test has prepared itself, or a copy of a first start. */
async function dataFor({ env = {}, dataDir, data, empty = false }: WarmStart): Promise<OwnData> {
  if (data) return data
  if (dataDir) return { dataDir, url: env.DATABASE_URL, drop: nothingToDrop }
  return env.DATABASE_URL ? { dataDir: newFolder(), url: env.DATABASE_URL, drop: nothingToDrop } : copyOfStart(empty ? 'empty' : 'full')
}

interface WarmStart extends Start {
  /** A copy of a first start that this test has changed. */
  data?: OwnData
}

/** Opens a platform for the tests of one file, in the warm process of its worker, on a copy of a first start. */
export async function openPlatform(start: WarmStart = {}): Promise<PlatformProcess> {
  const { env = {}, empty = false, port = 0 } = start
  const data = await dataFor(start)
  const { dataDir, url } = data
  const warm = await openWarm(argumentsOf({ port, dataDir, empty }), environmentOf({ ...env, ...(url && { DATABASE_URL: url }) }))
  let isOpen = true
  const stop = async () => {
    if (isOpen) await warm.close()
    isOpen = false
    return 0
  }
  return {
    ...addressesIn(warm.output()),
    dataDir,
    database: databaseOf(data),
    output: warm.output,
    stop,
    clear: async () => {
      await stop()
      await data.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the platform as `npm start` does, in its own process, on free ports and its own folder. */
export async function startPlatformProcess({
  env = {},
  empty = false,
  port = 0,
  dataDir = newFolder(),
}: Start = {}): Promise<PlatformProcess> {
  const program = await programArguments('demo/main.ts')
  const child: ChildProcess = spawn(process.execPath, [...program, ...argumentsOf({ port, dataDir, empty })], {
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
    database: databaseOf({ dataDir, url: env.DATABASE_URL }),
    output: () => text,
    stop,
    clear: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
