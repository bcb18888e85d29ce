import { test } from 'playwright/test'
import { places } from '../../support/embedding/places.ts'
import { sessionChecks } from '../../support/embedding/session-checks.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

for (const place of places)
  for (const [name, check] of Object.entries(sessionChecks))
    test(`in the ${place}, a session: ${name}`, ({ page }) => check(page, platform(), place))
