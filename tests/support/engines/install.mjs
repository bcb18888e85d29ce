import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync)

/** The installed Firefox, if any. */
export const findFirefox = () => process.env.FIREFOX_PATH || onPath('firefox-esr', 'firefox')

/** The driver of WebKitGTK, if it is installed with a virtual screen and a message bus. */
export const findWebKit = () => (onPath('Xvfb') && onPath('dbus-run-session') ? onPath('WebKitWebDriver') : undefined)

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'dbus']

/** The engines that are missing. */
export const missingEngines = () => [...(findFirefox() ? [] : ['Firefox']), ...(findWebKit() ? [] : ['WebKitGTK'])]

/** Instructions for systems where they cannot be installed. */
export const engineAdvice = () => `Not found: ${missingEngines().join(', ')}. On Debian: apt-get install ${packages.join(' ')}`

/** Commands that install both engines: Debian packages, as root. On other systems the user must install them. */
export const waysToEngines = () =>
  process.getuid?.() === 0 && canRun('apt-get')
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
      ]
    : []

/** Installs missing engines with a command runner; returns the commands' output. */
export async function installEngines(run) {
  let output = ''
  for (const words of missingEngines().length > 0 ? waysToEngines() : []) output += await run(words)
  return output
}

function canRun(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
