import type { BrowserContext } from 'playwright/test'
import { tags } from '../../src/contract/addresses/vocabulary.ts'

/** What the console is made of itself, or never opens. */
const own: readonly string[] = ['ad-console', 'ad-sign-in', 'page', 'ad-gallery']
export const standInTags = tags.filter((tag) => !own.includes(tag))

/** A page's own elements under the names of ours: then everything is built, and what is shown follows from rights alone. */
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

/** Counts what the page waits for, so that a walk knows when nothing more comes. */
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
