import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { errorsOf } from '../browser/opening.ts'
import type { PlatformProcess } from '../platform/process.ts'

export const passed = (page: Page) => page.getByRole('list', { name: 'Messages, newest first' })
/** The two partner pages of the demonstration, with the locator of each chart. */
export const partnerPages = {
  shop: (page: Page) => page.locator('ad-report-chart'),
  portal: (page: Page) => page.locator('ad-frame').frameLocator('iframe'),
}

/** Presses a button of the page by keyboard. */
export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** A partner page shows messages and changes its settings and its session, by keyboard only. */
export async function worksByKeyboard(page: Page, platform: PlatformProcess, name: keyof typeof partnerPages) {
  const errors = errorsOf(page)
  await page.goto(`${platform.other}/${name}/`)
  const chart = partnerPages[name](page)
  await expect(chart.getByRole('slider')).toBeVisible()
  await expect(passed(page)).toBeHidden()
  await page.locator('summary').press('Enter')
  await expect(passed(page)).toContainText('ad-ready')
  await expect(passed(page)).toContainText(name === 'portal' ? 'hello' : 'window')
  await expect(page.getByText(/“start”, valid until/)).toBeVisible()
  expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
  await page.getByLabel('Locale').focus()
  await page.keyboard.type('de')
  await expect(chart.getByText('Ausgaben').first()).toBeVisible()
  await page.reload()
  await expect(chart.getByText('Ausgaben').first()).toBeVisible()
  await expect(passed(page)).toBeVisible()
  await press(page, 'Refresh')
  await expect(chart.getByRole('slider')).toBeVisible()
  await press(page, 'Refuse tokens')
  await expect(page.getByText('Expired: the page provided no new token.')).toBeVisible()
  await press(page, 'Provide tokens')
  await expect(page.getByText('Active.')).toBeVisible()
  await expect(chart.getByRole('slider')).toBeVisible()
  await press(page, 'Sign out')
  await expect(page.getByText('Signed out.')).toBeVisible()
  expect(errors).toEqual([])
}
