import { test } from 'playwright/test'
import { deliverCampaigns, deliveringPlatform, flows } from '../../support/delivery/delivered-campaigns.ts'

deliveringPlatform()

test('campaigns created in all four ways are approved and delivered, and their clicks reduce the funds to the cent', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_200_000)
  await deliverCampaigns(page, browser, flows)
})
