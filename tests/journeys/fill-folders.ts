import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFilledFolder } from '../support/filled-folders.ts'
import { startPlatformProcess } from '../support/platform-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'tests', 'output')

/** What a first start makes follows from the platform's own code and from the day, which its figures end on. */
function nameOfToday() {
  const hash = createHash('sha256').update(new Date().toDateString())
  for (const folder of ['demo/platform', 'src/contract'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(root, folder, name)))
  return hash.digest('hex').slice(0, 12)
}

async function fill(empty: boolean, to: string) {
  mkdirSync(output, { recursive: true })
  const platform = await startPlatformProcess({ empty, dataDir: mkdtempSync(join(output, 'filling-')) })
  await platform.stop()
  if (existsSync(to)) rmSync(platform.dataDir, { recursive: true })
  else renameSync(platform.dataDir, to)
}

/** Starts a platform once with the demonstration and once without it; every journey starts with a copy of what they leave. */
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
