import { test } from 'playwright/test'
import { locales } from '../../../src/contract/locales.ts'
import { amountsPlatform, walkAmounts } from '../../support/campaigns/amounts-journey.ts'

amountsPlatform()

for (const [offset, locale] of locales.entries())
  test(`amounts with 0 to 3 decimals, typed as in ${locale}, are saved exactly by builder, lists and spreadsheet`, async ({ page }) => {
    await walkAmounts(page, { locale, codes: ['JPY', 'MRU', 'CAD', 'KWD'], offset })
  })
