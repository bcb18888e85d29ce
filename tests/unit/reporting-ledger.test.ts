import { describe, expect, test } from 'vitest'
import { type ReportQuery, defaultReportQuery } from '../../src/surfaces/reporting/query/query.ts'
import type { DrillStep } from '../../src/surfaces/reporting/query/drill.ts'
import { advertiserLedgersOf, isSameAmount, partsRequest, unfilterableFieldOfRow } from '../../src/surfaces/reporting/ledger/queries.ts'

const by = { clientId: 1, today: '2026-11-21' }
const asked: ReportQuery = {
  ...defaultReportQuery(),
  metrics: ['revenue', 'cost'],
  sort: [{ field: 'revenue', order: 'desc' }],
  compare: 'previous_period',
  currency: 'EUR',
  history: 'new customers',
  orders: ['large'],
  filters: [
    { field: 'campaign_name', operation: 'ILIKE', value: 'autumn' },
    { field: 'cost', operation: '>', value: '3' },
  ],
  dates: { preset: 'custom', start_date: '2026-11-01', end_date: '2026-11-14' },
}
const ofCampaign: DrillStep = [{ field: 'campaign_name', value: 'Autumn' }]

describe('the ledger link of a report row', () => {
  test('uses ids instead of names, for spend only, whoever bought', () => {
    const request = partsRequest(asked, ofCampaign, by)
    expect(request).toMatchObject({
      dimensions: ['advertiser_id', 'advertiser_name', 'campaign_id'],
      metrics: ['cost'],
      filters: [asked.filters[0], { field: 'campaign_name', operation: '=', value: 'Autumn' }],
    })
    expect(request).not.toHaveProperty('user_history')
    expect(request).not.toHaveProperty('currency_code')
  })

  test('has the same level of detail as the row', () => {
    const of = (step: DrillStep, other: Partial<ReportQuery> = {}) => partsRequest({ ...asked, filters: [], ...other }, step, by).dimensions
    expect(of([{ field: 'day', value: '2026-11-03' }])).toEqual(['advertiser_id', 'advertiser_name'])
    expect(of([{ field: 'ad_group_name', value: 'One' }])).toEqual(['advertiser_id', 'advertiser_name', 'ad_group_id'])
    // Ledger entries have no channel, so a report of one channel is split by campaign.
    expect(of([{ field: 'day', value: '2026-11-03' }], { context: 'offsite' })).toContain('campaign_id')
  })

  test('filters by day, campaign and ad group; other dimensions are reported', () => {
    expect(unfilterableFieldOfRow(asked, ofCampaign)).toBeUndefined()
    expect(unfilterableFieldOfRow(asked, [...ofCampaign, { field: 'device', value: 'app' }])).toBe('device')
    expect(unfilterableFieldOfRow({ ...asked, drill: [[{ field: 'entity_name', value: 'A' }]] }, ofCampaign)).toBe('entity_name')
  })

  test("is one for each advertiser of the row, with their campaigns and the row's days", () => {
    const step: DrillStep = [...ofCampaign, { field: 'day', value: '2026-11-03' }]
    const parts = [
      { dimensions: { advertiser_id: 7, advertiser_name: 'Seabright', campaign_id: 1 } },
      { dimensions: { advertiser_id: 7, advertiser_name: 'Seabright', campaign_id: 2 } },
      { dimensions: { advertiser_id: 8, advertiser_name: 'Northwind', campaign_id: 3 } },
    ]
    const ledgers = advertiserLedgersOf(partsRequest(asked, step, by), parts)
    expect(ledgers.map(({ advertiserId, name }) => [advertiserId, name])).toEqual([
      [7, 'Seabright'],
      [8, 'Northwind'],
    ])
    expect(ledgers[0]?.filter).toMatchObject({
      advertiser_id: 7,
      filters: [
        { field: 'event_type_id' },
        { field: 'day', operation: 'BETWEEN', value: ['2026-11-03', '2026-11-03'] },
        { field: 'campaign_id', operation: 'IN', value: [1, 2] },
      ],
    })
    expect(ledgers[1]?.cost('USD')).toMatchObject({ advertiser_ids: [8], currency_code: 'USD', metrics: ['cost'], member_group_id: 1 })
    expect(ledgers[1]?.cost('USD')).not.toHaveProperty('dimensions')
  })

  test('is missing without spend', () => expect(advertiserLedgersOf(partsRequest(asked, ofCampaign, by), [])).toEqual([]))

  test.each([
    ['12.345678', '-12.345678', true],
    ['12.3', '-12.300000', true],
    ['0', '0', true],
    ['12.345678', '-12.345677', false],
    ['12', '12', false],
  ])('shows %s of a report and %s of the ledger', (cost, entries, isSame) => expect(isSameAmount(cost, entries)).toBe(isSame))
})
