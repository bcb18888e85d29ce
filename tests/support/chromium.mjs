import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'chrome.exe']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .concat(elsewhere)
    .find(existsSync)

/** Playwright's own download, if it was ever made. */
async function downloaded() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** The Chromium that is here, if one is. */
export const findChromium = async () => process.env.CHROMIUM_PATH || onPath() || (await downloaded())

/** Without a sandbox for containers and root, and without the calls home. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The ways to get one where there is none, in order: Debian's package for root, else Playwright's download. */
export const waysToChromium = () => {
  const isDebian = process.getuid?.() === 0 && canRun('apt-get')
  return isDebian
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', 'chromium'],
      ]
    : [['node_modules/.bin/playwright', 'install', 'chromium']]
}

function canRun(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
