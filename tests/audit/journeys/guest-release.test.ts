import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { amountOf, demonstration, oneIdentity, plainChart } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { errorsOf } from '../../support/browser/opening.ts'

const platform = demonstration()

test('the entry of one element works without the loader', async ({ page, context }) => {
  const errors = errorsOf(page)
  await context.grantPermissions(['local-network-access'])
  await openHostPage(page, platform(), { body: plainChart(), pageScript: oneIdentity, script: `${platform().origin}/ad-report-chart.js` })
  await expect(amountOf(page)).toContainText('$')
  expect(errors).toEqual([])
})
