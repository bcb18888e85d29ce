import { test } from 'playwright/test'
import { deliverCampaigns, deliveringPlatform, flows } from '../../support/delivery/delivered-campaigns.ts'

deliveringPlatform()

test('delivered campaigns: made in all four ways, approved, shown, and their clicks leave the funds to the cent', async ({
  page,
  browser,
}) => {
  test.setTimeout(1_200_000)
  await deliverCampaigns(page, browser, flows)
})
