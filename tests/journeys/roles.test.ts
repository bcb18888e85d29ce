import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { consolePeople, enterConsole } from '../support/console/people.ts'
import { shareOneSession } from '../support/console/tabs.ts'
import { entered, go, heading } from '../support/console/visit.ts'
import { demonstration } from '../support/embedding/guest-journey.ts'
import { lines, overview, visits } from '../support/console/role-visit.ts'
import { inAudit } from '../support/journeys/in-audit.ts'

const platform = demonstration()

/** The role with the fewest permissions; the audit covers all eight. */
for (const person of consolePeople.filter(({ role }) => role === 8))
  test(`${person.as} signs in, sees what the role allows and nothing else, and signs out`, ({ context }) =>
    visits(context, platform(), person))

test('three tabs renew the token once, share the result, lose no input, and sign out together', ({ context }) =>
  shareOneSession(context, platform(), 3))

test('the navigation links only to existing pages', async ({ page }) => {
  await enterConsole(page, platform(), 'ines.okonjo@placard.example')
  await overview(page).waitFor()
  const names = await lines(page).allTextContents()
  expect(names).toContain('Overview')
  for (const name of names) {
    await lines(page).filter({ hasText: name }).press('Enter')
    await expect(lines(page).filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { name: /not available yet/ })).toHaveCount(0)
  }
})

test('each client has its own accent colour', inAudit, async ({ browser }) => {
  const { context, page } = await entered(platform(), browser)
  const accent = () => page.locator('ad-console').evaluate((node) => getComputedStyle(node).getPropertyValue('--ad-accent'))
  await expect.poll(accent).toMatch(/^#[\da-f]{6}$/)
  const first = await accent()
  await go(page, 'clients/2')
  await expect(heading(page, 'Greenbasket')).toBeVisible()
  await expect.poll(accent).not.toBe(first)
  const second = await accent()
  await go(page, 'clients/3')
  await expect.poll(accent).not.toBe(second)
  await go(page, 'clients/1')
  await expect.poll(accent).toBe(first)
  await context.close()
})
