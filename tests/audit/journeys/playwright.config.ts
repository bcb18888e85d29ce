import base from '../../journeys/playwright.config.ts'

const { grepInvert: inAudit, ...shared } = base

export default {
  ...shared,
  outputDir: '../../output/audit-journeys',
  globalSetup: '../../journeys/fill-folders.ts',
  timeout: 300_000,
  projects: [
    { name: 'matrix', testDir: '.' },
    // Journeys that are tagged for the audit.
    { name: 'tagged', testDir: '../../journeys', grep: inAudit },
  ],
}
