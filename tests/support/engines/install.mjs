import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync)

/** The Firefox that is here, if one is. */
export const findFirefox = () => process.env.FIREFOX_PATH || onPath('firefox-esr', 'firefox')

/** The driver of WebKitGTK, if it is here with a screen and a message bus to run on. */
export const findWebKit = () => (onPath('Xvfb') && onPath('dbus-run-session') ? onPath('WebKitWebDriver') : undefined)

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'dbus']

/** Which of the two engines are missing. */
export const missingEngines = () => [...(findFirefox() ? [] : ['Firefox']), ...(findWebKit() ? [] : ['WebKitGTK'])]

/** What to do where they cannot be installed. */
export const engineAdvice = () => `Not found: ${missingEngines().join(', ')}. On Debian: apt-get install ${packages.join(' ')}`

/** The commands that install both engines: Debian's packages, as root; elsewhere a person has to. */
export const waysToEngines = () =>
  process.getuid?.() === 0 && canRun('apt-get')
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
      ]
    : []

/** Installs what is missing with a command runner; gives what the commands said. */
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
