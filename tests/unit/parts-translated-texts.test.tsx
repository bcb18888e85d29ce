// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { metricLabels } from '../../src/contract/reports/metric-labels.ts'
import { metricOf, metrics } from '../../src/contract/reports/metrics.ts'
import { AdvertiserChoice } from '../../src/parts/scope/advertiser-choice.tsx'
import { AdvertisersProvider } from '../../src/parts/scope/advertisers.tsx'
import { ClientSwitcher } from '../../src/parts/scope/client-switcher.tsx'
import { formulaText, metricTitles } from '../../src/parts/metrics/format.ts'
import { statusLabels } from '../../src/ui/badge/status-labels.ts'
import { success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'

const wordId = (id: string) => metricTitles[id]?.id ?? ''
const german = setupI18n({
  locale: 'de',
  messages: {
    de: {
      [wordId('cost')]: 'Ausgaben',
      [wordId('revenue')]: 'Umsatz',
      [wordId('impressions')]: 'Impressionen',
      [statusLabels.pending.id]: 'Ausstehend',
      [statusLabels.inactive.id]: 'Inaktiv',
    },
  },
})

test.each([
  ['revenue', 'Sum of Umsatz'],
  ['return_on_ad_spend', 'Umsatz / Ausgaben'],
  ['cost_per_thousand', '1.000 · Ausgaben / Impressionen'],
])('the formula of %s is translated', (id, text) => {
  const metric = metricOf(id)
  expect(metric && formulaText(metric, german, 'de')).toBe(text)
})

test('no formula shows an id from the code', () => {
  const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const names = new Set(Object.values(metricLabels))
  const parts = metrics.flatMap((metric) =>
    formulaText(metric, english, 'en-US')
      .replace(/^(Sum of|[\d,]+ ·) /, '')
      .split(' / '),
  )
  expect(parts.filter((part) => !names.has(part))).toEqual([])
})

/** Stubs for features that jsdom lacks: the top layer and resize observers. */
class Still {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Still })
HTMLElement.prototype.showPopover = () => undefined

const bench = partBench()

test.each([
  ['advertisers', <AdvertiserChoice key="a" />],
  ['clients', <ClientSwitcher key="b" onChoose={() => undefined} />],
])('the list of %s translates its statuses', async (_, choice) => {
  bench.replyBy((response, __, url) => {
    const row = {
      member_group_id: 1,
      advertiser_group_id: null,
      advertiser_group_name: null,
      currency_code: 'EUR',
      time_zone: 'UTC',
      industry_id: null,
      campaigns: 0,
      active_campaigns: 0,
      created_at: '2026-01-01T00:00:00Z',
      version: 1,
    }
    const client = {
      default_currency: { currency_code: 'EUR', min_bid: '0.1' },
      currencies: [],
      calculated_page_currency: 'EUR',
      member_group_type_id: null,
      status_id: null,
      bidding_configs: [],
      pacings: ['ASAP', 'Evenly'],
      funding_types: [],
      host_name: null,
      label: { singular: 'Hotel', plural: 'Hotels' },
      entity_groups: [],
      theme: null,
      registration_enabled: false,
      created_at: '2026-01-01T00:00:00Z',
      version: 1,
    }
    const ash = { name: 'Ash', status: 'pending' }
    const oak = { name: 'Oak', status: 'inactive' }
    const short = [ash, oak].map((one, index) => ({ ...one, advertiser_id: index + 4, advertiser_group_id: null }))
    const isOfClients = /member_groups(\?|$)/.test(url)
    success({
      total: 2,
      ...(isOfClients && { member_groups: [ash, oak].map((one, index) => ({ ...client, ...one, member_group_id: index + 4 })) }),
      ...(!isOfClients && { advertisers: /_report/.test(url) ? short.map((one) => ({ ...row, ...one })) : short }),
      ...(!/_report/.test(url) && !isOfClients && { is_all: true }),
    })(response)
  })
  const page = await bench.open(
    <I18nProvider i18n={german}>
      <AdvertisersProvider memberGroupId={1} pathname="/clients/1/campaigns">
        {choice}
      </AdvertisersProvider>
    </I18nProvider>,
  )
  await until(() => page.container.querySelector('.choose-open[aria-busy=false]:not([aria-disabled=true])') !== null)
  await act(async () => page.container.querySelector<HTMLElement>('.choose-open')?.click())
  await until(() => /Ausstehend/.test(document.body.textContent ?? ''))
  expect(document.body.textContent).toContain('Inaktiv')
  expect(document.body.textContent).not.toMatch(/pending|inactive/)
})
