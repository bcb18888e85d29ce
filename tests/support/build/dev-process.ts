import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** What `npm run dev` reads; the build is there, so that it does not make a release first. */
const parts = ['src', 'elements', 'locales', 'demo', 'dist', 'rollup.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']

/** A copy of the project, because other tests use its sources and its build meanwhile. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'placard-dev-'))
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** `npm run dev` on a copy of the project. */
export interface DevProcess {
  readonly origin: string
  /** Everything that it printed. */
  output(): string
  isRunning(): boolean
  read(path: string): string
  save(path: string, text: string): void
  /** Ends the process as Ctrl-C would, and removes the copy. */
  end(): Promise<void>
}

/** Starts it on free ports, with no data, and waits for the first build. */
export async function startDev(): Promise<DevProcess> {
  const folder = copyProject()
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, ...words] = String(scripts.dev).split(' ')
  const child = spawn(process.execPath, [...words, '--port', '0', '--empty', '--data', join(folder, '.data')], { cwd: folder })
  let output = ''
  let isRunning = true
  let onOutput = () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      onOutput()
    })
  const ended = once(child, 'exit').then(() => {
    isRunning = false
    onOutput()
  })
  const end = async () => {
    if (isRunning) child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () => /ready at \S+/.test(output) && output.includes('Built in')
  const isBroken = () => !isRunning || output.includes('[ERROR]')
  while (!isReady() && !isBroken())
    await new Promise<void>((resolve) => {
      onOutput = resolve
    })
  const [, origin] = /ready at (\S+)/.exec(output) ?? []
  if (isBroken() || !origin) {
    await end()
    throw new Error(`npm run dev did not build:\n${output}`)
  }
  return {
    origin,
    output: () => output,
    isRunning: () => isRunning,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    save: (path, text) => writeFileSync(join(folder, path), text),
    end,
  }
}
