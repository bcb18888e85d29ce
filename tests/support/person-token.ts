import type { Browser } from 'playwright/test'
import type { PlatformProcess } from './platform-process.ts'

/** The token with which somebody asks the platform, after signing in as anybody does. */
export async function personToken(browser: Browser, platform: PlatformProcess, email: string): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked = page.waitForRequest((request) => request.headers().authorization?.startsWith('Bearer ') === true)
  await page.goto(`${platform.origin}/ui/places?client_id=1`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(platform.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const token = ((await asked).headers().authorization ?? '').slice('Bearer '.length)
  await context.close()
  return token
}

/** The same as a page is given it by its own server. */
export const tokenInHand = async (browser: Browser, platform: PlatformProcess, email: string) =>
  JSON.stringify({ access_token: await personToken(browser, platform, email), expires_at: Date.now() / 1000 + 540 })
