import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { hardToUse } from '../browser/axe.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** The last part of the address of each page of the guide. */
export const guideNames = [
  '',
  'token-server',
  'attributes',
  'frame',
  'react',
  'vue',
  'server-pages',
  'theming',
  'csp',
  'messages',
  'errors',
  'testing',
  'elements',
]

/** The calls of a page to the platform; the examples of the guide have figures of their own and make none. */
export function platformCallsOf(page: Page): readonly string[] {
  const calls: string[] = []
  page.on('request', (request) => /^\/(v\d|api|ofrep)\//.test(new URL(request.url()).pathname) && calls.push(request.url()))
  return calls
}

/** Opens a page of the guide with its live example; returns what is too wide or hard to use at each width. */
export async function guideProblems(page: Page, platform: PlatformProcess, name: string, widths: readonly number[]) {
  const problems: string[] = []
  await page.setViewportSize({ width: widths[0] ?? 360, height: 800 })
  await page.goto(`${platform.origin}/guide${name && `/${name}`}`)
  if (!['testing', 'elements'].includes(name)) await expect(page.locator('ad-report-chart').getByRole('slider')).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    if (scrollWidth > width) problems.push(`${name}: ${scrollWidth} px wide`)
    for (const problem of await hardToUse(page)) problems.push(`${name} at ${width}: ${problem}`)
  }
  return problems
}
