import { test } from 'playwright/test'
import { expectRecoveryFromMissing } from '../../support/embedding/missing-code.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

for (const file of ['core', 'report-chart'] as const)
  test(`if the chunk ${file} fails to load, each chart shows an error, and one retry loads it for all`, ({ page }) =>
    expectRecoveryFromMissing(file, page, platform()))
