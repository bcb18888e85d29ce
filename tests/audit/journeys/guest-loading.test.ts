import { test } from 'playwright/test'
import { recoversFromMissing } from '../../support/embedding/missing-code.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

for (const file of ['core', 'report-chart'] as const)
  test(`without the ${file} chunk each chart shows an error, and one retry loads it for all`, ({ page }) =>
    recoversFromMissing(file, page, platform()))
