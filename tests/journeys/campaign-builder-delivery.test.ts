import { test } from 'playwright/test'
import { deliverCampaigns, deliveringPlatform } from '../support/delivery/delivered-campaigns.ts'

deliveringPlatform()

// campaign-builder.test.ts covers the other two flows up to their campaign; the audit delivers all four.
test('campaigns made from a template and by goal are approved and delivered, and their clicks reduce the funds to the cent', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  await deliverCampaigns(page, browser, ['templated', 'v2'])
})
