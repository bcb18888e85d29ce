import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { signedInto } from '../support/console/people.ts'
import { openPlatform, type PlatformProcess } from '../support/platform/process.ts'

test.describe.configure({ timeout: 90_000 })
let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const clientAdmin = 'dana.whitfield@harborline.example'
const manager = 'jonas.brandt@seabright.example'

test('a client admin changes a user, reads it in the history, takes it back and deactivates the user', async ({ browser }) => {
  const { context, page } = await signedInto(browser, platform, clientAdmin)
  // The start page opens the client first.
  await page.waitForURL('**/clients/1')
  await page.getByRole('link', { name: 'Admin', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Users' }).press('Enter')
  await page.getByRole('link', { name: manager }).click()
  await page.getByRole('button', { name: 'Edit user' }).press('Enter')
  const lastName = page.getByRole('textbox', { name: 'Last name' })
  const before = await lastName.inputValue()
  await lastName.fill('Brandt-Weiss')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('1 unsaved change')
  expect(await hardToUse(page)).toEqual([])
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(bar).toBeHidden()
  await page.getByRole('link', { name: manager }).press('Enter')
  await page.getByRole('tab', { name: 'History' }).press('Enter')
  await expect(page.getByText(`Last name: ${before} → Brandt-Weiss`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().press('Enter')
  await expect(page.getByText('undid a change')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('1 user deactivated', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).press('Enter')
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await context.close()
})
