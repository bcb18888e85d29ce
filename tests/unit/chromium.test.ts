import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { array, assert, object, string, type } from 'superstruct'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, hasPreferredChromium } from '../support/browser/chromium.mjs'

const Browsers = object({ comment: string(), browsers: array(type({ name: string(), revision: string() })) })
const browsers: unknown = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../node_modules/playwright-core/browsers.json', import.meta.url)), 'utf8'),
)
assert(browsers, Browsers)
const revision = browsers.browsers.find(({ name }) => name === 'chromium-headless-shell')?.revision

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-browsers-'))
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', folder)
  vi.stubEnv('PATH', '')
  vi.stubEnv('CHROMIUM_PATH', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const put = (...words: string[]) => {
  const path = join(folder, ...words)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  return path
}

test("Playwright's own headless shell is found and preferred", async () => {
  const path = put(`chromium_headless_shell-${revision}`, 'chrome-headless-shell-linux64', 'chrome-headless-shell')
  expect(await hasPreferredChromium()).toBe(true)
  expect(await findChromium()).toBe(path)
})

test('an empty folder, the full browser, the shell of another revision and a folder without the program are no headless shell', async () => {
  put('empty')
  put(`chromium-${revision}`, 'chrome-linux64', 'chrome')
  put('chromium_headless_shell-1', 'chrome-headless-shell-linux64', 'chrome-headless-shell')
  put(`chromium_headless_shell-${revision}`, 'INSTALLATION_COMPLETE')
  expect(await hasPreferredChromium()).toBe(false)
})
