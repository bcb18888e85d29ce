import { existsSync, readFileSync } from 'node:fs'
import { command } from './command.mjs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** True when every package of the lock file is here in its version; one for another system may be absent. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const here = packagesIn('node_modules/.package-lock.json')
  const wanted = Object.entries(packagesIn('package-lock.json')).filter(([path]) => path !== '')
  return wanted.every(([path, { version, optional, link }]) => link || (here[path] ? here[path].version === version : optional))
}

/** Fetches the packages of the lock file where they are missing or others. */
export async function install() {
  if (isInstalled()) return
  console.log('install     the packages of package-lock.json')
  const { isOk, output } = await command(['npm', 'install', '--no-save', '--no-audit', '--no-fund'], { minutes: 15 })
  if (isOk) return
  console.log(`${output}\n\n0 passed, 1 failed`)
  process.exit(1)
}
