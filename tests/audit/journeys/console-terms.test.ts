import { test } from 'playwright/test'
import { apiAs, contextPlatform, look, open } from '../../support/console/context.ts'

contextPlatform()

test('terms and conditions are accessible in light and dark, at every width', async ({ page }) => {
  const address = 'v1/member_groups/1/users/terms_and_conditions'
  const { version, locale_id } = await apiAs('dana')('GET', address)
  const terms = { terms_conditions_url: 'https://terms.example/first', locale_id }
  await apiAs('dana')('PUT', `${address}/reset`, terms, { 'If-Match': String(version) })
  await open(page, 'carla', 'clients/1')
  await page.getByRole('dialog', { name: 'Terms and conditions' }).waitFor()
  await look(page, 'terms')
})
