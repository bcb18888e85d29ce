import { test } from 'playwright/test'
import { amountsPlatform, walkAmounts } from '../support/campaigns/amounts-journey.ts'

amountsPlatform()

// The audit covers every locale with every number of digits; here each number of digits is tested once, in two notations.
for (const [at, [locale, codes]] of (
  [
    ['de', ['JPY', 'KWD']],
    ['fr-FR', ['MRU', 'CAD']],
  ] as const
).entries())
  test(`the builder, lists and a sheet keep ${codes.join(' and ')} as ${locale} writes them`, async ({ page }) => {
    await walkAmounts(page, { locale, codes, at, isShort: true })
  })
