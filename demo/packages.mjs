// Plain JavaScript without dependencies: it must run before any package is installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** True when every package of the lock file is installed in its version; optional packages of other systems may be missing. */
export function isInstalled(root) {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(marker)) return false
  const here = packagesIn(marker)
  const wanted = Object.entries(packagesIn(join(root, 'package-lock.json'))).filter(([path]) => path !== '')
  return wanted.every(([path, { version, optional, link }]) => link || (here[path] ? here[path].version === version : optional))
}

/** Follows the lock file, but unlike `npm ci` skips packages for other systems. The platform needs some of the dev dependencies. */
export const installArguments = ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund']
