import { test } from 'playwright/test'
import { amountsPlatform, walkAmounts } from '../support/campaigns/amounts-journey.ts'

amountsPlatform()

// The fewest and the most digits; the audit covers every locale with every number of digits.
test('the builder, lists and a sheet keep JPY and KWD as de writes them', async ({ page }) => {
  await walkAmounts(page, { locale: 'de', codes: ['JPY', 'KWD'], at: 0, isShort: true })
})
