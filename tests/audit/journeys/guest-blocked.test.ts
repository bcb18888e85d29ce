import { test } from 'playwright/test'
import { blockingChecks } from '../../support/embedding/blocking-checks.ts'
import { embeddings } from '../../support/embedding/embeddings.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

// The time zone of the charts' advertiser. In another zone it may be another day, which would add requests.
test.use({ timezoneId: 'America/Los_Angeles' })

const platform = demonstration()

for (const embedding of embeddings)
  for (const [name, check] of Object.entries(blockingChecks))
    test(`in the ${embedding}, a chart: ${name}`, ({ page }) => check(page, platform(), embedding))
