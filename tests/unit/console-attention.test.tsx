// @vitest-environment jsdom
import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { ClientAlert, Overview } from '../../src/contract/alerts/overviews.ts'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { Attention } from '../../src/surfaces/console/overview/attention.tsx'
import { viewerWith } from '../support/identity/viewer.ts'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
const bench = partBench()
beforeAll(() => customElements.define('ad-funds', class extends HTMLElement {}))

const stopped = (gate: ClientAlert['gate']): ClientAlert => ({
  code: 'campaign_stopped',
  severity: 'error',
  advertiser: { advertiser_id: 7, name: 'Fernhill' },
  campaign: { campaign_id: 42, name: 'Summer' },
  currency_code: 'EUR',
  spent: null,
  budget: null,
  end_date: null,
  comment: null,
  gate,
})

/** Shows an alert to a user, and returns the paths that the page navigates to. */
async function shown(gate: ClientAlert['gate'], permissions: readonly string[], difference?: string) {
  bench.replyBy((response, _, url) => {
    if (url.includes('/advertisers/7/campaigns/42/funds/') && difference !== undefined)
      return success({ budget_balance_difference: difference, currency_code: 'EUR' })(response)
    return (url.includes('/campaigns/42/') ? failure(404) : success(viewerWith(...permissions)))(response)
  })
  const paths: string[] = []
  const overview: Overview = {
    advertisers: [],
    campaigns: [],
    under_review: 0,
    alert_counts: [{ code: 'campaign_stopped', count: 1 }],
    alerts: [stopped(gate)],
  }
  const context = {
    ask: async () => true,
    tag: 'ad-console',
    locale: 'en-US',
    linkBase: '/',
    isInheriting: false,
    path: 'clients/1',
    revision: 0,
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    leaving: createLeaveGuards(),
    emit: () => true,
    notify: () => undefined,
    navigate: (path: string) => void paths.push(path),
  }
  const page = await bench.open(
    <ElementContextProvider value={context}>
      <ViewerProvider memberGroupId={1}>
        <Attention clientId={1} overview={overview} isClientPending={false} />
      </ViewerProvider>
    </ElementContextProvider>,
  )
  return { page, paths, link: () => page.container.querySelector<HTMLAnchorElement>('[aria-label="Add funds: Summer"]') }
}

test.each([
  ['-12.5', '&amount=12.5'],
  ['3', ''],
  [undefined, ''],
])('an alert about missing funds opens the panel with what the budget lacks of a difference of %s', async (difference, amount) => {
  const { paths, link } = await shown('no_funds', ['funds.add'], difference)
  await until(() => link() !== null)
  expect(link()?.getAttribute('href')).toBe('/clients/1/advertisers/7/funds?add=1')
  await act(async () => link()?.click())
  await until(() => paths.length > 0)
  expect(paths).toEqual([`clients/1/advertisers/7/funds?add=1${amount}`])
})

test('only users who may add funds get the link, and only where funds help', async () => {
  const reader = await shown('no_funds', ['funds.read'])
  await bench.shows(reader.page, 'Not serving: no funds left')
  await until(() => bench.urls().length > 0)
  expect(reader.link()).toBe(null)
  const payer = await shown('no_entities', ['funds.add'])
  await bench.shows(payer.page, 'Not serving: nothing to advertise')
  expect(payer.link()).toBe(null)
})
