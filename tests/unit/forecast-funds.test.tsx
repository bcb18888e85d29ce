// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DraftEstimate } from '../../src/contract/drafts/drafts.ts'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { BuilderProvider, type BuilderContext } from '../../src/surfaces/campaign-builder/context.tsx'
import { type DraftContext, DraftProvider } from '../../src/surfaces/campaign-builder/draft/context.ts'
import { Forecast } from '../../src/surfaces/campaign-builder/forecast/forecast.tsx'
import { leastOf } from '../support/ui/least-value.ts'
import { partBench } from '../support/ui/part-bench.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined

const bench = partBench()
const estimate = {
  ...(leastOf(DraftEstimate as never) as DraftEstimate), // an estimate with the least values
  run_out: { limit: 'funds', day: '2026-12-01' },
}
const currency = { currency_code: 'USD', currency_digits: 2 }
const data = { start_date: '2026-11-27' }
const context = {
  currency,
  state: { data, draft: { campaign_draft_uuid: 'a', data } },
  forecast: { estimate, isAsking: false },
  clientId: 1,
  advertiserId: 1,
} as never as DraftContext // the parts that a forecast reads

const forecast = (builder: Partial<BuilderContext>, given = context, ask = async (_type: string, _detail: unknown) => true) => (
  <ElementContextProvider
    value={{
      ask,
      tag: 'ad-campaign-builder',
      locale: 'en-US',
      linkBase: '/',
      isInheriting: false,
      path: '',
      revision: 0,
      root: document.createElement('div').attachShadow({ mode: 'open' }),
      leaving: createLeaveGuards(),
      emit: () => true,
      notify: () => undefined,
      navigate: () => undefined,
    }}
  >
    <BuilderProvider value={{ emit: () => true, noUpload: false, noFunds: false, setOnlyAdvertiser: () => undefined, ...builder }}>
      <DraftProvider value={given}>
        <Forecast isBeside />
      </DraftProvider>
    </BuilderProvider>
  </ElementContextProvider>
)

test('a forecast offers funds only on a page that has them', async () => {
  const page = await bench.open(forecast({}))
  expect(page.text()).toContain('Add funds')
  const other = await bench.open(forecast({ noFunds: true }))
  expect(other.text()).toMatch(/funds/i)
  expect(other.text()).not.toContain('Add funds')
})

test('a forecast that reaches the spend limit leads to the limit', async () => {
  const requests: unknown[] = []
  const ask = async (type: string, detail: unknown) => requests.push([type, detail]) === 0
  const limited = { ...estimate, run_out: { limit: 'spend_limit', day: '2026-12-01' } }
  const given = { ...context, forecast: { estimate: limited, isAsking: false } } as never as DraftContext // the parts that a forecast reads
  const { container } = await bench.open(forecast({}, given, ask))
  for (const link of container.querySelectorAll<HTMLElement>('a, button')) if (link.textContent === 'View spend limit') link.click()
  expect(requests).toEqual([['ad-funds-asked', { advertiser_id: 1, path: 'spend-limits' }]])
  expect((await bench.open(forecast({ noFunds: true }, given))).text()).not.toContain('View spend limit')
})

test.each([
  ['300.5', { amount: '180.25' }],
  ['120.25', {}],
  [null, {}],
])('a forecast of a spend of %s with funds of 120.25 asks for what is missing', async (whole, missing) => {
  const requests: unknown[] = []
  const ask = async (type: string, detail: unknown) => requests.push([type, detail]) === 0
  const forecasted = { ...estimate, funds_left: '120.25', spend: { per_day: '10', whole } }
  const given = { ...context, forecast: { estimate: forecasted, isAsking: false } } as never as DraftContext // the parts that a forecast reads
  const { container } = await bench.open(forecast({}, given, ask))
  for (const link of container.querySelectorAll<HTMLElement>('a, button')) if (link.textContent === 'Add funds') link.click()
  expect(requests).toEqual([['ad-funds-asked', { advertiser_id: 1, ...missing }]])
})
