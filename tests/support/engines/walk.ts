import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declarations, unpublished } from '../../../elements/index.ts'
import { openPlatform, type PlatformProcess } from '../platform-process.ts'
import { consoleAddresses, filledAs, type Opened, servedAddresses } from '../served-addresses.ts'
import { enterBy, faultsOf } from './console.ts'
import type { EnginePage } from './engine.ts'

const superUser = 'ines.okonjo@placard.example'
const tags = [...declarations, ...unpublished].map(({ tag }) => tag)
/** Pages of the partner, on the second origin of a demonstration. */
const partnerPages = ['/shop/', '/portal/', '/playground/']
const pageAddresses = servedAddresses.filter(({ tag }) => tag !== 'ad-console')

/** Waits until a page shows something and no longer changes. */
const settled = (page: EnginePage, what: string) =>
  page.until(`${what} to be at rest`, ({ all, clean }) => {
    const isWaiting = all('.waiting, .bones, [aria-busy=true]').some((one) => one.checkVisibility())
    const text = all('h1, h2, h3, h4, [role=alert], a, button, td, dd').map(({ textContent }) => clean(textContent))
    const now = JSON.stringify(text)
    const isCalm = window.engineText === now
    window.engineText = now
    return isCalm && !isWaiting && text.length > 0
  })

declare global {
  interface Window {
    engineText?: string
  }
}

const tagsOn = (page: EnginePage) =>
  page.evaluate(({ all }) => [...new Set(all('*').map(({ localName }) => localName))].filter((name) => name.startsWith('ad-')))

/** Opens every tag and every address in an engine, signed in as a super user. */
export function engineAudit(name: string, openEngine: () => Promise<EnginePage>) {
  describe(name, () => {
    let platform: PlatformProcess
    let page: EnginePage
    const seen = new Set<string>()
    beforeAll(async () => {
      platform = await openPlatform()
      page = await openEngine()
    })
    afterAll(async () => {
      await page?.close()
      await platform?.clear()
    })

    /** Goes through places one after the other; gives what is wrong, with the place. */
    async function walk(what: string, places: readonly string[], go: (place: string) => Promise<void>) {
      const faults: string[] = []
      for (const [at, place] of places.entries()) {
        try {
          await go(place)
          await settled(page, place)
          for (const tag of await tagsOn(page)) seen.add(tag)
        } catch (error) {
          faults.push(`${place}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
        }
        faults.push(...(await faultsOf(page)).map((fault) => `${place}: ${fault}`))
        if ((at + 1) % 10 === 0 || at + 1 === places.length)
          console.log(`${name}: ${at + 1} of ${places.length} ${what}, ${faults.length} faults`)
      }
      return faults
    }
    const inside = async (place: string) => {
      await page.evaluate((_, url) => {
        window.engineText = ''
        history.pushState(null, '', url)
        dispatchEvent(new PopStateEvent('popstate'))
      }, place)
    }

    test('every address of the console opens', async () => {
      await enterBy(page, platform, '/clients/1', superUser)
      await page.sees('button', { pattern: '^Your account' })
      const places = [...new Set(consoleAddresses.map(({ pattern }) => filledAs(pattern)))]
      expect(await walk('addresses of the console', places, inside)).toEqual([])
    })

    test('every page of its own opens', async () => {
      const places = pageAddresses.map(({ url }: Opened) => url)
      expect(await walk('pages', places, (place) => page.open(platform.origin + place))).toEqual([])
    })

    test('every page of the partner opens', async () => {
      expect(await walk('pages of the partner', partnerPages, (place) => page.open(platform.other + place))).toEqual([])
    })

    test('every tag was opened', () => {
      expect(tags.filter((tag) => !seen.has(tag))).toEqual([])
    })
  })
}
