import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { apiAs, runningPlatform, contextPlatform, emails, go, open, pathOf, tabTo, title } from '../support/console/context.ts'
import { inAudit } from '../support/journeys/in-audit.ts'

contextPlatform()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Terms and conditions' })
const accept = (page: Page) => dialog(page).getByRole('button', { name: 'Accept and continue' })
const yes = (page: Page) => dialog(page).getByRole('checkbox').check()
const address = 'v1/member_groups/1/users/terms_and_conditions'
const reset = async (to: string) => {
  const { version, locale_id } = await apiAs('dana')('GET', address)
  const terms_conditions_url = `https://terms.example/${to}`
  await apiAs('dana')('PUT', `${address}/reset`, { terms_conditions_url, locale_id }, { 'If-Match': String(version) })
}

test('terms are read and accepted once, with the keyboard only', async ({ page }) => {
  await reset('first')
  await open(page, 'carla', 'clients/1')
  await expect(dialog(page)).toBeVisible()
  await expect(title(page, 'Harborline Stays')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await tabTo(page, dialog(page).getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, accept(page))
  await page.keyboard.press('Enter')
  await title(page, 'Harborline Stays').waitFor()
  await open(page, 'carla', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(dialog(page)).toHaveCount(0)
  await open(page, 'ines', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(dialog(page)).toHaveCount(0)
})

test('an error while loading the terms blocks no user, an error while accepting them does', async ({ page }) => {
  await reset('second')
  const trouble = { GET: true, POST: false }
  await page.route(`**/${address}*`, (route) => {
    const method = route.request().method()
    return method in trouble && trouble[method as keyof typeof trouble] // one of its two keys
      ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } })
      : route.continue()
  })
  await open(page, 'carla', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await expect(dialog(page)).toHaveCount(0)
  Object.assign(trouble, { GET: false, POST: true })
  await open(page, 'carla', 'clients/1')
  await yes(page)
  await accept(page).press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('The terms are not accepted yet')
  await expect(title(page, 'Harborline Stays')).toHaveCount(0)
  trouble.POST = false
  await accept(page).press('Enter')
  await title(page, 'Harborline Stays').waitFor()
})

test('new terms can be read before they are accepted, and the page behind keeps its state', inAudit, async ({ page }) => {
  await reset('third')
  await open(page, 'carla', 'clients/1')
  const link = dialog(page).getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://terms.example/third')
  await yes(page)
  await reset('fourth')
  await accept(page).press('Enter')
  await expect(link).toHaveAttribute('href', 'https://terms.example/fourth')
  await expect(title(page, 'Harborline Stays')).toHaveCount(0)
  await accept(page).press('Enter')
  await title(page, 'Harborline Stays').waitFor()
  await reset('fifth')
  await go(page, 'clients/1?date_range=last_14_days')
  await expect(dialog(page)).toHaveCount(0)
  await go(page, 'clients/1/campaigns')
  await expect(link).toHaveAttribute('href', 'https://terms.example/fifth')
  await expect(page.locator('ad-console .console-nav')).toBeAttached()
  await yes(page)
  await accept(page).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns')
})

test('declining the terms signs out', inAudit, async ({ page }) => {
  await reset('sixth')
  await page.goto(`${runningPlatform().origin}/clients/1`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await page.getByLabel('Email').fill(emails.carla)
  await page.getByLabel('Password').fill(runningPlatform().password)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect(dialog(page)).toHaveCount(0)
})
