import { expect, type Page, type Request } from 'playwright/test'

/** Delays the rendering code; returns a function that releases it. */
export async function withoutCode(page: Page) {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/chunks/react-*.js', async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

/** The report requests of a page from now on. */
export function reportsAsked(page: Page) {
  const asked: Request[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().includes('/v2/report/') && asked.push(request))
  return asked
}
export const reportNames = (asked: readonly Request[]) => asked.map((request) => request.url().replace(/^.*\//, '')).sort()
export const figuresShown = (page: Page) => expect(page.locator('.figure dd').first()).toContainText('$')
