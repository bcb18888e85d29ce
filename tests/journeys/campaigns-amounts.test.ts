import { test } from 'playwright/test'
import { amountsPlatform, walkAmounts } from '../support/campaigns/amounts-journey.ts'

amountsPlatform()

// The most digits; the audit covers every locale with every number of digits.
test('amounts with 3 decimals, typed as in de, are saved exactly by builder, lists and spreadsheet', async ({ page }) => {
  await walkAmounts(page, { locale: 'de', codes: ['KWD'], offset: 0, isShort: true })
})
