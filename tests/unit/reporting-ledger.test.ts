import { describe, expect, test } from 'vitest'
import { type ReportQuery, defaultReportQuery } from '../../src/surfaces/reporting/query/query.ts'
import type { DrillStep } from '../../src/surfaces/reporting/query/drill.ts'
import { advertiserLedgersOf, isSameAmount, rowPartsRequest, unfilterableFieldOfRow } from '../../src/surfaces/reporting/ledger/queries.ts'

const scope = { clientId: 1, today: '2026-11-21' }
const reportQuery: ReportQuery = {
  ...defaultReportQuery(),
  metrics: ['revenue', 'cost'],
  sort: [{ field: 'revenue', order: 'desc' }],
  compare: 'previous_period',
  currency: 'EUR',
  history: 'new customers',
  orderValues: ['large'],
  filters: [
    { field: 'campaign_name', operation: 'ILIKE', value: 'autumn' },
    { field: 'cost', operation: '>', value: '3' },
  ],
  dates: { preset: 'custom', start_date: '2026-11-01', end_date: '2026-11-14' },
}
const ofCampaign: DrillStep = [{ field: 'campaign_name', value: 'Autumn' }]

describe('the ledger link of a report row', () => {
  test('requests the ids of its advertisers and campaigns with their cost, in their own currencies, without metric filters and purchase filters', () => {
    const request = rowPartsRequest(reportQuery, ofCampaign, scope)
    expect(request).toMatchObject({
      dimensions: ['advertiser_id', 'advertiser_name', 'campaign_id'],
      metrics: ['cost'],
      filters: [reportQuery.filters[0], { field: 'campaign_name', operation: '=', value: 'Autumn' }],
    })
    expect(request).not.toHaveProperty('user_history')
    expect(request).not.toHaveProperty('currency_code')
  })

  test('requests advertisers, and campaigns or ad groups only if the row or a single-channel context has them', () => {
    const dimensionsOf = (step: DrillStep, other: Partial<ReportQuery> = {}) =>
      rowPartsRequest({ ...reportQuery, filters: [], ...other }, step, scope).dimensions
    expect(dimensionsOf([{ field: 'day', value: '2026-11-03' }])).toEqual(['advertiser_id', 'advertiser_name'])
    expect(dimensionsOf([{ field: 'ad_group_name', value: 'One' }])).toEqual(['advertiser_id', 'advertiser_name', 'ad_group_id'])
    // Ledger entries have no channel, so a report of one channel is split by campaign.
    expect(dimensionsOf([{ field: 'day', value: '2026-11-03' }], { context: 'offsite' })).toContain('campaign_id')
  })

  test('names a dimension of the row that the ledger cannot be filtered by; a campaign is not one', () => {
    expect(unfilterableFieldOfRow(reportQuery, ofCampaign)).toBeUndefined()
    expect(unfilterableFieldOfRow(reportQuery, [...ofCampaign, { field: 'device', value: 'app' }])).toBe('device')
    expect(unfilterableFieldOfRow({ ...reportQuery, drill: [[{ field: 'entity_name', value: 'A' }]] }, ofCampaign)).toBe('entity_name')
  })

  test("opens one ledger for each advertiser of the row, filtered by the row's day and the advertiser's campaigns in it", () => {
    const step: DrillStep = [...ofCampaign, { field: 'day', value: '2026-11-03' }]
    const parts = [
      { dimensions: { advertiser_id: 7, advertiser_name: 'Seabright', campaign_id: 1 } },
      { dimensions: { advertiser_id: 7, advertiser_name: 'Seabright', campaign_id: 2 } },
      { dimensions: { advertiser_id: 8, advertiser_name: 'Northwind', campaign_id: 3 } },
    ]
    const ledgers = advertiserLedgersOf(rowPartsRequest(reportQuery, step, scope), parts)
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

  test('opens no ledger if the platform returns no advertisers for the row', () =>
    expect(advertiserLedgersOf(rowPartsRequest(reportQuery, ofCampaign, scope), [])).toEqual([]))

  test.each([
    ['12.345678', '-12.345678', true],
    ['12.3', '-12.300000', true],
    ['0', '0', true],
    ['12.345678', '-12.345677', false],
    ['12', '12', false],
  ])('compares %s in the report and %s in the ledger as the same amount: %s', (cost, entries, isSame) =>
    expect(isSameAmount(cost, entries)).toBe(isSame),
  )
})
