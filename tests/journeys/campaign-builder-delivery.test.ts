import { test } from 'playwright/test'
import { deliverCampaigns, deliveringPlatform } from '../support/delivery/delivered-campaigns.ts'

deliveringPlatform()

// campaign-builder.test.ts covers the other flows up to their campaign; the audit delivers all four.
test('a campaign made by goal is approved and delivered, and its clicks reduce the funds to the cent', async ({ page, browser }) => {
  test.setTimeout(600_000)
  await deliverCampaigns(page, browser, ['v2'])
})
