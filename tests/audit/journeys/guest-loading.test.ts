import { test } from 'playwright/test'
import { recoversFromMissing } from '../../support/embedding/missing-code.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

for (const file of ['core', 'report-chart'] as const)
  test(`code: without the ${file} chunk each chart says so, and one press loads it for all`, ({ page }) =>
    recoversFromMissing(file, page, platform()))
