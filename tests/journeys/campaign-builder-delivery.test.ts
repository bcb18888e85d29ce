import { test } from 'playwright/test'
import { deliverCampaigns, deliveringPlatform } from '../support/delivered-campaigns.ts'

deliveringPlatform()

// The other two ways are in campaign-builder.test.ts up to their campaign; the audit delivers all four.
test('delivered campaigns: made from a template and goal first, approved, shown, and their clicks leave the funds to the cent', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  await deliverCampaigns(page, browser, ['templated', 'v2'])
})
