// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { metricOf, metrics } from '../../src/contract/metrics.ts'
import { AdvertiserChoice } from '../../src/parts/advertiser-choice.tsx'
import { AdvertisersProvider } from '../../src/parts/advertisers.tsx'
import { ClientSwitcher } from '../../src/parts/client-switcher.tsx'
import { formulaText, metricWords } from '../../src/parts/metric-words.ts'
import { statusWords } from '../../src/ui/mark/status-words.ts'
import { success } from '../support/loopback.ts'
import { partBench } from '../support/part-bench.tsx'
import { until } from '../support/react-page.tsx'

const wordId = (id: string) => metricWords[id]?.id ?? ''
const german = setupI18n({
  locale: 'de',
  messages: {
    de: {
      [wordId('cost')]: 'Ausgaben',
      [wordId('revenue')]: 'Umsatz',
      [wordId('impressions')]: 'Impressionen',
      [statusWords.pending.id]: 'Ausstehend',
      [statusWords.inactive.id]: 'Inaktiv',
    },
  },
})

test.each([
  ['revenue', 'Σ Umsatz'],
  ['return_on_ad_spend', 'Umsatz / Ausgaben'],
  ['cost_per_thousand', '1.000 · Ausgaben / Impressionen'],
])('the formula of %s is in the person\u2019s words', (id, text) => {
  const metric = metricOf(id)
  expect(metric && formulaText(metric, german, 'de')).toBe(text)
})

test('no formula shows an id, which is a word of the code', () => {
  const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const names = new Set(metrics.map(({ label }) => label))
  const parts = metrics.flatMap((metric) =>
    formulaText(metric, english, 'en-US')
      .replace(/^(Σ|[\d,]+ ·) /, '')
      .split(' / '),
  )
  expect(parts.filter((part) => !names.has(part))).toEqual([])
})

/** What jsdom lacks: the top layer, and news of sizes. */
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
])('the list of %s says a status in the person\u2019s words', async (_, choice) => {
  bench.answerBy((response, __, url) => {
    const one = { name: 'Ash', status: 'pending', advertiser_group_id: null }
    const two = { ...one, name: 'Oak', status: 'inactive' }
    success({
      ...{
        advertisers: [
          { ...one, advertiser_id: 4 },
          { ...two, advertiser_id: 5 },
        ],
        total: 2,
        is_all: true,
      },
      ...(/member_groups\?|member_groups$/.test(url) && {
        member_groups: [
          { ...one, member_group_id: 4 },
          { ...two, member_group_id: 5 },
        ],
      }),
    })(response)
  })
  const page = await bench.open(
    <I18nProvider i18n={german}>
      <AdvertisersProvider memberGroupId={1} pathname="/clients/1/campaigns">
        {choice}
      </AdvertisersProvider>
    </I18nProvider>,
  )
  await act(async () => page.container.querySelector<HTMLElement>('.choose-open')?.click())
  await until(() => /Ausstehend/.test(document.body.textContent ?? ''))
  expect(document.body.textContent).toContain('Inaktiv')
  expect(document.body.textContent).not.toMatch(/pending|inactive/)
})
