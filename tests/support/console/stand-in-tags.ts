import type { BrowserContext } from 'playwright/test'
import { tags } from '../../../src/contract/addresses/vocabulary.ts'

/** Tags that the console provides itself or never opens. */
const own: readonly string[] = ['ad-console', 'ad-sign-in', 'page', 'ad-gallery']
export const standInTags = tags.filter((tag) => !own.includes(tag))

/** Defines own elements under our tag names: then every tag is built, and only permissions decide what is shown. */
export const withStandIns = (context: BrowserContext) =>
  context.addInitScript((names) => {
    for (const name of names)
      customElements.define(
        name,
        class extends HTMLElement {
          connectedCallback() {
            this.textContent = `Stands in for ${name}`
          }
        },
      )
  }, standInTags)

/** Counts the page's pending calls, so that a walk knows when it has settled. */
export const withCountedCalls = (context: BrowserContext) =>
  context.addInitScript(() => {
    const ask = window.fetch
    let count = 0
    Object.defineProperty(window, 'callsUnderWay', { get: () => count })
    window.fetch = async (...given) => {
      count += 1
      try {
        return await ask(...given)
      } finally {
        count -= 1
      }
    }
  })
