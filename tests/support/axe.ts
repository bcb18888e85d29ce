import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs in the page: a colour on its way to another is nobody's to judge. */
const still = `(async () => {
  const roots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : []))]
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  const moving = roots(document).flatMap((root) => root.getAnimations()).filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(moving.map(({ finished }) => finished))
})()`

/** What is hard to use on a page for somebody, as the audit names it, with the places. */
export async function hardToUse(page: Page | Frame): Promise<string[]> {
  await page.evaluate(source)
  await page.evaluate(still)
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
