import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The headless shell comes first: it draws no window, so the same tests take a third less time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'chrome.exe']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const foldersOfPath = () => (process.env.PATH ?? '').split(delimiter)

const onPath = (name) =>
  foldersOfPath()
    .map((folder) => join(folder, name))
    .find(existsSync)

const installShell = ['install', '--only-shell', 'chromium']

/**
 * Playwright's own download of the headless shell, if it exists. Only `playwright install --dry-run` prints its folder,
 * because `chromium.executablePath()` is the full browser.
 */
async function downloadedShell() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...installShell, '--dry-run'])
  const folder = /Install location:\s+(.*chromium_headless_shell.*)/.exec(stdout)?.[1] ?? ''
  return existsSync(folder) ? executableIn(folder) : undefined
}

const executableIn = (folder) => {
  const found = readdirSync(folder, { recursive: true }).find((path) => /(^|[\\/])chrome-headless-shell(\.exe)?$/.test(path))
  return found && join(folder, found)
}

/** Playwright's own download of the full browser, if it exists. */
async function downloadedBrowser() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** The headless shell, from the PATH or Playwright's download. */
const findShell = async () => onPath('chromium-headless-shell') ?? (await downloadedShell())

/** The Chromium to test with. */
export const findChromium = async () =>
  process.env.CHROMIUM_PATH ||
  (await findShell()) ||
  names.map(onPath).find(Boolean) ||
  applications.find(existsSync) ||
  (await downloadedBrowser())

/** No sandbox, for containers and root, and no background requests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Commands that install one, in order of preference; each is tried until a Chromium is found. */
export const waysToChromium = () => {
  const shell = [['node_modules/.bin/playwright', ...installShell]]
  const isDebian = process.getuid?.() === 0 && canRun('apt-get')
  if (!isDebian) return [shell]
  return [
    [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', 'chromium-headless-shell'],
    ],
    shell,
    [['apt-get', 'install', '-y', 'chromium']],
  ]
}

/** True when there is a headless shell, or the environment names a Chromium; a plain Chromium is the last resort. */
export const hasPreferredChromium = async () => Boolean(process.env.CHROMIUM_PATH || (await findShell()))

function canRun(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
