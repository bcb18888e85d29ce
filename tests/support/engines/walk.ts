import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advertiserSelectionOf } from '../../../src/contract/addresses/context.rules.ts'
import { declarations, unpublished } from '../../../elements/index.ts'
import { expectedScreens, addressAfter } from '../addresses/expected-screen.ts'
import { consolePeople } from '../console/people.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { openPlatform, type PlatformProcess } from '../platform/process.ts'
import { consoleAddresses, filledAs, servedAddresses } from '../addresses/served-addresses.ts'
import { enterBy, faultsOf } from './console.ts'
import type { EnginePage } from './engine.ts'

const [superUser] = consolePeople
const tags: readonly string[] = [...declarations, ...unpublished].map(({ tag }) => tag)
/** Pages of the partner, on the second origin of the demonstration. */
const partnerPages = ['/shop/', '/portal/', '/playground/']
const ownPages = servedAddresses.filter(({ pattern }) => /^\/(embedded|ui)(\/|$)/.test(pattern))
/** A path that does not exist. The walk opens it between two addresses, so that the previous content must disappear. */
const nowhere = '/clients/1/nowhere/at/all'

/** An advertiser of the seed with invoices. */
const invoiced = '5'

/** The query of an address that names its row there. */
const queryOf = (path: string) => (/^\/admin\/.*\/insertion-orders\/edit$/.test(path) ? '?id=1' : '')

/** Rows of the demonstration that addresses need. */
async function rowsOf(platform: PlatformProcess) {
  const call = callsAs(platform, await personToken(platform, superUser?.email ?? ''))
  const { advertisers } = await call('GET', 'v1/member_groups/1/advertisers/get_user_advertisers?start=0&count=1')
  const { invoices } = await call('POST', `v1/member_groups/1/advertisers/${invoiced}/payment_provider/invoices_report`, {})
  return { firstAdvertiserId: String(advertisers[0].advertiser_id), invoiceId: String(invoices[0].invoice_id) }
}

/**
 * The acceptable results of a console address for a super user. A tag that is not built says so, except before the sign-in. Some addresses
 * show the first advertiser of the client if they do not name one.
 */
const screensAt = (url: string, tag: string, firstAdvertiserId: string) => {
  const texts = superUser ? expectedScreens(superUser, url, tag) : []
  if (!tags.includes(tag) && tag !== 'ad-registration') return ['not available yet']
  return advertiserSelectionOf(url) === 'first'
    ? texts.map((screen) => (screen.includes(' advertiser-id=') ? screen : `${screen} advertiser-id=${firstAdvertiserId}`))
    : texts
}

/** Waits until the console shows one of the results at a path and nothing is loading. */
const showsOneOf = (page: EnginePage, what: string, texts: readonly string[], path: string) =>
  page.until(
    `${what} to show ${texts.join(' or ')} at ${path}`,
    ({ all, clean, isFilled, isAtRest }, wanted, own, at) => {
      const [main] = all('main')
      const headings = all('h1, h2, h3', main).map(({ textContent }) => clean(textContent))
      const opened = [...(main?.querySelectorAll('*') ?? [])].find(({ localName }) => localName.startsWith('ad-'))
      const screenNow = () => {
        const lost = headings.map((text) => /^(.*) not found$/.exec(text)?.[1]).find(Boolean)
        if (lost) return `no such ${lost.toLowerCase()}`
        if (headings.some((text) => text.endsWith(': not available yet'))) return 'not available yet'
        if (opened) {
          if (own.includes(opened.localName) && !isFilled(opened)) return ''
          const of = (name: string) => (opened.hasAttribute(name) ? ` ${name}=${opened.getAttribute(name)}` : '')
          return `${opened.localName}${of('client-id')}${of('advertiser-id')}`
        }
        return main?.querySelector('section[aria-labelledby], dl.figures') ? 'overview' : ''
      }
      const isRight = wanted.includes(screenNow()) && location.pathname === at
      return isAtRest() && isRight
    },
    texts,
    tags,
    path,
  )

const inside = async (page: EnginePage, url: string) => {
  await page.evaluate((_, to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)
}

/** Waits until a loaded page is at its path and its elements (of a tag, or all) show their content. */
const drawn = (page: EnginePage, path: string, tag = '') =>
  page.until(
    `${tag || 'every element'} at ${path}`,
    ({ all, isFilled, isAtRest }, at, wanted, own) => {
      const elements = all('*').filter(({ localName }) => (wanted === '' ? own.includes(localName) : localName === wanted))
      const isDrawn = wanted === 'page' ? all('h1').length > 0 : elements.length > 0 && elements.every(isFilled)
      return isAtRest() && isDrawn && location.pathname === at
    },
    path,
    tag,
    tags,
  )

/** The tags that show their content; a tag that is only in the markup does not count. */
const tagsOn = (page: EnginePage) =>
  page.evaluate(({ all, isFilled }) => [
    ...new Set(
      all('*')
        .filter((node) => node.localName.startsWith('ad-') && isFilled(node))
        .map(({ localName }) => localName),
    ),
  ])

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

    /** Opens pages in turn; returns the faults, each with its path. */
    async function walk(what: string, paths: readonly string[], go: (path: string) => Promise<void>) {
      const faults: string[] = []
      const note = (path: string, fault: string) => {
        console.log(`${name}: ${path}: ${fault}`)
        faults.push(`${path}: ${fault}`)
      }
      for (const [at, path] of paths.entries()) {
        try {
          await go(path)
          for (const tag of await tagsOn(page)) seen.add(tag)
        } catch (error) {
          note(path, error instanceof Error ? error.message.slice(0, 500) : String(error))
        }
        for (const fault of await faultsOf(page)) note(path, fault)
        if ((at + 1) % 10 === 0 || at + 1 === paths.length)
          console.log(`${name}: ${at + 1} of ${paths.length} ${what}, ${faults.length} faults`)
      }
      return faults
    }

    test('every console address opens', async () => {
      await enterBy(page, platform, '/clients/1', superUser?.email ?? '')
      await page.sees('button', { pattern: '^Your account' })
      const { firstAdvertiserId, invoiceId } = await rowsOf(platform)
      const idsOf = (pattern: string): Readonly<Record<string, string>> =>
        pattern.includes(':invoiceId') ? { advertiserId: invoiced, invoiceId } : {}
      const tagOf = new Map(consoleAddresses.map(({ pattern, tag }) => [filledAs(pattern, idsOf(pattern)), tag]))
      const faults = await walk('addresses of the console', [...tagOf.keys()], async (path) => {
        await inside(page, nowhere)
        await showsOneOf(page, 'the way', ['no such page'], nowhere)
        await inside(page, path + queryOf(path))
        await showsOneOf(page, path, screensAt(path, tagOf.get(path) ?? '', firstAdvertiserId), addressAfter(path))
      })
      expect(faults).toEqual([])
    })

    test('every page of the platform opens', async () => {
      const tagOf = new Map(ownPages.map(({ url, tag }) => [url, tag]))
      const faults = await walk('pages', [...tagOf.keys()], async (path) => {
        await page.open(platform.origin + path)
        await drawn(page, path, tagOf.get(path))
      })
      expect(faults).toEqual([])
    })

    test('every page of the partner opens', async () => {
      const faults = await walk('pages of the partner', partnerPages, async (path) => {
        await page.open(platform.other + path)
        await drawn(page, path)
      })
      expect(faults).toEqual([])
    })

    test('every element was opened', () => {
      expect(tags.filter((tag) => !seen.has(tag))).toEqual([])
    })
  })
}
