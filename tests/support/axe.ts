import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is hard to use on a page for somebody, as the audit names it, with the places. */
export async function hardToUse(page: Page | Frame): Promise<string[]> {
  await page.evaluate(source)
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
