// @vitest-environment jsdom
import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { ClientAlert, Overview } from '../../src/contract/alerts/overviews.ts'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import { Attention } from '../../src/surfaces/console/overview/attention.tsx'
import { flagsOff, plainConsole } from '../support/console/plain-console.ts'
import { viewerWith } from '../support/identity/viewer.ts'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
const bench = partBench()
beforeAll(() => customElements.define('ad-funds', class extends HTMLElement {}))

const about = (part: Partial<ClientAlert>): ClientAlert => ({
  code: 'campaign_stopped',
  severity: 'error',
  advertiser: { advertiser_id: 7, name: 'Fernhill' },
  campaign: { campaign_id: 42, name: 'Summer' },
  currency_code: 'EUR',
  spent: null,
  budget: null,
  end_date: null,
  comment: null,
  gate: null,
  limit: null,
  ...part,
})
const stopped = (gate: ClientAlert['gate']) => about({ gate })
const early = (limit: ClientAlert['limit']) => about({ code: 'runs_out_early', end_date: '2026-12-01', limit })

interface Shown {
  readonly flags?: ReturnType<typeof flagsOff>
}

/** Shows an alert to a user, and returns the paths that the page navigates to. */
async function shown(alert: ClientAlert, permissions: readonly string[], { flags = flagsOff() }: Shown = {}) {
  bench.replyBy((response, _, url) => (url.includes('/campaigns/42/') ? failure(404) : success(viewerWith(...permissions)))(response))
  const paths: string[] = []
  const overview: Overview = {
    advertisers: [],
    campaigns: [],
    under_review: 0,
    alert_counts: [{ code: alert.code, count: 1 }],
    alerts: [alert],
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
      <ConsoleProvider value={{ ...plainConsole, flags }}>
        <ViewerProvider memberGroupId={1}>
          <Attention clientId={1} overview={overview} isClientPending={false} />
        </ViewerProvider>
      </ConsoleProvider>
    </ElementContextProvider>,
  )
  const link = (label = 'Add funds: Summer') => page.container.querySelector<HTMLAnchorElement>(`[aria-label="${label}"]`)
  const nameLink = (name: string) =>
    [...page.container.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href')
  return { page, paths, link, nameLink }
}

test.each([stopped('no_funds'), early('funds')])(
  'an alert about missing funds opens the panel for its campaign at once: %o',
  async (alert) => {
    const { paths, link } = await shown(alert, ['funds.add'])
    await until(() => link() !== null)
    const path = 'clients/1/advertisers/7/funds?add=1&campaign=42'
    expect(link()?.getAttribute('href')).toBe(`/${path}`)
    const before = bench.urls().length
    await act(async () => link()?.click())
    expect([paths, bench.urls().length]).toEqual([[path], before])
  },
)

test('only users who may add funds get the link, and only where funds help', async () => {
  const reader = await shown(stopped('no_funds'), ['funds.read'])
  await bench.shows(reader.page, 'Not serving: no funds left')
  await until(() => bench.urls().length > 0)
  expect(reader.link()).toBe(null)
  const payer = await shown(stopped('no_entities'), ['funds.add'])
  await bench.shows(payer.page, 'Not serving: nothing to advertise')
  expect(payer.link()).toBe(null)
  const ofBudget = await shown(early('campaign'), ['funds.add'])
  await bench.shows(ofBudget.page, 'Runs out of budget on')
  await until(() => bench.urls().length > 0)
  expect(ofBudget.link()).toBe(null)
})

test.each([stopped('spend_limit'), early('spend_limit')])('an alert about the spend limit leads to the limit: %o', async (alert) => {
  const { link } = await shown(alert, ['spend_limits.read'])
  const label = 'View spend limit: Summer'
  await until(() => link(label) !== null)
  expect(link(label)?.getAttribute('href')).toBe('/clients/1/advertisers/7/funds/spend-limits')
  const other = await shown(alert, ['funds.add'])
  await until(() => bench.urls().length > 0)
  expect(other.link(label)).toBe(null)
})

test.each([
  ['funds', 'Funds run out on Dec 1, earlier than planned'],
  ['spend_limit', 'Reaches the spend limit on Dec 1, earlier than planned'],
  ['insertion_order', 'Uses up its insertion order on Dec 1, earlier than planned'],
  ['ad_group', 'Runs out of budget on Dec 1, earlier than planned'],
] as const)('an early end names what runs out: %s', async (limit, text) => {
  const { page } = await shown(early(limit), [])
  await bench.shows(page, text)
})

test('no alert leads to funds that are switched off', async () => {
  const off = { flags: flagsOff('console-funds') }
  const permissions = ['funds.add', 'spend_limits.read']
  for (const alert of [stopped('no_funds'), early('funds'), stopped('spend_limit'), early('spend_limit')]) {
    const { page } = await shown(alert, permissions, off)
    await bench.shows(page, 'Summer')
    await until(() => bench.urls().length > 0)
    expect(page.container.innerHTML).not.toContain('/funds')
  }
  const overdue = about({ code: 'invoice_overdue', campaign: null })
  expect((await shown(overdue, permissions)).nameLink('Fernhill')).toBe('/clients/1/advertisers/7/funds/invoices')
  expect((await shown(overdue, permissions, off)).nameLink('Fernhill')).toBe('/clients/1/advertisers/7/campaigns')
})
