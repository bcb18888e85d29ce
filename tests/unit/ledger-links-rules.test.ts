import { describe, expect, test } from 'vitest'
import { ledgerFilterOfRow, reportOfEntry } from '../../src/surfaces/reporting/ledger/ledger-links.rules.ts'

const request = { advertiser_ids: [7], start_date: '2026-11-04', end_date: '2026-12-10' }
const click = { field: 'event_type_id', operation: '=', value: 7 }
const days = (start: string, end: string) => ({ field: 'day', operation: 'BETWEEN', value: [start, end] })

describe('the ledger entries of a report row', () => {
  test('are the clicks of its object on its days, within the requested ones', () => {
    expect(ledgerFilterOfRow(request, { campaign_id: 3, campaign_name: 'Autumn' })).toEqual({
      advertiser_id: 7,
      filters: [click, days('2026-11-04', '2026-12-10'), { field: 'campaign_id', operation: '=', value: 3 }],
    })
    expect(ledgerFilterOfRow(request, { month: '2026-11-01' })).toEqual({
      advertiser_id: 7,
      filters: [click, days('2026-11-04', '2026-11-30')],
    })
    expect(ledgerFilterOfRow(request, { week: '2026-11-30', month: '2026-12-01' })).toMatchObject({
      filters: [click, days('2026-12-01', '2026-12-06')],
    })
    expect(ledgerFilterOfRow(request, { day: '2026-12-10' })).toMatchObject({ filters: [click, days('2026-12-10', '2026-12-10')] })
  })

  test("keep the report's filters", () => {
    const narrowed = { ...request, campaign_ids: [1, 2], filters: [{ field: 'ad_group_id', operation: '!=' as const, value: 9 }] }
    expect(ledgerFilterOfRow(narrowed, { advertiser_id: 8 })).toEqual({
      advertiser_id: 8,
      filters: [click, days('2026-11-04', '2026-12-10'), { field: 'campaign_id', operation: 'IN', value: [1, 2] }, narrowed.filters[0]],
    })
  })

  test.each([
    ['an entity', request, { entity_id: 4 }, { code: 'finer_than_ledger', field: 'entity_id' }],
    ['a device', request, { campaign_id: 3, device: 'app' }, { code: 'finer_than_ledger', field: 'device' }],
    ['an hour', request, { hour: '2026-11-05T07' }, { code: 'finer_than_ledger', field: 'hour' }],
    ['a name without its id', request, { campaign_name: 'Autumn' }, { code: 'by_name', needs: 'campaign_id' }],
    ['several advertisers', { ...request, advertiser_ids: [7, 8] }, { campaign_id: 3 }, { code: 'by_name', needs: 'advertiser_id' }],
    ['one channel', { ...request, context: 'offsite' as const }, { day: '2026-11-05' }, { code: 'finer_than_ledger', field: 'channel' }],
    [
      'a filter that the ledger has not',
      { ...request, filters: [{ field: 'device', operation: '=' as const, value: 'app' }] },
      { campaign_id: 3 },
      { code: 'finer_than_ledger', field: 'device' },
    ],
  ])('cannot be distinguished by %s', (_, report, row, filter) => {
    expect(ledgerFilterOfRow(report, row)).toEqual(filter)
  })
})

test('a click links to the report of its day and ad group, and other entries have no link', () => {
  const entry = {
    balance_event_id: 1,
    event_type_id: 7,
    event_type: 'Click' as const,
    amount: '-2.5',
    currency_code: 'EUR',
    day: '2026-11-05',
    at: '2026-11-05T10:00:00Z',
    campaign: { campaign_id: 3, name: 'Autumn' },
    ad_group: { ad_group_id: 30, name: 'All' },
    user: null,
    reason: 'Delivery',
    reference: null,
    sources: [],
    request_id: null,
    provider_id: null,
    balance: '5',
    lot: null,
  }
  const tenant = { member_group_id: 1, advertiser_id: 7 }
  expect(reportOfEntry(entry, tenant)).toEqual({
    member_group_id: 1,
    advertiser_ids: [7],
    campaign_ids: [3],
    currency_code: 'EUR',
    start_date: '2026-11-05',
    end_date: '2026-11-05',
    metrics: ['cost', 'clicks'],
    filters: [{ field: 'ad_group_id', operation: '=', value: 30 }],
    dimensions: ['day', 'campaign_id', 'campaign_name', 'ad_group_id', 'ad_group_name'],
  })
  expect(reportOfEntry({ ...entry, event_type_id: 2, event_type: 'FundingUIForm' }, tenant)).toBeUndefined()
})
