import type { Page } from 'playwright/test'
import { openHostPage } from '../embedding/host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'

const tag = (attributes: string) => `<ad-report-chart client-id="1" locale="en-US" ${attributes}></ad-report-chart>`

/** Opens a page with one chart; returns its error codes and warnings. */
export async function openMarkup(page: Page, platform: PlatformProcess, attributes: string) {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.addInitScript(() => {
    const codes: string[] = []
    Object.assign(globalThis, { codes })
    addEventListener('ad-error', (event) => event instanceof CustomEvent && codes.push(event.detail.code))
  })
  await openHostPage(page, platform, { body: tag(attributes) })
  const codes = () => page.evaluate(() => Reflect.get(globalThis, 'codes'))
  return { codes, warnings: () => warnings.filter((text) => text.includes('ad-report-chart')) }
}
