import base from '../../journeys/playwright.config.ts'

export default {
  ...base,
  testDir: '.',
  outputDir: '../../output/audit-journeys',
  globalSetup: '../../journeys/fill-folders.ts',
  timeout: 300_000,
}
