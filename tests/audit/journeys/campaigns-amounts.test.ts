import { test } from 'playwright/test'
import { locales } from '../../../src/contract/locales.ts'
import { amountsPlatform, walkAmounts } from '../../support/campaigns/amounts-journey.ts'

amountsPlatform()

for (const [at, locale] of locales.entries())
  test(`the builder, lists and a sheet keep 0 to 3 digits as ${locale} writes them`, async ({ page }) => {
    await walkAmounts(page, { locale, codes: ['JPY', 'MRU', 'CAD', 'KWD'], at })
  })
