import type { Page } from 'playwright/test'

/** The result of opening an address, and the path afterwards. */
export interface Found {
  readonly url: string
  readonly at: string
  readonly screen: string
}

const refusal = 'You do not have permission to view this information'
/** A path that does not exist. Its result differs from every other, so each new result can be detected. */
const nowhere = '/clients/1/nowhere/at/all'

/** Opens addresses inside one page through the browser history; returns what each shows once no call is pending. */
export const walkAddresses = (page: Page, urls: readonly string[], isPatient = false): Promise<Found[]> =>
  page.evaluate(
    async ([all, refused, between, isSlow]) => {
      const within = document.querySelector('ad-console')?.shadowRoot
      if (!within) throw new Error('There is no console')
      const screenNow = () => {
        const main = within.querySelector('main')
        const headings = [...(main?.querySelectorAll('h1, h2, h3') ?? [])].map(({ textContent }) => textContent?.trim() ?? '')
        const lost = headings.map((text) => /^(.*) not found$/.exec(text)?.[1]).find(Boolean)
        const opened = [...(main?.querySelectorAll('*') ?? [])].find(({ localName }) => localName.startsWith('ad-'))
        const of = (name: string) => (opened?.hasAttribute(name) ? ` ${name}=${opened.getAttribute(name)}` : '')
        if (lost) return `no such ${lost.toLowerCase()}`
        if (headings.includes(refused)) return 'refused'
        if (headings.some((text) => text.endsWith(': not available yet'))) return 'not available yet'
        if (opened) return `${opened.localName}${of('client-id')}${of('advertiser-id')}`
        return main?.querySelector('section[aria-labelledby], dl.figures') ? 'overview' : ''
      }
      const moment = () => new Promise((resolve) => setTimeout(resolve, 5))
      const isQuiet = () => Reflect.get(window, 'callsUnderWay') === 0
      async function settled(isThere: (screen: string) => boolean, times = 3) {
        let screen = ''
        let calm = 0
        for (const end = Date.now() + 8000; Date.now() < end && calm < times; await moment()) {
          const next = screenNow()
          calm = next === screen && isThere(next) && isQuiet() ? calm + 1 : 0
          screen = next
        }
        return screen
      }
      const go = (url: string) => {
        history.pushState(null, '', url)
        dispatchEvent(new PopStateEvent('popstate'))
      }
      // The tenant of an address is fetched once, and that call may start late; a new tenant gets a longer wait.
      const seen = new Set<string>()
      const isNew = (url: string) => {
        const ids = (url.match(/(clients|advertisers|advertiser-groups)\/\d+/g) ?? []).join()
        return !seen.has(ids) && seen.add(ids)
      }
      const found = []
      for (const url of all) {
        go(between)
        await settled((screen) => screen === 'no such page')
        go(url)
        found.push({
          url,
          screen: await settled((screen) => screen !== '' && screen !== 'no such page', isNew(url) || isSlow ? 40 : 3),
          at: location.pathname,
        })
      }
      return found
    },
    [urls, refusal, nowhere, isPatient] as const, // exactly the four arguments of the function above
  )
