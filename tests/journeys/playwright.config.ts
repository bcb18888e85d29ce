import { defineConfig } from 'playwright/test'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { expectMs } from '../support/browser/expect.ts'
import { preferMemory } from '../support/platform/scratch.mjs'

preferMemory()
const executablePath = await findChromium()

export default defineConfig({
  testDir: '.',
  // Journeys with this tag run in the audit (support/journeys/in-audit.ts).
  grepInvert: /@audit/,
  outputDir: '../output/journeys',
  globalSetup: './fill-folders.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: expectMs },
  reporter: 'list',
  use: {
    // An action must time out before its test does, so that its error is reported.
    actionTimeout: 90_000,
    // Reduced motion, so that no picture is taken during a transition.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArguments },
    screenshot: 'only-on-failure',
    // Traces take a quarter of the time. A failure keeps its screenshot and its accessibility tree; use `--trace on` for more.
    trace: 'off',
  },
})
