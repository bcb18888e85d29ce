import { test } from 'playwright/test'
import { amountsPlatform, walkAmounts } from '../support/amounts-journey.ts'

amountsPlatform()

// Every locale with every number of digits is in the audit; here each number of digits is seen once, in two ways to write it.
for (const [at, [locale, codes]] of (
  [
    ['de', ['JPY', 'KWD']],
    ['fr-FR', ['MRU', 'CAD']],
  ] as const
).entries())
  test(`amounts: the builder, lists and a sheet keep ${codes.join(' and ')} as ${locale} writes them`, async ({ page }) => {
    await walkAmounts(page, { locale, codes, at, isShort: true })
  })
