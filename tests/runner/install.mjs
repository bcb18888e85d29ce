import { installArguments, isInstalled } from '../../demo/packages.mjs'
import { command } from './command.mjs'

/** Installs the packages of the lock file when they are missing or have other versions. */
export async function install() {
  if (isInstalled(process.cwd(), { withTests: true })) return
  console.log('install     the packages of package-lock.json')
  const { isOk, output } = await command(['npm', ...installArguments], { minutes: 15 })
  if (isOk) return
  console.log(`${output}\n\n0 passed, 1 failed`)
  process.exit(1)
}
