import { test } from 'playwright/test'
import { embeddings } from '../../support/embedding/embeddings.ts'
import { sessionChecks } from '../../support/embedding/session-checks.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'

const platform = demonstration()

for (const embedding of embeddings)
  for (const [name, check] of Object.entries(sessionChecks))
    test(`in the ${embedding}, a session: ${name}`, ({ page }) => check(page, platform(), embedding))
