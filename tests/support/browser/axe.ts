import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright/test'
import { expect } from './expect.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs in the page: waits until finite animations and transitions end. Endless animations are ignored. */
const still = `(async () => {
  const roots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : []))]
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const ends = (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity
  const moving = () => roots(document).flatMap((root) => root.getAnimations()).filter(ends)
  await frame()
  await frame()
  for (let round = 0; round < 20 && moving().length > 0; round++) {
    await Promise.allSettled(moving().map(({ finished }) => finished))
    await frame()
    await frame()
  }
})()`

/** The axe rules that a page breaks, each with its targets. Waits for busy regions first, because figures being replaced are dimmed. */
export async function hardToUse(page: Page | Frame): Promise<string[]> {
  // A form that waits for the answer in a confirmation dialog stays busy, so dialogs and buttons are excluded.
  await expect(page.locator('[aria-busy="true"]:not(dialog, button)')).toHaveCount(0)
  await page.evaluate(source)
  await page.evaluate(still)
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
