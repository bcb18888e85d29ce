// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Notice } from '../../src/contract/session/notices.ts'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { AdvertisersProvider } from '../../src/parts/scope/advertisers.tsx'
import { ClientProvider } from '../../src/parts/scope/client.tsx'
import { ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import { useFlags } from '../../src/surfaces/console/flags.ts'
import { findMatch } from '../../src/surfaces/console/navigation/entries.ts'
import { useVisibleGroups } from '../../src/surfaces/console/navigation/navigation.tsx'
import { PageView } from '../../src/surfaces/console/surface/page-view.tsx'
import { flagsOff, plainConsole } from '../support/console/plain-console.ts'
import { viewerWith } from '../support/identity/viewer.ts'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
const bench = partBench()
class Campaigns extends HTMLElement {
  static observedAttributes = ['no-funds']
}
class Orders extends HTMLElement {
  static observedAttributes = ['no-ledger']
}
beforeAll(() => {
  customElements.define('ad-campaigns', Campaigns)
  customElements.define('ad-insertion-orders', Orders)
  customElements.define('ad-funds', class extends HTMLElement {})
})

const paths: string[] = []
const notices: Notice[] = []
afterEach(() => {
  paths.length = 0
  notices.length = 0
})

function inPage(path: string, children: ReactNode) {
  const element = {
    ask: async () => true,
    tag: 'ad-console',
    locale: 'en-US',
    linkBase: '/',
    isInheriting: false,
    path,
    revision: 0,
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    leaving: createLeaveGuards(),
    emit: () => true,
    notify: (notice: Notice) => void notices.push(notice),
    navigate: (to: string) => void paths.push(to),
  }
  return (
    <ElementContextProvider value={element}>
      <ViewerProvider memberGroupId={1}>
        <ClientProvider context={{ clientId: 1, area: 'clients' }}>
          <AdvertisersProvider memberGroupId={1} pathname={`/${path}`}>
            {children}
          </AdvertisersProvider>
        </ClientProvider>
      </ViewerProvider>
    </ElementContextProvider>
  )
}

/** Opens a page of the console for a user who may read everything. */
async function opened(path: string, flags = flagsOff()) {
  bench.replyBy((response, _, url) =>
    (url.endsWith('/login') ? success(viewerWith('advertisers.read', 'campaigns.read', 'insertion_orders.read')) : failure(403))(response),
  )
  const match = findMatch(path)
  const page = await bench.open(
    inPage(
      path,
      <ConsoleProvider value={{ ...plainConsole, flags }}>
        <PageView match={match} onUnreachable={() => undefined} />
      </ConsoleProvider>,
    ),
  )
  const element = () => page.container.querySelector(match?.tag ?? '')
  return { page, element }
}

const fundsOff = () => flagsOff('console-funds')
const funds = 'clients/1/advertisers/7/funds'

test('an address of funds shows the element, and says that it is switched off when its flag is off', async () => {
  const on = await opened(`${funds}/invoices`)
  await until(() => on.element() !== null)
  const off = await opened(`${funds}/invoices`, fundsOff())
  await bench.shows(off.page, 'Funds is switched off', 'Go to the overview')
  expect(off.element()).toBe(null)
})

test.each([
  ['clients/1/campaigns', 'no-funds'],
  ['clients/1/insertion-orders', 'no-ledger'],
])('the element at %s offers no link to funds which are switched off', async (path, attribute) => {
  const on = await opened(path)
  await until(() => on.element() !== null)
  expect(on.element()?.hasAttribute(attribute)).toBe(false)
  const off = await opened(path, fundsOff())
  await until(() => off.element() !== null)
  expect(off.element()?.hasAttribute(attribute)).toBe(true)
})

test('an element that asks for funds which are switched off gets a notice instead of the page', async () => {
  const ask = async (flags = flagsOff()) => {
    const { element } = await opened('clients/1/campaigns', flags)
    await until(() => element() !== null)
    const event = new CustomEvent('ad-funds-asked', { detail: { advertiser_id: 7 }, bubbles: true, cancelable: true })
    await act(async () => void element()?.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(await ask()).toBe(true)
  expect([paths, notices]).toEqual([[`${funds}?add=1`], []])
  expect(await ask(fundsOff())).toBe(true)
  expect(paths).toHaveLength(1)
  expect(notices).toMatchObject([{ kind: 'info', title: 'Funds is switched off', text: 'Ask your account administrator.' }])
})

test('navigation and page share one request for the flags of the platform', async () => {
  bench.replyBy((response, _, url) => {
    if (url === '/flags') return void response.end(JSON.stringify({ flags: [{ key: 'console-campaigns', value: false }] }))
    if (url.includes('/config')) {
      const config = {
        issuer: 'https://idp.example',
        client_id: 'console',
        environment: 'development',
        flags_url: `http://${response.req.headers.host}/flags`,
        cloud_provider: '',
        is_provider_embedded: true,
        other_origin: 'https://other.example',
      }
      return success(config)(response)
    }
    return (url.endsWith('/login') ? success(viewerWith('advertisers.read', 'campaigns.read')) : failure(403))(response)
  })
  const Entries = () => (
    <p>
      {useVisibleGroups()
        .flatMap(({ entries }) => entries.map(({ tag }) => tag))
        .join(' ')}
    </p>
  )
  function Whole() {
    const flags = useFlags(true)
    return (
      <ConsoleProvider value={{ ...plainConsole, flags }}>
        <Entries />
        <PageView match={findMatch('clients/1/campaigns')} onUnreachable={() => undefined} />
      </ConsoleProvider>
    )
  }
  const page = await bench.open(inPage('clients/1/campaigns', <Whole />))
  await bench.shows(page, 'ad-console', 'Campaigns is switched off')
  expect(page.text()).not.toContain('ad-campaigns')
  expect(bench.urls().filter((url) => url === 'POST /flags')).toHaveLength(1)
})
