import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFilledFolder } from '../support/platform/filled-folders.ts'
import { startPlatformProcess } from '../support/platform/process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'tests', 'output')

/** The source files that decide the content of a first start. */
export const sourcesOfFirstStart = () => [
  'demo/main.ts',
  'demo/open-site.ts',
  ...['demo/platform', 'src/contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
]

/** The content of a first start depends on the platform's code and on the current day, on which its figures end. */
function nameOfToday() {
  const hash = createHash('sha256').update(new Date().toDateString())
  for (const path of sourcesOfFirstStart()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 12)
}

/** Renames a folder, or removes it if another process has created the same one: journeys and engines may fill at the same time. */
export function putInPlace(from: string, to: string) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(from, { recursive: true })
  }
}

async function fill(empty: boolean, to: string) {
  mkdirSync(output, { recursive: true })
  const platform = await startPlatformProcess({ empty, dataDir: mkdtempSync(join(output, 'filling-')) })
  await platform.stop()
  putInPlace(platform.dataDir, to)
}

/** Starts a platform once with and once without the demonstration; every journey starts with a copy of their data. */
export default async function fillFolders() {
  const name = nameOfToday()
  const isOld = (one: string) => /^filled-/.test(one) && !one.endsWith(name)
  for (const old of existsSync(output) ? readdirSync(output).filter(isOld) : []) rmSync(join(output, old), { recursive: true, force: true })
  for (const empty of [false, true]) {
    const folder = join(output, `filled-${empty ? 'empty' : 'full'}-${name}`)
    if (!existsSync(folder)) await fill(empty, folder)
    setFilledFolder(empty, folder)
  }
}
