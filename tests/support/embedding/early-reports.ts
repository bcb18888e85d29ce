import type { Page, Request } from 'playwright/test'
import { expect } from '../browser/expect.ts'

/** Delays the rendering code; returns a function that releases it. */
export async function delayRendering(page: Page) {
  let release: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/chunks/react-*.js', async (route) => {
    await blocked
    await route.continue()
  })
  return () => release()
}

/** The report requests of a page from now on. */
export function reportRequests(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().includes('/v2/report/') && requests.push(request))
  return requests
}
export const reportNames = (requests: readonly Request[]) => requests.map((request) => request.url().replace(/^.*\//, '')).sort()
export const figuresLoaded = (page: Page) => expect(page.locator('.figure dd').first()).toContainText('$')
